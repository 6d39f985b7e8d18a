//! `GET /hotel/clients`

use axum::response::Json;
use domain::InvalidCode;
use domain::hotel::HotelClientKind;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::ClientBody;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ReadClients;
use crate::hotel::codes::ClientKindCode;
use crate::http::Query;
use crate::problem::{HotelProblems, MalformedProblem, Problem, ValidationProblem};

/// Which clients.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClientsQuery {
    /// Only clients of this kind.
    #[param(value_type = Option<ClientKindCode>)]
    kind: Option<String>,
}

/// Clients.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotelClientsResponse)]
pub struct ClientsResponse {
    /// The clients by name, inactive ones last.
    items: Vec<ClientBody>,
}

/// All clients for a super admin; for others, their own client and its hotels.
#[utoipa::path(
    get, path = "/hotel/clients", tag = "hotel-accounts", operation_id = "listHotelClients", security(("hotel" = [])),
    params(ClientsQuery),
    responses(
        (status = 200, body = ClientsResponse),
        HotelProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    HotelUserWith(user, _): HotelUserWith<ReadClients>,
    Query(query): Query<ClientsQuery>,
) -> Result<Json<ClientsResponse>, Problem> {
    let kind = query.kind.as_deref().map(str::parse::<HotelClientKind>).transpose();
    let kind = kind.map_err(|_| Problem::field("kind", InvalidCode::Format))?;
    let mut conn = user.tenant.db.acquire().await?;
    let rows = db::hotel::clients::list(&mut conn, user.scope(), kind).await?;
    Ok(Json(ClientsResponse { items: rows.into_iter().map(ClientBody::from).collect() }))
}
