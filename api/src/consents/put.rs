//! `PUT /patients/consents`

use axum::extract::State;
use axum::response::Json;
use chrono::NaiveDate;
use db::consents::NewConsent;
use domain::{ConsentKind, InvalidCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::ConsentsAnswer;
use crate::App;
use crate::auth::signup::TERMS_VERSION;
use crate::extract::Patient;
use crate::http::{ClientAddress, JsonBody};
use crate::problem::{JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// The version of the text about health data: the day since when it is in effect.
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
    #[serde(rename = "given")]
    is_accepted: Option<bool>,
}

/// Gives or withdraws a consent. Giving a consent that is in effect, or withdrawing one that is not, changes nothing.
#[utoipa::path(
    put, path = "/patients/consents", tag = "consents", operation_id = "putConsent",
    request_body = PutConsentRequest, security(("session" = [])),
    responses(
        (status = 200, body = ConsentsAnswer),
        SignedInProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    JsonBody(request): JsonBody<PutConsentRequest>,
) -> Result<Json<ConsentsAnswer>, Problem> {
    let kind = request.kind.parse::<ConsentKind>().map_err(|_| Problem::field("kind", InvalidCode::Format))?;
    let version = match kind {
        ConsentKind::Health | ConsentKind::Provide | ConsentKind::Training => HEALTH_VERSION,
        ConsentKind::Terms | ConsentKind::Privacy | ConsentKind::Age14 => TERMS_VERSION,
    };
    let is_accepted = request.is_accepted.ok_or_else(|| Problem::field("given", InvalidCode::Required))?;
    let recipient = parse_recipient(kind, request.recipient.as_deref())?;
    if !is_accepted && !matches!(kind, ConsentKind::Health | ConsentKind::Provide | ConsentKind::Training) {
        return Err(Problem::field("given", InvalidCode::Format));
    }
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    if is_accepted {
        let consent =
            NewConsent { patient_id: patient.row.id, kind, recipient, version, client_address: Some(address.0) };
        db::consents::insert(&mut tx, &consent, now).await?;
    } else {
        db::consents::withdraw(&mut tx, patient.row.id, kind, recipient.as_deref(), now).await?;
    }
    let consents = db::consents::list(&mut tx, patient.row.id).await?;
    tx.commit().await?;
    Ok(Json(consents.into()))
}

/// Parses the recipient of the data, which only `provide` has.
fn parse_recipient(kind: ConsentKind, text: Option<&str>) -> Result<Option<String>, Problem> {
    let invalid = |code| Err(Problem::field("recipient", code));
    if kind != ConsentKind::Provide {
        return Ok(None);
    }
    let text = text.unwrap_or_default().trim();
    match text.chars().count() {
        0 => invalid(InvalidCode::Required),
        201.. => invalid(InvalidCode::TooLong),
        _ if text.chars().any(char::is_control) => invalid(InvalidCode::Format),
        _ => Ok(Some(text.to_owned())),
    }
}
