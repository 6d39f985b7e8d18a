//! `POST /hotel/hotels/{hotelId}/stock/{productId}/counts`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use db::hotel::stock::{self, Count};
use domain::InvalidCode;
use domain::hotel::stock::MAX_STOCK_ML;
use domain::text::parse_line;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::App;
use crate::extract::hotel::ManageStock;
use crate::extract::{HotelUserWith, RequestContext};
use crate::http::{JsonBody, PathParams};
use crate::problem::{FieldErrors, HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};

/// The longest reason, in characters.
const MAX_REASON_CHARS: usize = 200;

/// A count.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = CountHotelStockRequest)]
pub struct CountRequest {
    /// The stock, in millilitres.
    #[schema(required, minimum = 0, maximum = 100_000_000)]
    ml: i64,
    /// Why it differs.
    #[schema(required, max_length = 200)]
    reason: String,
}

/// Sets a stock to the counted amount. The difference is recorded in the ledger.
#[utoipa::path(
    post, path = "/hotel/hotels/{hotelId}/stock/{productId}/counts", tag = "hotel-orders",
    operation_id = "countHotelStock", request_body = CountRequest, security(("hotel" = [])),
    params(
        ("hotelId" = i64, Path, description = "The hotel's id"),
        ("productId" = i64, Path, description = "The product's id"),
        ("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")
    ),
    responses(
        (status = 204),
        HotelProblems, JsonProblems, NotFoundProblem, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageStock>,
    PathParams(ids): PathParams<(i64, i64)>,
    context: RequestContext,
    JsonBody(request): JsonBody<CountRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let operation = "POST /hotel/hotels/{hotelId}/stock/{productId}/counts";
    let call = context.key.bind(user.row.id, operation, &(ids, &request))?;
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let key = super::find_key(&user, &mut tx, ids).await?;
    let mut errors = FieldErrors::default();
    if !(0..=MAX_STOCK_ML).contains(&request.ml) {
        errors.push("ml", InvalidCode::Range);
    }
    let reason = errors.check(parse_line("reason", &request.reason, MAX_REASON_CHARS));
    errors.finish()?;
    let count = Count { ml: request.ml, user: user.row.id, reason: &reason.unwrap_or_default() };
    stock::book_count(&mut tx, key, &count, now).await?;
    call.finish(&mut tx, StatusCode::NO_CONTENT, &Value::Null).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
