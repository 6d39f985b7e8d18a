//! `POST /patients/payments`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::TenantTx;
use db::claims::{self, NewClaim};
use db::orders::{self, NewOrder};
use domain::quote::Quote;
use domain::{ClaimId, ClaimStatus, InvalidCode, Oid, OrderStatus};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts;
use super::return_url_base::ReturnUrlBase;
use crate::App;
use crate::consents::require::lock_account;
use crate::extract::{Patient, PatientWithTerms, RequestContext};
use crate::http::JsonBody;
use crate::insurances::lines::OrderLine;
use crate::insurances::request::ClaimRequest;
use crate::insurances::{check_claim, check_existing};
use crate::order_jobs;
use crate::problem::{
    Code, IdempotencyProblems, JsonProblems, Problem, RateLimitProblem, SignedInProblems, TermsProblem,
};
use crate::services::limiter::ORDER_PATIENT;
use crate::services::token;

/// A new order.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentRequest {
    /// A new claim, which is created when its order is paid.
    claim: Option<ClaimRequest>,
    /// An existing unpaid claim, instead of `claim`.
    insurance_id: Option<i64>,
    /// window: the provider's page opens in a window; mobile: it replaces the app.
    #[serde(default)]
    #[schema(required, example = "window")]
    return_mode: String,
}

/// An order.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewOrderResponse {
    /// The order.
    order: NewOrderBody,
}

/// A new order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewOrder)]
pub struct NewOrderBody {
    /// The order's number.
    #[schema(example = "clm_0Zx3vC9pQm2RkT7sWbYd1aEf")]
    oid: String,
    /// The amount in whole won.
    amount: i64,
    /// Always `pending`.
    status: String,
    /// The URL that the payer opens.
    checkout_url: String,
}

/// What an order pays for, locked by the transaction.
enum OrderSubject {
    Draft(Box<NewClaim>),
    Claim(ClaimId),
}

/// Creates an order for a claim. The server computes the amount. The claim is created, or marked as paid, when the provider has
/// confirmed the payment.
#[utoipa::path(
    post, path = "/patients/payments", tag = "payments", operation_id = "createPayment",
    request_body = PaymentRequest, security(("session" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = NewOrderResponse),
        SignedInProblems, TermsProblem, JsonProblems, RateLimitProblem, IdempotencyProblems,
        (status = 404, description = "not_found: no such claim of the patient; unknown_tenant"),
        (status = 409, description = "already_paid, illegal_transition, consent_required, in_progress, unpaid_claim: the member insuranceId names the claim"),
        (status = 422, description = "validation, not_selectable, option_not_offered, idempotency_mismatch"),
        (status = 503, description = "payment_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    PatientWithTerms(patient): PatientWithTerms,
    return_urls: ReturnUrlBase,
    context: RequestContext,
    JsonBody(request): JsonBody<PaymentRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let mobile = match request.return_mode.as_str() {
        "window" => false,
        "mobile" => true,
        "" => return Err(Problem::field("returnMode", InvalidCode::Required)),
        _ => return Err(Problem::field("returnMode", InvalidCode::Format)),
    };
    let secrets = request.claim.as_ref().and_then(|claim| claim.hash_secrets(&app.sealer, patient.row.id));
    let call = context.key.bind_with_secrets(patient.row.id, "POST /patients/payments", &request, secrets)?;
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    app.limiter.count(ORDER_PATIENT, &patient.row.id.to_string()).await?;
    let (subject, quote) = lock_subject(&app, &mut tx, &patient, &request).await?;
    let account = accounts::choose(&mut tx, &patient.tenant, mobile).await?;
    let (ticket, checkout) = token::issue(&app.random);
    let order = NewOrder {
        oid: Oid::new(app.random.bytes()),
        patient_id: patient.row.id,
        account_id: account.id,
        claim_id: if let OrderSubject::Claim(id) = &subject { Some(*id) } else { None },
        amount: quote.total(),
        lines: serde_json::to_value(OrderLine::from_quote(&quote)).map_err(Problem::internal)?,
        mobile,
        checkout,
    };
    let id = orders::insert(&mut tx, &order, now).await?;
    if let OrderSubject::Draft(claim) = &subject {
        claims::insert_draft(&mut tx, id, claim, now).await?;
    }
    order_jobs::enqueue_check(&mut tx, id, now, &context.request_id).await?;
    let oid = order.oid.as_str();
    let response = NewOrderResponse {
        order: NewOrderBody {
            amount: order.amount.get(),
            status: OrderStatus::Pending.as_str().to_owned(),
            checkout_url: return_urls.api(&app, &format!("/payments/checkout/{oid}?t={ticket}"))?.into(),
            oid: oid.to_owned(),
        },
    };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}

async fn lock_subject(
    app: &App,
    tx: &mut TenantTx,
    patient: &Patient,
    request: &PaymentRequest,
) -> Result<(OrderSubject, Quote), Problem> {
    match (&request.claim, request.insurance_id) {
        (Some(claim), None) => {
            let checked = check_claim(app, tx, patient, claim).await?;
            Ok((OrderSubject::Draft(Box::new(checked.claim)), checked.quote))
        }
        (None, Some(id)) => {
            lock_account(tx, patient.row.id).await?;
            let locked = claims::lock(tx, id.into()).await?;
            let locked = locked.filter(|claim| claim.patient_id == patient.row.id).ok_or(Code::NotFound)?;
            if locked.paid_order.is_some() {
                return Err(Code::AlreadyPaid.into());
            }
            if locked.status != ClaimStatus::Requested {
                return Err(Code::IllegalTransition.into());
            }
            if claims::find_paid_since_claim(tx, patient.row.id, locked.id).await?.is_some() {
                return Err(Code::AlreadyPaid.into());
            }
            let claim = claims::find_own(tx, patient.row.id, locked.id).await?.ok_or(Code::NotFound)?;
            Ok((OrderSubject::Claim(locked.id), check_existing(app, tx, patient, &claim).await?))
        }
        (None, None) => Err(Problem::field("claim", InvalidCode::Required)),
        (Some(_), Some(_)) => Err(Problem::field("insuranceId", InvalidCode::Mismatch)),
    }
}
