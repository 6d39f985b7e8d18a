//! `POST /institutions/staff/{id}/password`

use axum::extract::State;
use axum::response::Json;
use db::TenantTx;
use db::access_log::Action;
use domain::{Password, StaffId, staff};

use super::shape::StaffAccountResponse;
use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::ManageStaff;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// Resets a colleague's password to a temporary one, which is returned only once. The account's sessions end.
#[utoipa::path(
    post, path = "/institutions/staff/{id}/password", tag = "staff", operation_id = "resetStaffPassword",
    security(("staff" = [])), params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 200, body = StaffAccountResponse),
        StaffProblems, NotFoundProblem,
        (status = 409, description = "illegal_transition: the account is ended, or one's own"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ManageStaff>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<StaffAccountResponse>, Problem> {
    let new = TemporaryPassword::generate(&app).await?;
    let mut tx = staff.tenant.db.begin().await?;
    let row = db::staff::lock(&mut tx, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    // the caller's own password is changed with the current one
    if !row.active || row.id == staff.row.id {
        return Err(Code::IllegalTransition.into());
    }
    new.set(&app, &mut tx, row.id).await?;
    staff.log_action(&app, &mut tx, Action::PasswordReset, Some(row.login_id.as_str())).await?;
    tx.commit().await?;
    let row = domain::Staff { must_change_password: true, ..row };
    Ok(Json(StaffAccountResponse { staff: row.into(), temporary_password: Some(new.reveal()) }))
}

/// A new temporary password.
#[derive(Debug)]
pub struct TemporaryPassword {
    password: Password,
    hash: domain::PasswordHash,
}

impl TemporaryPassword {
    /// Generates and hashes a password. Hashing takes a while: call it before a transaction.
    ///
    /// # Errors
    /// An internal problem.
    pub async fn generate(app: &App) -> Result<Self, Problem> {
        let password = staff::generate_temporary_password(app.random.bytes());
        let hash = app.passwords.hash(password.clone()).await?;
        Ok(Self { password, hash })
    }

    /// Sets it as an account's password, and ends the account's sessions.
    ///
    /// # Errors
    /// A database failure.
    pub async fn set(&self, app: &App, tx: &mut TenantTx, id: StaffId) -> Result<(), Problem> {
        let now = app.clock.now();
        db::staff::set_temporary_password(tx, id, &self.hash, now).await?;
        db::staff_sessions::revoke_all(tx, id, None, now).await?;
        Ok(())
    }

    /// Returns its hash.
    #[must_use]
    pub const fn hash(&self) -> &domain::PasswordHash {
        &self.hash
    }

    /// Returns the password, to be shown once.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.password.reveal().to_owned()
    }
}
