//! The signed-in patient.

use axum::extract::FromRequestParts;
use db::sessions::SignedIn;
use domain::SessionId;
use http::header;
use http::request::Parts;

use super::{Caller, CallerSlot, Tenant};
use crate::App;
use crate::problem::{Code, Problem};
use crate::services::token;

/// The patient whose token the request bears, found with one query.
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
        CallerSlot::set_in(parts, Caller::Patient(row.id));
        Ok(Self { row, session_id, tenant })
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

/// The token of the request's `Authorization: Bearer`.
pub(super) fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && token.len() == token::LENGTH).then_some(token)
}
