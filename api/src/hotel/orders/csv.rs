//! `GET /hotel/orders.csv`

use std::collections::HashMap;

use axum::response::Response;
use db::hotel::orders::{self, Line, Order, OrderFilter};
use domain::HotelOrderId;
use domain::calendar::korean_clock;
use domain::hotel::order::OrderActor;

use super::list::OrderQuery;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadOrders;
use crate::http::spreadsheet::Cell;
use crate::http::{Query, Spreadsheet};
use crate::problem::{HotelProblems, MalformedProblem, Problem, ValidationProblem};

/// The maximum number of orders in a file.
const MAX_ORDERS: i64 = 10_000;

const COLUMNS: [&str; 17] = [
    "Order number",
    "Hotel",
    "State",
    "Ordered at (KST)",
    "Ordered by",
    "Product code",
    "Product",
    "Fragrance",
    "Boxes",
    "Quantity",
    "Total ml",
    "Unit price (KRW)",
    "Amount (KRW)",
    "Order's supply price (KRW)",
    "Order's VAT (KRW)",
    "Courier company",
    "Tracking number",
];

/// The lines of the newest 10,000 orders as CSV: UTF-8 with a byte order mark.
#[utoipa::path(
    get, path = "/hotel/orders.csv", tag = "hotel-orders", operation_id = "downloadHotelOrders", security(("hotel" = [])),
    params(OrderQuery),
    responses(
        (status = 200, description = "The file, as an attachment", body = String, content_type = "text/csv"),
        HotelProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadOrders>,
    Query(query): Query<OrderQuery>,
) -> Result<Response, Problem> {
    let parsed = query.parse()?;
    let filter = OrderFilter {
        hotel: query.hotel_id.map(Into::into),
        state: parsed.state,
        text: &parsed.text,
        before: None,
        limit: MAX_ORDERS,
    };
    let mut conn = user.tenant.db.acquire().await?;
    let found = orders::list(&mut conn, user.scope(), &filter).await?;
    let ids: Vec<HotelOrderId> = found.iter().map(|order| order.id).collect();
    let lines = orders::list_lines(&mut conn, &ids).await?;
    drop(conn);
    render(found, lines, super::actor(&user))?.into_attachment("orders.csv")
}

fn render(found: Vec<Order>, lines: Vec<(HotelOrderId, Line)>, reader: OrderActor) -> Result<Spreadsheet, Problem> {
    let mut of_orders: HashMap<HotelOrderId, Vec<Line>> = HashMap::new();
    for (order, line) in lines {
        of_orders.entry(order).or_default().push(line);
    }
    let mut table = Spreadsheet::new(&COLUMNS)?;
    for order in found {
        for line in of_orders.remove(&order.id).unwrap_or_default() {
            table.add_row(row(&order, line, reader))?;
        }
    }
    Ok(table)
}

fn row(order: &Order, line: Line, reader: OrderActor) -> [Cell; 17] {
    [
        order.number.clone().into(),
        order.hotel.name.clone().into(),
        order.state.label(reader).into(),
        korean_clock(order.ordered_at).format("%Y-%m-%d %H:%M").to_string().into(),
        order.ordered_by.clone().into(),
        line.product_code.into(),
        line.product_name.into(),
        line.fragrance.into(),
        i64::from(line.boxes).into(),
        line.quantity.into(),
        line.total_ml.into(),
        line.unit_price.get().into(),
        line.amount.get().into(),
        order.supply_price.get().into(),
        order.vat.get().into(),
        order.courier_company.clone().unwrap_or_default().into(),
        order.tracking_number.clone().unwrap_or_default().into(),
    ]
}
