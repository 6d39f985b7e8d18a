//! `PUT /institutions/staff/{id}`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::access_log::Action;
use domain::{Name, StaffId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::role;
use super::shape::StaffAnswer;
use crate::App;
use crate::auth::rules::Checks;
use crate::guard::staff::{Admin, Staff};
use crate::http::{Id, Input};
use crate::problem::{Code, Problem, ProblemBody};

/// What of an account is to change; what is left out stays.
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
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "last_admin", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    Admin(staff): Admin,
    Id(id): Id,
    Input(request): Input<PutStaffRequest>,
) -> Result<Json<StaffAnswer>, Problem> {
    let mut tx = staff.tenant.db.begin().await?;
    let changed = change(&app, &mut tx, &staff, id.into(), &request).await?;
    tx.commit().await?;
    Ok(Json(StaffAnswer { staff: changed.into() }))
}

/// Changes an account of the clinic in a transaction; one who manages staff always remains.
///
/// # Errors
/// [`Code::NotFound`], [`Code::LastAdmin`], or what is wrong with the fields.
pub async fn change(
    app: &App,
    tx: &mut TenantTx,
    admin: &Staff,
    id: StaffId,
    request: &PutStaffRequest,
) -> Result<domain::Staff, Problem> {
    // who manages staff is locked before whoever else, so that two calls cannot wait for each other
    let admins = db::staff::lock_admins(tx, admin.clinic()).await?;
    let mut row = db::staff::lock(tx, admin.clinic(), id).await?.ok_or(Code::NotFound)?;
    let managed = row.active && row.role.manages_staff();
    let mut checks = Checks::default();
    if let Some(name) = request.name.as_deref().and_then(|name| checks.take(Name::parse(name))) {
        row.name = name;
    }
    if let Some(role) = request.role.as_deref().and_then(|text| checks.take(role(text))) {
        row.role = role;
    }
    checks.finish()?;
    row.active = request.active.unwrap_or(row.active);
    if managed && admins <= 1 && !(row.active && row.role.manages_staff()) {
        return Err(Code::LastAdmin.into());
    }
    db::staff::set(tx, &row).await?;
    if !row.active {
        db::staff_sessions::revoke_all(tx, id, None, app.clock.now()).await?;
    }
    admin.log_change(app, tx, Action::StaffChanged, (None, None)).await?;
    Ok(row)
}

impl PutStaffRequest {
    /// The end of an account.
    #[must_use]
    pub fn end() -> Self {
        Self { active: Some(false), ..Self::default() }
    }
}
