//! Patients.

use chrono::TimeDelta;

use crate::birth::BirthDate;
use crate::contact::{Email, Name, Phone};
use crate::credential::LoginUserId;
use crate::ids::PatientId;
use crate::validation::{Invalid, InvalidCode};

/// How long a session lasts, regardless of its use.
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::days(1);
/// How long a session lasts without use.
pub const SESSION_IDLE_LIMIT: TimeDelta = TimeDelta::hours(24);

/// A patient's gender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gender {
    /// 남, number 0.
    Man,
    /// 여, number 1.
    Woman,
}

impl Gender {
    /// Returns the gender with this number.
    ///
    /// # Errors
    /// [`InvalidCode::Range`] unless it is 0 or 1.
    pub const fn from_number(number: i16) -> Result<Self, Invalid> {
        match number {
            0 => Ok(Self::Man),
            1 => Ok(Self::Woman),
            _ => Err(Invalid::new("gender", InvalidCode::Range)),
        }
    }

    /// Returns 0 or 1.
    #[must_use]
    pub const fn number(self) -> i16 {
        match self {
            Self::Man => 0,
            Self::Woman => 1,
        }
    }
}

/// A patient's own account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patient {
    /// The account's id.
    pub id: PatientId,
    /// The sign-in name.
    pub login_user_id: LoginUserId,
    /// The person's name.
    pub name: Name,
    /// The date of birth.
    pub birth: Option<BirthDate>,
    /// The gender, if the patient stated it.
    pub gender: Option<Gender>,
    /// The mobile number.
    pub phone_number: Phone,
    /// The e-mail address.
    pub email: Option<Email>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gender_number_is_zero_or_one() {
        for gender in [Gender::Man, Gender::Woman] {
            assert_eq!(Gender::from_number(gender.number()), Ok(gender));
        }
        for number in [-1, 2, i16::MAX] {
            assert_eq!(Gender::from_number(number), Err(Invalid::new("gender", InvalidCode::Range)), "{number}");
        }
    }
}
