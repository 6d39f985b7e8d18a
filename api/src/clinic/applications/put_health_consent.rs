//! `PUT /institutions/tcis/{id}/health-consent`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::applications::health_consents::{self, ConsentProof, NewHealthConsent};
use db::applications::{self, Party};
use db::claims::SealedText;
use domain::legal::HEALTH_EDITION;
use domain::text::parse_lines;
use domain::{ApplicationId, InvalidCode, Name};
use serde::Deserialize;
use utoipa::ToSchema;

use super::health_consent::HealthConsentResponse;
use crate::App;
use crate::clinic::seal::parse_mark;
use crate::extract::StaffWith;
use crate::extract::permission::HandleApplications;
use crate::extract::staff::ChangeSubject;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, StaffProblems, ValidationProblem};

/// The longest reference of a paper, in characters.
const MAX_REFERENCE_CHARS: usize = 100;

/// The consent of a walk-in, signed on the tablet or on paper. It does not implement `Debug`, because it holds the
/// signature.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PutHealthConsentRequest {
    /// Who agreed: the person, or a legal guardian.
    #[schema(required, max_length = 50)]
    signer: String,
    /// The signature: a PNG of ink on light or no ground, as base64, 256 KiB at most.
    signature: Option<String>,
    /// Where the clinic keeps the signed paper, instead of `signature`.
    #[schema(max_length = 100, example = "2026-11 동의서철 12번")]
    paper_reference: Option<String>,
}

/// Records the consent of a walk-in without an account, once.
#[utoipa::path(
    put, path = "/institutions/tcis/{id}/health-consent", tag = "clinic", operation_id = "putClinicHealthConsent",
    request_body = PutHealthConsentRequest, security(("staff" = [])),
    params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, body = HealthConsentResponse),
        StaffProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition: the application's patient agrees in the app, or a consent is recorded"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<HandleApplications>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutHealthConsentRequest>,
) -> Result<Json<HealthConsentResponse>, Problem> {
    let now = app.clock.now();
    let mut tx = staff.tenant.db.begin().await?;
    let id = ApplicationId::new(id);
    // locked, so that the walk-in is not linked to an account before the consent is recorded
    applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let row = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    if row.patient_id.is_some() {
        return Err(Code::IllegalTransition.into());
    }
    let signer = Name::parse(&request.signer).map_err(|invalid| Problem::field("signer", invalid.code))?;
    let proof = match (&request.signature, &request.paper_reference) {
        (Some(_), Some(_)) => return Err(Problem::field("paperReference", InvalidCode::Mismatch)),
        (None, None) => return Err(Problem::field("signature", InvalidCode::Required)),
        (Some(signature), None) => {
            let context = health_consents::signature_context(staff.tenant.row.id, id);
            let sealed = app.sealer.seal(&context, &parse_mark("signature", signature)?, &app.random);
            ConsentProof::Signature(SealedText { bytes: sealed.bytes, key_id: sealed.key_id })
        }
        (None, Some(paper)) => ConsentProof::Paper(parse_lines("paperReference", paper, MAX_REFERENCE_CHARS)?),
    };
    let new = NewHealthConsent {
        application: id,
        signer: signer.as_str().to_owned(),
        proof,
        version: HEALTH_EDITION,
        staff: staff.row.id,
    };
    if !health_consents::insert(&mut tx, &new, now).await? {
        return Err(Code::IllegalTransition.into());
    }
    let response = HealthConsentResponse::load(&mut tx, id).await?;
    let subject = ChangeSubject { patient: None, application: Some(id) };
    staff.log_change(&app, &mut tx, Action::HealthConsentRecorded, subject).await?;
    tx.commit().await?;
    Ok(Json(response))
}
