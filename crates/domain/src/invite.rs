//! Invitations to a clinic: a code in a link or a QR picture.

use chrono::{DateTime, TimeDelta, Utc};

use crate::ids::{InstitutionId, InviteId};
use crate::validation::{Code, Invalid};

/// How long an invitation holds when nothing else is asked for.
pub const LIFETIME: TimeDelta = TimeDelta::days(7);
/// The longest that one may hold.
pub const LONGEST: TimeDelta = TimeDelta::days(90);
/// The most uses of one.
pub const MOST_USES: i32 = 1_000;

/// Crockford's alphabet in small letters: no i, l, o, u.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A code of twelve letters or digits: 60 random bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InviteCode(String);

impl InviteCode {
    /// The code of these random bytes.
    #[must_use]
    pub fn new(random: [u8; 12]) -> Self {
        Self(random.into_iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
    }

    /// Reads a code in whatever case, with the letters that are easily confused put right; none when it has another form.
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

    /// A code that was made here.
    #[must_use]
    pub const fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The code.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// Its id.
    pub id: InviteId,
    /// Its code.
    pub code: InviteCode,
    /// To which clinic.
    pub institution_id: InstitutionId,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// Until when it holds.
    pub expires_at: DateTime<Utc>,
    /// How many patients may accept it.
    pub max_uses: i32,
    /// How many did.
    pub uses: i32,
}

/// Until when an invitation made at `now` holds.
///
/// # Errors
/// [`Code::Range`] when that is not after `now` or more than 90 days away.
pub fn expiry(asked: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<DateTime<Utc>, Invalid> {
    let until = asked.unwrap_or(now + LIFETIME);
    if until <= now || until > now + LONGEST {
        return Err(Invalid::new("expiresAt", Code::Range));
    }
    Ok(until)
}

/// How many patients may accept an invitation.
///
/// # Errors
/// [`Code::Range`] unless it is 1 to 1,000.
pub fn max_uses(asked: Option<i64>) -> Result<i32, Invalid> {
    let uses = i32::try_from(asked.unwrap_or(1)).ok().filter(|uses| (1..=MOST_USES).contains(uses));
    uses.ok_or(Invalid::new("maxUses", Code::Range))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_code_is_none() {
        assert_eq!(InviteCode::parse(" ABCDEFGH0123 ").expect("a code").as_str(), "abcdefgh0123");
        assert_eq!(InviteCode::parse("oil0oil0oil0").expect("a code").as_str(), "011001100110");
        for wrong in ["", "abc", "abcdefgh01234", "abcdefgh012u", "abcdefgh01 3", "혀혀혀혀", "abcdefgh01%_"] {
            assert_eq!(InviteCode::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn limits_hold() {
        let now = DateTime::from_timestamp(1_760_000_000, 0).expect("a time");
        assert_eq!(expiry(None, now), Ok(now + TimeDelta::days(7)));
        assert!(expiry(Some(now + TimeDelta::days(90)), now).is_ok());
        assert!(expiry(Some(now + TimeDelta::days(90) + TimeDelta::seconds(1)), now).is_err());
        assert!(expiry(Some(now), now).is_err());
        assert_eq!((max_uses(None), max_uses(Some(1_000))), (Ok(1), Ok(1_000)));
        for wrong in [0, -1, 1_001, i64::MAX] {
            assert!(max_uses(Some(wrong)).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn every_code_that_is_made_is_read(random: [u8; 12]) {
            let code = InviteCode::new(random);
            prop_assert_eq!(InviteCode::parse(&code.as_str().to_uppercase()), Some(code));
        }
    }
}
