//! Dental clinics.

use crate::ids::InstitutionId;

/// How many clinics a patient can mark as favorites.
pub const MAX_FAVORITE_CLINICS: i64 = 20;

/// A dental clinic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Institution {
    /// The id.
    pub id: InstitutionId,
    /// The name.
    pub name: String,
    /// The legal representative.
    pub representative_name: String,
    /// The address.
    pub address: String,
    /// The telephone number, digits only.
    pub phone_number: String,
}
