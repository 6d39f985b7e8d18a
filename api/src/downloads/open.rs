//! `GET /patients/downloads/{token}`

use axum::extract::State;
use axum::response::Response;
use db::download_links;
use domain::{Download, LinkToken};

use crate::App;
use crate::applications::report;
use crate::extract::{Recipient, Tenant};
use crate::http::{ClientAddress, PathParams, RequestId};
use crate::insurances;
use crate::problem::{Code, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::LINK_ADDRESS;

/// Downloads the file of a link. The link alone authorizes it: once, and again from the same network for a minute,
/// because phones fetch a download twice. Each download is in the access log.
#[utoipa::path(
    get, path = "/patients/downloads/{token}", tag = "downloads", operation_id = "openDownloadLink",
    params(("token" = String, Path, description = "The token in the link")),
    responses(
        (status = 200, description = "The file, as an attachment", body = Vec<u8>, content_type = "application/pdf"),
        PublicProblems, RateLimitProblem,
        (status = 404, description = "invalid_token: unknown, used or too old; not_found; unknown_tenant"),
        (status = 409, description = "download_expired, not_released"),
        (status = 503, description = "storage_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    address: ClientAddress,
    request_id: RequestId,
    PathParams(token): PathParams<String>,
) -> Result<Response, Problem> {
    let network = address.network();
    app.limiter.count(LINK_ADDRESS, &network).await?;
    let token = LinkToken::parse(&token).ok_or(Code::InvalidToken)?.hash();
    let mut conn = tenant.db.acquire().await?;
    let opened = download_links::open(&mut conn, &token, &network, app.clock.now()).await?;
    drop(conn);
    let opened = opened.ok_or(Code::InvalidToken)?;
    let recipient = Recipient { tenant: &tenant, patient: opened.patient, address, request_id: &request_id };
    match opened.download {
        Download::Document(claim, document) => insurances::download(&app, &recipient, claim, document).await,
        Download::Report(application) => report::download(&app, &recipient, application, opened.locale).await,
    }
}
