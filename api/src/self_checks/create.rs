//! `POST /patients/tcis/self-check`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::TenantTx;
use db::tcis::NewTci;
use domain::calendar::korean_day;
use domain::{ConsentKind, PersonId};
use http::{HeaderName, HeaderValue, StatusCode};
use queue::jobs::ReadPicture;
use queue::{EnqueuedJob, NewJob};
use serde::{Deserialize, Serialize};
use tokio::time::{Duration, Instant};
use utoipa::ToSchema;

use super::render::Renderer;
use super::shape::TciResponse;
use crate::App;
use crate::consents::require::require_consents;
use crate::extract::idempotency::{Call, EarlierResponse};
use crate::extract::{Patient, PatientWithTerms, RequestContext};
use crate::http::{JsonBody, Wait};
use crate::people::choose::find_person_with_consent;
use crate::problem::{
    Code, IdempotencyProblems, JsonProblems, Problem, RateLimitProblem, SignedInProblems, TermsProblem,
};
use crate::services::limiter::PICTURE_PATIENT;
use crate::uploads::claim::find_upload;
use crate::uploads::copy::AcceptedUpload;

const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// How often a waiting request polls, because a notification can be lost.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The picture to analyze.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct SelfCheckRequest {
    /// The key of an upload of this patient.
    #[serde(default)]
    #[schema(required, example = "self-check/production/3q2-7w.jpg")]
    url: String,
    /// The person of the account whose tongue it is; by default, its holder.
    #[serde(default, rename = "personId")]
    person_id: Option<i64>,
}

/// The result of a call: a new analysis, or the response of an earlier call with the same key.
enum Outcome {
    New(Box<TciResponse>, EnqueuedJob),
    Repeated(EarlierResponse),
}

