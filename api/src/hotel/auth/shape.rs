//! The signed-in user in responses.

use db::TenantConn;
use domain::hotel::user::session_idle_limit;
use domain::hotel::{HotelPermission, HotelUser};
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::{PermissionCode, RoleCode};
use crate::hotel::shape::{NameBody, UserClientBody};
use crate::problem::Problem;

/// The signed-in user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelMe)]
pub struct MeBody {
    /// The account's id.
    id: i64,
    /// The person's name.
    name: String,
    /// The sign-in name.
    login_id: String,
    /// The role.
    #[schema(value_type = RoleCode)]
    role: &'static str,
    /// The role's permissions.
    #[schema(value_type = Vec<PermissionCode>)]
    permissions: Vec<&'static str>,
    /// Whether the password is temporary: it must be changed before any other call.
    must_change_password: bool,
    /// The client; null for a super admin.
    #[schema(required)]
    client: Option<UserClientBody>,
    /// The hotels that the user may see, by name.
    hotels: Vec<NameBody>,
    /// How many seconds the session lasts without activity. Calls with the header `x-poll` are no activity.
    idle_seconds: i64,
}

/// The user who signed in.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelLoginResponse)]
pub struct LoginResponse {
    /// The user.
    pub user: MeBody,
}

impl MeBody {
    /// Loads the body about a user, with the hotels in the user's scope.
    ///
    /// # Errors
    /// A database failure.
    pub async fn load(conn: &mut TenantConn, row: HotelUser) -> Result<Self, Problem> {
        let hotels = db::hotel::clients::list_hotels(conn, row.scope()).await?;
        Ok(Self {
            id: row.id.get(),
            name: row.name.as_str().to_owned(),
            login_id: row.login_id.as_str().to_owned(),
            role: row.role.as_str(),
            permissions: row.role.permissions().map(HotelPermission::as_str).collect(),
            must_change_password: row.must_change_password,
            client: row.client.map(UserClientBody::from),
            hotels: hotels.into_iter().map(NameBody::from).collect(),
            idle_seconds: session_idle_limit(row.role).num_seconds(),
        })
    }
}
