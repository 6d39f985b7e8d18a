//! Patients.

use crate::birth::BirthDate;
use crate::contact::{Email, Name, Phone};
use crate::credential::LoginUserId;
use crate::ids::PatientId;
use crate::validation::{Code, Invalid};

/// A patient's gender, as the product asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gender {
    /// 남, 0.
    Man,
    /// 여, 1.
    Woman,
}

impl Gender {
    /// The gender with this number.
    ///
    /// # Errors
    /// [`Code::Range`].
    pub const fn from_number(number: i16) -> Result<Self, Invalid> {
        match number {
            0 => Ok(Self::Man),
            1 => Ok(Self::Woman),
            _ => Err(Invalid::new("gender", Code::Range)),
        }
    }

    /// 0 or 1.
    #[must_use]
    pub const fn number(self) -> i16 {
        match self {
            Self::Man => 0,
            Self::Woman => 1,
        }
    }
}

/// A patient, as the patient sees themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patient {
    /// The account's id.
    pub id: PatientId,
    /// The sign-in name.
    pub login_user_id: LoginUserId,
    /// The person's name.
    pub name: Name,
    /// Date of birth.
    pub birth: Option<BirthDate>,
    /// Gender; none when not said.
    pub gender: Option<Gender>,
    /// Mobile number.
    pub phone_number: Phone,
    /// E-mail address.
    pub email: Option<Email>,
}
