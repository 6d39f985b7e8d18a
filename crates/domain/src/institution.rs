//! Dental clinics.

use crate::ids::InstitutionId;

/// A dental clinic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Institution {
    /// Its id.
    pub id: InstitutionId,
    /// Its name.
    pub name: String,
    /// Who stands for it.
    pub representative_name: String,
    /// Where it is.
    pub address: String,
    /// Digits only.
    pub phone_number: String,
}
