//! A clinic in responses.

use serde::Serialize;
use utoipa::ToSchema;

/// A clinic.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Institution)]
pub struct InstitutionBody {
    /// The clinic's id.
    id: i64,
    /// The clinic's name.
    name: String,
    /// The representative.
    representative_name: String,
    /// Its address.
    address: String,
    /// Its phone number, digits only.
    phone_number: String,
}

impl From<domain::Institution> for InstitutionBody {
    fn from(row: domain::Institution) -> Self {
        Self {
            id: row.id.get(),
            name: row.name,
            representative_name: row.representative_name,
            address: row.address,
            phone_number: row.phone_number,
        }
    }
}
