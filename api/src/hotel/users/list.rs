//! `GET /hotel/users`

use axum::response::Json;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageUsers;
use crate::hotel::shape::{UserBody, UsersResponse};
use crate::http::Query;
use crate::problem::{HotelProblems, MalformedProblem, Problem};

/// Which accounts.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct UsersQuery {
    /// Only the accounts of this client.
    client_id: Option<i64>,
}

/// The accounts of all clients, or of one.
#[utoipa::path(
    get, path = "/hotel/users", tag = "hotel-accounts", operation_id = "listHotelUsers", security(("hotel" = [])),
    params(UsersQuery),
    responses(
        (status = 200, body = UsersResponse),
        HotelProblems, MalformedProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ManageUsers>,
    Query(query): Query<UsersQuery>,
) -> Result<Json<UsersResponse>, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    let rows = db::hotel::users::list(&mut conn, query.client_id.map(Into::into), None).await?;
    Ok(Json(UsersResponse { items: rows.into_iter().map(UserBody::from).collect() }))
}
