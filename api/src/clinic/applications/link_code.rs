//! `POST /institutions/tcis/{id}/link-code`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::access_log::Action;
use db::applications::{self, Party};
use domain::walk_in_link::SHOWN_CODE_LIFETIME;
use domain::{ApplicationKind, ApplicationStatus, InviteCode, TokenHash};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::StaffWith;
use crate::extract::permission::HandleApplications;
use crate::extract::staff::ChangeSubject;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, StaffProblems};

/// A code that the signed-in walk-in enters, or opens as a link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkCodeResponse {
    /// The code.
    #[schema(example = "4g7k2m9x0abc")]
    code: String,
    /// The link with the code, for a QR code.
    #[schema(example = "https://bom.example/link?code=4g7k2m9x0abc")]
    url: String,
    /// When it expires.
    expires_at: DateTime<Utc>,
}

/// Creates a code for a walk-in without an account. A signed-in patient with the same name and birth date adds the
/// application to the account with it.
#[utoipa::path(
    post, path = "/institutions/tcis/{id}/link-code", tag = "clinic", operation_id = "createLinkCode",
    security(("staff" = [])), params(("id" = i64, Path, description = "The application's id")),
    responses(
        (status = 201, body = LinkCodeResponse),
        StaffProblems, NotFoundProblem,
        (status = 409, description = "illegal_transition: it has an account, is no walk-in, or is canceled"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<HandleApplications>,
    PathParams(id): PathParams<i64>,
) -> Result<Response, Problem> {
    let (id, now) = (id.into(), app.clock.now());
    let mut tx = staff.tenant.db.begin().await?;
    let status = applications::lock(&mut tx, Party::Clinic(staff.clinic()), id).await?.ok_or(Code::NotFound)?;
    let row = applications::find_at(&mut tx, staff.clinic(), id).await?.ok_or(Code::NotFound)?;
    let is_linkable = row.kind == ApplicationKind::WalkIn && row.patient_id.is_none();
    if !is_linkable || status == ApplicationStatus::Canceled {
        return Err(Code::IllegalTransition.into());
    }
    let code = InviteCode::new(app.random.bytes());
    let expires_at = now + SHOWN_CODE_LIFETIME;
    let hash = TokenHash::from_token(code.as_str());
    db::walk_in_links::insert_shown_code(&mut tx, id, &hash, expires_at, now).await?;
    let subject = ChangeSubject { patient: None, application: Some(id) };
    staff.log_change(&app, &mut tx, Action::ApplicationChanged, subject).await?;
    tx.commit().await?;
    let host = staff.tenant.row.hosts.first().map_or("", String::as_str);
    let path = format!("/link?code={}", code.as_str());
    let url = app.web_origin.address(host, &path).map_err(Problem::internal)?;
    let response = LinkCodeResponse { code: code.as_str().to_owned(), url: url.into(), expires_at };
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
