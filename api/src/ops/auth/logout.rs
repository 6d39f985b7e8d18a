//! `POST /ops/auth/logout`

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use chrono::TimeDelta;
use db::operator_actions::Action;
use http::{StatusCode, header};

use crate::App;
use crate::extract::operator::{Audit, COOKIE, OperatorSession};
use crate::http::RequestHost;
use crate::problem::{OperatorProblems, Problem};

/// Signs out: ends the session and removes the cookie.
#[utoipa::path(
    post, path = "/ops/auth/logout", tag = "ops-auth", operation_id = "operatorLogout", security(("operator" = [])),
    responses(
        (status = 204, headers(("set-cookie" = String, description = "Removes the cookie"))),
        OperatorProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    OperatorSession(operator): OperatorSession,
    RequestHost(host): RequestHost,
) -> Result<Response, Problem> {
    let mut tx = app.databases.system().begin().await?;
    db::operator_sessions::revoke(&mut tx, operator.session_id, app.clock.now()).await?;
    operator.log(&app, &mut tx, &Audit::new(Action::SignedOut, "")).await?;
    tx.commit().await?;
    let cookie = COOKIE.set("", TimeDelta::zero(), &host);
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}
