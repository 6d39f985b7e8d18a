//! `GET /hotel/hotels/{hotelId}/dashboard`

use axum::extract::State;
use axum::response::Json;
use db::hotel::rooms::{self, RoomFilter};
use db::hotel::stock::Stock;
use db::hotel::{dashboard, environment, orders, stock};
use domain::calendar::{first_of_month, korean_day};
use domain::hotel::environment::Savings;
use domain::hotel::room::RoomState;
use domain::hotel::stock::{days_left, holding_rate};
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::{OpenOrderBody, RoomCounts, SensorCountsBody};
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadHotelDashboard;
use crate::hotel::environment::shape::MonthBody;
use crate::hotel::products::shape::ProductNameBody;
use crate::hotel::rooms::shape::{ReasonBody, reasons};
use crate::http::PathParams;
use crate::problem::{Code, HotelProblems, NotFoundProblem, Problem};

/// The maximum number of listed rooms.
const MAX_ROOMS: i64 = 30;
/// The maximum number of listed orders.
const MAX_ORDERS: i64 = 10;

/// A summary of the stock of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelDashboardStock)]
pub struct DashboardStockBody {
    /// The product.
    product: ProductNameBody,
    /// The stock, in millilitres.
    ml: i64,
    /// The capacity of the storeroom, in millilitres.
    capacity_ml: i64,
    /// The stock in percent of the capacity.
    holding_rate: i64,
    /// The days it lasts at the consumption of the last 30 days; null when nothing was used.
    #[schema(required)]
    days_left: Option<i64>,
}

impl From<Stock> for DashboardStockBody {
    fn from(stock: Stock) -> Self {
        Self {
            ml: stock.ml,
            capacity_ml: stock.capacity_ml,
            holding_rate: holding_rate(stock.ml, stock.capacity_ml),
            days_left: days_left(stock.ml, stock.used_ml),
            product: db::hotel::products::ProductName::from(stock.product).into(),
        }
    }
}

/// A room that needs attention.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelRequiringRoom)]
pub struct RequiringRoomBody {
    /// The id.
    id: i64,
    /// The number.
    number: String,
    /// The floor.
    floor: i32,
    /// Why.
    reasons: Vec<ReasonBody>,
}

/// A hotel's dashboard.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelDashboardResponse)]
pub struct DashboardResponse {
    /// The stock of each product.
    stock: Vec<DashboardStockBody>,
    /// The number of rooms that need attention.
    rooms: RoomCounts,
    /// Those rooms by floor and number, at most 30.
    requiring: Vec<RequiringRoomBody>,
    /// The open orders, oldest first, at most ten.
    orders: Vec<OpenOrderBody>,
    /// The savings of the current month.
    month: MonthBody,
    /// How many sensors are in each state.
    sensors: SensorCountsBody,
}

/// A hotel's dashboard: stock, rooms, open orders, this month's savings, and sensors.
#[utoipa::path(
    get, path = "/hotel/hotels/{hotelId}/dashboard", tag = "hotel-rooms", operation_id = "getHotelDashboard",
    security(("hotel" = [])), params(("hotelId" = i64, Path, description = "The hotel's id")),
    responses(
        (status = 200, body = DashboardResponse),
        HotelProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ReadHotelDashboard>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<DashboardResponse>, Problem> {
    let now = app.clock.now();
    let (scope, month) = (user.scope(), first_of_month(korean_day(now)));
    let mut conn = user.tenant.db.acquire().await?;
    let hotel = user.hotel(&mut conn, id.into()).await?.id;
    let figures = dashboard::list_statistics(&mut conn, scope, Some(hotel)).await?.pop().ok_or(Code::NotFound)?;
    let stock = stock::list(&mut conn, hotel, now).await?;
    let filter = RoomFilter { state: Some(RoomState::Require), limit: Some(MAX_ROOMS), ..RoomFilter::default() };
    let requiring = rooms::list(&mut conn, hotel, filter).await?;
    let open = orders::list_open(&mut conn, scope, Some(hotel), MAX_ORDERS).await?;
    let saved = environment::list(&mut conn, scope, Some(hotel), month..=month).await?;
    let savings = saved.first().map_or_else(Savings::default, |row| row.savings);
    Ok(Json(DashboardResponse {
        stock: stock.into_iter().map(DashboardStockBody::from).collect(),
        rooms: (&figures).into(),
        requiring: requiring
            .into_iter()
            .map(|room| RequiringRoomBody {
                id: room.id.get(),
                reasons: reasons(&room),
                number: room.number,
                floor: room.floor,
            })
            .collect(),
        orders: open.into_iter().map(OpenOrderBody::from).collect(),
        month: MonthBody::new(month, savings),
        sensors: figures.sensors.into(),
    }))
}
