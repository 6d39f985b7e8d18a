//! `POST /payments/webhook`

use axum::extract::State;
use axum::response::Json;
use bytes::Bytes;
use db::orders;
use domain::ProviderName;
use partners::payment::read_webhook;
use queue::{NewJob, Queue};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::guard::Tenant;
use crate::guard::limiter::WEBHOOK_ADDRESS;
use crate::http::{ClientAddress, Query, RequestId};
use crate::problem::{Problem, ProblemBody};

/// Which provider tells.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WebhookQuery {
    /// toss, when it is left out, or inicis.
    provider: Option<String>,
}

/// Heard.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Heard)]
pub struct Heard {}

/// Hears that something happened to a payment. The body proves nothing, whoever sent it: it only lets the provider be asked
/// about the order that it names, and the answer is the same for every body.
#[utoipa::path(
    post, path = "/payments/webhook", tag = "payments", operation_id = "hearOfPayment", params(WebhookQuery),
    request_body(content = String, content_type = "application/json"),
    responses(
        (status = 200, body = Heard),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    (address, request_id): (ClientAddress, RequestId),
    Query(query): Query<WebhookQuery>,
    body: Bytes,
) -> Result<Json<Heard>, Problem> {
    app.limiter.count(WEBHOOK_ADDRESS, &address.0.to_string()).await?;
    let provider = query.provider.as_deref().map_or(Some(ProviderName::Toss), ProviderName::from_code);
    let Some(hint) = provider.and_then(|provider| read_webhook(provider, &body)) else { return Ok(Json(Heard {})) };
    let mut tx = tenant.db.begin().await?;
    let order = match (&hint.oid, &hint.provider_key) {
        (Some(oid), _) => orders::find_by_oid(&mut tx, oid).await?,
        (None, Some(key)) => orders::find_by_key(&mut tx, key).await?,
        (None, None) => None,
    };
    let Some(order) = order else { return Ok(Json(Heard {})) };
    // one at a time: a flood of messages about an order is one question
    let job = NewJob::new(Queue::Payments, "reconcile_order", order.id.get())
        .unique(format!("webhook:{}", order.id))
        .requested_by(request_id.as_str());
    let job = queue::enqueue(&mut tx, &job).await?;
    tx.commit().await?;
    app.producer.push_now(Queue::Payments, &[job]).await;
    Ok(Json(Heard {}))
}
