//! `GET /patients/social/profile`

use axum::extract::State;
use axum::response::Json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::{ProfileBody, open};
use crate::App;
use crate::extract::Tenant;
use crate::extract::browser::{TICKET, Visitor};
use crate::http::Query;
use crate::problem::{Code, MalformedProblem, Problem, PublicProblems};
use crate::services::token;

/// The ticket of a new social sign-in.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProfileQuery {
    /// The value of `social` in the sign-up form's URL.
    #[serde(default)]
    #[param(required)]
    token: String,
}

/// The profile of a social sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileResponse {
    /// The profile.
    profile: ProfileBody,
}

/// The profile of a social sign-in, for the sign-up form. It is available for thirty minutes, until the sign-up.
#[utoipa::path(
    get, path = "/patients/social/profile", tag = "social", operation_id = "getSocialProfile", params(ProfileQuery),
    responses(
        (status = 200, body = ProfileResponse),
        PublicProblems, MalformedProblem,
        (status = 404, description = "invalid_token; unknown_tenant"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    Query(query): Query<ProfileQuery>,
) -> Result<Json<ProfileResponse>, Problem> {
    let hash = token::hash_for_browser(&query.token, TICKET.read(&visitor));
    let ticket = db::social::find_ticket(&mut tenant.db.acquire().await?, &hash, app.clock.now()).await?;
    let profile = open(&app, tenant.row.id, ticket.ok_or(Code::InvalidToken)?)?;
    Ok(Json(ProfileResponse { profile }))
}
