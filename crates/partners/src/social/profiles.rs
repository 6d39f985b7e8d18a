//! The profiles of the providers. A field that is missing or breaks one of our rules is omitted, because a profile only
//! prefills a form.

#[cfg(test)]
mod tests;

use chrono::NaiveDate;
use domain::{BirthDate, Email, Gender, Name, Phone, SocialProfile, SocialProvider};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{SocialAccount, SocialError, sanitize_code};
use crate::http::ServiceUnavailable;
use crate::lenient::{or_default, text};

/// The longest accepted id of an account.
const MAX_SUBJECT_BYTES: usize = 255;

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

/// Parses a provider's profile response.
pub(super) fn parse_account(
    provider: SocialProvider,
    body: Value,
    today: NaiveDate,
) -> Result<SocialAccount, SocialError> {
    match provider {
        SocialProvider::Kakao => map_kakao(parse(body)?, today),
        SocialProvider::Naver => map_naver(parse(body)?, today),
        SocialProvider::Google => map_google(parse(body)?),
    }
}

fn parse<T: DeserializeOwned>(body: Value) -> Result<T, SocialError> {
    // serde's message could quote the response
    serde_json::from_value(body).map_err(|_| ServiceUnavailable("a profile of another form".to_owned()).into())
}

fn map_kakao(body: Kakao, today: NaiveDate) -> Result<SocialAccount, SocialError> {
    let account = body.kakao_account;
    let is_verified = account.is_email_valid == Some(true) && account.is_email_verified == Some(true);
    let is_solar = account.birthday_type.as_deref() == Some("SOLAR");
    let profile = SocialProfile {
        name: parse_name(account.name),
        email: account.email.filter(|_| is_verified).as_deref().and_then(parse_email),
        phone: account.phone_number.as_deref().and_then(parse_phone),
        birth: account
            .birthday
            .filter(|_| is_solar)
            .and_then(|day| parse_birth(account.birthyear.as_deref(), &day, today)),
        gender: parse_gender(account.gender.as_deref()),
    };
    Ok(SocialAccount { subject: parse_subject(&body.id)?, profile })
}

fn map_naver(body: Naver, today: NaiveDate) -> Result<SocialAccount, SocialError> {
    if body.resultcode != "00" {
        return Err(SocialError::Refused(sanitize_code(&body.resultcode)));
    }
    let person = body.response.ok_or_else(|| ServiceUnavailable("a profile without a person".to_owned()))?;
    let profile = SocialProfile {
        name: parse_name(person.name),
        // Naver does not state whether it verified the address, so the form only suggests it
        email: person.email.as_deref().and_then(parse_email),
        phone: person.mobile.as_deref().and_then(parse_phone),
        birth: person.birthday.and_then(|day| parse_birth(person.birthyear.as_deref(), &day, today)),
        gender: parse_gender(person.gender.as_deref()),
    };
    Ok(SocialAccount { subject: parse_subject(&person.id)?, profile })
}

fn map_google(body: Google) -> Result<SocialAccount, SocialError> {
    let is_verified = match body.email_verified {
        Some(Value::Bool(verified)) => verified,
        Some(Value::String(text)) => text == "true",
        _ => false,
    };
    let profile = SocialProfile {
        name: parse_name(body.name),
        email: body.email.filter(|_| is_verified).as_deref().and_then(parse_email),
        ..SocialProfile::default()
    };
    Ok(SocialAccount { subject: parse_subject(&body.sub)?, profile })
}

/// Parses an account's id, a number or a text.
fn parse_subject(id: &Value) -> Result<String, SocialError> {
    let text = match id {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_u64() => number.to_string(),
        _ => String::new(),
    };
    if text.is_empty() || text.len() > MAX_SUBJECT_BYTES || text.chars().any(char::is_control) {
        return Err(ServiceUnavailable("a profile without an id".to_owned()).into());
    }
    Ok(text)
}

fn parse_name(text: Option<String>) -> Option<Name> {
    Name::parse(&text?).ok()
}

fn parse_email(text: &str) -> Option<Email> {
    Email::parse(text).ok()
}

/// Parses a mobile number: `+82 10-1234-5678` and `010-1234-5678` are `01012345678`.
fn parse_phone(text: &str) -> Option<Phone> {
    let text = text.trim();
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let local = match digits.strip_prefix("82") {
        Some(rest) if text.starts_with('+') => format!("0{}", rest.strip_prefix('0').unwrap_or(rest)),
        _ if text.starts_with('+') => return None,
        _ => digits,
    };
    Phone::parse(&local).ok()
}

/// Parses a date from a year and a day (`MMDD` or `MM-DD`).
fn parse_birth(year: Option<&str>, day: &str, today: NaiveDate) -> Option<BirthDate> {
    BirthDate::parse(&format!("{}{}", year?.trim(), day.trim().replace('-', "")), today).ok()
}

fn parse_gender(text: Option<&str>) -> Option<Gender> {
    match text? {
        "male" | "M" => Some(Gender::Man),
        "female" | "F" => Some(Gender::Woman),
        _ => None,
    }
}
