//! The clients of a hotel tenant: hotels, their headquarters, and partners.

use strum::{EnumString, IntoStaticStr, VariantArray};

use super::role::HotelRole;
use crate::ids::HotelClientId;
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 100;
/// The longest address, in characters.
const MAX_ADDRESS_CHARS: usize = 300;

/// A kind of client. It never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum HotelClientKind {
    /// A hotel.
    GeneralHotel,
    /// A company that installs sensors in hotels.
    Partner,
    /// The headquarters of several hotels.
    HotelHeadquarters,
}

impl HotelClientKind {
    /// Returns the roles that users of such a client may have.
    #[must_use]
    pub const fn roles(self) -> &'static [HotelRole] {
        match self {
            Self::GeneralHotel => &[HotelRole::HotelClient, HotelRole::Housekeeper],
            Self::Partner => &[HotelRole::Partner],
            Self::HotelHeadquarters => &[HotelRole::Headquarters],
        }
    }

    /// Returns whether a client of this kind may have a headquarters and a partner. Only hotels may, so affiliations have no cycles.
    #[must_use]
    pub const fn has_affiliations(self) -> bool {
        matches!(self, Self::GeneralHotel)
    }
}

/// A reference to a client, with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotelClientName {
    /// The client.
    pub id: HotelClientId,
    /// Its name.
    pub name: String,
}

/// A client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotelClient {
    /// The id.
    pub id: HotelClientId,
    /// The kind.
    pub kind: HotelClientKind,
    /// The name.
    pub name: String,
    /// The postal address.
    pub address: String,
    /// The headquarters of a hotel (its top affiliation).
    pub headquarters: Option<HotelClientName>,
    /// The partner of a hotel.
    pub partner: Option<HotelClientName>,
    /// Whether its users may sign in and orders may be placed for it.
    pub active: bool,
}

/// Parses a client's name.
///
/// # Errors
/// As [`parse_line`], on `name`.
pub fn parse_client_name(text: &str) -> Result<String, Invalid> {
    parse_line("name", text, MAX_NAME_CHARS)
}

/// Parses a client's address.
///
/// # Errors
/// As [`parse_line`], on `address`.
pub fn parse_client_address(text: &str) -> Result<String, Invalid> {
    parse_line("address", text, MAX_ADDRESS_CHARS)
}

/// Checks a client that is entered as the affiliation of another.
///
/// # Errors
/// On `field`: [`InvalidCode::Unknown`] when there is no such client, [`InvalidCode::Mismatch`] when it is of another kind than
/// `wanted` or `kind` has no affiliations.
pub fn check_affiliation(
    field: &'static str,
    kind: HotelClientKind,
    named: Option<HotelClientKind>,
    wanted: HotelClientKind,
) -> Result<(), Invalid> {
    match named {
        _ if !kind.has_affiliations() => Err(Invalid::new(field, InvalidCode::Mismatch)),
        None => Err(Invalid::new(field, InvalidCode::Unknown)),
        Some(named) if named != wanted => Err(Invalid::new(field, InvalidCode::Mismatch)),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn every_role_but_super_admin_has_one_kind() {
        let of_kinds: Vec<_> = HotelClientKind::VARIANTS.iter().flat_map(|kind| kind.roles().iter().copied()).collect();
        for role in HotelRole::VARIANTS {
            let count = of_kinds.iter().filter(|of_kind| *of_kind == role).count();
            assert_eq!(count, usize::from(*role != HotelRole::SuperAdmin), "{}", role.as_str());
        }
    }

    #[test]
    fn only_hotels_have_affiliations() {
        use HotelClientKind::{GeneralHotel, HotelHeadquarters, Partner};
        let check = |kind, named| check_affiliation("headquartersId", kind, named, HotelHeadquarters);
        let invalid = |code| Err(Invalid::new("headquartersId", code));
        assert_eq!(check(GeneralHotel, Some(HotelHeadquarters)), Ok(()));
        assert_eq!(check(GeneralHotel, Some(GeneralHotel)), invalid(InvalidCode::Mismatch));
        assert_eq!(check(GeneralHotel, Some(Partner)), invalid(InvalidCode::Mismatch));
        assert_eq!(check(GeneralHotel, None), invalid(InvalidCode::Unknown));
        for kind in [HotelHeadquarters, Partner] {
            assert_eq!(check(kind, Some(HotelHeadquarters)), invalid(InvalidCode::Mismatch), "{}", kind.as_str());
        }
    }

    #[test]
    fn name_and_address_are_lines() {
        assert_eq!(parse_client_name(" Hanbit Hotel ").as_deref(), Ok("Hanbit Hotel"));
        assert_eq!(parse_client_name(""), Err(Invalid::new("name", InvalidCode::Required)));
        assert_eq!(parse_client_name(&"a".repeat(101)), Err(Invalid::new("name", InvalidCode::TooLong)));
        assert_eq!(parse_client_address("1\n2"), Err(Invalid::new("address", InvalidCode::Format)));
    }
}
