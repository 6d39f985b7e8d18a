//! `GET /patients/tcis/{id}/report.pdf`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, Utc};
use db::TenantDb;
use db::access_log::{self, Action, Entry};
use documents::{
    Photo, PhotoPart, Report, ReportAnalysis, ReportClinic, ReportCorrection, ReportGrid, ReportLanguage, ReportPicture,
};
use domain::calendar::korean_day;
use domain::{Application, ApplicationId, Grid, Locale, Picture, Tci, TciStatus};
use http::header;
use tokio::sync::Semaphore;

use crate::App;
use crate::extract::{Patient, Recipient, RequestContext};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, RateLimitProblem, SignedInProblems};
use crate::services::limiter::REPORT_PATIENT;
use crate::uploads::inspect::MAX_PICTURE_BYTES;

/// Allows the browser's PDF viewer to embed the file, and nothing else.
const VIEWER_POLICY: &str = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";
/// Limits the reports that a process renders at a time: each decodes up to two photos, which take up to 200 MiB each.
static RENDERERS: Semaphore = Semaphore::const_new(2);

/// Downloads the report of an application's released analyses as PDF. Each download is in the access log.
#[utoipa::path(
    get, path = "/patients/tcis/{id}/report.pdf", tag = "applications", operation_id = "downloadReport",
    security(("session" = [])), params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 200, description = "The file, as an attachment", body = Vec<u8>, content_type = "application/pdf"),
        SignedInProblems, NotFoundProblem, RateLimitProblem,
        (status = 409, description = "not_released: no analysis of the application is released"),
        (status = 422, description = "unprintable_text: the font lacks letters of the name"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    context: RequestContext,
    PathParams(id): PathParams<i64>,
) -> Result<Response, Problem> {
    let recipient = Recipient {
        tenant: &patient.tenant,
        patient: patient.row.id,
        address: context.address,
        request_id: &context.request_id,
    };
    download(&app, &recipient, id.into(), context.locale).await
}

/// Returns the report and logs the download in the access log.
///
/// # Errors
/// [`Code::NotFound`] for another patient's application, a rate limit, or as [`render`].
pub(crate) async fn download(
    app: &App,
    recipient: &Recipient<'_>,
    id: ApplicationId,
    locale: Locale,
) -> Result<Response, Problem> {
    app.limiter.count(REPORT_PATIENT, &recipient.patient.to_string()).await?;
    let mut conn = recipient.tenant.db.acquire().await?;
    let row = db::applications::find_own(&mut conn, recipient.patient, id).await?.ok_or(Code::NotFound)?;
    drop(conn);
    let file = render(app, &recipient.tenant.db, row, locale).await?;
    let entry = Entry {
        client_address: Some(recipient.address.0),
        patient_ids: &[recipient.patient],
        application_ids: &[id],
        request_id: Some(recipient.request_id.as_str()),
        ..Entry::new(Action::ReportDownloaded)
    };
    let mut conn = recipient.tenant.db.acquire().await?;
    access_log::insert(&mut conn, &entry, app.clock.now()).await?;
    Ok(respond(id.get(), file, Disposition::Attachment))
}

/// The `Content-Disposition` of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disposition {
    /// The browser saves the file.
    Attachment,
    /// The browser shows the file, so that it can be printed.
    Inline,
}

/// Returns a report as a file.
pub(crate) fn respond(application: i64, file: Vec<u8>, disposition: Disposition) -> Response {
    let kind = match disposition {
        Disposition::Attachment => "attachment",
        Disposition::Inline => "inline",
    };
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, format!("{kind}; filename=\"tongue-report-{application}.pdf\"")),
        (header::CONTENT_SECURITY_POLICY, VIEWER_POLICY.to_owned()),
    ];
    (headers, file).into_response()
}

/// Returns whether an application has a released analysis, which a report needs.
pub(crate) fn has_report(row: &Application) -> bool {
    [&row.before, &row.after].into_iter().flatten().any(|tci| tci.status == TciStatus::Complete)
}

