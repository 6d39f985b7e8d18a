//! Links of walk-ins to accounts: a code that staff show or send by text message.
//!
//! The code alone gives no access: the account must have a person with the walk-in's name and birth date.

use chrono::TimeDelta;

/// How long a code that staff show is valid.
pub const SHOWN_CODE_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// How long a code in a text message is valid.
pub const SMS_LIFETIME: TimeDelta = TimeDelta::days(30);
/// How long after a release the message is sent, so that one message covers both results of a visit.
pub const SMS_DELAY: TimeDelta = TimeDelta::minutes(10);
/// The number of people without a match after which a code is no longer accepted.
pub const MAX_ATTEMPTS: i16 = 5;

/// Returns the text message with the link to a walk-in's result. It contains nothing about health.
#[must_use]
pub fn sms_text(service: &str, link: &str) -> String {
    format!("[{service}] 방문하신 곳에서 결과를 준비했어요. 로그인하고 본인 확인 후 볼 수 있어요.\n{link}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_says_no_health() {
        let text = sms_text("혀봄", "https://a.kr/link?code=x");
        assert!(text.starts_with("[혀봄] ") && text.ends_with("\nhttps://a.kr/link?code=x"));
        for word in ["설태", "점수", "치과", "진료", "TCI", "분석"] {
            assert!(!text.contains(word), "{word}");
        }
    }
}
