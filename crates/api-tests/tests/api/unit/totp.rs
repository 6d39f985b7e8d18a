//! Codes of an authenticator app.

use api::services::totp::AuthenticatorSecret;
use chrono::{DateTime, Utc};

fn secret() -> AuthenticatorSecret {
    AuthenticatorSecret::from_bytes(b"12345678901234567890".to_vec()).expect("a secret")
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).expect("a time")
}

/// The last six digits of the codes in RFC 6238, appendix B.
#[test]
fn totp_codes_are_those_of_the_rfc() {
    for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924")] {
        assert_eq!(secret().find_step(code, at(seconds)), Some(seconds / 30), "{seconds}");
    }
}

#[test]
fn totp_code_is_valid_one_step_around() {
    let step = 1_111_111_109 / 30;
    assert_eq!(secret().find_step("081804", at(1_111_111_109 + 30)), Some(step));
    assert_eq!(secret().find_step("081804", at(1_111_111_109 - 30)), Some(step));
    for (code, seconds) in [("081804", 61), ("081804", -61), ("081805", 0), ("", 0), ("08180", 0), ("가나다라마바", 0)]
    {
        assert_eq!(secret().find_step(code, at(1_111_111_109 + seconds)), None, "{code} {seconds}");
    }
}

#[test]
fn totp_url_names_product_and_account() {
    let url = secret().url("혀봄: 데모", "kim1").expect("an address");
    assert!(url.starts_with("otpauth://totp/"), "{url}");
    assert!(url.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ") && url.contains("kim1"), "{url}");
    assert_eq!(secret().base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
}
