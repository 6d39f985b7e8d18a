//! Staff in responses.

use domain::Staff;
use serde::Serialize;
use utoipa::ToSchema;

use crate::institutions::shape::InstitutionBody;

/// One of a clinic's staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Staff)]
pub struct StaffBody {
    /// The account's id.
    id: i64,
    /// The sign-in name.
    login_id: String,
    /// The person's name.
    name: String,
    /// `shooting_expert`, `analysis_expert` or `clinic_admin`.
    #[schema(example = "analysis_expert")]
    role: String,
    /// The clinic.
    institution: InstitutionBody,
    /// Whether the password is temporary and must be changed first.
    must_change_password: bool,
    /// Whether the account may sign in.
    active: bool,
}

/// Signed-in staff, or one account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffAnswer {
    /// The account.
    pub staff: StaffBody,
}

/// A clinic's staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffListAnswer {
    /// The accounts, inactive ones last.
    pub staff: Vec<StaffBody>,
}

/// A new account with its temporary password.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffMadeAnswer {
    /// The account.
    pub staff: StaffBody,
    /// To be given to the person. It is not stored: a replayed response has null.
    #[schema(required)]
    pub temporary_password: Option<String>,
}

impl From<Staff> for StaffBody {
    fn from(row: Staff) -> Self {
        Self {
            id: row.id.get(),
            login_id: row.login_id.as_str().to_owned(),
            name: row.name.as_str().to_owned(),
            role: row.role.as_str().to_owned(),
            institution: row.institution.into(),
            must_change_password: row.must_change_password,
            active: row.active,
        }
    }
}
