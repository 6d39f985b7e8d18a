//! `PUT /hotel/clients/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::Action;
use db::hotel::clients;

use super::form::ClientFields;
use super::get::load;
use super::shape::ClientBody;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageClients;
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// Changes every field of a client except its kind. A deactivated client keeps its data; its users can no longer sign
/// in.
#[utoipa::path(
    put, path = "/hotel/clients/{id}", tag = "hotel-accounts", operation_id = "putHotelClient",
    request_body = ClientFields, security(("hotel" = [])),
    params(("id" = i64, Path, description = "The client's id")),
    responses(
        (status = 200, body = ClientBody),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(user, _): HotelUserWith<ManageClients>,
    PathParams(id): PathParams<i64>,
    JsonBody(fields): JsonBody<ClientFields>,
) -> Result<Json<ClientBody>, Problem> {
    let mut tx = user.tenant.db.begin().await?;
    let present = clients::lock(&mut tx, id.into()).await?.ok_or(Code::NotFound)?;
    let form = fields.check(&mut tx, present.kind).await?;
    clients::set(&mut tx, present.id, &form).await?;
    if !form.active {
        db::hotel::sessions::revoke_for_client(&mut tx, present.id, app.clock.now()).await?;
    }
    let response = load(&mut tx, user.scope(), present.id).await?;
    user.log(&app, &mut tx, Action::HotelClientChanged, &format!("client {id}")).await?;
    tx.commit().await?;
    Ok(Json(response))
}