/// Submits a photo for analysis.
///
/// Returns the pending analysis at once. With `Prefer: wait=N` (at most 15 s) it returns when the photo has been read, or after
/// N seconds with the still pending analysis.
#[utoipa::path(
    post, path = "/patients/tcis/self-check", tag = "self-checks", operation_id = "createSelfCheck",
    request_body = SelfCheckRequest, security(("session" = [])),
    params(
        ("prefer" = Option<String>, Header, description = "wait=N: seconds to wait for the result, at most 15"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key"),
    ),
    responses(
        (status = 201, body = TciResponse, headers(("preference-applied" = String, description = "wait=N, when it was requested"))),
        SignedInProblems, TermsProblem, JsonProblems, RateLimitProblem, IdempotencyProblems,
        (status = 404, description = "not_found: no such person of the account; unknown_tenant"),
        (status = 409, description = "consent_required, upload_used, in_progress"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, upload_size, not_an_image, heic_not_supported, idempotency_mismatch"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    PatientWithTerms(patient): PatientWithTerms,
    context: RequestContext,
    wait: Wait,
    JsonBody(request): JsonBody<SelfCheckRequest>,
) -> Result<Response, Problem> {
    let call = context.key.clone().bind(patient.row.id, "POST /patients/tcis/self-check", &request)?;
    let creation = Creation { app: &app, patient: &patient, context: &context, call: &call, request: &request };
    match creation.run().await? {
        Outcome::Repeated(earlier) => Ok(earlier.into_response()),
        Outcome::New(pending, job) => {
            app.producer.push(job).await;
            if wait.0.is_zero() {
                return Ok((StatusCode::CREATED, Json(pending)).into_response());
            }
            let body = wait_for_result(&app, &patient, &context, *pending, wait.0).await?;
            let mut response = (StatusCode::CREATED, Json(body)).into_response();
            let applied = HeaderValue::try_from(format!("wait={}", wait.0.as_secs())).map_err(Problem::internal)?;
            response.headers_mut().insert(PREFERENCE_APPLIED, applied);
            Ok(response)
        }
    }
}

/// One call.
struct Creation<'a> {
    app: &'a App,
    patient: &'a Patient,
    context: &'a RequestContext,
    call: &'a Call,
    request: &'a SelfCheckRequest,
}

impl Creation<'_> {
    async fn run(&self) -> Result<Outcome, Problem> {
        let Self { app, patient, call, .. } = *self;
        self.check_consents().await?;
        let now = app.clock.now();
        if let Some(earlier) = call.find_earlier(&patient.tenant.db, now).await? {
            return Ok(Outcome::Repeated(earlier));
        }
        self.find_person(&mut patient.tenant.db.begin().await?, now).await?;
        app.limiter.count(PICTURE_PATIENT, &patient.row.id.to_string()).await?;
        let upload = match find_upload(app, &patient.tenant, patient.row.id, &self.request.url).await {
            // a concurrent call with the same key may have claimed it: its response is replayed
            Err(problem) if matches!(problem.code, Code::UploadUsed | Code::UploadExpired) => {
                let earlier = call.find_earlier(&patient.tenant.db, now).await?;
                return earlier.map(Outcome::Repeated).ok_or(problem);
            }
            found => found?,
        };
        let mut tx = patient.tenant.db.begin().await?;
        match self.write(&mut tx, &upload, now).await {
            Ok(made @ Outcome::New(..)) => {
                tx.commit().await?;
                upload.delete_original(app).await;
                Ok(made)
            }
            other => {
                drop(tx);
                upload.discard(app).await;
                other
            }
        }
    }

    /// Checks the consent before the photo is copied. The transaction checks it again.
    async fn check_consents(&self) -> Result<(), Problem> {
        let mut conn = self.patient.tenant.db.acquire().await?;
        if !db::consents::exists(&mut conn, self.patient.row.id, ConsentKind::Health).await? {
            return Err(Code::ConsentRequired.into());
        }
        Ok(())
    }

    /// Finds the person, if one is named.
    async fn find_person(&self, tx: &mut TenantTx, now: DateTime<Utc>) -> Result<Option<PersonId>, Problem> {
        let Some(id) = self.request.person_id else { return Ok(None) };
        let person = find_person_with_consent(tx, self.patient, Some(id), korean_day(now)).await?;
        Ok(Some(person.label.id))
    }

    /// Writes the analysis, its picture and its job in one transaction.
    async fn write(&self, tx: &mut TenantTx, upload: &AcceptedUpload, now: DateTime<Utc>) -> Result<Outcome, Problem> {
        let Self { app, patient, context, call, .. } = *self;
        if let Some(earlier) = call.begin(tx, now).await? {
            return Ok(Outcome::Repeated(earlier));
        }
        require_consents(tx, patient.row.id, &[]).await?;
        let person_id = self.find_person(tx, now).await?;
        upload.claim(app, patient.row.id, tx).await?;
        let new = NewTci { patient_id: patient.row.id, person_id, upload: upload.copy.clone(), shooting_at: now };
        let tci = db::tcis::insert(tx, &new, now).await?;
        let picture = tci.picture.as_ref().ok_or(Code::Internal)?.id;
        let job = NewJob::new(ReadPicture { picture_id: picture }).with_request_id(context.request_id.as_str());
        let job = queue::enqueue(tx, job).await?;
        let response = TciResponse { tci: Renderer::new(app, context.locale).tci(tci) };
        call.finish(tx, StatusCode::CREATED, &response).await?;
        Ok(Outcome::New(Box::new(response), job))
    }
}

/// Waits until the photo has been read or the wait is over, and returns the analysis.
async fn wait_for_result(
    app: &App,
    patient: &Patient,
    context: &RequestContext,
    pending: TciResponse,
    wait: Duration,
) -> Result<TciResponse, Problem> {
    let deadline = Instant::now() + wait;
    let waiter = app.result_waiters.register(pending.tci.id);
    loop {
        let notified = waiter.notified();
        let view =
            db::tcis::find_own(&mut patient.tenant.db.acquire().await?, patient.row.id, pending.tci.id.into()).await?;
        let view = view.ok_or(Code::NotFound)?;
        if view.is_settled() {
            let mut conn = patient.tenant.db.acquire().await?;
            let tci = pending.tci.id.into();
            db::notifications::set_read_for_tci(&mut conn, patient.row.id, tci, app.clock.now()).await?;
        }
        if view.is_settled() || Instant::now() >= deadline || app.shutdown.is_cancelled() {
            return Ok(TciResponse { tci: Renderer::new(app, context.locale).tci(view) });
        }
        let poll_at = (Instant::now() + POLL_INTERVAL).min(deadline);
        let wake = async {
            tokio::select! {
                () = notified => {}
                () = tokio::time::sleep_until(poll_at) => {}
                () = app.shutdown.cancelled() => {}
            }
        };
        context.permit.suspend_during(wake).await;
    }
}
