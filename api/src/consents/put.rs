//! `PUT /patients/consents`

use axum::extract::State;
use axum::response::Json;
use chrono::NaiveDate;
use db::consents::NewConsent;
use domain::{Code, ConsentKind};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::ConsentsAnswer;
use crate::App;
use crate::auth::signup::TERMS_VERSION;
use crate::guard::Patient;
use crate::http::{ClientAddress, Input};
use crate::problem::{Problem, ProblemBody};

/// The text about health data that is agreed to is the one in effect since this day.
const HEALTH_VERSION: NaiveDate = TERMS_VERSION;

/// A consent to give or withdraw.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutConsentRequest {
    /// health, provide, training, terms, privacy or age14. Only the first three can be withdrawn while the account exists.
    #[serde(default)]
    #[schema(required, example = "health")]
    kind: String,
    /// Who receives the data, for `provide`: the clinic's name.
    #[schema(max_length = 200)]
    recipient: Option<String>,
    /// True to give it, false to withdraw it.
    #[schema(required)]
    given: Option<bool>,
}

/// Gives or withdraws a consent. Giving one that stands, or withdrawing one that does not, changes nothing.
#[utoipa::path(
    put, path = "/patients/consents", tag = "consents", operation_id = "putConsent",
    request_body = PutConsentRequest, security(("session" = [])),
    responses(
        (status = 200, body = ConsentsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    Input(request): Input<PutConsentRequest>,
) -> Result<Json<ConsentsAnswer>, Problem> {
    let kind = ConsentKind::from_code(&request.kind).ok_or_else(|| Problem::field("kind", Code::Format))?;
    let version = match kind {
        ConsentKind::Health | ConsentKind::Provide | ConsentKind::Training => HEALTH_VERSION,
        ConsentKind::Terms | ConsentKind::Privacy | ConsentKind::Age14 => TERMS_VERSION,
    };
    let given = request.given.ok_or_else(|| Problem::field("given", Code::Required))?;
    let recipient = recipient(kind, request.recipient.as_deref())?;
    if !given && !matches!(kind, ConsentKind::Health | ConsentKind::Provide | ConsentKind::Training) {
        return Err(Problem::field("given", Code::Format));
    }
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    if given {
        let consent =
            NewConsent { patient_id: patient.row.id, kind, recipient, version, client_address: Some(address.0) };
        db::consents::give(&mut tx, &consent, now).await?;
    } else {
        db::consents::withdraw(&mut tx, patient.row.id, kind, recipient.as_deref(), now).await?;
    }
    let consents = db::consents::list(&mut tx, patient.row.id).await?;
    tx.commit().await?;
    Ok(Json(consents.into()))
}

/// Who receives the data: named for `provide`, and nobody for the others.
fn recipient(kind: ConsentKind, text: Option<&str>) -> Result<Option<String>, Problem> {
    let wrong = |code| Err(Problem::field("recipient", code));
    if kind != ConsentKind::Provide {
        return Ok(None);
    }
    let text = text.unwrap_or_default().trim();
    match text.chars().count() {
        0 => wrong(Code::Required),
        201.. => wrong(Code::TooLong),
        _ if text.chars().any(char::is_control) => wrong(Code::Format),
        _ => Ok(Some(text.to_owned())),
    }
}
