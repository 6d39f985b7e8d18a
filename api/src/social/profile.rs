//! `GET /patients/social/profile`

use axum::extract::State;
use axum::response::Json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::{ProfileBody, open};
use super::ticket_hash;
use crate::App;
use crate::guard::Tenant;
use crate::guard::browser::{TICKET, Visitor};
use crate::http::Query;
use crate::problem::{Code, Problem, ProblemBody};

/// The ticket of a new social sign-in.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProfileQuery {
    /// The value of `social` in the sign-up form's address.
    #[serde(default)]
    #[param(required)]
    token: String,
}

/// What the provider told.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileAnswer {
    /// The profile.
    profile: ProfileBody,
}

/// What is known of somebody who signs up after a social sign-in, for the form. For thirty minutes, until the sign-up.
#[utoipa::path(
    get, path = "/patients/social/profile", tag = "social", operation_id = "getSocialProfile", params(ProfileQuery),
    responses(
        (status = 200, body = ProfileAnswer),
        (status = 404, description = "invalid_token", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    Query(query): Query<ProfileQuery>,
) -> Result<Json<ProfileAnswer>, Problem> {
    let token = ticket_hash(&query.token, TICKET.of(&visitor));
    let ticket = db::social::find_ticket(&mut tenant.db.acquire().await?, &token, app.clock.now()).await?;
    let profile = open(&app, tenant.row.id, ticket.ok_or(Code::InvalidToken)?)?;
    Ok(Json(ProfileAnswer { profile }))
}
