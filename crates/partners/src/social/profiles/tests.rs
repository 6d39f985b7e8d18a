use serde_json::json;

use super::*;

fn parse_for(provider: SocialProvider, body: Value) -> SocialAccount {
    let today = NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day");
    parse_account(provider, body, today).expect("an account")
}

fn to_json(person: &SocialAccount) -> Value {
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
fn full_profile_is_parsed() {
    let kakao = json!({"id": 4_242_424_242_u64, "connected_at": "2026-01-01T00:00:00Z", "kakao_account": {
        "profile": {"nickname": "하늘"}, "name": "김하늘", "email": "kim@kakao.com", "is_email_valid": true,
        "is_email_verified": true, "phone_number": "+82 10-1234-5678", "birthyear": "1990", "birthday": "0131",
        "birthday_type": "SOLAR", "is_leap_month": false, "gender": "female", "name_needs_agreement": false}});
    let expected = |subject: &str, email: &str| json!({"subject": subject, "name": "김하늘", "email": email, "phone": "01012345678", "birth": "1990.01.31", "gender": 1});
    assert_eq!(to_json(&parse_for(SocialProvider::Kakao, kakao)), expected("4242424242", "kim@kakao.com"));
    let naver = json!({"resultcode": "00", "message": "success", "response": {"id": "N-1_a", "nickname": "하늘",
        "name": "김하늘", "email": "kim@naver.com", "gender": "F", "age": "30-39", "birthday": "01-31",
        "birthyear": "1990", "mobile": "010-1234-5678", "mobile_e164": "+821012345678"}});
    assert_eq!(to_json(&parse_for(SocialProvider::Naver, naver)), expected("N-1_a", "kim@naver.com"));
    let google = json!({"sub": "1087", "name": "Kim Haneul", "email": "kim@gmail.com", "email_verified": true,
        "picture": "https://x.example/p"});
    let expected = json!({"subject": "1087", "name": "Kim Haneul", "email": "kim@gmail.com", "phone": null,
        "birth": null, "gender": null});
    assert_eq!(to_json(&parse_for(SocialProvider::Google, google)), expected);
}

#[test]
fn refused_fields_are_missing() {
    let nothing = json!({"subject": "1", "name": null, "email": null, "phone": null, "birth": null, "gender": null});
    for (provider, body) in [
        (SocialProvider::Kakao, json!({"id": 1})),
        (SocialProvider::Kakao, json!({"id": 1, "kakao_account": {"email_needs_agreement": true}})),
        (SocialProvider::Kakao, json!({"id": 1, "kakao_account": {"profile": {"nickname": "하늘"}, "gender": null}})),
        (SocialProvider::Naver, json!({"resultcode": "00", "response": {"id": "1", "gender": "U", "nickname": "x"}})),
        (SocialProvider::Google, json!({"sub": "1"})),
    ] {
        assert_eq!(to_json(&parse_for(provider, body.clone())), nothing, "{body}");
    }
}

#[test]
fn field_of_other_type_is_missing() {
    let odd = json!({"name": ["김하늘"], "email": 5, "is_email_valid": "yes", "is_email_verified": 1,
        "phone_number": {"e164": "+82"}, "birthyear": 1990, "birthday": "0131", "birthday_type": "SOLAR", "gender": true});
    let kakao = parse_for(SocialProvider::Kakao, json!({"id": 1, "kakao_account": odd}));
    let expected =
        json!({"subject": "1", "name": null, "email": null, "phone": null, "birth": "1990.01.31", "gender": null});
    assert_eq!(to_json(&kakao), expected);
    for account in [Value::Null, json!("none"), json!([])] {
        assert_eq!(parse_for(SocialProvider::Kakao, json!({"id": 1, "kakao_account": account})).subject, "1");
    }
    let odd = json!({"id": "N", "name": {}, "email": [], "gender": 1, "birthday": "01-31", "birthyear": 1990,
        "mobile": "010-1234-5678"});
    let naver = parse_for(SocialProvider::Naver, json!({"resultcode": "00", "response": odd}));
    let expected = json!({"subject": "N", "name": null, "email": null, "phone": "01012345678", "birth": "1990.01.31",
        "gender": null});
    assert_eq!(to_json(&naver), expected);
    let google = json!({"sub": "1087", "name": {"given": "하늘"}, "email": false, "email_verified": true});
    assert_eq!(parse_for(SocialProvider::Google, google).subject, "1087");
}

#[test]
fn birth_must_be_solar_complete_and_past() {
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
        let person = parse_for(SocialProvider::Kakao, json!({"id": 1, "kakao_account": account}));
        assert_eq!(person.profile.birth, None, "{field}");
    }
}

#[test]
fn unverified_email_is_missing() {
    for (valid, verified) in [(json!(true), json!(false)), (json!(false), json!(true)), (Value::Null, json!(true))] {
        let account = json!({"email": "kim@kakao.com", "is_email_valid": valid, "is_email_verified": verified});
        assert_eq!(parse_for(SocialProvider::Kakao, json!({"id": 1, "kakao_account": account})).profile.email, None);
    }
    for verified in [json!(false), json!("false"), Value::Null] {
        let body = json!({"sub": "1", "email": "kim@gmail.com", "email_verified": verified});
        assert_eq!(parse_for(SocialProvider::Google, body).profile.email, None);
    }
    let body = json!({"sub": "1", "email": "kim@gmail.com", "email_verified": "true"});
    assert!(parse_for(SocialProvider::Google, body).profile.email.is_some());
}

#[test]
fn phone_formats_are_normalized() {
    for (text, number) in [
        ("+82 10-1234-5678", Some("01012345678")),
        ("+82 010-1234-5678", Some("01012345678")),
        ("+821012345678", Some("01012345678")),
        ("010-1234-5678", Some("01012345678")),
        ("010 1234 5678", Some("01012345678")),
        ("+1 202-555-0100", None),
        ("+82 2-1234-5678", None),
        ("", None),
    ] {
        assert_eq!(parse_phone(text).as_ref().map(Phone::as_str), number, "{text}");
    }
}

#[test]
fn profile_without_id_is_unavailable() {
    let today = NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day");
    for body in [json!({"sub": ""}), json!({"sub": null}), json!({}), json!({"sub": "x".repeat(256)}), json!([])] {
        let refused = parse_account(SocialProvider::Google, body.clone(), today);
        assert!(matches!(refused, Err(SocialError::Unavailable(_))), "{body}");
    }
}
