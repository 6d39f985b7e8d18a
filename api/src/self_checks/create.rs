//! `POST /patients/tcis/self-check`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::tcis::NewTci;
use domain::{ConsentKind, JobId};
use http::{HeaderName, HeaderValue, StatusCode};
use queue::{NewJob, Queue};
use serde::{Deserialize, Serialize};
use tokio::time::{Duration, Instant};
use utoipa::ToSchema;

use super::handed_in;
use super::render::Renderer;
use super::shape::TciAnswer;
use crate::App;
use crate::guard::Patient;
use crate::guard::idempotency::{Call, Earlier};
use crate::http::{Creation, Input, Wait};
use crate::problem::{Code, Problem, ProblemBody};

const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");
/// How often a waiting request looks without having been woken: a notification can be lost.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The picture to analyse.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct SelfCheckRequest {
    /// The key of an upload of this patient.
    #[serde(default)]
    #[schema(required, example = "self-check/production/3q2-7w.jpg")]
    url: String,
}

/// What came of a call: a new analysis, or the answer of an earlier call with the same key.
enum Outcome {
    New(Box<TciAnswer>, JobId),
    Repeated(Earlier),
}

/// Hands in a photo for analysis.
///
/// Answers at once with the pending analysis. With `Prefer: wait=N` (at most 15 s) it answers when the photo has been read,
/// or after N seconds with the still pending analysis.
#[utoipa::path(
    post, path = "/patients/tcis/self-check", tag = "self-checks", operation_id = "createSelfCheck",
    request_body = SelfCheckRequest, security(("session" = [])),
    params(
        ("prefer" = Option<String>, Header, description = "wait=N: seconds to wait for the result, at most 15"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first answer for the same key"),
    ),
    responses(
        (status = 201, body = TciAnswer, headers(("preference-applied" = String, description = "wait=N, when it was asked for"))),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "consent_required, upload_used", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, upload_size, not_an_image, heic_not_supported, idempotency_mismatch", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "storage_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    creation: Creation,
    wait: Wait,
    Input(request): Input<SelfCheckRequest>,
) -> Result<Response, Problem> {
    let call = creation.key.clone().bind(patient.row.id, "POST /patients/tcis/self-check", &request)?;
    match create(&app, &patient, &creation, &call, &request.url).await? {
        Outcome::Repeated(earlier) => Ok(earlier.into_response()),
        Outcome::New(answer, job) => {
            app.producer.push_now(Queue::Inference, &[job]).await;
            if wait.0.is_zero() {
                return Ok((StatusCode::CREATED, Json(answer)).into_response());
            }
            let answer = until_read(&app, &patient, &creation, *answer, wait.0).await?;
            let mut response = (StatusCode::CREATED, Json(answer)).into_response();
            let applied = HeaderValue::try_from(format!("wait={}", wait.0.as_secs())).map_err(Problem::internal)?;
            response.headers_mut().insert(PREFERENCE_APPLIED, applied);
            Ok(response)
        }
    }
}

/// Writes the analysis, its picture and its job in one transaction; on any failure nothing of it is left.
async fn create(app: &App, patient: &Patient, creation: &Creation, call: &Call, key: &str) -> Result<Outcome, Problem> {
    if !db::consents::stands(&mut patient.tenant.db.acquire().await?, patient.row.id, ConsentKind::Health).await? {
        return Err(Code::ConsentRequired.into());
    }
    let now = app.clock.now();
    let upload = match handed_in::find(app, &patient.tenant, patient.row.id, key).await {
        // an earlier press may have used it: its answer is repeated
        Err(problem) if matches!(problem.code, Code::UploadUsed | Code::UploadExpired) => {
            let earlier = call.begin(&mut patient.tenant.db.begin().await?, now).await?;
            return earlier.map(Outcome::Repeated).ok_or(problem);
        }
        found => found?,
    };
    let mut tx = patient.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(Outcome::Repeated(earlier));
    }
    handed_in::claim(app, patient.row.id, &mut tx, &upload).await?;
    let new = NewTci { patient_id: patient.row.id, upload, shooting_at: now };
    let tci = db::tcis::insert(&mut tx, &new, now).await?;
    let picture = tci.picture.as_ref().ok_or(Code::Internal)?.id;
    let job = NewJob::new(Queue::Inference, "read_picture", picture.get()).requested_by(creation.request_id.as_str());
    let job = queue::enqueue(&mut tx, &job).await?;
    let answer = TciAnswer { tci: Renderer::new(app, creation.locale).tci(tci) };
    call.finish(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(Outcome::New(Box::new(answer), job))
}

/// The analysis when its photo has been read, or as it is when the wait is over.
async fn until_read(
    app: &App,
    patient: &Patient,
    creation: &Creation,
    pending: TciAnswer,
    wait: Duration,
) -> Result<TciAnswer, Problem> {
    let ends = Instant::now() + wait;
    let waiter = app.readings.join(pending.tci.id);
    loop {
        let woken = waiter.woken();
        let view =
            db::tcis::find_own(&mut patient.tenant.db.acquire().await?, patient.row.id, pending.tci.id.into()).await?;
        let view = view.ok_or(Code::NotFound)?;
        if view.settled() || Instant::now() >= ends || app.stopping.is_cancelled() {
            return Ok(TciAnswer { tci: Renderer::new(app, creation.locale).tci(view) });
        }
        let look = (Instant::now() + LOOK_EVERY).min(ends);
        tokio::select! {
            () = woken => {}
            () = tokio::time::sleep_until(look) => {}
            () = app.stopping.cancelled() => {}
        }
    }
}
