//! `POST /patients/insurances/{id}/documents/{code}/links` and `POST /patients/tcis/{id}/report/links`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use db::download_links::{self, NewDownloadLink};
use domain::{Document, Download, LinkToken, Locale};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::applications::report;
use crate::extract::{Language, Patient};
use crate::http::PathParams;
use crate::insurances;
use crate::payments::return_url_base::ReturnUrlBase;
use crate::problem::{Code, NotFoundProblem, Problem, RateLimitProblem, SignedInProblems};
use crate::services::limiter::LINK_PATIENT;

/// A link that downloads one file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadLink {
    /// The address. It needs no session and opens once.
    pub url: String,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// A signed-in patient's browser.
#[derive(Debug)]
pub struct Downloader {
    patient: Patient,
    return_urls: ReturnUrlBase,
    locale: Locale,
}

impl axum::extract::FromRequestParts<App> for Downloader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut http::request::Parts, app: &App) -> Result<Self, Problem> {
        let patient = Patient::from_request_parts(parts, app).await?;
        let return_urls = ReturnUrlBase::from_request_parts(parts, app).await?;
        let Ok(Language(locale)) = Language::from_request_parts(parts, app).await;
        Ok(Self { patient, return_urls, locale })
    }
}

/// Returns a URL that downloads an issued document without the session's token: once, within five minutes, while the
/// session lasts.
#[utoipa::path(
    post, path = "/patients/insurances/{id}/documents/{code}/links", tag = "downloads",
    operation_id = "linkInsuranceDocument", security(("session" = [])),
    params(
        ("id" = i64, Path, description = "The claim's id"),
        ("code" = String, Path, description = "`medical_bill_receipt` or `detailed_statement`"),
    ),
    responses(
        (status = 201, body = DownloadLink),
        SignedInProblems, RateLimitProblem,
        (status = 404, description = "not_found: no such claim, or it is not released, or does not ask for the document; unknown_tenant"),
        (status = 409, description = "download_expired"),
    )
)]
pub async fn handle_document(
    State(app): State<App>,
    downloader: Downloader,
    PathParams((id, code)): PathParams<(i64, String)>,
) -> Result<(StatusCode, Json<DownloadLink>), Problem> {
    let document = code.parse::<Document>().map_err(|_| Code::NotFound)?;
    let patient = &downloader.patient;
    let mut conn = patient.tenant.db.acquire().await?;
    insurances::find_downloadable(&mut conn, patient.row.id, id.into(), document, app.clock.now()).await?;
    drop(conn);
    downloader.link(&app, Download::Document(id.into(), document)).await
}

/// Returns a URL that downloads the report of an application: once, within five minutes, while the session lasts.
#[utoipa::path(
    post, path = "/patients/tcis/{id}/report/links", tag = "downloads", operation_id = "linkReport",
    security(("session" = [])), params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 201, body = DownloadLink),
        SignedInProblems, NotFoundProblem, RateLimitProblem,
        (status = 409, description = "not_released: no analysis of the application is released"),
    )
)]
pub async fn handle_report(
    State(app): State<App>,
    downloader: Downloader,
    PathParams(id): PathParams<i64>,
) -> Result<(StatusCode, Json<DownloadLink>), Problem> {
    let patient = &downloader.patient;
    let mut conn = patient.tenant.db.acquire().await?;
    let row = db::applications::find_own(&mut conn, patient.row.id, id.into()).await?.ok_or(Code::NotFound)?;
    drop(conn);
    if !report::has_report(&row) {
        return Err(Code::NotReleased.into());
    }
    downloader.link(&app, Download::Report(id.into())).await
}

impl Downloader {
    /// Stores a link to a file that the patient may download.
    async fn link(&self, app: &App, download: Download) -> Result<(StatusCode, Json<DownloadLink>), Problem> {
        app.limiter.count(LINK_PATIENT, &self.patient.row.id.to_string()).await?;
        let token = LinkToken::from_bytes(app.random.bytes());
        let url = self.return_urls.api(app, &format!("/patients/downloads/{}", token.reveal()))?;
        let new =
            NewDownloadLink { session: self.patient.session_id, download, locale: self.locale, token: token.hash() };
        let mut conn = self.patient.tenant.db.acquire().await?;
        let expires_at = download_links::insert(&mut conn, &new, app.clock.now()).await?;
        Ok((StatusCode::CREATED, Json(DownloadLink { url: url.into(), expires_at })))
    }
}
