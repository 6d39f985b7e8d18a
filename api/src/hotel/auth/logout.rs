//! `POST /hotel/auth/logout`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use chrono::TimeDelta;
use db::access_log::Action;
use http::{StatusCode, header};

use crate::App;
use crate::extract::RequestContext;
use crate::extract::hotel::{COOKIE, HotelSession};
use crate::problem::{HotelProblems, MalformedProblem, Problem};

/// Signs out: ends the session and removes the cookie.
#[utoipa::path(
    post, path = "/hotel/auth/logout", tag = "hotel-accounts", operation_id = "hotelLogout", security(("hotel" = [])),
    responses(
        (status = 204, headers(("set-cookie" = String, description = "Removes the cookie"))),
        HotelProblems, MalformedProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    HotelSession(user): HotelSession,
    context: RequestContext,
) -> Result<Response, Problem> {
    let mut tx = user.tenant.db.begin().await?;
    db::hotel::sessions::revoke(&mut tx, user.session_id, app.clock.now()).await?;
    user.log(&app, &mut tx, Action::SignOut, "").await?;
    tx.commit().await?;
    let cookie = [(header::SET_COOKIE, COOKIE.set("", TimeDelta::zero(), &context.host.0))];
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}
