//! The signed-in patient.

use axum::extract::FromRequestParts;
use db::sessions::SignedIn;
use domain::calendar::korean_day;
use domain::{LegalDocument, SessionId};
use http::header;
use http::request::Parts;
use strum::VariantArray as _;

use super::{Caller, CallerSlot, Tenant};
use crate::App;
use crate::problem::{Code, Problem};
use crate::services::token;

/// The patient whose session token the request has, found with one query.
#[derive(Clone, Debug)]
pub struct Patient {
    /// The patient's row.
    pub row: domain::Patient,
    /// The session.
    pub session_id: SessionId,
    /// The tenant that patient and request belong to.
    pub tenant: Tenant,
}

impl FromRequestParts<App> for Patient {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let tenant = Tenant::from_request_parts(parts, app).await?;
        let token = bearer(parts).ok_or(Code::Unauthorized)?;
        let found = db::sessions::find_patient(&tenant.db, &token::hash(token), app.clock.now()).await?;
        let SignedIn { session_id, patient: row } = found.ok_or(Code::Unauthorized)?;
        CallerSlot::insert(parts, Caller::Patient(row.id));
        Ok(Self { row, session_id, tenant })
    }
}

impl Patient {
    /// Checks that the patient agreed to the latest edition to the patients' disadvantage. Without such an edition it
    /// runs no query.
    ///
    /// # Errors
    /// [`Code::TermsConsentRequired`] when the patient has to agree first.
    pub async fn require_terms(&self, app: &App) -> Result<(), Problem> {
        let today = korean_day(app.clock.now());
        for document in LegalDocument::VARIANTS.iter().copied() {
            let in_effect = app.editions.in_effect(document, today);
            if in_effect.disadvantage.is_none() {
                continue;
            }
            let mut conn = self.tenant.db.acquire().await?;
            if in_effect.needs_consent(db::terms::find_agreed(&mut conn, self.row.id, document).await?) {
                return Err(Code::TermsConsentRequired.into());
            }
        }
        Ok(())
    }
}

/// A signed-in patient who agreed to the current terms, which anything new requires. Existing records are read,
/// exported, corrected, canceled and deleted with [`Patient`].
#[derive(Clone, Debug)]
pub struct PatientWithTerms(pub Patient);

impl FromRequestParts<App> for PatientWithTerms {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let patient = Patient::from_request_parts(parts, app).await?;
        patient.require_terms(app).await?;
        Ok(Self(patient))
    }
}

/// The patient, if one is signed in, for operations that need no session.
#[derive(Clone, Debug)]
pub struct MaybePatient {
    /// The patient's row, if one is signed in.
    pub row: Option<domain::Patient>,
    /// The request's tenant.
    pub tenant: Tenant,
}

impl FromRequestParts<App> for MaybePatient {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let tenant = Tenant::from_request_parts(parts, app).await?;
        let row = match bearer(parts) {
            Some(token) => db::sessions::find_patient(&tenant.db, &token::hash(token), app.clock.now()).await?,
            None => None,
        };
        Ok(Self { row: row.map(|signed_in| signed_in.patient), tenant })
    }
}

/// Returns the bearer token of the request's `Authorization` header.
pub(super) fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && token.len() == token::LENGTH).then_some(token)
}
