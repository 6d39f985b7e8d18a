//! `POST /institutions/tcis/{id}/pictures`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::applications::{self, Party};
use db::tcis::clinic::{self, NewPicture};
use db::{TenantConn, TenantTx, notifications, walk_in_links};
use domain::{Application, ApplicationId, NotificationKind, Permission, Phase, TciId, TciStatus};
use http::StatusCode;
use queue::jobs::ReadPicture;
use queue::{EnqueuedJob, NewJob};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::applications::shape::{StaffClinic, StaffClinicResponse};
use crate::extract::idempotency::{Call, EarlierResponse};
use crate::extract::permission::AddPictures;
use crate::extract::staff::ChangeSubject;
use crate::extract::{RequestContext, Staff, StaffWith};
use crate::http::{JsonBody, PathParams};
use crate::problem::{
    Code, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem, RateLimitProblem, StaffProblems,
};
use crate::self_checks::render::Renderer;
use crate::services::limiter::PICTURE_STAFF;
use crate::uploads::claim::find_upload;
use crate::uploads::copy::AcceptedUpload;

/// A picture for one of an application's analyses.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct PictureRequest {
    /// The key of an upload of these staff.
    #[serde(default)]
    #[schema(required, example = "clinic/production/3q2-7w.jpg")]
    url: String,
    /// before or after cleaning.
    #[serde(default)]
    #[schema(required, example = "before")]
    phase: String,
}

/// Adds or replaces a picture of a received application. Its analysis is requested again, with priority over waiting
/// self-checks. Replacing the picture of a released analysis withdraws it, notifies the patient, and requires the
/// permission to release.
#[utoipa::path(
    post, path = "/institutions/tcis/{id}/pictures", tag = "clinic", operation_id = "addClinicPicture",
    request_body = PictureRequest, security(("staff" = [])),
    params(
        ("id" = i64, Path, description = "The application's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key"),
    ),
    responses(
        (status = 201, body = StaffClinicResponse),
        StaffProblems, JsonProblems, NotFoundProblem, RateLimitProblem, IdempotencyProblems,
        (status = 409, description = "illegal_transition, health_consent_missing, upload_used, in_progress"),
        (status = 422, description = "validation, unknown_upload, upload_expired, upload_missing, upload_size, not_an_image, heic_not_supported, idempotency_mismatch"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<AddPictures>,
    context: RequestContext,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PictureRequest>,
) -> Result<Response, Problem> {
    let phase = request.phase.parse::<Phase>().map_err(|_| Problem::field("phase", domain::InvalidCode::Format));
    let (number, id) = (id, ApplicationId::new(id));
    find(&mut staff.tenant.db.acquire().await?, &staff, id).await?;
    let phase = phase?;
    let call = context.key.clone().bind(staff.row.id, "POST /institutions/tcis/{id}/pictures", &(number, &request))?;
    let addition = Addition { app: &app, staff: &staff, context: &context, call: &call, id, phase };
    match addition.run(&request.url).await? {
        Outcome::Repeated(earlier) => Ok(earlier.into_response()),
        Outcome::New(response, job) => {
            app.producer.push(job).await;
            Ok((StatusCode::CREATED, Json(response)).into_response())
        }
    }
}

async fn find(conn: &mut TenantConn, staff: &Staff, id: ApplicationId) -> Result<Application, Problem> {
    Ok(applications::find_at(conn, staff.clinic(), id).await?.ok_or(Code::NotFound)?)
}

/// The result of a call: a new picture, or the response of an earlier call with the same key.
enum Outcome {
    New(Box<StaffClinicResponse>, EnqueuedJob),
    Repeated(EarlierResponse),
}

/// One call.
struct Addition<'a> {
    app: &'a App,
    staff: &'a Staff,
    context: &'a RequestContext,
    call: &'a Call,
    id: ApplicationId,
    phase: Phase,
}

