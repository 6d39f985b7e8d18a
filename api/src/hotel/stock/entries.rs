//! `GET /hotel/hotels/{hotelId}/stock/{productId}/entries`

use axum::response::Json;
use chrono::{DateTime, Utc};
use db::hotel::stock::{self, Entry};
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadStock;
use crate::hotel::codes::StockEntryKindCode;
use crate::hotel::cursor::CursorQuery;
use crate::http::{PathParams, Query};
use crate::problem::{HotelProblems, MalformedProblem, NotFoundProblem, Problem};

/// A change of a stock.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelStockEntry)]
pub struct EntryBody {
    /// The id.
    id: i64,
    /// The time.
    at: DateTime<Utc>,
    /// Why.
    #[schema(value_type = StockEntryKindCode)]
    kind: &'static str,
    /// The change, in millilitres.
    ml: i64,
    /// The stock after it, in millilitres.
    balance_ml: i64,
    /// The name of the person who did it.
    by: String,
    /// Why a count differs.
    #[schema(required)]
    reason: Option<String>,
}

impl From<Entry> for EntryBody {
    fn from(entry: Entry) -> Self {
        let Entry { id, at, kind, ml, balance_ml, by, reason } = entry;
        Self { id, at, kind: kind.as_str(), ml, balance_ml, by, reason }
    }
}

/// A page of changes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelStockEntriesResponse)]
pub struct EntriesResponse {
    /// The newest first.
    items: Vec<EntryBody>,
    /// The cursor of the next page; null on the last one.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// The changes of a hotel's stock of a product.
#[utoipa::path(
    get, path = "/hotel/hotels/{hotelId}/stock/{productId}/entries", tag = "hotel-orders",
    operation_id = "listHotelStockEntries", security(("hotel" = [])),
    params(
        ("hotelId" = i64, Path, description = "The hotel's id"),
        ("productId" = i64, Path, description = "The product's id"),
        CursorQuery
    ),
    responses(
        (status = 200, body = EntriesResponse),
        HotelProblems, NotFoundProblem, MalformedProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadStock>,
    PathParams(ids): PathParams<(i64, i64)>,
    Query(cursor): Query<CursorQuery>,
) -> Result<Json<EntriesResponse>, Problem> {
    let before = cursor.id()?;
    let mut conn = user.tenant.db.acquire().await?;
    let key = super::find_key(&user, &mut conn, ids).await?;
    let rows = stock::list_entries(&mut conn, key, before, CursorQuery::FETCH_LIMIT).await?;
    let (rows, next_cursor) = CursorQuery::split(rows, |row| row.id);
    Ok(Json(EntriesResponse { items: rows.into_iter().map(EntryBody::from).collect(), next_cursor }))
}
