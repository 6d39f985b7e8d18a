//! `PUT /institutions/staff/{id}`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::access_log::Action;
use domain::{Name, StaffId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::parse_role;
use super::shape::StaffAnswer;
use crate::App;
use crate::extract::staff::{Admin, ChangeSubject, Staff};
use crate::http::{JsonBody, PathParams};
use crate::problem::{AdminProblems, Code, FieldErrors, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// The changes of an account. What is left out stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PutStaffRequest {
    /// The person's name.
    #[schema(max_length = 50)]
    name: Option<String>,
    /// `shooting_expert`, `analysis_expert` or `clinic_admin`.
    role: Option<String>,
    /// Whether the account may sign in; false ends its sessions.
    active: Option<bool>,
}

/// Changes one of the clinic's accounts.
#[utoipa::path(
    put, path = "/institutions/staff/{id}", tag = "staff", operation_id = "putStaff", request_body = PutStaffRequest,
    security(("staff" = [])), params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 200, body = StaffAnswer),
        AdminProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "last_admin"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    Admin(staff): Admin,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutStaffRequest>,
) -> Result<Json<StaffAnswer>, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    let changed = change(&app, &mut tx, &staff, id.into(), &request).await?;
    tx.commit().await?;
    Ok(Json(StaffAnswer { staff: changed.into() }))
}

/// Changes an account of the clinic. At least one admin always remains.
///
/// # Errors
/// [`Code::NotFound`], [`Code::LastAdmin`], or a validation problem.
pub async fn change(
    app: &App,
    tx: &mut TenantTx,
    admin: &Staff,
    id: StaffId,
    request: &PutStaffRequest,
) -> Result<domain::Staff, Problem> {
    // admins are locked first, so that two calls cannot deadlock
    let admins = db::staff::lock_admins(tx, admin.clinic()).await?;
    let mut row = db::staff::lock(tx, admin.clinic(), id).await?.ok_or(Code::NotFound)?;
    let managed = row.active && row.role.manages_staff();
    let mut errors = FieldErrors::default();
    if let Some(name) = request.name.as_deref().and_then(|name| errors.check(Name::parse(name))) {
        row.name = name;
    }
    if let Some(role) = request.role.as_deref().and_then(|text| errors.check(parse_role(text))) {
        row.role = role;
    }
    errors.finish()?;
    row.active = request.active.unwrap_or(row.active);
    if managed && admins <= 1 && !(row.active && row.role.manages_staff()) {
        return Err(Code::LastAdmin.into());
    }
    db::staff::set_account(tx, &row).await?;
    if !row.active {
        db::staff_sessions::revoke_all(tx, id, None, app.clock.now()).await?;
    }
    admin.log_change(app, tx, Action::StaffChanged, ChangeSubject::default()).await?;
    Ok(row)
}

impl PutStaffRequest {
    /// Deactivates an account.
    #[must_use]
    pub fn deactivation() -> Self {
        Self { active: Some(false), ..Self::default() }
    }
}
