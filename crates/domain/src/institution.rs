//! Dental clinics.

use crate::ids::InstitutionId;

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
