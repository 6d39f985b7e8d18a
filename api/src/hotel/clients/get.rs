//! `GET /hotel/clients/{id}`

use axum::response::Json;
use db::TenantConn;
use db::hotel::clients::{self, ListedClient};
use domain::HotelClientId;
use domain::hotel::HotelScope;

use super::shape::ClientBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadClients;
use crate::http::PathParams;
use crate::problem::{Code, HotelProblems, NotFoundProblem, Problem};

/// One client in the user's scope.
#[utoipa::path(
    get, path = "/hotel/clients/{id}", tag = "hotel-accounts", operation_id = "getHotelClient", security(("hotel" = [])),
    params(("id" = i64, Path, description = "The client's id")),
    responses(
        (status = 200, body = ClientBody),
        HotelProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadClients>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<ClientBody>, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    Ok(Json(load(&mut conn, user.scope(), id.into()).await?))
}

/// Loads the body about a client in a scope.
///
/// # Errors
/// [`Code::NotFound`], or a database failure.
pub async fn load(conn: &mut TenantConn, scope: HotelScope, id: HotelClientId) -> Result<ClientBody, Problem> {
    let client = clients::find_in_scope(conn, scope, id).await?.ok_or(Code::NotFound)?;
    let hotels = clients::count_hotels(conn, id).await?;
    Ok(ListedClient { client, hotels }.into())
}