/// Renders the released analyses of an application.
///
/// # Errors
/// [`Code::NotReleased`] when there are none, [`Code::UnprintableText`] when the font lacks letters of the name, or a
/// failure of the object store.
pub(crate) async fn render(app: &App, db: &TenantDb, row: Application, locale: Locale) -> Result<Vec<u8>, Problem> {
    let [before, after] = [row.before, row.after].map(|tci| tci.filter(|tci| tci.status == TciStatus::Complete));
    if before.is_none() && after.is_none() {
        return Err(Code::NotReleased.into());
    }
    let letters = documents::find_unprintable(row.person.name.as_str());
    if !letters.is_empty() {
        return Err(Problem::new(Code::UnprintableText).with_extension("letters", &letters));
    }
    let _permit = RENDERERS.acquire().await.map_err(Problem::internal)?;
    let files = [load_photo(app, db, before.as_ref()).await?, load_photo(app, db, after.as_ref()).await?];
    let heading = Report {
        language: match locale {
            Locale::Ko => ReportLanguage::Korean,
            Locale::En => ReportLanguage::English,
        },
        issued_at: app.clock.now(),
        name: row.person.name.as_str().to_owned(),
        birth: row.person.birth.to_string(),
        clinic: ReportClinic {
            name: row.institution.name,
            address: row.institution.address,
            phone_number: row.institution.phone_number,
        },
        before: None,
        after: None,
    };
    let pdf = tokio::task::spawn_blocking(move || {
        let [before_file, after_file] = files;
        let analysis = |tci: Option<Tci>, file: Option<_>| tci.and_then(|tci| analysis(&tci, file.as_deref(), locale));
        let report = Report { before: analysis(before, before_file), after: analysis(after, after_file), ..heading };
        documents::render_report(&report)
    });
    pdf.await.map_err(Problem::internal)?.map_err(Problem::internal)
}

/// Fetches the photo of an analysis. Returns `None` for one that is no longer stored.
async fn load_photo(app: &App, db: &TenantDb, tci: Option<&Tci>) -> Result<Option<Vec<u8>>, Problem> {
    let Some(picture) = tci.and_then(|tci| tci.picture.as_ref()) else { return Ok(None) };
    let hash = db::pictures::find_hash(&mut db.acquire().await?, picture.id).await?;
    match app.store.get_verified(picture.object_key.as_str(), MAX_PICTURE_BYTES, hash.as_ref()).await {
        Ok(bytes) => Ok(Some(bytes.to_vec())),
        Err(blob::Error::NotFound) => Ok(None),
        // somebody replaced the object: another person's photo must not be printed
        Err(error @ blob::Error::Changed) => Err(Problem::internal(error)),
        Err(error) => Err(Problem::with_cause(Code::StorageUnavailable, error)),
    }
}

fn analysis(tci: &Tci, file: Option<&[u8]>, locale: Locale) -> Option<ReportAnalysis> {
    let picture = tci.picture.as_ref()?;
    let scored = picture.expert?;
    let percent = scored.scores.percent();
    let badge = percent.grade().badge();
    let day = |at: DateTime<Utc>| korean_day(at);
    Some(ReportAnalysis {
        number: tci.number.as_str().to_owned(),
        photo_on: day(tci.shooting_at),
        scored_on: day(scored.created_at),
        analyst: tci.analysis_expert.as_ref().map_or(String::new(), |expert| expert.name.clone()),
        scores: scored.scores.numbers(),
        index: percent.get(),
        grade: match locale {
            Locale::Ko => badge.ko,
            Locale::En => badge.en,
        },
        comment: tci.comment.clone(),
        correction: tci
            .correction
            .as_ref()
            .map(|correction| ReportCorrection { on: day(correction.at), reason: correction.reason.clone() }),
        picture: file.and_then(|file| report_picture(picture, file)),
    })
}

/// Decodes a photo with the expert's outline, or else the AI's. Returns `None` for an unreadable photo.
fn report_picture(picture: &Picture, file: &[u8]) -> Option<ReportPicture> {
    let part = picture.view.or(picture.crop);
    let part = part.map(|square| PhotoPart { left: square.left(), top: square.top(), side: square.side() });
    let photo = Photo::decode(file, part).ok()?;
    let read = picture.read.as_ref();
    let outline = picture.expert_outline.as_ref().or(read.map(|read| &read.outline));
    let grid = match &picture.expert_outline {
        Some(outline) => Some(Grid::from_outline(outline)),
        None => read.map(|read| read.grid),
    };
    Some(ReportPicture {
        photo,
        outline: outline.map_or(Vec::new(), |outline| outline.points().to_vec()),
        grid: grid.map(|grid| ReportGrid {
            left: grid.left,
            top: grid.top,
            width: grid.width,
            height: grid.height,
            angle: grid.angle,
        }),
    })
}
