//! `GET /hotel/orders`

use axum::response::Json;
use db::hotel::orders::{self, OrderFilter};
use domain::InvalidCode;
use domain::hotel::order::HotelOrderState;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::OrderBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadOrders;
use crate::hotel::codes::OrderStateCode;
use crate::hotel::cursor::CursorQuery;
use crate::http::{Query, parse_search_text};
use crate::problem::{HotelProblems, MalformedProblem, Problem, ValidationProblem};

/// Which orders.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrderQuery {
    /// Only orders of this hotel.
    pub hotel_id: Option<i64>,
    /// Only orders in this state.
    #[param(value_type = Option<OrderStateCode>)]
    pub state: Option<String>,
    /// Only orders whose number, hotel or product contains this text.
    pub q: Option<String>,
}

/// The parsed query.
pub(super) struct ParsedQuery {
    pub state: Option<HotelOrderState>,
    pub text: String,
}

impl OrderQuery {
    /// Parses state and text.
    pub(super) fn parse(&self) -> Result<ParsedQuery, Problem> {
        let state = self.state.as_deref().filter(|state| !state.is_empty());
        let state = state.map(str::parse::<HotelOrderState>).transpose();
        let state = state.map_err(|_| Problem::field("state", InvalidCode::Unknown))?;
        Ok(ParsedQuery { state, text: parse_search_text(self.q.as_deref().unwrap_or_default())? })
    }
}

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelOrdersResponse)]
pub struct OrdersResponse {
    /// The newest first.
    items: Vec<OrderBody>,
    /// The cursor of the next page; null on the last one.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// The orders of the hotels in the caller's scope.
#[utoipa::path(
    get, path = "/hotel/orders", tag = "hotel-orders", operation_id = "listHotelOrders", security(("hotel" = [])),
    params(OrderQuery, CursorQuery),
    responses(
        (status = 200, body = OrdersResponse),
        HotelProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadOrders>,
    Query(query): Query<OrderQuery>,
    Query(cursor): Query<CursorQuery>,
) -> Result<Json<OrdersResponse>, Problem> {
    let parsed = query.parse()?;
    let filter = OrderFilter {
        hotel: query.hotel_id.map(Into::into),
        state: parsed.state,
        text: &parsed.text,
        before: cursor.id()?.map(Into::into),
        limit: CursorQuery::FETCH_LIMIT,
    };
    let rows = orders::list(&mut user.tenant.db.acquire().await?, user.scope(), &filter).await?;
    let (rows, next_cursor) = CursorQuery::split(rows, |row| row.id.get());
    Ok(Json(OrdersResponse { items: rows.into_iter().map(OrderBody::from).collect(), next_cursor }))
}
