//! `PUT /institutions/insurances/{id}`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::claims::{self, Claim, LockedClaim, clinic};
use db::{TenantTx, issued_documents, orders};
use domain::claim::{Actor, MissingItem, StepContext};
use domain::text::parse_lines;
use domain::{ClaimStatus, NotificationKind};
use queue::EnqueuedJob;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::{StaffInsuranceClaimResponse, list_missing_items};
use crate::App;
use crate::extract::permission::HandleClaims;
use crate::extract::{Language, Staff, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::order_jobs;
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};

/// The longest reason, in characters.
const MAX_REASON_CHARS: usize = 500;
/// The longest tracking number of registered mail.
const MAX_TRACKING_NUMBER_CHARS: usize = 40;

/// The changes of a claim.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PutInsuranceRequest {
    /// 1 accepts it, 2 releases its documents once all are issued, -1 cancels it because they cannot be issued; omit it
    /// to keep the state.
    #[schema(minimum = -1, maximum = 2)]
    status: Option<i16>,
    /// Why they cannot be issued. The patient sees it.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// The tracking number of the registered mail.
    #[schema(max_length = 40, example = "1234567890123")]
    tracking_number: Option<String>,
}

/// Accepts a claim, releases its documents when everything that was paid for is done, or cancels it with a reason and a
/// refund, after the release too if documents are wrong. The patient is notified of a release and a cancellation. Also
/// sets the tracking number of the registered mail.
#[utoipa::path(
    put, path = "/institutions/insurances/{id}", tag = "clinic-claims", operation_id = "putClinicInsurance",
    request_body = PutInsuranceRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = StaffInsuranceClaimResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition, signature_missing, tracking_number_missing, forwarding_missing"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<HandleClaims>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutInsuranceRequest>,
) -> Result<Json<StaffInsuranceClaimResponse>, Problem> {
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let row = clinic::find_at(&mut tx, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    let locked = claims::lock(&mut tx, row.id).await?.ok_or(Code::NotFound)?;
    let known = |number| ClaimStatus::from_repr(number).ok_or(Problem::field("status", domain::InvalidCode::Range));
    let to = request.status.map(known).transpose()?;
    let tracking = parse_tracking_number(request.tracking_number.as_deref(), &row)?;
    if to.is_none() && tracking.is_none() {
        return Err(Problem::field("status", domain::InvalidCode::Required));
    }
    if let Some(number) = tracking {
        // only a claim that is being issued or is issued can be mailed
        if !matches!(to.unwrap_or(locked.status), ClaimStatus::Issuing | ClaimStatus::Issued) {
            return Err(Code::IllegalTransition.into());
        }
        clinic::set_tracking_number(&mut tx, row.id, number, now).await?;
        // a number that was wrong at the release
        if locked.status == ClaimStatus::Issued && row.tracking_number.as_deref() != Some(number) {
            db::notifications::replace_for_claim(&mut tx, NotificationKind::ClaimMailed, row.id, now).await?;
        }
    }
    let job = match to {
        Some(to) => {
            let step = Step { to, reason: request.reason.as_deref(), at: now };
            apply_step(&staff, &mut tx, &locked, step).await?
        }
        None => None,
    };
    let changed = clinic::find_at(&mut tx, staff.clinic(), row.id).await?.ok_or(Code::Internal)?;
    let response = StaffInsuranceClaimResponse::load(&mut tx, changed, locale).await?;
    let action = if to == Some(ClaimStatus::Issued) { Action::DocumentsReleased } else { Action::ClaimChanged };
    staff.log_claims(&app, &mut tx, action, &[(row.patient_id, row.id)]).await?;
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push(job).await;
    }
    Ok(Json(response))
}

/// A requested change of a claim's status.
struct Step<'a> {
    to: ClaimStatus,
    reason: Option<&'a str>,
    at: DateTime<Utc>,
}

/// Changes the status of a locked claim, with its notifications and its refund. Returns the job of the refund.
async fn apply_step(
    staff: &Staff,
    tx: &mut TenantTx,
    locked: &LockedClaim,
    step: Step<'_>,
) -> Result<Option<EnqueuedJob>, Problem> {
    let Step { to, reason, at: now } = step;
    let claim = clinic::find_at(tx, staff.clinic(), locked.id).await?.ok_or(Code::Internal)?;
    let issued = issued_documents::list_for_claim(tx, locked.id).await?;
    let missing = list_missing_items(&claim, &issued);
    let context = StepContext {
        by: Actor::Staff,
        is_paid: locked.paid_order.is_some(),
        all_issued: !missing.contains(&MissingItem::Document),
        any_issued: !issued.is_empty(),
    };
    locked.status.step(to, context).map_err(|_| Code::IllegalTransition)?;
    match to {
        ClaimStatus::Canceled => {
            let reason = parse_lines("reason", reason.unwrap_or_default(), MAX_REASON_CHARS)?;
            issued_documents::withdraw(tx, locked.id, now).await?;
            let refund = orders::cancel_claim(tx, locked, Some(&reason), now).await?;
            db::notifications::insert_for_claim(tx, NotificationKind::ClaimCanceled, locked.id, now).await?;
            match refund {
                Some(order) => Ok(Some(order_jobs::enqueue_refund(tx, order, &staff.request_id).await?)),
                None => Ok(None),
            }
        }
        ClaimStatus::Issued => {
            if let Some(first) = missing.first() {
                return Err(missing_item_code(*first).into());
            }
            clinic::set_status(tx, locked.id, to, now).await?;
            let kinds = [
                (!claim.documents.is_empty()).then_some(NotificationKind::ClaimIssued),
                claim.registered_mail.then_some(NotificationKind::ClaimMailed),
                claim.forwarding.then_some(NotificationKind::ClaimForwarded),
            ];
            for kind in kinds.into_iter().flatten() {
                db::notifications::insert_for_claim(tx, kind, locked.id, now).await?;
            }
            Ok(None)
        }
        ClaimStatus::Requested | ClaimStatus::Issuing => {
            clinic::set_status(tx, locked.id, to, now).await?;
            Ok(None)
        }
    }
}

/// Returns the problem of a release for which something is missing.
const fn missing_item_code(missing: MissingItem) -> Code {
    match missing {
        MissingItem::Document => Code::IllegalTransition,
        MissingItem::Signature => Code::SignatureMissing,
        MissingItem::TrackingNumber => Code::TrackingNumberMissing,
        MissingItem::Forwarding => Code::ForwardingMissing,
    }
}

/// Parses the tracking number of a claim's registered mail.
fn parse_tracking_number<'a>(number: Option<&'a str>, claim: &Claim) -> Result<Option<&'a str>, Problem> {
    let Some(number) = number.map(str::trim).filter(|number| !number.is_empty()) else { return Ok(None) };
    if !claim.registered_mail {
        return Err(Problem::field("trackingNumber", domain::InvalidCode::Mismatch));
    }
    if number.len() > MAX_TRACKING_NUMBER_CHARS {
        return Err(Problem::field("trackingNumber", domain::InvalidCode::TooLong));
    }
    if !number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(Problem::field("trackingNumber", domain::InvalidCode::Format));
    }
    Ok(Some(number))
}
