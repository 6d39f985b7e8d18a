//! `POST /payments/webhook`

use axum::extract::State;
use axum::response::Json;
use db::orders;
use domain::ProviderName;
use partners::payment::parse_webhook;
use queue::NewJob;
use queue::jobs::ReconcileOrder;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::extract::{AnyTenant, RequestContext};
use crate::http::{Query, RawBody};
use crate::problem::{Code, MalformedProblem, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::WEBHOOK_ADDRESS;

/// The sending provider.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WebhookQuery {
    /// toss (the default) or inicis.
    provider: Option<String>,
}

/// An empty acknowledgement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookResponse)]
pub struct WebhookResponse {}

/// Receives a provider's webhook. The body is not trusted: it only enqueues a job that looks the order up at the
/// provider. The response is the same for every body.
#[utoipa::path(
    post, path = "/payments/webhook", tag = "payments", operation_id = "hearOfPayment", params(WebhookQuery),
    request_body(content = String, content_type = "application/json"),
    responses(
        (status = 200, body = WebhookResponse),
        PublicProblems, MalformedProblem, RateLimitProblem,
        (status = 413, description = "too_large"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    AnyTenant(tenant): AnyTenant,
    context: RequestContext,
    Query(query): Query<WebhookQuery>,
    RawBody(body): RawBody,
) -> Result<Json<WebhookResponse>, Problem> {
    if body.is_empty() {
        return Err(Code::Malformed.into());
    }
    app.limiter.count(WEBHOOK_ADDRESS, &context.address.network()).await?;
    let provider = query.provider.as_deref().map_or(Some(ProviderName::Toss), |code| code.parse::<ProviderName>().ok());
    let Some(hint) = provider.and_then(|provider| parse_webhook(provider, &body)) else {
        return Ok(Json(WebhookResponse {}));
    };
    let mut tx = tenant.db.begin().await?;
    let order = match (&hint.oid, &hint.provider_key) {
        (Some(oid), _) => orders::find_by_oid(&mut tx, oid).await?,
        (None, Some(key)) => orders::find_by_provider_key(&mut tx, key).await?,
        (None, None) => None,
    };
    let Some(order) = order else { return Ok(Json(WebhookResponse {})) };
    // one job at a time, so that many webhooks about an order cause one query
    let job = NewJob::new(ReconcileOrder { order_id: order.id })
        .with_unique_key(format!("webhook:{}", order.id))
        .with_request_id(context.request_id.as_str());
    let job = queue::enqueue(&mut tx, job).await?;
    tx.commit().await?;
    app.producer.push(job).await;
    Ok(Json(WebhookResponse {}))
}
