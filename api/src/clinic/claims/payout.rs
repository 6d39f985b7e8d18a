//! `POST /institutions/insurances/{id}/payout`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::claims::{self, SealedText, clinic};
use domain::ClaimStatus;
use domain::text::parse_lines;
use runtime::seal::Sealed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::OpenPayout;
use crate::extract::staff_log::SecretAccess;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};

/// The longest reason, in characters.
const MAX_REASON_CHARS: usize = 200;
/// The digits of a resident number before the hyphen.
const RESIDENT_FRONT_DIGITS: usize = 6;

/// The reason of the access.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct PayoutRequest {
    /// The reason, for the access log.
    #[schema(required, max_length = 200, example = "현대해상 청구서 작성")]
    reason: String,
}

/// The fields of the other insurer's form. It does not implement `Debug`, because it holds secrets.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutResponse {
    /// The bank.
    bank_name: String,
    /// The account's number.
    account_number: String,
    /// Whose account it is.
    depositor: String,
    /// The first six digits of the resident number.
    resident_front: String,
    /// The digits after them, as required.
    resident_back: String,
}

/// Returns the payout account and the resident digits of a claim that is forwarded and being issued. Each access is
/// logged with its reason.
#[utoipa::path(
    post, path = "/institutions/insurances/{id}/payout", tag = "clinic-claims",
    operation_id = "openClinicInsurancePayout", request_body = PayoutRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The claim's id")),
    responses(
        (status = 200, body = PayoutResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition: the claim is not forwarded, or not being issued"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<OpenPayout>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PayoutRequest>,
) -> Result<Json<PayoutResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let claim = clinic::find_at(&mut conn, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    let reason = parse_lines("reason", &request.reason, MAX_REASON_CHARS)?;
    if !claim.forwarding || claim.status != ClaimStatus::Issuing {
        return Err(Code::IllegalTransition.into());
    }
    let sealed = clinic::find_payout(&mut conn, claim.id).await?.ok_or(Code::IllegalTransition)?;
    let tenant = staff.tenant.row.id;
    let open = |context: &str, sealed: SealedText| {
        let opened = app.sealer.open(context, &Sealed { bytes: sealed.bytes, key_id: sealed.key_id });
        String::from_utf8(opened.map_err(Problem::internal)?).map_err(Problem::internal)
    };
    let account_number = open(&claims::account_context(tenant), sealed.account)?;
    let mut resident_front = open(&claims::resident_context(tenant), sealed.resident)?;
    let resident_back = resident_front.split_off(RESIDENT_FRONT_DIGITS.min(resident_front.len()));
    let access = SecretAccess { action: Action::PayoutOpened, claim: &claim, reason: &reason };
    staff.log_secret_access(&app, &mut conn, access).await?;
    Ok(Json(PayoutResponse {
        bank_name: claim.bank_name.unwrap_or_default(),
        account_number,
        depositor: claim.depositor.unwrap_or_default(),
        resident_front,
        resident_back,
    }))
}
