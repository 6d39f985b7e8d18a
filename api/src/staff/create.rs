//! `POST /institutions/staff`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::staff::{InsertError, NewStaff};
use domain::{Name, StaffRole, staff};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::StaffAccountResponse;
use crate::App;
use crate::extract::permission::ManageStaff;
use crate::extract::staff::ChangeSubject;
use crate::extract::{RequestContext, StaffWith};
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, IdempotencyProblems, JsonProblems, Problem, StaffProblems};

/// A new account.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffRequest {
    /// The sign-in name: 4 to 20 letters or digits.
    #[serde(default)]
    #[schema(required)]
    login_id: String,
    /// The person's name.
    #[serde(default)]
    #[schema(required, max_length = 50)]
    name: String,
    /// `shooting_expert`, `analysis_expert` or `clinic_admin`.
    #[serde(default)]
    #[schema(required, example = "analysis_expert")]
    role: String,
}

/// Parses a role.
///
/// # Errors
/// On `role`, when there is no such role.
pub fn parse_role(text: &str) -> Result<StaffRole, domain::Invalid> {
    text.parse::<StaffRole>().map_err(|_| domain::Invalid::new("role", domain::InvalidCode::Format))
}

/// Creates an account with a temporary password, which is returned only once.
#[utoipa::path(
    post, path = "/institutions/staff", tag = "staff", operation_id = "createStaff", request_body = StaffRequest,
    security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key, without the password")),
    responses(
        (status = 201, body = StaffAccountResponse),
        StaffProblems, JsonProblems, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ManageStaff>,
    context: RequestContext,
    JsonBody(request): JsonBody<StaffRequest>,
) -> Result<Response, Problem> {
    let mut errors = FieldErrors::default();
    let login_id = errors.check(staff::parse_login_id(&request.login_id));
    let name = errors.check(Name::parse(&request.name));
    let role = errors.check(parse_role(&request.role));
    errors.finish()?;
    let (Some(login_id), Some(name), Some(role)) = (login_id, name, role) else { return Err(Code::Internal.into()) };
    let call = context.key.bind(staff.row.id, "POST /institutions/staff", &request)?;
    let password = staff::generate_temporary_password(app.random.bytes());
    let password_hash = app.passwords.hash(password.clone()).await?;
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    // an inactive account of the clinic can be reactivated for its own person only
    let ended = db::staff::find_ended(&mut tx, staff.clinic(), &login_id).await?;
    let taken = if ended.is_some() { domain::InvalidCode::Used } else { domain::InvalidCode::Taken };
    let new = NewStaff { institution_id: staff.clinic(), login_id, password_hash, name, role };
    let id = db::staff::insert(&mut tx, &new, now).await.map_err(|error| match error {
        InsertError::LoginIdTaken => Problem::field("loginId", taken),
        InsertError::Db(error) => error.into(),
    })?;
    let made = db::staff::find(&mut tx, id).await?.ok_or(Code::Internal)?;
    let mut response = StaffAccountResponse { staff: made.into(), temporary_password: None };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    staff.log_change(&app, &mut tx, Action::StaffMade, ChangeSubject::default()).await?;
    tx.commit().await?;
    response.temporary_password = Some(password.reveal().to_owned());
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
