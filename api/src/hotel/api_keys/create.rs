//! `POST /hotel/api-keys`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use db::hotel::api_keys::{self, NewApiKey};
use domain::calendar::korean_day;
use domain::hotel::api_key::{KEY_PREFIX, SHOWN_KEY_CHARS, parse_key_category, parse_key_name};
use domain::hotel::{HotelClientKind, UsagePeriod};
use domain::{HotelClientId, InvalidCode};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::ApiKeyBody;
use crate::App;
use crate::extract::hotel::ManageApiKeys;
use crate::extract::{HotelUserWith, RequestContext};
use crate::http::JsonBody;
use crate::problem::{Code, FieldErrors, HotelProblems, IdempotencyProblems, JsonProblems, Problem};
use crate::services::token;

/// A new key.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelApiKeyRequest)]
pub struct ApiKeyRequest {
    /// The name.
    #[serde(default)]
    #[schema(required, max_length = 50)]
    name: String,
    /// Its name.
    #[serde(default)]
    #[schema(required, max_length = 50)]
    category: String,
    /// The first day of the usage period, `YYYY-MM-DD` in Korea.
    #[serde(default)]
    #[schema(required, format = Date)]
    valid_from: String,
    /// Its last day, not before today and at most three years later.
    #[serde(default)]
    #[schema(required, format = Date)]
    valid_to: String,
    /// The partner. Defaults to the caller's; super admins must set it.
    client_id: Option<i64>,
}

/// A new key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelNewApiKeyResponse)]
pub struct NewApiKeyResponse {
    /// The key's metadata.
    api_key: ApiKeyBody,
    /// The key, for the machines. It is not stored: a replayed response has null.
    #[schema(required)]
    key: Option<String>,
}

/// Creates a key, which is returned only once.
#[utoipa::path(
    post, path = "/hotel/api-keys", tag = "hotel-accounts", operation_id = "createHotelApiKey",
    request_body = ApiKeyRequest, security(("hotel" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key, without the API key")),
    responses(
        (status = 201, body = NewApiKeyResponse),
        HotelProblems, JsonProblems, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageApiKeys>,
    context: RequestContext,
    JsonBody(request): JsonBody<ApiKeyRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let mut errors = FieldErrors::default();
    let name = errors.check(parse_key_name(&request.name));
    let category = errors.check(parse_key_category(&request.category));
    let period = errors.check(UsagePeriod::parse_new(&request.valid_from, &request.valid_to, korean_day(now)));
    // a partner creates its own keys, regardless of the body
    let own = user.row.client.as_ref().map(|of| of.client.id);
    let partner = own.or_else(|| request.client_id.map(HotelClientId::new));
    if partner.is_none() {
        errors.push("clientId", InvalidCode::Required);
    }
    errors.finish()?;
    let (Some(name), Some(category), Some(period), Some(partner)) = (name, category, period, partner) else {
        return Err(Code::Internal.into());
    };
    let call = context.key.bind(user.row.id, "POST /hotel/api-keys", &request)?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let client = db::hotel::clients::find(&mut tx, partner).await?;
    if client.is_none_or(|client| client.kind != HotelClientKind::Partner) {
        return Err(Problem::field("clientId", InvalidCode::Unknown));
    }
    let key = format!("{KEY_PREFIX}{}", token::issue(&app.random).0);
    let new = NewApiKey {
        partner,
        created_by: user.row.id,
        name: &name,
        category: &category,
        key: &token::hash(&key),
        key_prefix: &key[..SHOWN_KEY_CHARS],
        period,
    };
    let id = api_keys::insert(&mut tx, &new, now).await?;
    let made = api_keys::find(&mut tx, user.scope(), id).await?.ok_or(Code::Internal)?;
    let mut response = NewApiKeyResponse { api_key: ApiKeyBody::new(made, now), key: None };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    user.log(&app, &mut tx, Action::ApiKeyMade, &format!("API key {id}")).await?;
    tx.commit().await?;
    response.key = Some(key);
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
