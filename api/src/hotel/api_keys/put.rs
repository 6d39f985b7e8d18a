//! `PUT /hotel/api-keys/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::hotel::api_keys::{self, ApiKeyForm};
use domain::hotel::UsagePeriod;
use domain::hotel::api_key::{parse_key_category, parse_key_name};
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::ApiKeyBody;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageApiKeys;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, FieldErrors, HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// The new settings of a key.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = PutHotelApiKeyRequest)]
pub struct PutApiKeyRequest {
    /// The name.
    #[schema(required, max_length = 50)]
    name: String,
    /// Its name.
    #[schema(required, max_length = 50)]
    category: String,
    /// The first day of the usage period, `YYYY-MM-DD` in Korea.
    #[schema(required, format = Date)]
    valid_from: String,
    /// Its last day, at most three years later. A day before today ends the key until its period is moved again.
    #[schema(required, format = Date)]
    valid_to: String,
}

/// Changes a key's name and usage period. The key itself stays the same.
#[utoipa::path(
    put, path = "/hotel/api-keys/{id}", tag = "hotel-accounts", operation_id = "putHotelApiKey",
    request_body = PutApiKeyRequest, security(("hotel" = [])), params(("id" = i64, Path, description = "The key's id")),
    responses(
        (status = 200, body = ApiKeyBody),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "illegal_transition: the key was revoked"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageApiKeys>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutApiKeyRequest>,
) -> Result<Json<ApiKeyBody>, Problem> {
    let mut errors = FieldErrors::default();
    let name = errors.check(parse_key_name(&request.name));
    let category = errors.check(parse_key_category(&request.category));
    let period = errors.check(UsagePeriod::parse(&request.valid_from, &request.valid_to));
    errors.finish()?;
    let (Some(name), Some(category), Some(period)) = (name, category, period) else {
        return Err(Code::Internal.into());
    };
    let mut tx = user.tenant.db.begin().await?;
    let key = api_keys::find(&mut tx, user.scope(), id.into()).await?.ok_or(Code::NotFound)?;
    if !api_keys::set(&mut tx, key.id, ApiKeyForm { name: &name, category: &category, period }).await? {
        return Err(Code::IllegalTransition.into());
    }
    let changed = api_keys::find(&mut tx, user.scope(), key.id).await?.ok_or(Code::Internal)?;
    user.log(&app, &mut tx, Action::ApiKeyChanged, &format!("API key {id}")).await?;
    tx.commit().await?;
    Ok(Json(ApiKeyBody::new(changed, app.clock.now())))
}
