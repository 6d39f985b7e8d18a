//! The accounts of a hotel tenant.

use chrono::TimeDelta;

use super::client::{HotelClientKind, HotelClientName};
use super::role::HotelRole;
use crate::contact::Name;
use crate::credential::LoginUserId;
use crate::ids::{HotelClientId, HotelUserId};
use crate::text::{compose, parse_line, parse_lines};
use crate::validation::{Invalid, InvalidCode};

/// How long a session lasts: a working day.
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::hours(12);
/// How long a session lasts without use.
pub const SESSION_IDLE_LIMIT: TimeDelta = TimeDelta::minutes(30);
/// How long a housekeeper's session lasts without use. It is longer, because the phone is in a pocket for most of the
/// day.
pub const HOUSEKEEPER_IDLE_LIMIT: TimeDelta = TimeDelta::hours(12);

/// The longest contact, in characters: a phone number or an e-mail address.
const MAX_CONTACT_CHARS: usize = 100;
/// The longest memo, in characters.
const MAX_MEMO_CHARS: usize = 500;
/// The longest classification, in characters.
const MAX_CLASSIFICATION_CHARS: usize = 50;

/// An account of a hotel tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotelUser {
    /// The account's id.
    pub id: HotelUserId,
    /// The sign-in name, unique in the tenant.
    pub login_id: LoginUserId,
    /// The person's name.
    pub name: Name,
    /// The role.
    pub role: HotelRole,
    /// The client; `None` for a super admin.
    pub client: Option<UserClient>,
    /// Contact and notes.
    pub details: UserDetails,
    /// Whether the password is the temporary one, with which only a new password can be set.
    pub must_change_password: bool,
    /// Whether the account may sign in.
    pub active: bool,
}

/// The client of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserClient {
    /// Id and name.
    pub client: HotelClientName,
    /// Its kind.
    pub kind: HotelClientKind,
}

/// The details of an account apart from its role. Every text may be empty.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct UserDetails {
    /// A phone number or an e-mail address.
    pub contact: String,
    /// A note.
    pub memo: String,
    /// The group that a hotel sorts the person into, for example a floor or a shift.
    pub classification: String,
}

// logs must not contain personal data
impl std::fmt::Debug for UserDetails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("UserDetails(..)")
    }
}

/// Parses the contact of an account.
///
/// # Errors
/// On `contact`, as [`parse_line`]. It may be empty.
pub fn parse_contact(text: &str) -> Result<String, Invalid> {
    optional(text, |text| parse_line("contact", text, MAX_CONTACT_CHARS))
}

/// Parses the memo of an account.
///
/// # Errors
/// On `memo`, as [`parse_lines`]. It may be empty.
pub fn parse_memo(text: &str) -> Result<String, Invalid> {
    optional(text, |text| parse_lines("memo", text, MAX_MEMO_CHARS))
}

/// Parses the classification of an account.
///
/// # Errors
/// On `classification`, as [`parse_line`]. It may be empty.
pub fn parse_classification(text: &str) -> Result<String, Invalid> {
    optional(text, |text| parse_line("classification", text, MAX_CLASSIFICATION_CHARS))
}

fn optional(text: &str, parse: impl Fn(&str) -> Result<String, Invalid>) -> Result<String, Invalid> {
    if compose(text.trim()).is_empty() { Ok(String::new()) } else { parse(text) }
}

/// Checks that a role fits the kind of an account's client.
///
/// # Errors
/// On `clientId` when a client is missing or not allowed, on `role` when users of this client may not have it.
pub fn check_role(role: HotelRole, client: Option<HotelClientKind>) -> Result<(), Invalid> {
    match (role, client) {
        (HotelRole::SuperAdmin, None) => Ok(()),
        (HotelRole::SuperAdmin, Some(_)) => Err(Invalid::new("clientId", InvalidCode::Mismatch)),
        (_, None) => Err(Invalid::new("clientId", InvalidCode::Required)),
        (role, Some(kind)) if kind.roles().contains(&role) => Ok(()),
        _ => Err(Invalid::new("role", InvalidCode::Mismatch)),
    }
}

