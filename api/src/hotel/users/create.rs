//! `POST /hotel/users`

use axum::extract::State;
use axum::response::Response;
use domain::{HotelClientId, InvalidCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::manage::{self, AccountTexts, Draft, UserCreation};
use crate::App;
use crate::extract::hotel::ManageUsers;
use crate::extract::{HotelUserWith, RequestContext};
use crate::hotel::codes::RoleCode;
use crate::hotel::shape::UserAccountResponse;
use crate::http::JsonBody;
use crate::problem::{HotelProblems, IdempotencyProblems, JsonProblems, Problem};
use crate::staff::reset_password::TemporaryPassword;

/// A new account.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelUserRequest)]
pub struct UserRequest {
    /// The sign-in name: 4 to 20 letters or digits.
    #[serde(default)]
    #[schema(required)]
    login_id: String,
    /// A role that fits the kind of client: `hotel_client` or `housekeeper` of a hotel, `headquarters`, `partner`, or `super_admin`
    /// without a client.
    #[serde(default)]
    #[schema(required, value_type = RoleCode)]
    role: String,
    /// The client; none for a super admin.
    client_id: Option<i64>,
    /// The texts.
    #[serde(flatten)]
    texts: AccountTexts,
}

/// Creates an account with a temporary password, which is returned only once.
#[utoipa::path(
    post, path = "/hotel/users", tag = "hotel-accounts", operation_id = "createHotelUser", request_body = UserRequest,
    security(("hotel" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key, without the password")),
    responses(
        (status = 201, body = UserAccountResponse),
        HotelProblems, JsonProblems, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelUserWith(manager, _): HotelUserWith<ManageUsers>,
    context: RequestContext,
    JsonBody(request): JsonBody<UserRequest>,
) -> Result<Response, Problem> {
    let draft = Draft::parse(&request.login_id, &request.role, &request.texts)?;
    let call = context.key.bind(manager.row.id, "POST /hotel/users", &request)?;
    let password = TemporaryPassword::generate(&app).await?;
    let mut tx = manager.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, app.clock.now()).await? {
        return Ok(earlier.into_response());
    }
    let client = match request.client_id.map(HotelClientId::new) {
        Some(id) => {
            let found = db::hotel::clients::find(&mut tx, id).await?;
            Some(found.ok_or_else(|| Problem::field("clientId", InvalidCode::Unknown))?)
        }
        None => None,
    };
    let creation = UserCreation { manager: &manager, call: &call, password: &password, client: client.as_ref() };
    manage::create(&app, tx, draft, &creation).await
}
