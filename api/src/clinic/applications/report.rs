//! `GET /institutions/tcis/{id}/report.pdf`

use axum::extract::State;
use axum::response::Response;
use db::access_log::Action;
use db::applications;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::applications::report::{Disposition, render, respond};
use crate::extract::permission::ReadApplications;
use crate::extract::staff::ChangeSubject;
use crate::extract::{Language, StaffWith};
use crate::http::{PathParams, Query};
use crate::problem::{Code, MalformedProblem, NotFoundProblem, Problem, RateLimitProblem, StaffProblems};
use crate::services::limiter::REPORT_STAFF;

/// How to respond.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// True: the browser displays the file, for printing, instead of saving it.
    #[serde(default)]
    #[param(required = false)]
    inline: bool,
}

/// Downloads the report of an application's released analyses as PDF, as the patient gets it. Each download is in the access log.
#[utoipa::path(
    get, path = "/institutions/tcis/{id}/report.pdf", tag = "clinic", operation_id = "downloadClinicReport",
    security(("staff" = [])), params(("id" = i64, Path, description = "The application's id"), ReportQuery),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/pdf"),
        StaffProblems, MalformedProblem, NotFoundProblem, RateLimitProblem,
        (status = 409, description = "not_released: no analysis of the application is released"),
        (status = 422, description = "unprintable_text: the font lacks letters of the name"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<ReadApplications>,
    Language(locale): Language,
    PathParams(id): PathParams<i64>,
    Query(query): Query<ReportQuery>,
) -> Result<Response, Problem> {
    app.limiter.count(REPORT_STAFF, &staff.row.id.to_string()).await?;
    let mut conn = staff.tenant.db.acquire().await?;
    let row = applications::find_at(&mut conn, staff.clinic(), id.into()).await?.ok_or(Code::NotFound)?;
    drop(conn);
    let subject = ChangeSubject { patient: row.patient_id, application: Some(row.id) };
    let file = render(&app, &staff.tenant.db, row, locale).await?;
    let mut tx = staff.tenant.db.begin().await?;
    staff.log_change(&app, &mut tx, Action::ReportDownloaded, subject).await?;
    tx.commit().await?;
    let disposition = if query.inline { Disposition::Inline } else { Disposition::Attachment };
    Ok(respond(id, file, disposition))
}
