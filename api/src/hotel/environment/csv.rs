//! `GET /hotel/environment.csv`

use axum::extract::State;
use axum::response::Response;
use db::hotel::environment::HotelMonth;
use domain::HotelClientId;

use super::EnvironmentQuery;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadEnvironment;
use crate::http::{Query, Spreadsheet};
use crate::problem::{HotelProblems, MalformedProblem, NotFoundProblem, Problem, ValidationProblem};

/// The savings of refilling as CSV, one row per hotel and month: UTF-8 with a byte order mark.
#[utoipa::path(
    get, path = "/hotel/environment.csv", tag = "hotel-rooms", operation_id = "downloadHotelEnvironment",
    security(("hotel" = [])), params(EnvironmentQuery),
    responses(
        (status = 200, description = "The file, as an attachment", body = String, content_type = "text/csv"),
        HotelProblems, NotFoundProblem, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ReadEnvironment>,
    Query(query): Query<EnvironmentQuery>,
) -> Result<Response, Problem> {
    let months = query.months(app.clock.now())?;
    let hotel = query.hotel_id.map(HotelClientId::new);
    let mut conn = user.tenant.db.acquire().await?;
    if let Some(hotel) = hotel {
        user.hotel(&mut conn, hotel).await?;
    }
    let rows = db::hotel::environment::list(&mut conn, user.scope(), hotel, months).await?;
    drop(conn);
    render(rows)?.into_attachment("environment.csv")
}

fn render(rows: Vec<HotelMonth>) -> Result<Spreadsheet, Problem> {
    let columns = ["Hotel", "Month", "Refilled (ml)", "Single-use bottles replaced", "Plastic saved (g)"];
    let mut table = Spreadsheet::new(&columns)?;
    for row in rows {
        table.add_row([
            row.hotel.name.into(),
            row.month.format("%Y-%m").to_string().into(),
            row.savings.refill_ml.into(),
            row.savings.bottles_replaced.into(),
            row.savings.plastic_grams.into(),
        ])?;
    }
    Ok(table)
}
