//! `POST /patients/walk-ins`

use axum::extract::State;
use axum::response::Json;
use domain::calendar::korean_day;
use domain::{InvalidCode, InviteCode, TokenHash};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{Clinic, ClinicResponse};
use crate::App;
use crate::consents::require::lock_account;
use crate::extract::{Language, PatientWithTerms};
use crate::http::JsonBody;
use crate::people::choose::find_person_with_consent;
use crate::problem::{Code, JsonProblems, Problem, RateLimitProblem, SignedInProblems, TermsProblem};
use crate::self_checks::render::Renderer;
use crate::services::limiter::ACCEPT_PATIENT;

/// The code of a walk-in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkRequest {
    /// The code that staff showed, or that a text message brought.
    #[serde(default)]
    #[schema(required, example = "4g7k2m9x0abc")]
    code: String,
    /// The person of the account who visited; by default, its holder.
    person_id: Option<i64>,
}

/// Adds the application of a walk-in to the account. The person must have the name and the birth date of the walk-in;
/// five mismatches invalidate the code.
#[utoipa::path(
    post, path = "/patients/walk-ins", tag = "applications", operation_id = "linkWalkIn", request_body = LinkRequest,
    security(("session" = [])),
    responses(
        (status = 200, body = ClinicResponse),
        SignedInProblems, TermsProblem, JsonProblems, RateLimitProblem,
        (status = 404, description = "invalid_token: no such code, or it expired; not_found: no such person of the account; unknown_tenant"),
        (status = 409, description = "consent_required"),
        (status = 422, description = "validation: personId.mismatch"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    PatientWithTerms(patient): PatientWithTerms,
    Language(locale): Language,
    JsonBody(request): JsonBody<LinkRequest>,
) -> Result<Json<ClinicResponse>, Problem> {
    app.limiter.count(ACCEPT_PATIENT, &patient.row.id.to_string()).await?;
    let now = app.clock.now();
    let code = InviteCode::parse(&request.code).ok_or(Code::InvalidToken)?;
    let mut tx = patient.tenant.db.begin().await?;
    lock_account(&mut tx, patient.row.id).await?;
    let person = find_person_with_consent(&mut tx, &patient, request.person_id, korean_day(now)).await?;
    let opened = db::walk_in_links::open(&mut tx, &TokenHash::from_token(code.as_str()), now).await?;
    let walk_in = opened.ok_or(Code::InvalidToken)?;
    let is_same = person.check_name("name", &walk_in.name).is_ok() && person.birth == Some(walk_in.birth);
    if !is_same {
        db::walk_in_links::count_attempt(&mut tx, walk_in.link).await?;
        tx.commit().await?;
        return Err(Problem::field("personId", InvalidCode::Mismatch));
    }
    db::walk_in_links::link(&mut tx, &walk_in, patient.row.id, person.label.id, now).await?;
    let found = db::applications::find_own(&mut tx, patient.row.id, walk_in.application).await?;
    let clinic = Clinic::for_patient(found.ok_or(Code::Internal)?, &Renderer::new(&app, locale));
    tx.commit().await?;
    Ok(Json(ClinicResponse { clinic }))
}
