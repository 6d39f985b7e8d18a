//! `POST /patients/payments`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::TenantTx;
use db::claims::{self, NewClaim};
use db::orders::{self, NewOrder};
use domain::quote::Quote;
use domain::{ClaimId, ClaimStatus, Code as Wrong, Oid, OrderStatus};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::place::Place;
use super::{accounts, jobs};
use crate::App;
use crate::guard::limiter::ORDER_PATIENT;
use crate::guard::{Patient, token};
use crate::http::{Creation, Input};
use crate::insurances::request::ClaimRequest;
use crate::insurances::shape::KeptLine;
use crate::insurances::{checked, priced_again};
use crate::problem::{Code, Problem, ProblemBody};

/// What is paid for, and how the payer comes back.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentRequest {
    /// A new claim: it is made when its order is paid.
    claim: Option<ClaimRequest>,
    /// A claim that is there and is to be paid; instead of `claim`.
    insurance_id: Option<i64>,
    /// window: the provider's page is opened beside the app; mobile: in its place.
    #[serde(default)]
    #[schema(required, example = "window")]
    return_mode: String,
}

/// An order.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewOrderAnswer {
    /// The order.
    order: NewOrderBody,
}

/// An order that was made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewOrder)]
pub struct NewOrderBody {
    /// The order's number.
    #[schema(example = "clm_0Zx3vC9pQm2RkT7sWbYd1aEf")]
    oid: String,
    /// What is to be paid, whole won.
    amount: i64,
    /// pending.
    status: String,
    /// Where a window is to go.
    checkout_url: String,
}

/// What an order is for, under the locks of the transaction.
enum Goods {
    Draft(Box<NewClaim>),
    Claim(ClaimId),
}

/// Makes an order for a claim. The amount is computed here; the claim is made, or marked as paid, when the provider has said
/// that the money was taken.
#[utoipa::path(
    post, path = "/patients/payments", tag = "payments", operation_id = "createPayment",
    request_body = PaymentRequest, security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key")),
    responses(
        (status = 201, body = NewOrderAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: no such claim of the patient", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "already_paid, illegal_transition, consent_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, not_selectable, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "payment_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    place: Place,
    creation: Creation,
    Input(request): Input<PaymentRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let mobile = match request.return_mode.as_str() {
        "window" => false,
        "mobile" => true,
        "" => return Err(Problem::field("returnMode", Wrong::Required)),
        _ => return Err(Problem::field("returnMode", Wrong::Format)),
    };
    let call = creation.key.bind(patient.row.id, "POST /patients/payments", &request)?;
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    app.limiter.count(ORDER_PATIENT, &patient.row.id.to_string()).await?;
    let (goods, quote) = goods(&app, &mut tx, &patient, &request).await?;
    let account = accounts::choose(&mut tx, &patient.tenant, mobile).await?;
    let (ticket, checkout) = token::issue(&app.random);
    let order = NewOrder {
        oid: Oid::new(app.random.bytes()),
        patient_id: patient.row.id,
        account_id: account.id,
        claim_id: if let Goods::Claim(id) = &goods { Some(*id) } else { None },
        amount: quote.total(),
        lines: serde_json::to_value(KeptLine::of(&quote)).map_err(Problem::internal)?,
        mobile,
        checkout,
    };
    let id = orders::insert(&mut tx, &order, now).await?;
    if let Goods::Draft(claim) = &goods {
        claims::insert_draft(&mut tx, id, claim, now).await?;
    }
    jobs::look(&mut tx, id, now + jobs::FIRST_LOOK, &creation.request_id).await?;
    let oid = order.oid.as_str();
    let answer = NewOrderAnswer {
        order: NewOrderBody {
            amount: order.amount.get(),
            status: OrderStatus::Pending.as_str().to_owned(),
            checkout_url: place.api(&app, &format!("/payments/checkout/{oid}?t={ticket}"))?.into(),
            oid: oid.to_owned(),
        },
    };
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

async fn goods(
    app: &App,
    tx: &mut TenantTx,
    patient: &Patient,
    request: &PaymentRequest,
) -> Result<(Goods, Quote), Problem> {
    match (&request.claim, request.insurance_id) {
        (Some(claim), None) => {
            let checked = checked(app, tx, patient, claim).await?;
            Ok((Goods::Draft(Box::new(checked.claim)), checked.quote))
        }
        (None, Some(id)) => {
            let locked = claims::lock(tx, id.into()).await?;
            let locked = locked.filter(|claim| claim.patient_id == patient.row.id).ok_or(Code::NotFound)?;
            if locked.paid_order.is_some() {
                return Err(Code::AlreadyPaid.into());
            }
            if locked.status != ClaimStatus::Requested {
                return Err(Code::IllegalTransition.into());
            }
            let claim = claims::find_own(tx, patient.row.id, locked.id).await?.ok_or(Code::NotFound)?;
            Ok((Goods::Claim(locked.id), priced_again(app, tx, &claim).await?))
        }
        (None, None) => Err(Problem::field("claim", Wrong::Required)),
        (Some(_), Some(_)) => Err(Problem::field("insuranceId", Wrong::Mismatch)),
    }
}