impl Addition<'_> {
    async fn run(&self, url: &str) -> Result<Outcome, Problem> {
        let Self { app, staff, call, .. } = *self;
        let now = app.clock.now();
        if let Some(earlier) = call.find_earlier(&staff.tenant.db, now).await? {
            return Ok(Outcome::Repeated(earlier));
        }
        // before the photo is copied; checked again in the transaction, as this one ends here
        let row = self.check(&mut staff.tenant.db.begin().await?).await?;
        if self.withdrawn_analysis(&row).is_some() {
            staff.require(app, Permission::ReleaseAnalyses, "POST /institutions/tcis/{id}/pictures").await?;
        }
        app.limiter.count(PICTURE_STAFF, &staff.row.id.to_string()).await?;
        let upload = match find_upload(app, &staff.tenant, staff.row.id, url).await {
            // a concurrent call with the same key may have used it: its response is replayed
            Err(problem) if matches!(problem.code, Code::UploadUsed | Code::UploadExpired) => {
                let earlier = call.find_earlier(&staff.tenant.db, now).await?;
                return earlier.map(Outcome::Repeated).ok_or(problem);
            }
            found => found?,
        };
        let mut tx = staff.tenant.db.begin().await?;
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

    /// Locks the application and returns it as it is now, if it may have this picture.
    async fn check(&self, tx: &mut TenantTx) -> Result<Application, Problem> {
        let Self { staff, id, phase, .. } = *self;
        let status = applications::lock(tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
        let row = find(tx, staff, id).await?;
        if !status.is_open() || (row.before_only && phase == Phase::After) {
            return Err(Code::IllegalTransition.into());
        }
        if !applications::health_consents::allows(tx, id).await? {
            return Err(Code::HealthConsentMissing.into());
        }
        Ok(row)
    }

    /// Returns the released analysis whose result the picture withdraws from the patient.
    fn withdrawn_analysis(&self, row: &Application) -> Option<TciId> {
        let analysis = match self.phase {
            Phase::Before => &row.before,
            Phase::After => &row.after,
        };
        analysis.as_ref().filter(|tci| tci.status == TciStatus::Complete).map(|tci| tci.id)
    }

    /// Writes the picture and its job in one transaction.
    async fn write(&self, tx: &mut TenantTx, upload: &AcceptedUpload, now: DateTime<Utc>) -> Result<Outcome, Problem> {
        let Self { app, staff, context, call, id, phase } = *self;
        if let Some(earlier) = call.begin(tx, now).await? {
            return Ok(Outcome::Repeated(earlier));
        }
        let row = self.check(tx).await?;
        let withdrawn = self.withdrawn_analysis(&row);
        if withdrawn.is_some() && !staff.row.role.may(Permission::ReleaseAnalyses) {
            return Err(Code::Forbidden.into());
        }
        upload.claim(app, staff.row.id, tx).await?;
        if withdrawn.is_some() {
            // before the upsert, because the notification is about the picture that it replaces
            notifications::insert_for_application(tx, NotificationKind::TciWithdrawn, id, withdrawn, now).await?;
            walk_in_links::delete_withdrawn(tx, id).await?;
        }
        let new = NewPicture {
            application_id: id,
            patient_id: row.patient_id,
            institution_id: staff.clinic(),
            phase,
            upload: upload.copy.clone(),
            staff_id: staff.row.id,
        };
        let (_, picture) = clinic::upsert_picture(tx, &new, now).await?;
        let job = NewJob::new(ReadPicture { picture_id: picture }).with_request_id(context.request_id.as_str());
        let job = queue::enqueue(tx, job.urgent()).await?;
        let changed = find(tx, staff, id).await?;
        let response = StaffClinicResponse { clinic: StaffClinic::new(changed, &Renderer::new(app, context.locale)) };
        call.finish(tx, StatusCode::CREATED, &response).await?;
        let subject = ChangeSubject { patient: row.patient_id, application: Some(id) };
        staff.log_change(app, tx, Action::PictureAdded, subject).await?;
        Ok(Outcome::New(Box::new(response), job))
    }
}
