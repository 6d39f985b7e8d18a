//! `POST /patients/people`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use domain::calendar::korean_day;
use domain::people::MAX_PEOPLE;
use http::StatusCode;

use super::choose::find_person;
use super::request::{AccountPersonRequest, consent_record};
use super::shape::{AccountPersonBody, AccountPersonResponse};
use crate::App;
use crate::extract::{PatientWithTerms, RequestContext};
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{Code, IdempotencyProblems, JsonProblems, Problem, SignedInProblems, TermsProblem};

/// Adds a person to the patient's account, with the declaration that the person, or for a child under 14 the legal guardian, agrees.
#[utoipa::path(
    post, path = "/patients/people", tag = "people", operation_id = "createPerson",
    request_body = AccountPersonRequest, security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = AccountPersonResponse),
        SignedInProblems, TermsProblem, JsonProblems, IdempotencyProblems,
        (status = 409, description = "too_many_people, in_progress"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    PatientWithTerms(patient): PatientWithTerms,
    address: ClientAddress,
    context: RequestContext,
    JsonBody(request): JsonBody<AccountPersonRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let today = korean_day(now);
    let form = request.parse(&patient, today)?;
    let call = context.key.bind(patient.row.id, "POST /patients/people", &request)?;
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let count = db::people::count_locked(&mut tx, patient.row.id).await?.ok_or(Code::Unauthorized)?;
    if count >= MAX_PEOPLE {
        return Err(Code::TooManyPeople.into());
    }
    let id = db::people::insert(&mut tx, patient.row.id, &form, consent_record(&address), now).await?;
    let made = find_person(&mut tx, &patient, Some(id.get())).await?;
    let response = AccountPersonResponse { person: AccountPersonBody::new(made, today) };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
