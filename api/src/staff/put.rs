//! `PUT /institutions/staff/{id}`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::access_log::Action;
use domain::{InvalidCode, Name, Permission, StaffId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::parse_role;
use super::reset_password::TemporaryPassword;
use super::shape::StaffAccountResponse;
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ManageStaff;
use crate::extract::staff::{ChangeSubject, Staff};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, FieldErrors, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};

/// The changes of an account. Omitted fields stay.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PutStaffRequest {
    /// The person's name.
    #[schema(max_length = 50)]
    name: Option<String>,
    /// `shooting_expert`, `analysis_expert` or `clinic_admin`.
    role: Option<String>,
    /// Whether the account may sign in. False ends its sessions; true gives a deactivated account a temporary password
    /// and removes its second factor.
    active: Option<bool>,
}

/// Changes one of the clinic's accounts. An account that is reactivated, for the same person, gets a temporary
/// password.
#[utoipa::path(
    put, path = "/institutions/staff/{id}", tag = "staff", operation_id = "putStaff", request_body = PutStaffRequest,
    security(("staff" = [])), params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 200, body = StaffAccountResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "last_admin"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ManageStaff>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutStaffRequest>,
) -> Result<Json<StaffAccountResponse>, Problem> {
    let new = TemporaryPassword::generate(&app).await?;
    let mut tx = staff.tenant.db.begin().await?;
    let ChangedAccount { row: mut changed, was_active } = change(&app, &mut tx, &staff, id.into(), &request).await?;
    let mut response = StaffAccountResponse { staff: changed.clone().into(), temporary_password: None };
    if changed.active && !was_active {
        new.set(&app, &mut tx, changed.id).await?;
        db::second_factors::delete_all(&mut tx, changed.id).await?;
        changed.must_change_password = true;
        (changed.has_app, changed.has_passkey) = (false, false);
        response = StaffAccountResponse { staff: changed.into(), temporary_password: Some(new.reveal()) };
    }
    tx.commit().await?;
    Ok(Json(response))
}

/// An account that was changed.
#[derive(Debug)]
pub struct ChangedAccount {
    /// The account as it is now.
    pub row: domain::Staff,
    /// Whether it could sign in before.
    pub was_active: bool,
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
) -> Result<ChangedAccount, Problem> {
    // admins are locked first, so that two calls cannot deadlock
    let admins = db::staff::lock_admins(tx, admin.clinic()).await?;
    let mut row = db::staff::lock(tx, admin.clinic(), id).await?.ok_or(Code::NotFound)?;
    let was_active = row.active;
    let managed = row.active && row.role.may(Permission::ManageStaff);
    let stored_name = row.name.clone();
    let mut errors = FieldErrors::default();
    if let Some(name) = request.name.as_deref().and_then(|name| errors.check(Name::parse(name))) {
        row.name = name;
    }
    if let Some(role) = request.role.as_deref().and_then(|text| errors.check(parse_role(text))) {
        row.role = role;
    }
    // an ended ID keeps its person: records keep the account, not the name
    if !was_active && row.name != stored_name {
        errors.push("name", InvalidCode::Mismatch);
    }
    errors.finish()?;
    row.active = request.active.unwrap_or(row.active);
    if managed && admins <= 1 && !(row.active && row.role.may(Permission::ManageStaff)) {
        return Err(Code::LastAdmin.into());
    }
    db::staff::set_account(tx, &row).await?;
    if !row.active {
        db::staff_sessions::revoke_all(tx, id, None, app.clock.now()).await?;
    }
    admin.log_change(app, tx, Action::StaffChanged, ChangeSubject::default()).await?;
    Ok(ChangedAccount { row, was_active })
}

impl PutStaffRequest {
    /// Deactivates an account.
    #[must_use]
    pub fn deactivation() -> Self {
        Self { active: Some(false), ..Self::default() }
    }
}
