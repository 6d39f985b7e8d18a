//! `GET /patients/identity/{verificationId}`

use axum::extract::State;
use axum::response::Json;
use domain::calendar::korean_day;
use partners::identity::Verification;
use serde::Serialize;
use utoipa::ToSchema;

use super::person::{self, PersonData};
use super::{check_id_format, provider};
use crate::App;
use crate::extract::Tenant;
use crate::extract::browser::{IDENTITY, Visitor};
use crate::http::PathParams;
use crate::problem::{Code, Problem, PublicProblems, RateLimitProblem};
use crate::services::limiter::IDENTITY_RESULT_ADDRESS;
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
        (status = 403, description = "under_age"),
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
    let provider = provider(&app)?;
    check_id_format(&id)?;
    app.limiter.count(IDENTITY_RESULT_ADDRESS, &visitor.address.0.to_string()).await?;
    let browser = token::hash(IDENTITY.read(&visitor).ok_or(Code::NotFound)?);
    let now = app.clock.now();
    let found = db::identities::find(&mut tenant.db.acquire().await?, &id, &browser, now).await?;
    let known = found.ok_or(Code::NotFound)?.verified;
    let tenant_id = tenant.row.id;

    let (verified, data) = if let Some(verified) = known {
        let data = person::open(&app, tenant_id, &verified)?;
        (verified, data)
    } else {
        let today = korean_day(now);
        // no connection is held while the provider answers
        let outcome = provider.api.find_verification(&id, today).await;
        let outcome = outcome.map_err(|outage| Problem::with_cause(Code::IdentityUnavailable, outage))?;
        let verified = match outcome {
            Verification::Pending => return Err(Code::IdentityPending.into()),
            Verification::Failed => return Err(Code::IdentityFailed.into()),
            Verification::Verified(person) => person,
        };
        // nothing of a child is stored
        verified.birth.require_min_age(today).map_err(|_| Problem::new(Code::UnderAge))?;
        person::seal(&app, tenant_id, &verified)?
    };
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
