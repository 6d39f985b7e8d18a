//! How long data is kept after an account is deleted, and how long the law requires records of contracts and payments
//! to be kept.

use chrono::{DateTime, Months, TimeDelta, Utc};

/// Data that is erased together after an account is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetentionClass {
    /// Data of the service: photos, analyses, results, notifications, exports.
    Service,
    /// Data of the sign-up: sign-in name, name, birth date, number, addresses. The sign-in name stays reserved for this
    /// time, so that nobody can impersonate the former patient.
    SignUp,
}

impl RetentionClass {
    /// Returns how long the data is kept.
    #[must_use]
    pub const fn period(self) -> TimeDelta {
        match self {
            Self::Service => TimeDelta::days(30),
            Self::SignUp => TimeDelta::days(90),
        }
    }

    /// Returns the latest deletion time of accounts whose data is erased at `now`.
    #[must_use]
    pub fn cutoff(self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.period()
    }
}

/// How long records of contracts and payments are kept after their last change, in months: five years (Enforcement Decree of the
/// Act on Consumer Protection in Electronic Commerce, article 6).
pub const RECORDS_RETENTION_MONTHS: u32 = 60;

/// Returns the time before which records of contracts and payments must be unchanged to be erased at `now`.
#[must_use]
pub fn records_cutoff(now: DateTime<Utc>) -> DateTime<Utc> {
    months_before(now, RECORDS_RETENTION_MONTHS)
}

/// How long visit logs are kept after their end, in months (Enforcement Decree of the Protection of Communications Secrets Act,
/// article 41).
pub const VISIT_LOG_MONTHS: u32 = 3;
/// How long walk-ins without an account are kept after their last change, in months. The clinic keeps its own charts.
pub const WALK_IN_MONTHS: u32 = 12;
/// How long the access log is kept, in months (Standards for Measures to Ensure the Safety of Personal Information, article 8).
pub const ACCESS_LOG_MONTHS: u32 = 24;

/// Returns the moment this many months before `now`.
#[must_use]
pub fn months_before(now: DateTime<Utc>, months: u32) -> DateTime<Utc> {
    now.checked_sub_months(Months::new(months)).unwrap_or(DateTime::<Utc>::MIN_UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    #[test]
    fn records_are_kept_five_years() {
        for (now, cutoff) in [
            ("2030-11-21T03:04:05Z", "2025-11-21T03:04:05Z"),
            ("2028-02-29T00:00:00Z", "2023-02-28T00:00:00Z"),
            ("2026-01-01T00:00:00Z", "2021-01-01T00:00:00Z"),
        ] {
            assert_eq!(records_cutoff(time(now)), time(cutoff), "{now}");
        }
        assert_eq!(records_cutoff(DateTime::<Utc>::MIN_UTC), DateTime::<Utc>::MIN_UTC);
    }

    #[test]
    fn service_data_is_erased_first() {
        let now = time("2026-03-31T12:00:00Z");
        assert_eq!(RetentionClass::Service.cutoff(now), time("2026-03-01T12:00:00Z"));
        assert_eq!(RetentionClass::SignUp.cutoff(now), time("2025-12-31T12:00:00Z"));
    }
}
