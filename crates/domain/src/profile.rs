//! Changes of an account's own data.

use chrono::{DateTime, TimeDelta, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contact::{Email, Name, Phone};

/// How long the link that confirms an e-mail address is valid after it is sent.
pub const EMAIL_LINK_LIFETIME: TimeDelta = TimeDelta::hours(24);
/// How long a notice about a change may wait to be sent.
pub const NOTICE_TIMEOUT: TimeDelta = TimeDelta::hours(24);

/// How long the holder of an account can accept a name that a clinic requested.
pub const NAME_REQUEST_LIFETIME: TimeDelta = TimeDelta::days(7);

/// A part of an account's own data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ProfileField {
    /// The name.
    Name,
    /// The mobile number.
    PhoneNumber,
    /// The e-mail address.
    Email,
    /// The postal address.
    Address,
}

/// The proof that authorized a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ChangeProof {
    /// A verified identity.
    Identity,
    /// A code to the new number.
    Code,
    /// A link to the new e-mail address.
    Link,
    /// The signed-in session.
    Session,
    /// A clinic that saw an identity document, and the holder who accepted the name on it.
    Clinic,
}

/// A document that shows a person's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum IdDocument {
    /// A resident registration card.
    IdCard,
    /// A driver's license.
    DriverLicense,
    /// A passport.
    Passport,
    /// A foreigner's residence card.
    ResidenceCard,
}

/// A name that a clinic requests the holder of an account to accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameRequest {
    /// The name on the document.
    pub name: Name,
    /// The clinic's name.
    pub clinic: String,
    /// Until when it can be accepted.
    pub expires_at: DateTime<Utc>,
}

/// A change of an account's own data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileChange {
    /// What was changed.
    pub field: ProfileField,
    /// The proof that authorized it.
    pub proof: ChangeProof,
    /// The value before, masked; empty where there was none.
    pub old_value: String,
    /// When it was changed.
    pub changed_at: DateTime<Utc>,
}

/// A postal address; each part may be missing.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct PostalAddress {
    /// The postcode.
    pub zipcode: Option<String>,
    /// The road address.
    pub address: Option<String>,
    /// The rest of it.
    pub address_detail: Option<String>,
}

impl std::fmt::Debug for PostalAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PostalAddress(..)")
    }
}

impl PostalAddress {
    /// Returns the first two words of the road address: the city and its district.
    #[must_use]
    pub fn to_masked(&self) -> String {
        let words: Vec<&str> = self.address.as_deref().unwrap_or_default().split_whitespace().collect();
        match words.as_slice() {
            [] => String::new(),
            [city] => format!("{city} ***"),
            [city, district, ..] => format!("{city} {district} ***"),
        }
    }
}

/// Masks a name except for its first letter.
#[must_use]
pub fn mask_name(name: &Name) -> String {
    let first: String = name.as_str().chars().take(1).collect();
    format!("{first}**")
}

/// Masks the middle of a number.
#[must_use]
pub fn mask_phone(phone: &Phone) -> String {
    let digits = phone.as_str();
    let (start, end) = (digits.get(..3).unwrap_or_default(), digits.len().saturating_sub(4));
    format!("{start}-****-{}", digits.get(end..).unwrap_or_default())
}

/// Masks an address except for its first letter and its domain.
#[must_use]
pub fn mask_email(email: &Email) -> String {
    let (local, domain) = email.as_str().split_once('@').unwrap_or_default();
    let first: String = local.chars().take(1).collect();
    format!("{first}***@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_keep_little() {
        assert_eq!(mask_name(&Name::parse("김하늘").expect("a name")), "김**");
        assert_eq!(mask_phone(&Phone::parse("01012345678").expect("a number")), "010-****-5678");
        assert_eq!(mask_phone(&Phone::parse("0111234567").expect("a number")), "011-****-4567");
        assert_eq!(mask_email(&Email::parse("haneul@example.com").expect("an address")), "h***@example.com");
    }

    #[test]
    fn masked_address_ends_after_district() {
        let masked =
            |text: &str| PostalAddress { address: Some(text.to_owned()), ..PostalAddress::default() }.to_masked();
        assert_eq!(masked("서울특별시 중구 시범로 10"), "서울특별시 중구 ***");
        assert_eq!(masked("세종로"), "세종로 ***");
        assert_eq!(PostalAddress::default().to_masked(), "");
    }
}
