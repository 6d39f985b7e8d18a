//! Keys with which a partner's machines post readings.

use chrono::{DateTime, NaiveDate, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::calendar::{self, korean_day};
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The prefix of every key. It makes a leaked key recognizable.
pub const KEY_PREFIX: &str = "hbk_";
/// How many characters of a key a list shows.
pub const SHOWN_KEY_CHARS: usize = 10;
/// The longest usage period, in days.
pub const MAX_PERIOD_DAYS: i64 = 3 * 366;

/// The longest name and category, in characters.
const MAX_NAME_CHARS: usize = 50;

/// The state of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ApiKeyState {
    /// It is valid and was used.
    Used,
    /// It is valid, or will be, and was never used.
    NotUsed,
    /// Its usage period is over.
    Expired,
    /// It was revoked.
    Revoked,
}

/// Why a key is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ApiKeyRejection {
    /// There is no such key, or its partner has ended.
    Unknown,
    /// Its usage period has not started.
    NotYetValid,
    /// Its usage period is over.
    Expired,
    /// It was revoked.
    Revoked,
}

/// The days on which a key may be used, both included, in Korea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsagePeriod {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
}

impl UsagePeriod {
    /// Parses two days `YYYY-MM-DD`. A period in the past is allowed: it ends a key.
    ///
    /// # Errors
    /// On `validFrom` or `validTo`: [`InvalidCode::Required`], [`InvalidCode::Format`], or [`InvalidCode::Range`] when the period
    /// ends before it begins or is longer than [`MAX_PERIOD_DAYS`].
    pub fn parse(from: &str, to: &str) -> Result<Self, Invalid> {
        let period = Self { from: parse_day("validFrom", from)?, to: parse_day("validTo", to)? };
        let days = (period.to - period.from).num_days() + 1;
        if (1..=MAX_PERIOD_DAYS).contains(&days) {
            Ok(period)
        } else {
            Err(Invalid::new("validTo", InvalidCode::Range))
        }
    }

    /// Parses the usage period of a key that is created on `today`.
    ///
    /// # Errors
    /// As [`UsagePeriod::parse`], and [`InvalidCode::Range`] when the period is over.
    pub fn parse_new(from: &str, to: &str, today: NaiveDate) -> Result<Self, Invalid> {
        let period = Self::parse(from, to)?;
        if period.to < today { Err(Invalid::new("validTo", InvalidCode::Range)) } else { Ok(period) }
    }
}

fn parse_day(field: &'static str, text: &str) -> Result<NaiveDate, Invalid> {
    if text.is_empty() {
        return Err(Invalid::new(field, InvalidCode::Required));
    }
    calendar::parse_day(text).ok_or_else(|| Invalid::new(field, InvalidCode::Format))
}

/// The values that decide a key's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiKeyUse {
    /// When it may be used.
    pub period: UsagePeriod,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
    /// When it was used last, with up to a minute's delay.
    pub last_used_at: Option<DateTime<Utc>>,
}

impl ApiKeyUse {
    /// Returns the key's state at `now`.
    #[must_use]
    pub fn state(&self, now: DateTime<Utc>) -> ApiKeyState {
        if self.revoked_at.is_some() {
            ApiKeyState::Revoked
        } else if korean_day(now) > self.period.to {
            ApiKeyState::Expired
        } else if self.last_used_at.is_some() {
            ApiKeyState::Used
        } else {
            ApiKeyState::NotUsed
        }
    }

    /// Checks that the key may be used at `now`.
    ///
    /// # Errors
    /// The reason for the refusal; never [`ApiKeyRejection::Unknown`].
    pub fn check(&self, now: DateTime<Utc>) -> Result<(), ApiKeyRejection> {
        match self.state(now) {
            ApiKeyState::Revoked => Err(ApiKeyRejection::Revoked),
            ApiKeyState::Expired => Err(ApiKeyRejection::Expired),
            _ if korean_day(now) < self.period.from => Err(ApiKeyRejection::NotYetValid),
            ApiKeyState::Used | ApiKeyState::NotUsed => Ok(()),
        }
    }
}

