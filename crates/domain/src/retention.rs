//! How long data is kept after a patient has left.

use chrono::{DateTime, TimeDelta, Utc};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn service_data_ends_first() {
        let now = DateTime::from_timestamp(1_760_000_000, 0).expect("a time");
        assert_eq!((now - Kept::Service.due_since(now)).num_days(), 30);
        assert_eq!((now - Kept::SignUp.due_since(now)).num_days(), 90);
    }
}
