//! `GET /patients/identity/{verificationId}`

use axum::extract::{Path, State};
use axum::response::Json;
use domain::number::korean_day;
use partners::identity::Outcome;
use serde::Serialize;
use utoipa::ToSchema;

use super::person::{self, Sheet};
use super::{known_form, provider};
use crate::App;
use crate::guard::browser::{IDENTITY, Visitor};
use crate::guard::limiter::IDENTITY_RESULT_ADDRESS;
use crate::guard::{Tenant, token};
use crate::problem::{Code, Problem, ProblemBody};

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
        (status = 403, description = "under_age", body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, description = "not_found: unknown, over, spent, or another browser's", body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, description = "identity_pending, already_registered", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "identity_failed", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "identity_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    tenant: Tenant,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<VerificationAnswer>, Problem> {
    let provider = provider(&app)?;
    known_form(&id)?;
    app.limiter.count(IDENTITY_RESULT_ADDRESS, &visitor.address.0.to_string()).await?;
    let browser = token::hash(IDENTITY.of(&visitor).ok_or(Code::NotFound)?);
    let now = app.clock.now();
    let found = db::identities::find(&mut tenant.db.acquire().await?, &id, &browser, now).await?;
    let known = found.ok_or(Code::NotFound)?.verified;
    let tenant_id = tenant.row.id;

    let (verified, sheet) = if let Some(verified) = known {
        let sheet = person::open(&app, tenant_id, &verified)?;
        (verified, sheet)
    } else {
        let today = korean_day(now);
        // no connection is held meanwhile
        let outcome = provider.api.outcome(&id, today).await;
        let outcome = outcome.map_err(|outage| Problem::caused(Code::IdentityUnavailable, outage))?;
        let verified = match outcome {
            Outcome::Pending => return Err(Code::IdentityPending.into()),
            Outcome::Failed => return Err(Code::IdentityFailed.into()),
            Outcome::Verified(person) => person,
        };
        // of a child nothing is kept
        verified.birth.old_enough(today).map_err(|_| Problem::new(Code::UnderAge))?;
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
    let Sheet { name, phone, birth } = sheet;
    Ok(Json(VerificationAnswer { verification: VerificationBody { id, name, phone, birth, ci: ticket } }))
}
