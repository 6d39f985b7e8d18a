//! `PUT /hotel/users/{id}`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::hotel::users;
use domain::HotelUserId;
use domain::hotel::{HotelRole, HotelUser as Account};
use serde::Deserialize;
use utoipa::ToSchema;

use super::manage::{self, AccountTexts, Changes};
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageUsers;
use crate::hotel::codes::RoleCode;
use crate::hotel::shape::UserAccountResponse;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// The changes of an account. Omitted fields stay.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = PutHotelUserRequest)]
pub struct PutUserRequest {
    /// Another role of the client's users.
    #[schema(value_type = Option<RoleCode>)]
    role: Option<String>,
    /// Whether the account may sign in. False ends its sessions; true gives a deactivated account a temporary password.
    active: Option<bool>,
    /// The texts.
    #[serde(flatten)]
    texts: AccountTexts,
}

/// Changes an account. An account that is reactivated, for the same person, gets a temporary password.
#[utoipa::path(
    put, path = "/hotel/users/{id}", tag = "hotel-accounts", operation_id = "putHotelUser", request_body = PutUserRequest,
    security(("hotel" = [])), params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 200, body = UserAccountResponse),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "last_admin"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(manager, _): HotelUserWith<ManageUsers>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutUserRequest>,
) -> Result<Json<UserAccountResponse>, Problem> {
    let mut tx = manager.tenant.db.begin().await?;
    let changes = Changes { texts: request.texts, role: request.role, active: request.active };
    let row = lock(&mut tx, id.into(), &changes).await?;
    manage::put(&app, tx, &manager, row, &changes).await
}

/// Locks an account for a change. At least one super admin always remains.
///
/// # Errors
/// [`Code::NotFound`] or [`Code::LastAdmin`].
pub async fn lock(tx: &mut TenantTx, id: HotelUserId, changes: &Changes) -> Result<Account, Problem> {
    // super admins are locked first, so that two calls cannot deadlock
    let admins = users::lock_super_admins(tx).await?;
    let row = users::lock(tx, id).await?.ok_or(Code::NotFound)?;
    let is_admin = row.active && row.role == HotelRole::SuperAdmin;
    let stays = changes.active.unwrap_or(true) && changes.role.as_deref().is_none_or(|role| role == row.role.as_str());
    if is_admin && admins <= 1 && !stays {
        return Err(Code::LastAdmin.into());
    }
    Ok(row)
}
