//! `POST /patients/accept-invite`

use axum::extract::State;
use axum::response::Json;
use db::invites::AcceptError;
use domain::InviteCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::consents::require::lock_account;
use crate::extract::PatientWithTerms;
use crate::http::JsonBody;
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, SignedInProblems, TermsProblem};
use crate::services::limiter::ACCEPT_PATIENT;

/// The invitation to accept.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AcceptRequest {
    /// Its code.
    #[serde(default)]
    #[schema(required, example = "4g7k2m9x0abc")]
    code: String,
}

/// The inviting clinic.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptResponse {
    /// The clinic's id.
    institution_id: i64,
}

/// Accepts a clinic's invitation. Accepting it again returns the same response and does not count as a second use.
#[utoipa::path(
    post, path = "/patients/accept-invite", tag = "invites", operation_id = "acceptInvite", request_body = AcceptRequest,
    security(("session" = [])),
    responses(
        (status = 200, body = AcceptResponse),
        SignedInProblems, TermsProblem, JsonProblems, RateLimitProblem,
        (status = 404, description = "invalid_invite; unknown_tenant"),
        (status = 409, description = "invite_used_up"),
        (status = 410, description = "invite_expired"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    PatientWithTerms(patient): PatientWithTerms,
    JsonBody(request): JsonBody<AcceptRequest>,
) -> Result<Json<AcceptResponse>, Problem> {
    app.limiter.count(ACCEPT_PATIENT, &patient.row.id.to_string()).await?;
    let code = InviteCode::parse(&request.code).ok_or(Code::InvalidInvite)?;
    let mut tx = patient.tenant.db.begin().await?;
    lock_account(&mut tx, patient.row.id).await?;
    let accepted = db::invites::accept(&mut tx, patient.row.id, &code, app.clock.now()).await;
    let clinic = accepted.map_err(|error| match error {
        AcceptError::Unknown => Code::InvalidInvite.into(),
        AcceptError::Ended => Code::InviteExpired.into(),
        AcceptError::UsedUp => Code::InviteUsedUp.into(),
        AcceptError::Db(error) => Problem::from(error),
    })?;
    tx.commit().await?;
    Ok(Json(AcceptResponse { institution_id: clinic.get() }))
}
