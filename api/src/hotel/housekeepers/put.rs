//! `PUT /hotel/housekeepers/{id}`

use axum::extract::State;
use axum::response::Json;
use serde::Deserialize;
use utoipa::ToSchema;

use super::lock;
use crate::App;
use crate::extract::HotelUserWith;
use crate::extract::hotel::ManageHousekeepers;
use crate::hotel::shape::UserAccountResponse;
use crate::hotel::users::manage::{self, AccountTexts, Changes};
use crate::http::{JsonBody, PathParams};
use crate::problem::{HotelProblems, JsonProblems, NotFoundProblem, Problem, ValidationProblem};

/// The changes of a housekeeper. Omitted fields stay.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PutHousekeeperRequest {
    /// Whether the account may sign in. False ends its sessions; true gives a deactivated account a temporary password.
    active: Option<bool>,
    /// The texts.
    #[serde(flatten)]
    texts: AccountTexts,
}

/// Changes a housekeeper. An account that is reactivated, for the same person, gets a temporary password.
#[utoipa::path(
    put, path = "/hotel/housekeepers/{id}", tag = "hotel-accounts", operation_id = "putHousekeeper",
    request_body = PutHousekeeperRequest, security(("hotel" = [])),
    params(("id" = i64, Path, description = "The account's id")),
    responses(
        (status = 200, body = UserAccountResponse),
        HotelProblems, JsonProblems, NotFoundProblem, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(manager, _): HotelUserWith<ManageHousekeepers>,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<PutHousekeeperRequest>,
) -> Result<Json<UserAccountResponse>, Problem> {
    let mut tx = manager.tenant.db.begin().await?;
    let row = lock(&mut tx, &manager, id.into()).await?;
    let changes = Changes { texts: request.texts, role: None, active: request.active };
    manage::put(&app, tx, &manager, row, &changes).await
}
