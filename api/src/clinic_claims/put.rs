//! `PUT /institutions/insurances/{id}`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::claims::{self, Claim, Locked, clinic};
use db::{TenantTx, issued_documents};
use domain::claim::{Actor, Facts};
use domain::{ClaimStatus, JobId, NotificationKind};
use queue::Queue;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::StaffInsuranceClaimAnswer;
use crate::App;
use crate::guard::Staff;
use crate::http::{Id, Input, Language};
use crate::payments::jobs;
use crate::problem::{Code, Problem, ProblemBody};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;
/// The longest number of a registered mail.
const LONGEST_NUMBER: usize = 40;

/// What is to become of a claim.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PutInsuranceRequest {
    /// 1 takes it, 2 releases its documents once all are there, -1 says that they cannot be issued; left out, it stays.
    #[schema(minimum = -1, maximum = 2)]
    status: Option<i16>,
    /// Why they cannot be issued; told to the patient.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// The number of the registered mail, once it is taken.
    #[schema(max_length = 40, example = "1234567890123")]
    tracking_number: Option<String>,
}

/// Takes a claim, releases its documents, or calls it off with a reason and the money goes back; the patient is told of the last
/// two. Notes the number of the registered mail.
#[utoipa::path(
    put, path = "/institutions/insurances/{id}", tag = "clinic-claims", operation_id = "putClinicInsurance",
    request_body = PutInsuranceRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = StaffInsuranceClaimAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "illegal_transition", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    staff: Staff,
    Language(locale): Language,
    Id(id): Id,
    Input(request): Input<PutInsuranceRequest>,
) -> Result<Json<StaffInsuranceClaimAnswer>, Problem> {
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let row = clinic::find_at(&mut tx, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    let locked = claims::lock(&mut tx, row.id).await?.ok_or(Code::NotFound)?;
    let known = |number| ClaimStatus::from_number(number).ok_or(Problem::field("status", domain::Code::Range));
    let to = request.status.map(known).transpose()?;
    let tracking = tracking(request.tracking_number.as_deref(), &row)?;
    if to.is_none() && tracking.is_none() {
        return Err(Problem::field("status", domain::Code::Required));
    }
    let job = match to {
        Some(to) => step(&staff, &mut tx, &locked, (to, request.reason.as_deref()), now).await?,
        None => None,
    };
    if let Some(number) = tracking {
        // what is not taken, or called off, is not mailed
        if !matches!(to.unwrap_or(locked.status), ClaimStatus::Issuing | ClaimStatus::Issued) {
            return Err(Code::IllegalTransition.into());
        }
        clinic::set_tracking(&mut tx, row.id, number, now).await?;
    }
    let changed = clinic::find_at(&mut tx, staff.clinic(), row.id).await?.ok_or(Code::Internal)?;
    let answer = StaffInsuranceClaimAnswer::of(&mut tx, changed, locale).await?;
    let action = if to == Some(ClaimStatus::Issued) { Action::DocumentsReleased } else { Action::ClaimChanged };
    staff.log_claims(&app, &mut tx, action, (&[(row.patient_id, row.id)], None)).await?;
    tx.commit().await?;
    if let Some(job) = job {
        app.producer.push_now(Queue::Payments, &[job]).await;
    }
    Ok(Json(answer))
}

/// Takes a step of a locked claim with all that belongs to it; answers the job that sends the money back.
async fn step(
    staff: &Staff,
    tx: &mut TenantTx,
    locked: &Locked,
    (to, reason): (ClaimStatus, Option<&str>),
    now: DateTime<Utc>,
) -> Result<Option<JobId>, Problem> {
    let claim = clinic::find_at(tx, staff.clinic(), locked.id).await?.ok_or(Code::Internal)?;
    let issued = issued_documents::of(tx, locked.id).await?;
    let there = |document| issued.iter().any(|one| one.document == document && one.object_key.is_some());
    let facts = Facts {
        by: Actor::Staff,
        paid: locked.paid_order.is_some(),
        all_issued: claim.documents.into_iter().all(there),
    };
    locked.status.step(to, facts).map_err(|_| Code::IllegalTransition)?;
    match to {
        ClaimStatus::Canceled => {
            let reason = self::reason(reason)?;
            issued_documents::withdraw(tx, locked.id, now).await?;
            let refund = claims::cancel(tx, locked, Some(reason), now).await?;
            db::notifications::insert_for_claim(tx, NotificationKind::ClaimCanceled, locked.id, now).await?;
            match refund {
                Some(order) => Ok(Some(jobs::refund(tx, order, &staff.request_id).await?)),
                None => Ok(None),
            }
        }
        ClaimStatus::Issued => {
            clinic::set_status(tx, locked.id, to, now).await?;
            db::notifications::insert_for_claim(tx, NotificationKind::ClaimIssued, locked.id, now).await?;
            Ok(None)
        }
        ClaimStatus::Requested | ClaimStatus::Issuing => {
            clinic::set_status(tx, locked.id, to, now).await?;
            Ok(None)
        }
    }
}

fn reason(text: Option<&str>) -> Result<&str, Problem> {
    let text = text.unwrap_or_default().trim();
    match text.chars().count() {
        0 => Err(Problem::field("reason", domain::Code::Required)),
        count if count > LONGEST_REASON => Err(Problem::field("reason", domain::Code::TooLong)),
        _ if text.contains('\0') => Err(Problem::field("reason", domain::Code::Format)),
        _ => Ok(text),
    }
}

/// The number of a claim's registered mail, when one is given.
fn tracking<'a>(number: Option<&'a str>, claim: &Claim) -> Result<Option<&'a str>, Problem> {
    let Some(number) = number.map(str::trim).filter(|number| !number.is_empty()) else { return Ok(None) };
    if !claim.registered_mail {
        return Err(Problem::field("trackingNumber", domain::Code::Mismatch));
    }
    if number.len() > LONGEST_NUMBER {
        return Err(Problem::field("trackingNumber", domain::Code::TooLong));
    }
    if !number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(Problem::field("trackingNumber", domain::Code::Format));
    }
    Ok(Some(number))
}