/// Parses a key's name.
///
/// # Errors
/// As [`parse_line`], on `name`.
pub fn parse_key_name(text: &str) -> Result<String, Invalid> {
    parse_line("name", text, MAX_NAME_CHARS)
}

/// Parses a key's category.
///
/// # Errors
/// As [`parse_line`], on `category`.
pub fn parse_key_category(text: &str) -> Result<String, Invalid> {
    parse_line("category", text, MAX_NAME_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    fn key() -> ApiKeyUse {
        let period = UsagePeriod { from: day("2026-11-02"), to: day("2026-11-04") };
        ApiKeyUse { period, revoked_at: None, last_used_at: None }
    }

    #[test]
    fn key_counts_korean_days() {
        for (now, expected) in [
            ("2026-11-01T14:59:59Z", Err(ApiKeyRejection::NotYetValid)),
            ("2026-11-01T15:00:00Z", Ok(())),
            ("2026-11-04T14:59:59Z", Ok(())),
            ("2026-11-04T15:00:00Z", Err(ApiKeyRejection::Expired)),
        ] {
            assert_eq!(key().check(time(now)), expected, "{now}");
        }
    }

    #[test]
    fn revocation_outweighs_the_period() {
        let used = Some(time("2026-11-03T00:00:00Z"));
        for (revoked_at, last_used_at, now, state) in [
            (None, None, "2026-11-01T00:00:00Z", ApiKeyState::NotUsed),
            (None, None, "2026-11-03T01:00:00Z", ApiKeyState::NotUsed),
            (None, used, "2026-11-03T01:00:00Z", ApiKeyState::Used),
            (None, used, "2026-11-09T00:00:00Z", ApiKeyState::Expired),
            (used, used, "2026-11-09T00:00:00Z", ApiKeyState::Revoked),
            (used, None, "2026-11-03T01:00:00Z", ApiKeyState::Revoked),
        ] {
            let key = ApiKeyUse { revoked_at, last_used_at, ..key() };
            assert_eq!(key.state(time(now)), state, "{now}");
            assert_eq!(
                key.check(time(now)).is_ok(),
                state == ApiKeyState::Used || now == "2026-11-03T01:00:00Z" && revoked_at.is_none()
            );
        }
    }

    #[test]
    fn period_is_checked_at_creation() {
        let today = day("2026-11-02");
        let parse = |from, to| UsagePeriod::parse_new(from, to, today);
        assert!(parse("2026-11-02", "2026-11-02").is_ok());
        assert!(parse("2026-10-01", "2026-12-31").is_ok(), "a period that has started");
        assert!(parse("2026-11-02", "2029-11-03").is_ok(), "three leap years, both days included");
        for (from, to, field, code) in [
            ("", "2026-11-02", "validFrom", InvalidCode::Required),
            ("2026-11-02", "", "validTo", InvalidCode::Required),
            ("2026-11-2", "2026-11-03", "validFrom", InvalidCode::Format),
            ("2026-11-02", "2026-02-30", "validTo", InvalidCode::Format),
            ("+2026-1-02", "2026-11-03", "validFrom", InvalidCode::Format),
            ("2026-11-02", " 2026-11-3", "validTo", InvalidCode::Format),
            ("2026-11-04", "2026-11-03", "validTo", InvalidCode::Range),
            ("2026-10-01", "2026-11-01", "validTo", InvalidCode::Range),
            ("2026-11-02", "2029-11-04", "validTo", InvalidCode::Range),
        ] {
            assert_eq!(parse(from, to), Err(Invalid::new(field, code)), "{from} {to}");
        }
        assert!(UsagePeriod::parse("2026-10-01", "2026-11-01").is_ok(), "a key that is ended by its period");
    }
}
