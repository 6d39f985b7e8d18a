//! `GET /hotel/dashboard`

use std::collections::HashMap;

use axum::extract::State;
use axum::response::Json;
use db::hotel::dashboard::HotelStatistics;
use db::hotel::{dashboard, environment, orders};
use domain::HotelClientId;
use domain::calendar::{first_of_month, korean_day};
use domain::hotel::environment::Savings;
use domain::hotel::{HotelPermission, HotelRole};
use serde::Serialize;
use utoipa::ToSchema;

use super::shape::{OpenOrderBody, RoomCounts, SensorCountsBody};
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadOverview;
use crate::hotel::environment::shape::{MonthBody, sum_savings};
use crate::hotel::shape::NameBody;
use crate::problem::{HotelProblems, Problem};

/// The maximum number of listed orders.
const MAX_ORDERS: i64 = 10;

/// A hotel of several.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelOverviewRow)]
pub struct OverviewRow {
    /// The hotel.
    hotel: NameBody,
    /// The number of rooms that need attention.
    rooms: RoomCounts,
    /// The open orders; null without permission to see orders.
    #[schema(required)]
    open_orders: Option<i64>,
    /// The products with less than a fifth of their capacity left; null without permission to see stocks.
    #[schema(required)]
    low_stock: Option<i64>,
    /// How many sensors are in each state.
    sensors: SensorCountsBody,
    /// The savings of the current month; null without permission to see savings.
    #[schema(required)]
    month: Option<MonthBody>,
}

/// The totals of several hotels.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelOverviewTotals)]
pub struct OverviewTotals {
    /// The hotels.
    hotels: usize,
    /// The number of rooms that need attention.
    rooms: RoomCounts,
    /// The open orders; null without permission to see orders.
    #[schema(required)]
    open_orders: Option<i64>,
    /// How many sensors are in each state.
    sensors: SensorCountsBody,
    /// The savings of the current month; null without permission to see savings.
    #[schema(required)]
    month: Option<MonthBody>,
}

/// An overview of several hotels.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelOverviewResponse)]
pub struct OverviewResponse {
    /// The totals.
    totals: OverviewTotals,
    /// By name.
    hotels: Vec<OverviewRow>,
    /// The open orders, oldest first, at most ten; none for a partner.
    orders: Vec<OpenOrderBody>,
}

/// An overview of the hotels in the caller's scope.
#[utoipa::path(
    get, path = "/hotel/dashboard", tag = "hotel-rooms", operation_id = "getHotelOverview", security(("hotel" = [])),
    responses(
        (status = 200, body = OverviewResponse),
        HotelProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ReadOverview>,
) -> Result<Json<OverviewResponse>, Problem> {
    let (scope, month) = (user.scope(), first_of_month(korean_day(app.clock.now())));
    let seen = VisibleFigures::for_role(user.row.role);
    let mut conn = user.tenant.db.acquire().await?;
    let figures = dashboard::list_statistics(&mut conn, scope, None).await?;
    let saved = if seen.savings { environment::list(&mut conn, scope, None, month..=month).await? } else { Vec::new() };
    let total = sum_savings(saved.iter().map(|row| &row.savings));
    let saved: HashMap<HotelClientId, Savings> = saved.into_iter().map(|row| (row.hotel.id, row.savings)).collect();
    let open = if seen.orders { orders::list_open(&mut conn, scope, None, MAX_ORDERS).await? } else { Vec::new() };
    let savings = |hotel: &HotelClientId| saved.get(hotel).copied().unwrap_or_default();
    Ok(Json(OverviewResponse {
        totals: totals(&figures, seen, MonthBody::new(month, total)),
        hotels: figures
            .into_iter()
            .map(|one| OverviewRow {
                rooms: (&one).into(),
                open_orders: seen.orders.then_some(one.open_orders),
                low_stock: seen.stock.then_some(one.low_stock),
                sensors: one.sensors.into(),
                month: seen.savings.then(|| MonthBody::new(month, savings(&one.hotel.id))),
                hotel: one.hotel.into(),
            })
            .collect(),
        orders: open.into_iter().map(OpenOrderBody::from).collect(),
    }))
}

/// Which figures a role sees next to rooms and sensors.
#[derive(Clone, Copy, Debug)]
struct VisibleFigures {
    orders: bool,
    stock: bool,
    savings: bool,
}

impl VisibleFigures {
    fn for_role(role: HotelRole) -> Self {
        Self {
            orders: role.may(HotelPermission::ReadOrders),
            stock: role.may(HotelPermission::ReadStock),
            savings: role.may(HotelPermission::ReadEnvironment),
        }
    }
}

fn totals(figures: &[HotelStatistics], seen: VisibleFigures, month: MonthBody) -> OverviewTotals {
    let sum = |of: fn(&HotelStatistics) -> i64| figures.iter().map(of).sum();
    OverviewTotals {
        hotels: figures.len(),
        rooms: RoomCounts { total: sum(|one| one.rooms), require: sum(|one| one.require) },
        open_orders: seen.orders.then(|| sum(|one| one.open_orders)),
        sensors: SensorCountsBody {
            normal: sum(|one| one.sensors.normal),
            abnormal: sum(|one| one.sensors.abnormal),
            need_check: sum(|one| one.sensors.need_check),
        },
        month: seen.savings.then_some(month),
    }
}
