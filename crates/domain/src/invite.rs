//! Invites to a clinic: a code in a link or a QR code.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::{InstitutionId, InviteId};
use crate::validation::{Invalid, InvalidCode};

/// How long an invite is valid by default.
pub const DEFAULT_LIFETIME: TimeDelta = TimeDelta::days(7);
/// The longest lifetime of an invite.
pub const MAX_LIFETIME: TimeDelta = TimeDelta::days(90);
/// The highest number of uses of an invite.
pub const MAX_USES: i32 = 1_000;

/// Crockford's alphabet in lower case: no i, l, o, u.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A code of twelve letters or digits: 60 random bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InviteCode(String);

impl InviteCode {
    /// Builds a code from random bytes.
    #[must_use]
    pub fn new(random: [u8; 12]) -> Self {
        Self(random.into_iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
    }

    /// Parses a code in any case and corrects letters that are easily confused. Returns `None` for any other form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let code: String = text
            .chars()
            .map(|c| match c.to_ascii_lowercase() {
                'o' => '0',
                'i' | 'l' => '1',
                other => other,
            })
            .collect();
        (code.len() == 12 && code.bytes().all(|b| ALPHABET.contains(&b))).then_some(Self(code))
    }

    /// Wraps a stored code without checking it again.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An invite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// The id.
    pub id: InviteId,
    /// The code.
    pub code: InviteCode,
    /// The clinic.
    pub institution_id: InstitutionId,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
    /// How many patients can accept it.
    pub max_uses: i32,
    /// How many patients accepted it.
    pub uses: i32,
}

/// Returns when an invite that is created at `now` expires: as requested, or after [`DEFAULT_LIFETIME`].
///
/// # Errors
/// [`InvalidCode::Range`] unless it is after `now` and at most 90 days later.
pub fn parse_expiry(requested: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<DateTime<Utc>, Invalid> {
    let until = requested.unwrap_or(now + DEFAULT_LIFETIME);
    if until <= now || until > now + MAX_LIFETIME {
        return Err(Invalid::new("expiresAt", InvalidCode::Range));
    }
    Ok(until)
}

/// Returns how many patients can accept an invite: as requested, or one.
///
/// # Errors
/// [`InvalidCode::Range`] unless it is 1 to 1,000.
pub fn parse_max_uses(requested: Option<i64>) -> Result<i32, Invalid> {
    let uses = i32::try_from(requested.unwrap_or(1)).ok().filter(|uses| (1..=MAX_USES).contains(uses));
    uses.ok_or(Invalid::new("maxUses", InvalidCode::Range))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_760_000_000, 0).expect("a time")
    }

    #[test]
    fn code_corrects_case_and_confused_letters() {
        assert_eq!(InviteCode::parse(" ABCDEFGH0123 ").expect("a code").as_str(), "abcdefgh0123");
        assert_eq!(InviteCode::parse("oil0oil0oil0").expect("a code").as_str(), "011001100110");
    }

    #[test]
    fn code_refuses_other_forms() {
        for text in ["", "abc", "abcdefgh01234", "abcdefgh012u", "abcdefgh01 3", "혀혀혀혀", "abcdefgh01%_"] {
            assert_eq!(InviteCode::parse(text), None, "{text}");
        }
    }

    #[test]
    fn expiry_defaults_to_seven_days() {
        assert_eq!(parse_expiry(None, now()), Ok(now() + TimeDelta::days(7)));
    }

    #[test]
    fn expiry_is_within_90_days() {
        let refused = Err(Invalid::new("expiresAt", InvalidCode::Range));
        let (last, second) = (now() + TimeDelta::days(90), TimeDelta::seconds(1));
        assert_eq!(parse_expiry(Some(last), now()), Ok(last));
        assert_eq!(parse_expiry(Some(now() + second), now()), Ok(now() + second));
        for until in [last + second, now(), now() - second, DateTime::<Utc>::MAX_UTC, DateTime::<Utc>::MIN_UTC] {
            assert_eq!(parse_expiry(Some(until), now()), refused, "{until}");
        }
    }

    #[test]
    fn max_uses_is_1_to_1000() {
        for (requested, uses) in [(None, 1), (Some(1), 1), (Some(1_000), 1_000)] {
            assert_eq!(parse_max_uses(requested), Ok(uses));
        }
        for requested in [0, -1, 1_001, i64::from(i32::MAX) + 2, i64::MAX] {
            assert_eq!(
                parse_max_uses(Some(requested)),
                Err(Invalid::new("maxUses", InvalidCode::Range)),
                "{requested}"
            );
        }
    }

    proptest! {
        #[test]
        fn new_code_parses_in_any_case(random: [u8; 12]) {
            let code = InviteCode::new(random);
            prop_assert_eq!(InviteCode::parse(&code.as_str().to_uppercase()), Some(code));
        }

        #[test]
        fn any_text_is_handled(text in "\\PC{0,20}|[0-9a-zA-Z]{12}") {
            if let Some(code) = InviteCode::parse(&text) {
                prop_assert_eq!(InviteCode::parse(code.as_str()), Some(code));
            }
        }
    }
}
