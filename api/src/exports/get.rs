//! `GET /patients/export/{token}`

use axum::extract::State;
use axum::response::Response;
use domain::LinkToken;

use crate::App;
use crate::extract::Tenant;
use crate::http::{Attachment, ClientAddress, PathParams};
use crate::problem::{Code, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::EXPORT_ADDRESS;

/// Downloads the export. The link alone authorizes it, so that any device can open it without signing in.
#[utoipa::path(
    get, path = "/patients/export/{token}", tag = "exports", operation_id = "downloadExport",
    params(("token" = String, Path, description = "The token in the link")),
    responses(
        (status = 200, description = "The file, as an attachment", body = Vec<u8>, content_type = "application/zip"),
        PublicProblems, RateLimitProblem,
        (status = 404, description = "invalid_token: unknown or too old; unknown_tenant"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    PathParams(token): PathParams<String>,
) -> Result<Response, Problem> {
    app.limiter.count(EXPORT_ADDRESS, &address.network()).await?;
    let hash = LinkToken::parse(&token).ok_or(Code::InvalidToken)?.hash();
    let found = db::exports::find_by_token(&mut tenant.db.acquire().await?, &hash, app.clock.now()).await?;
    let key = found.ok_or(Code::InvalidToken)?;
    let attachment = Attachment { key: &key, content_type: "application/zip", filename: "my-data.zip" };
    attachment.open(&app.store).await.map_err(|error| match error {
        blob::Error::NotFound => Problem::new(Code::InvalidToken),
        error => Problem::with_cause(Code::StorageUnavailable, error),
    })
}
