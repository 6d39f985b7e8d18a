//! `POST /ops/tenants/{id}/clinics/{clinicId}/admins`

use axum::extract::State;
use axum::response::Json;
use chrono::{DateTime, Utc};
use directory::AdminInput;
use domain::operator::Reason;
use domain::staff::TEMPORARY_PASSWORD_LIFETIME;
use domain::{InstitutionId, TenantId};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ChangeDirectory;
use crate::http::{JsonBody, PathParams};
use crate::ops::directory::{commit, edit};
use crate::problem::{JsonProblems, OperatorProblems, Problem, ValidationProblem};

/// The path of the staff's sign-in page.
const SIGN_IN_PATH: &str = "/clinic/signin";

/// A clinic's new admin.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OpsAdminRequest)]
pub struct AdminRequest {
    /// The sign-in name: 4 to 20 letters or digits.
    #[schema(required)]
    login_id: String,
    /// The person's name.
    #[schema(required, max_length = 50)]
    name: String,
    /// The reason, recorded in the audit.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// A new account. Its password is not stored and returned only once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsAdminResponse)]
pub struct AdminResponse {
    /// The sign-in name.
    login_id: String,
    /// The temporary password, valid for one sign-in.
    temporary_password: String,
    /// When it expires.
    expires_at: DateTime<Utc>,
    /// The sign-in page.
    #[schema(example = "https://bom.example.kr/clinic/signin")]
    link: String,
}

/// Adds an admin of a clinic, who adds the others of its staff.
#[utoipa::path(
    post, path = "/ops/tenants/{id}/clinics/{clinicId}/admins", tag = "ops-directory", operation_id = "createClinicAdmin",
    request_body = AdminRequest, security(("operator" = [])),
    params(
        ("id" = i64, Path, description = "The tenant's id"),
        ("clinicId" = i64, Path, description = "The clinic's id"),
    ),
    responses((status = 201, body = AdminResponse), OperatorProblems, JsonProblems, ValidationProblem)
)]
pub async fn handle(
    State(app): State<App>,
    OperatorWith(operator, _): OperatorWith<ChangeDirectory>,
    PathParams((tenant, id)): PathParams<(TenantId, InstitutionId)>,
    JsonBody(request): JsonBody<AdminRequest>,
) -> Result<(StatusCode, Json<AdminResponse>), Problem> {
    let reason = Reason::parse(&request.reason)?;
    let mut editor = edit(&app, &operator, &reason).await?;
    let input = AdminInput { login_id: request.login_id, name: request.name };
    let added = editor.add_admin(tenant, id, &input).await?;
    commit(&app, editor).await?;
    let link = app.web_origin.address(&added.host, SIGN_IN_PATH).map_err(Problem::internal)?;
    let response = AdminResponse {
        login_id: added.login_id.as_str().to_owned(),
        temporary_password: added.password.reveal().to_owned(),
        expires_at: app.clock.now() + TEMPORARY_PASSWORD_LIFETIME,
        link: link.to_string(),
    };
    Ok((StatusCode::CREATED, Json(response)))
}
