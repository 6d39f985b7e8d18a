//! `GET /hotel/api-keys`

use axum::extract::State;
use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::ApiKeyBody;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageApiKeys;
use crate::problem::{HotelProblems, Problem};

/// API keys.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelApiKeysResponse)]
pub struct ApiKeysResponse {
    /// The keys, the newest first.
    items: Vec<ApiKeyBody>,
}

/// The keys of a partner, or of all partners for a super admin.
#[utoipa::path(
    get, path = "/hotel/api-keys", tag = "hotel-accounts", operation_id = "listHotelApiKeys", security(("hotel" = [])),
    responses(
        (status = 200, body = ApiKeysResponse),
        HotelProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageApiKeys>,
) -> Result<Json<ApiKeysResponse>, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    let rows = db::hotel::api_keys::list(&mut conn, user.scope()).await?;
    let now = app.clock.now();
    Ok(Json(ApiKeysResponse { items: rows.into_iter().map(|row| ApiKeyBody::new(row, now)).collect() }))
}
