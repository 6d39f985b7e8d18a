//! `GET /patients/identity/{verificationId}`

use axum::extract::State;
use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::person::{self, PersonData, VerifiedIdentity};
use crate::App;
use crate::extract::Tenant;
use crate::extract::browser::Visitor;
use crate::http::PathParams;
use crate::problem::{Code, Problem, PublicProblems, RateLimitProblem};
use crate::services::token;

/// A verified person.
#[derive(Debug, Serialize, ToSchema)]
pub struct VerificationAnswer {
    /// The verification.
    verification: VerificationBody,
}

/// A verified person, and the ticket to sign up as.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Verification)]
pub struct VerificationBody {
    /// The verification's id.
    id: String,
    /// The name.
    name: String,
    /// The mobile number, digits only.
    #[schema(example = "01012345678")]
    phone: String,
    /// The date of birth, YYYY.MM.DD.
    #[schema(example = "1990.01.31")]
    birth: String,
    /// A one-time ticket for the sign-up, never the person's real ci; the ticket of the last answer counts.
    ci: String,
}

/// Who was verified, for the browser that began it: asks the provider once and keeps the answer for thirty minutes.
#[utoipa::path(
    get, path = "/patients/identity/{verificationId}", tag = "identity", operation_id = "getIdentity",
    params(("verificationId" = String, Path, description = "The verification that the start began")),
    responses(
        (status = 200, body = VerificationAnswer),
        PublicProblems, RateLimitProblem,
        (status = 403, description = "under_age, tenant_disabled"),
        (status = 404, description = "not_found: unknown, over, spent, or another browser's; unknown_tenant"),
        (status = 409, description = "identity_pending, already_registered"),
        (status = 422, description = "identity_failed"),
        (status = 503, description = "identity_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    PathParams(id): PathParams<String>,
) -> Result<Json<VerificationAnswer>, Problem> {
    let VerifiedIdentity { verified, data } = person::find(&app, &tenant, &visitor, &id).await?;
    let mut conn = tenant.db.acquire().await?;
    if db::identities::exists_patient(&mut conn, &verified.identity.ci_hash).await? {
        return Err(Code::AlreadyRegistered.into());
    }
    let (ticket, ticket_hash) = token::issue(&app.random);
    if !db::identities::set_verified(&mut conn, &id, &verified, &ticket_hash).await? {
        return Err(Code::NotFound.into());
    }
    let PersonData { name, phone, birth } = data;
    Ok(Json(VerificationAnswer { verification: VerificationBody { id, name, phone, birth, ci: ticket } }))
}
