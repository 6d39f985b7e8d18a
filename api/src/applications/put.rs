//! `PUT /patients/tcis/{id}`

use axum::extract::State;
use axum::response::Json;
use db::applications::{self, Party};
use domain::ApplicationStatus;
use domain::calendar::korean_day;
use serde::Deserialize;
use utoipa::ToSchema;

use super::person::{PersonRequest, choose_subject};
use super::shape::{Clinic, ClinicResponse};
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, SignedInProblems, ValidationProblem};
use crate::self_checks::render::Renderer;

/// Either cancels the application, or corrects its person.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutApplicationRequest {
    /// -1 cancels it. Omit it to correct the person, with every field.
    #[schema(minimum = -1, maximum = -1)]
    status: Option<i16>,
    /// Another person of the account; omit it to keep the application's.
    person_id: Option<i64>,
    /// The name.
    #[serde(default)]
    name: String,
    /// Date of birth: YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD.
    #[serde(default)]
    birth: String,
    /// 0 man, 1 woman; null or omitted when unknown.
    gender: Option<i16>,
    /// Mobile number, digits only.
    #[serde(default)]
    phone_number: String,
}

/// Cancels an application that is waiting or received, or corrects the person of one that is waiting.
#[utoipa::path(
    put, path = "/patients/tcis/{id}", tag = "applications", operation_id = "putApplication",
    request_body = PutApplicationRequest, security(("session" = [])),
    params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = ClinicResponse),
        SignedInProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition, consent_required"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutApplicationRequest>,
) -> Result<Json<ClinicResponse>, Problem> {
    let (id, now) = (id.into(), app.clock.now());
    let mut tx = patient.tenant.db.begin().await?;
    let status = applications::lock(&mut tx, Party::Patient(patient.row.id), id).await?.ok_or(Code::NotFound)?;
    if let Some(to) = request.status {
        if to != ApplicationStatus::Canceled.number() {
            return Err(Problem::field("status", domain::InvalidCode::Range));
        }
        let to = status.step(ApplicationStatus::Canceled, false).map_err(|_| Code::IllegalTransition)?;
        applications::set_status(&mut tx, id, to, now).await?;
    } else {
        let PutApplicationRequest { person_id, name, birth, gender, phone_number, .. } = request;
        let person = PersonRequest { name, birth, gender, phone_number }.parse(korean_day(now))?;
        if status != ApplicationStatus::Waiting {
            return Err(Code::IllegalTransition.into());
        }
        let row = applications::find_own(&mut tx, patient.row.id, id).await?.ok_or(Code::NotFound)?;
        let person_id = person_id.or(row.account_person.map(|person| person.id.get()));
        let own = choose_subject(&mut tx, &patient, person_id, &person, korean_day(now)).await?;
        applications::set_person(&mut tx, id, &person, own, now).await?;
    }
    let changed = applications::find_own(&mut tx, patient.row.id, id).await?.ok_or(Code::Internal)?;
    tx.commit().await?;
    Ok(Json(ClinicResponse { clinic: Clinic::for_patient(changed, &Renderer::new(&app, locale)) }))
}
