//! `GET /patients/export/{token}`

use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use domain::LinkToken;
use http::header;

use crate::App;
use crate::guard::Tenant;
use crate::guard::limiter::EXPORT_ADDRESS;
use crate::http::ClientAddress;
use crate::problem::{Code, Problem, ProblemBody};

/// The packed file. The link is the key: it comes by message and needs no sign-in, so that any device can take it.
#[utoipa::path(
    get, path = "/patients/export/{token}", tag = "exports", operation_id = "downloadExport",
    params(("token" = String, Path, description = "The token in the link")),
    responses(
        (status = 200, description = "The file, as an attachment", body = Vec<u8>, content_type = "application/zip"),
        (status = 404, description = "invalid_token: unknown or too old", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "storage_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    Path(token): Path<String>,
) -> Result<Response, Problem> {
    app.limiter.count(EXPORT_ADDRESS, &address.0.to_string()).await?;
    let hash = LinkToken::parse(&token).ok_or(Code::InvalidToken)?.hash();
    let found = db::exports::find_by_token(&mut tenant.db.acquire().await?, &hash, app.clock.now()).await?;
    let key = found.ok_or(Code::InvalidToken)?;
    let (size, bytes) = app.store.open(key.as_str()).await.map_err(|error| match error {
        blob::Error::NotFound => Problem::new(Code::InvalidToken),
        error => Problem::caused(Code::StorageUnavailable, error),
    })?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"my-data.zip\"".to_owned()),
    ];
    Ok((headers, Body::from_stream(bytes)).into_response())
}
