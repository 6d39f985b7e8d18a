//! Staff in responses.

use domain::staff::SESSION_IDLE_LIMIT;
use domain::{Permission, Staff};
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
    /// The role's permissions.
    permissions: Vec<&'static str>,
    /// The clinic.
    institution: InstitutionBody,
    /// Whether the password is temporary and must be changed first.
    must_change_password: bool,
    /// Whether the account has a second factor.
    has_second_factor: bool,
    /// Whether the account may sign in.
    active: bool,
}

/// Who is signed in.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffSessionResponse {
    /// The account.
    pub staff: StaffBody,
    /// What must be done before anything else: `second_factor` (enter a code), `password` (replace the temporary one) or
    /// `second_factor_setup` (the clinic requires one). Null when nothing is left to do.
    #[schema(required, example = "password")]
    pub next: Option<&'static str>,
    /// The available second factors: `app`, `passkey`. A recovery code always works.
    #[schema(example = json!(["app"]))]
    pub methods: Vec<&'static str>,
    /// How many seconds the session lasts without activity. Calls with the header `x-poll` are no activity.
    pub idle_seconds: i64,
}

/// A clinic's staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffListResponse {
    /// The accounts, inactive ones last.
    pub staff: Vec<StaffBody>,
}

/// An account, perhaps with a new temporary password.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffAccountResponse {
    /// The account.
    pub staff: StaffBody,
    /// The temporary password, valid for one sign-in within 72 hours. It is not stored: null in a replayed response,
    /// and when none was created.
    #[schema(required)]
    pub temporary_password: Option<String>,
}

impl StaffSessionResponse {
    /// Creates the response about a session, whose second factor may still be pending.
    #[must_use]
    pub fn new(row: Staff, second_factor_pending: bool) -> Self {
        let next = if second_factor_pending {
            Some("second_factor")
        } else if row.must_change_password {
            Some("password")
        } else if row.needs_second_factor && !row.has_second_factor() {
            Some("second_factor_setup")
        } else {
            None
        };
        let methods = [(row.has_app, "app"), (row.has_passkey, "passkey")];
        let methods = methods.into_iter().filter(|(has, _)| *has).map(|(_, method)| method).collect();
        Self { staff: row.into(), next, methods, idle_seconds: SESSION_IDLE_LIMIT.num_seconds() }
    }
}

impl From<Staff> for StaffBody {
    fn from(row: Staff) -> Self {
        Self {
            id: row.id.get(),
            login_id: row.login_id.as_str().to_owned(),
            name: row.name.as_str().to_owned(),
            role: row.role.as_str().to_owned(),
            permissions: row.role.permissions().map(Permission::as_str).collect(),
            has_second_factor: row.has_second_factor(),
            institution: row.institution.into(),
            must_change_password: row.must_change_password,
            active: row.active,
        }
    }
}
