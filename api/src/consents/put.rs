//! `PUT /patients/consents`

use axum::extract::State;
use axum::response::Json;
use db::consents::{NewConsent, NewRecipient};
use db::{TenantConn, withdrawal};
use domain::calendar::korean_day;
use domain::{ConsentKind, InvalidCode, Recipient};
use serde::Deserialize;
use utoipa::ToSchema;

use super::current_edition;
use super::require::lock_account;
use super::shape::ConsentsResponse;
use crate::App;
use crate::extract::Patient;
use crate::http::{ClientAddress, JsonBody, RequestId};
use crate::order_jobs;
use crate::problem::{Code, JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// A consent to give or withdraw.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PutConsentRequest {
    /// health, provide, training, terms, privacy or age14. Only the first three can be withdrawn while the account exists.
    #[serde(default)]
    #[schema(required, example = "health")]
    kind: String,
    /// Who receives the data, for `provide`.
    recipient: Option<RecipientRequest>,
    /// True to give it, false to withdraw it.
    #[schema(required)]
    #[serde(rename = "given")]
    is_accepted: Option<bool>,
    /// Confirms that open applications and claims are canceled, as `GET /patients/consents/withdrawal` lists them.
    #[serde(default)]
    ends: bool,
}

/// A recipient of data.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RecipientRequest {
    /// `clinic` or `insurer`.
    #[serde(default)]
    #[schema(required, example = "clinic")]
    kind: String,
    /// The id of the clinic or insurer.
    #[serde(default)]
    #[schema(required)]
    id: i64,
}

/// Gives or withdraws a consent. Giving a consent that is in effect, or withdrawing one that is not, changes nothing.
/// Withdrawing `provide` cancels open applications and claims at the recipient, and hides from a clinic those without
/// results; `ends` must confirm it.
#[utoipa::path(
    put, path = "/patients/consents", tag = "consents", operation_id = "putConsent",
    request_body = PutConsentRequest, security(("session" = [])),
    responses(
        (status = 200, body = ConsentsResponse),
        SignedInProblems, JsonProblems, ValidationProblem,
        (status = 409, description = "withdrawal_ends: something would be canceled, and `ends` does not confirm it"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    address: ClientAddress,
    request_id: RequestId,
    JsonBody(request): JsonBody<PutConsentRequest>,
) -> Result<Json<ConsentsResponse>, Problem> {
    let kind = request.kind.parse::<ConsentKind>().map_err(|_| Problem::field("kind", InvalidCode::Format))?;
    let is_accepted = request.is_accepted.ok_or_else(|| Problem::field("given", InvalidCode::Required))?;
    let recipient = parse_recipient(kind, request.recipient.as_ref())?;
    if !is_accepted && !matches!(kind, ConsentKind::Health | ConsentKind::Provide | ConsentKind::Training) {
        return Err(Problem::field("given", InvalidCode::Format));
    }
    let now = app.clock.now();
    let version = current_edition(app.editions, kind, korean_day(now));
    let mut tx = patient.tenant.db.begin().await?;
    lock_account(&mut tx, patient.row.id).await?;
    let mut jobs = Vec::new();
    if is_accepted {
        let recipient = match recipient {
            Some(recipient) => Some(name_recipient(&mut tx, recipient).await?),
            None => None,
        };
        let consent =
            NewConsent { patient_id: patient.row.id, kind, recipient, version, client_address: Some(address.0) };
        db::consents::insert(&mut tx, &consent, now).await?;
    } else {
        db::consents::withdraw(&mut tx, patient.row.id, kind, recipient, now).await?;
        if let Some(recipient) = recipient {
            if !request.ends && withdrawal::find_effects(&mut tx, patient.row.id, Some(recipient)).await?.any() {
                return Err(Code::WithdrawalEnds.into());
            }
            for order in withdrawal::end_for_recipient(&mut tx, patient.row.id, recipient, now).await? {
                jobs.push(order_jobs::enqueue_refund(&mut tx, order, &request_id).await?);
            }
        }
    }
    let consents = db::consents::list(&mut tx, patient.row.id).await?;
    tx.commit().await?;
    for job in jobs {
        app.producer.push(job).await;
    }
    Ok(Json(consents.into()))
}

/// Finds the name of a recipient, as the patient sees it.
async fn name_recipient(conn: &mut TenantConn, recipient: Recipient) -> Result<NewRecipient, Problem> {
    let name = match recipient {
        Recipient::Clinic(id) => db::institutions::find(conn, id).await?.map(|clinic| clinic.name),
        Recipient::Insurer(id) => db::insurers::find(conn, id).await?.map(|insurer| insurer.name),
    };
    let name = name.ok_or_else(|| Problem::field("recipient", InvalidCode::Unknown))?;
    Ok(NewRecipient { recipient, name })
}

/// Parses the recipient of the data, which only `provide` has.
fn parse_recipient(kind: ConsentKind, recipient: Option<&RecipientRequest>) -> Result<Option<Recipient>, Problem> {
    if kind != ConsentKind::Provide {
        return Ok(None);
    }
    let recipient = recipient.ok_or_else(|| Problem::field("recipient", InvalidCode::Required))?;
    let known = Recipient::new(&recipient.kind, recipient.id);
    Ok(Some(known.ok_or_else(|| Problem::field("recipient", InvalidCode::Unknown))?))
}
