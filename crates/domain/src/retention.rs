//! How long data is kept after a patient has left, and how long the law has records of contracts and payments kept.

use chrono::{DateTime, Months, TimeDelta, Utc};

use crate::failure::codes;

codes! {
    /// Data that ends together.
    Kept {
        /// What the service made: photos, analyses, results, notifications, files to download.
        Service = "service",
        /// What was entered at sign-up: sign-in name, name, birth date, number, addresses. The sign-in name stays taken
        /// so long, so that nobody else can pass for who left.
        SignUp = "sign_up",
    }
}

impl Kept {
    /// How long after leaving.
    #[must_use]
    pub const fn period(self) -> TimeDelta {
        match self {
            Self::Service => TimeDelta::days(30),
            Self::SignUp => TimeDelta::days(90),
        }
    }

    /// Who left before this moment, or at it, is due at `now`.
    #[must_use]
    pub fn due_since(self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.period()
    }
}

/// How long records of contracts and payments are kept after their last change, in months: five years (Enforcement Decree of the
/// Act on Consumer Protection in Electronic Commerce, article 6).
pub const RECORDS_MONTHS: u32 = 60;

/// Records of contracts and payments whose last change was before this moment end at `now`.
#[must_use]
pub fn records_due_before(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_sub_months(Months::new(RECORDS_MONTHS)).unwrap_or(DateTime::<Utc>::MIN_UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_payments_end_after_five_years() {
        let day = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
        assert_eq!(records_due_before(day("2030-11-21T03:04:05Z")), day("2025-11-21T03:04:05Z"));
        assert_eq!(records_due_before(day("2028-02-29T00:00:00Z")), day("2023-02-28T00:00:00Z"));
        assert_eq!(records_due_before(DateTime::<Utc>::MIN_UTC), DateTime::<Utc>::MIN_UTC);
    }

    #[test]
    fn service_data_ends_first() {
        let now = DateTime::from_timestamp(1_760_000_000, 0).expect("a time");
        assert_eq!((now - Kept::Service.due_since(now)).num_days(), 30);
        assert_eq!((now - Kept::SignUp.due_since(now)).num_days(), 90);
    }
}
