//! A clinic's staff.

use crate::contact::Name;
use crate::credential::{LoginUserId, Password};
use crate::failure::codes;
use crate::ids::StaffId;
use crate::institution::Institution;
use crate::validation::Invalid;

codes! {
    /// What somebody does at a clinic. All edit applications and make invites.
    StaffRole {
        /// Takes the pictures.
        ShootingExpert = "shooting_expert",
        /// Scores them.
        AnalysisExpert = "analysis_expert",
        /// Manages the clinic's staff too.
        ClinicAdmin = "clinic_admin",
    }
}

impl StaffRole {
    /// Whether the role makes, changes and ends staff accounts.
    #[must_use]
    pub const fn manages_staff(self) -> bool {
        matches!(self, Self::ClinicAdmin)
    }
}

/// One of a clinic's staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// The account's id.
    pub id: StaffId,
    /// The sign-in name, of the form that patients' have and unique among the tenant's staff.
    pub login_id: LoginUserId,
    /// The person's name.
    pub name: Name,
    /// What they do.
    pub role: StaffRole,
    /// Where.
    pub institution: Institution,
    /// Whether the password is the temporary one, which opens nothing but the choice of another.
    pub must_change_password: bool,
    /// Whether the account may sign in.
    pub active: bool,
}

/// Somebody who takes or scores pictures, as others see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expert {
    /// The account's id.
    pub id: StaffId,
    /// The person's name.
    pub name: String,
}

/// Reads a staff's sign-in name; the field is `loginId`.
///
/// # Errors
/// As [`LoginUserId::parse`].
pub fn login_id(text: &str) -> Result<LoginUserId, Invalid> {
    LoginUserId::parse(text).map_err(|invalid| Invalid::new("loginId", invalid.code))
}

/// Letters and digits that are not taken for one another when a temporary password is copied from paper.
const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz";
const DIGITS: &[u8] = b"23456789";

/// A temporary password of these random bytes: 60 bits in sixteen characters, four groups joined by `-`, which satisfies the rule.
///
/// # Panics
/// Never: its form satisfies the rule for passwords.
#[must_use]
pub fn temporary_password(random: [u8; 16]) -> Password {
    let mut text = String::with_capacity(18);
    for (index, byte) in random.into_iter().enumerate() {
        if index > 0 && index % 4 == 0 {
            text.push('-');
        }
        let from = if index % 2 == 0 { LETTERS } else { DIGITS };
        text.push(char::from(from[usize::from(byte) % from.len()]));
    }
    Password::parse(&text).expect("letters, digits and a dash")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_password_is_a_password() {
        assert_eq!(temporary_password([0; 16]).reveal(), "a2a2-a2a2-a2a2-a2a2");
        assert_eq!(temporary_password([255; 16]).reveal().len(), 19);
        assert_ne!(temporary_password([1; 16]).reveal(), temporary_password([2; 16]).reveal());
    }

    #[test]
    fn one_role_manages_staff() {
        assert_eq!(StaffRole::ALL.iter().filter(|role| role.manages_staff()).count(), 1);
        assert_eq!(login_id("").expect_err("nothing").field, "loginId");
    }
}
