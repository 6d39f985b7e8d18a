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
pub struct VerificationResponse {
    /// The verification.
    verification: VerificationBody,
}

/// A verified person, and the ticket for the sign-up.
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
    /// A one-time ticket for the sign-up, never the person's real ci; only the ticket of the last response is valid.
    ci: String,
}

/// The verified person, for the browser that started the verification. The provider is queried once; the result is kept
/// for thirty minutes.
#[utoipa::path(
    get, path = "/patients/identity/{verificationId}", tag = "identity", operation_id = "getIdentity",
    params(("verificationId" = String, Path, description = "The verification that the start created")),
    responses(
        (status = 200, body = VerificationResponse),
        PublicProblems, RateLimitProblem,
        (status = 403, description = "under_age, tenant_disabled"),
        (status = 404, description = "not_found: unknown, expired, used, or another browser's; unknown_tenant"),
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
) -> Result<Json<VerificationResponse>, Problem> {
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
    Ok(Json(VerificationResponse { verification: VerificationBody { id, name, phone, birth, ci: ticket } }))
}
