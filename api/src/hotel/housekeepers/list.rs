//! `GET /hotel/housekeepers`

use axum::response::Json;
use domain::hotel::HotelRole;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageHousekeepers;
use crate::hotel::shape::{UserBody, UsersResponse};
use crate::http::Query;
use crate::problem::{HotelProblems, MalformedProblem, NotFoundProblem, Problem};

/// Whose housekeepers.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct HousekeepersQuery {
    /// The hotel. Defaults to the caller's; for super admins, to every hotel.
    hotel_id: Option<i64>,
}

/// The housekeepers of a hotel.
#[utoipa::path(
    get, path = "/hotel/housekeepers", tag = "hotel-accounts", operation_id = "listHousekeepers",
    security(("hotel" = [])), params(HousekeepersQuery),
    responses(
        (status = 200, body = UsersResponse),
        HotelProblems, MalformedProblem, NotFoundProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ManageHousekeepers>,
    Query(query): Query<HousekeepersQuery>,
) -> Result<Json<UsersResponse>, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    let hotel = match query.hotel_id {
        Some(id) => Some(user.hotel(&mut conn, id.into()).await?.id),
        None => user.row.client.as_ref().map(|of| of.client.id),
    };
    let rows = db::hotel::users::list(&mut conn, hotel, Some(HotelRole::Housekeeper)).await?;
    Ok(Json(UsersResponse { items: rows.into_iter().map(UserBody::from).collect() }))
}
