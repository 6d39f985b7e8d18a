//! `POST /hotel/housekeepers`

use axum::extract::State;
use axum::response::Response;
use domain::hotel::HotelRole;
use domain::{HotelClientId, InvalidCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::hotel::ManageHousekeepers;
use crate::extract::{HotelUserWith, RequestContext};
use crate::hotel::shape::UserAccountResponse;
use crate::hotel::users::manage::{self, AccountTexts, Draft, UserCreation};
use crate::http::JsonBody;
use crate::problem::{HotelProblems, IdempotencyProblems, JsonProblems, NotFoundProblem, Problem};
use crate::staff::reset_password::TemporaryPassword;

/// A new housekeeper.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HousekeeperRequest {
    /// The sign-in name: 4 to 20 letters or digits.
    #[serde(default)]
    #[schema(required)]
    login_id: String,
    /// The hotel. Defaults to the caller's; super admins must set it.
    hotel_id: Option<i64>,
    /// The texts.
    #[serde(flatten)]
    texts: AccountTexts,
}

/// Creates a housekeeper's account with a temporary password, which is returned only once.
#[utoipa::path(
    post, path = "/hotel/housekeepers", tag = "hotel-accounts", operation_id = "createHousekeeper",
    request_body = HousekeeperRequest, security(("hotel" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key, without the password")),
    responses(
        (status = 201, body = UserAccountResponse),
        HotelProblems, JsonProblems, IdempotencyProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(manager, _): HotelUserWith<ManageHousekeepers>,
    context: RequestContext,
    JsonBody(request): JsonBody<HousekeeperRequest>,
) -> Result<Response, Problem> {
    let draft = Draft::parse(&request.login_id, HotelRole::Housekeeper.as_str(), &request.texts)?;
    let own = manager.row.client.as_ref().map(|of| of.client.id);
    let hotel = request.hotel_id.map(HotelClientId::new).or(own);
    let hotel = hotel.ok_or_else(|| Problem::field("hotelId", InvalidCode::Required))?;
    let call = context.key.bind(manager.row.id, "POST /hotel/housekeepers", &request)?;
    let password = TemporaryPassword::generate(&app).await?;
    let mut tx = manager.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, app.clock.now()).await? {
        return Ok(earlier.into_response());
    }
    let hotel = manager.hotel(&mut tx, hotel).await?;
    let creation = UserCreation { manager: &manager, call: &call, password: &password, client: Some(&hotel) };
    manage::create(&app, tx, draft, &creation).await
}
