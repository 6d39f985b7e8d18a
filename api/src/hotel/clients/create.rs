//! `POST /hotel/clients`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use db::access_log::Action;
use domain::InvalidCode;
use domain::hotel::HotelClientKind;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::form::ClientFields;
use super::get::load;
use super::shape::ClientBody;
use crate::App;
use crate::extract::hotel::ManageClients;
use crate::extract::{HotelUserWith, RequestContext};
use crate::hotel::codes::ClientKindCode;
use crate::http::JsonBody;
use crate::problem::{HotelProblems, IdempotencyProblems, JsonProblems, Problem};

/// A new client.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[schema(as = HotelClientRequest)]
pub struct ClientRequest {
    /// The kind, which never changes.
    #[serde(default)]
    #[schema(required, value_type = ClientKindCode)]
    kind: String,
    /// The other fields.
    #[serde(flatten)]
    fields: ClientFields,
}

/// Creates a client.
#[utoipa::path(
    post, path = "/hotel/clients", tag = "hotel-accounts", operation_id = "createHotelClient",
    request_body = ClientRequest, security(("hotel" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = ClientBody),
        HotelProblems, JsonProblems, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageClients>,
    context: RequestContext,
    JsonBody(request): JsonBody<ClientRequest>,
) -> Result<Response, Problem> {
    let kind = request.kind.parse::<HotelClientKind>();
    let kind = kind.map_err(|_| Problem::field("kind", InvalidCode::Format))?;
    let call = context.key.bind(user.row.id, "POST /hotel/clients", &request)?;
    let now = app.clock.now();
    let mut tx = user.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let form = request.fields.check(&mut tx, kind).await?;
    let id = db::hotel::clients::insert(&mut tx, kind, &form, now).await?;
    let response = load(&mut tx, user.scope(), id).await?;
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    user.log(&app, &mut tx, Action::HotelClientMade, &format!("client {id}")).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
