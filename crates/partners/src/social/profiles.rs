//! What each provider tells of a person. Every field may be missing, and one that breaks a rule of ours is left out: it
//! only saves typing.

use chrono::NaiveDate;
use domain::{BirthDate, Email, Gender, Name, Phone, SocialProfile, SocialProvider};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Person, SocialError, code};
use crate::lenient::{or_default, text};
use crate::outside::Outage;

/// The longest id of a person that is kept.
const LONGEST_SUBJECT: usize = 255;

#[derive(Deserialize)]
struct Kakao {
    id: Value,
    #[serde(default, deserialize_with = "or_default")]
    kakao_account: KakaoAccount,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct KakaoAccount {
    #[serde(deserialize_with = "text")]
    name: Option<String>,
    #[serde(deserialize_with = "text")]
    email: Option<String>,
    #[serde(deserialize_with = "or_default")]
    is_email_valid: Option<bool>,
    #[serde(deserialize_with = "or_default")]
    is_email_verified: Option<bool>,
    #[serde(deserialize_with = "text")]
    phone_number: Option<String>,
    #[serde(deserialize_with = "text")]
    birthyear: Option<String>,
    #[serde(deserialize_with = "text")]
    birthday: Option<String>,
    #[serde(deserialize_with = "text")]
    birthday_type: Option<String>,
    #[serde(deserialize_with = "text")]
    gender: Option<String>,
}

#[derive(Deserialize)]
struct Naver {
    resultcode: String,
    response: Option<NaverPerson>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct NaverPerson {
    id: Value,
    #[serde(deserialize_with = "text")]
    name: Option<String>,
    #[serde(deserialize_with = "text")]
    email: Option<String>,
    #[serde(deserialize_with = "text")]
    gender: Option<String>,
    #[serde(deserialize_with = "text")]
    birthday: Option<String>,
    #[serde(deserialize_with = "text")]
    birthyear: Option<String>,
    #[serde(deserialize_with = "text")]
    mobile: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Google {
    sub: Value,
    #[serde(deserialize_with = "text")]
    name: Option<String>,
    #[serde(deserialize_with = "text")]
    email: Option<String>,
    email_verified: Option<Value>,
}

/// The person in a provider's answer.
pub(super) fn person(provider: SocialProvider, body: Value, today: NaiveDate) -> Result<Person, SocialError> {
    match provider {
        SocialProvider::Kakao => kakao(form(body)?, today),
        SocialProvider::Naver => naver(form(body)?, today),
        SocialProvider::Google => google(form(body)?),
    }
}

fn form<T: DeserializeOwned>(body: Value) -> Result<T, SocialError> {
    // serde's message could quote the answer
    serde_json::from_value(body).map_err(|_| Outage("a profile of another form".to_owned()).into())
}

fn kakao(body: Kakao, today: NaiveDate) -> Result<Person, SocialError> {
    let account = body.kakao_account;
    let vouched = account.is_email_valid == Some(true) && account.is_email_verified == Some(true);
    let solar = account.birthday_type.as_deref() == Some("SOLAR");
    let profile = SocialProfile {
        name: name(account.name),
        email: account.email.filter(|_| vouched).as_deref().and_then(email),
        phone: account.phone_number.as_deref().and_then(phone),
        birth: account.birthday.filter(|_| solar).and_then(|day| birth(account.birthyear.as_deref(), &day, today)),
        gender: gender(account.gender.as_deref()),
    };
    Ok(Person { subject: subject(&body.id)?, profile })
}

fn naver(body: Naver, today: NaiveDate) -> Result<Person, SocialError> {
    if body.resultcode != "00" {
        return Err(SocialError::Refused(code(&body.resultcode)));
    }
    let person = body.response.ok_or_else(|| Outage("a profile of nobody".to_owned()))?;
    let profile = SocialProfile {
        name: name(person.name),
        // Naver says nothing of whether an address is the person's: it is only offered in the form
        email: person.email.as_deref().and_then(email),
        phone: person.mobile.as_deref().and_then(phone),
        birth: person.birthday.and_then(|day| birth(person.birthyear.as_deref(), &day, today)),
        gender: gender(person.gender.as_deref()),
    };
    Ok(Person { subject: subject(&person.id)?, profile })
}

fn google(body: Google) -> Result<Person, SocialError> {
    let vouched = match body.email_verified {
        Some(Value::Bool(verified)) => verified,
        Some(Value::String(text)) => text == "true",
        _ => false,
    };
    let profile = SocialProfile {
        name: name(body.name),
        email: body.email.filter(|_| vouched).as_deref().and_then(email),
        ..SocialProfile::default()
    };
    Ok(Person { subject: subject(&body.sub)?, profile })
}

/// The person's id, a number or a text.
fn subject(id: &Value) -> Result<String, SocialError> {
    let text = match id {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_u64() => number.to_string(),
        _ => String::new(),
    };
    if text.is_empty() || text.len() > LONGEST_SUBJECT || text.chars().any(char::is_control) {
        return Err(Outage("a profile without an id".to_owned()).into());
    }
    Ok(text)
}

fn name(text: Option<String>) -> Option<Name> {
    Name::parse(&text?).ok()
}

fn email(text: &str) -> Option<Email> {
    Email::parse(text).ok()
}

/// A mobile number as we write it: `+82 10-1234-5678` and `010-1234-5678` are `01012345678`.
fn phone(text: &str) -> Option<Phone> {
    let text = text.trim();
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let local = match digits.strip_prefix("82") {
        Some(rest) if text.starts_with('+') => format!("0{}", rest.strip_prefix('0').unwrap_or(rest)),
        _ if text.starts_with('+') => return None,
        _ => digits,
    };
    Phone::parse(&local).ok()
}

/// A date of a year and a day (`MMDD` or `MM-DD`).
fn birth(year: Option<&str>, day: &str, today: NaiveDate) -> Option<BirthDate> {
    BirthDate::parse(&format!("{}{}", year?.trim(), day.trim().replace('-', "")), today).ok()
}

fn gender(text: Option<&str>) -> Option<Gender> {
    match text? {
        "male" | "M" => Some(Gender::Man),
        "female" | "F" => Some(Gender::Woman),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(provider: SocialProvider, body: Value) -> Person {
        let today = NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day");
        person(provider, body, today).expect("a person")
    }

    fn shown(person: &Person) -> Value {
        let profile = &person.profile;
        json!({
            "subject": person.subject,
            "name": profile.name.as_ref().map(Name::as_str),
            "email": profile.email.as_ref().map(Email::as_str),
            "phone": profile.phone.as_ref().map(Phone::as_str),
            "birth": profile.birth.map(|birth| birth.to_string()),
            "gender": profile.gender.map(Gender::number),
        })
    }

    #[test]
    fn a_full_profile_is_taken() {
        let kakao = json!({"id": 4_242_424_242_u64, "connected_at": "2026-01-01T00:00:00Z", "kakao_account": {
            "profile": {"nickname": "하늘"}, "name": "김하늘", "email": "kim@kakao.com", "is_email_valid": true,
            "is_email_verified": true, "phone_number": "+82 10-1234-5678", "birthyear": "1990", "birthday": "0131",
            "birthday_type": "SOLAR", "is_leap_month": false, "gender": "female", "name_needs_agreement": false}});
        let expected = |subject: &str, email: &str| json!({"subject": subject, "name": "김하늘", "email": email, "phone": "01012345678", "birth": "1990.01.31", "gender": 1});
        assert_eq!(shown(&read(SocialProvider::Kakao, kakao)), expected("4242424242", "kim@kakao.com"));
        let naver = json!({"resultcode": "00", "message": "success", "response": {"id": "N-1_a", "nickname": "하늘",
            "name": "김하늘", "email": "kim@naver.com", "gender": "F", "age": "30-39", "birthday": "01-31",
            "birthyear": "1990", "mobile": "010-1234-5678", "mobile_e164": "+821012345678"}});
        assert_eq!(shown(&read(SocialProvider::Naver, naver)), expected("N-1_a", "kim@naver.com"));
        let google = json!({"sub": "1087", "name": "Kim Haneul", "email": "kim@gmail.com", "email_verified": true,
            "picture": "https://x.example/p"});
        let expected = json!({"subject": "1087", "name": "Kim Haneul", "email": "kim@gmail.com", "phone": null,
            "birth": null, "gender": null});
        assert_eq!(shown(&read(SocialProvider::Google, google)), expected);
    }

    #[test]
    fn whatever_was_not_agreed_to_is_missing() {
        let nothing =
            json!({"subject": "1", "name": null, "email": null, "phone": null, "birth": null, "gender": null});
        for (provider, body) in [
            (SocialProvider::Kakao, json!({"id": 1})),
            (SocialProvider::Kakao, json!({"id": 1, "kakao_account": {"email_needs_agreement": true}})),
            (
                SocialProvider::Kakao,
                json!({"id": 1, "kakao_account": {"profile": {"nickname": "하늘"}, "gender": null}}),
            ),
            (
                SocialProvider::Naver,
                json!({"resultcode": "00", "response": {"id": "1", "gender": "U", "nickname": "x"}}),
            ),
            (SocialProvider::Google, json!({"sub": "1"})),
        ] {
            assert_eq!(shown(&read(provider, body.clone())), nothing, "{body}");
        }
    }

    #[test]
    fn a_field_of_another_type_costs_nobody_the_others() {
        let odd = json!({"name": ["김하늘"], "email": 5, "is_email_valid": "yes", "is_email_verified": 1,
            "phone_number": {"e164": "+82"}, "birthyear": 1990, "birthday": "0131", "birthday_type": "SOLAR", "gender": true});
        let kakao = read(SocialProvider::Kakao, json!({"id": 1, "kakao_account": odd}));
        let expected =
            json!({"subject": "1", "name": null, "email": null, "phone": null, "birth": "1990.01.31", "gender": null});
        assert_eq!(shown(&kakao), expected);
        for account in [Value::Null, json!("none"), json!([])] {
            assert_eq!(read(SocialProvider::Kakao, json!({"id": 1, "kakao_account": account})).subject, "1");
        }
        let odd = json!({"id": "N", "name": {}, "email": [], "gender": 1, "birthday": "01-31", "birthyear": 1990,
            "mobile": "010-1234-5678"});
        let naver = read(SocialProvider::Naver, json!({"resultcode": "00", "response": odd}));
        let expected = json!({"subject": "N", "name": null, "email": null, "phone": "01012345678", "birth": "1990.01.31",
            "gender": null});
        assert_eq!(shown(&naver), expected);
        let google = json!({"sub": "1087", "name": {"given": "하늘"}, "email": false, "email_verified": true});
        assert_eq!(read(SocialProvider::Google, google).subject, "1087");
    }

    #[test]
    fn a_birth_date_is_solar_complete_and_past() {
        let account = json!({"birthyear": "1990", "birthday": "0131", "birthday_type": "SOLAR"});
        for (field, value) in [
            ("birthday_type", json!("LUNAR")),
            ("birthday_type", Value::Null),
            ("birthyear", Value::Null),
            ("birthday", Value::Null),
            ("birthday", json!("0230")),
            ("birthyear", json!("2090")),
        ] {
            let mut account = account.clone();
            account[field] = value;
            let person = read(SocialProvider::Kakao, json!({"id": 1, "kakao_account": account}));
            assert_eq!(person.profile.birth, None, "{field}");
        }
    }

    #[test]
    fn an_address_that_the_provider_does_not_vouch_for_is_left_out() {
        for (valid, verified) in [(json!(true), json!(false)), (json!(false), json!(true)), (Value::Null, json!(true))]
        {
            let account = json!({"email": "kim@kakao.com", "is_email_valid": valid, "is_email_verified": verified});
            assert_eq!(read(SocialProvider::Kakao, json!({"id": 1, "kakao_account": account})).profile.email, None);
        }
        for verified in [json!(false), json!("false"), Value::Null] {
            let body = json!({"sub": "1", "email": "kim@gmail.com", "email_verified": verified});
            assert_eq!(read(SocialProvider::Google, body).profile.email, None);
        }
        let body = json!({"sub": "1", "email": "kim@gmail.com", "email_verified": "true"});
        assert!(read(SocialProvider::Google, body).profile.email.is_some());
    }

    #[test]
    fn numbers_are_written_in_one_way() {
        for (given, kept) in [
            ("+82 10-1234-5678", Some("01012345678")),
            ("+82 010-1234-5678", Some("01012345678")),
            ("+821012345678", Some("01012345678")),
            ("010-1234-5678", Some("01012345678")),
            ("010 1234 5678", Some("01012345678")),
            ("+1 202-555-0100", None),
            ("+82 2-1234-5678", None),
            ("", None),
        ] {
            assert_eq!(phone(given).as_ref().map(Phone::as_str), kept, "{given}");
        }
    }

    #[test]
    fn a_person_without_an_id_is_nobody() {
        let today = NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day");
        for body in [json!({"sub": ""}), json!({"sub": null}), json!({}), json!({"sub": "x".repeat(256)}), json!([])] {
            let refused = person(SocialProvider::Google, body.clone(), today);
            assert!(matches!(refused, Err(SocialError::Unavailable(_))), "{body}");
        }
    }
}