/// Returns how long a session of a role lasts without use.
#[must_use]
pub const fn session_idle_limit(role: HotelRole) -> TimeDelta {
    match role {
        HotelRole::Housekeeper => HOUSEKEEPER_IDLE_LIMIT,
        _ => SESSION_IDLE_LIMIT,
    }
}

/// Which hotels a user may see: all of the tenant's, or those that belong to the user's client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotelScope(Option<HotelClientId>);

impl HotelScope {
    /// Every hotel of the tenant.
    pub const ALL: Self = Self(None);

    /// Returns the scope of a client: the hotel itself, or the hotels whose headquarters or partner it is.
    #[must_use]
    pub const fn for_client(client: HotelClientId) -> Self {
        Self(Some(client))
    }

    /// Returns the argument for the SQL function `hotels_in_scope`; `None` (null) means every hotel.
    #[must_use]
    pub fn client(self) -> Option<i64> {
        self.0.map(HotelClientId::get)
    }
}

impl HotelUser {
    /// Returns which hotels the user may see. A user without a client sees all only as a super admin.
    #[must_use]
    pub fn scope(&self) -> HotelScope {
        match (&self.client, self.role) {
            (Some(client), _) => HotelScope::for_client(client.client.id),
            (None, HotelRole::SuperAdmin) => HotelScope::ALL,
            // no client has this id
            (None, _) => HotelScope::for_client(HotelClientId::new(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    fn user(role: HotelRole, client: Option<i64>) -> HotelUser {
        HotelUser {
            id: HotelUserId::new(1),
            login_id: LoginUserId::parse("kim1").expect("a sign-in name"),
            name: Name::parse("Kim").expect("a name"),
            role,
            client: client.map(|id| UserClient {
                client: HotelClientName { id: HotelClientId::new(id), name: "Hanbit Hotel".to_owned() },
                kind: HotelClientKind::GeneralHotel,
            }),
            details: UserDetails::default(),
            must_change_password: false,
            active: true,
        }
    }

    #[test]
    fn role_fits_the_kind_of_client() {
        let invalid = |field, code| Err(Invalid::new(field, code));
        assert_eq!(check_role(HotelRole::SuperAdmin, None), Ok(()));
        for kind in HotelClientKind::VARIANTS {
            for role in HotelRole::VARIANTS {
                let expected = match role {
                    HotelRole::SuperAdmin => invalid("clientId", InvalidCode::Mismatch),
                    role if kind.roles().contains(role) => Ok(()),
                    _ => invalid("role", InvalidCode::Mismatch),
                };
                assert_eq!(check_role(*role, Some(*kind)), expected, "{} {}", role.as_str(), kind.as_str());
            }
        }
        assert_eq!(check_role(HotelRole::Partner, None), invalid("clientId", InvalidCode::Required));
    }

    #[test]
    fn only_super_admin_sees_every_hotel() {
        for role in HotelRole::VARIANTS {
            assert_eq!(user(*role, Some(7)).scope().client(), Some(7));
            let of_all = user(*role, None).scope().client().is_none();
            assert_eq!(of_all, *role == HotelRole::SuperAdmin, "{}", role.as_str());
        }
    }

    #[test]
    fn housekeeper_stays_signed_in_all_day() {
        for role in HotelRole::VARIANTS {
            let all_day = session_idle_limit(*role) == SESSION_LIFETIME;
            assert_eq!(all_day, *role == HotelRole::Housekeeper, "{}", role.as_str());
        }
    }

    #[test]
    fn details_may_be_empty() {
        assert_eq!(parse_contact("  ").as_deref(), Ok(""));
        assert_eq!(parse_memo("a\nb").as_deref(), Ok("a\nb"));
        assert_eq!(parse_classification("a\nb"), Err(Invalid::new("classification", InvalidCode::Format)));
        assert_eq!(parse_contact(&"1".repeat(101)), Err(Invalid::new("contact", InvalidCode::TooLong)));
        assert_eq!(format!("{:?}", UserDetails::default()), "UserDetails(..)");
    }
}
