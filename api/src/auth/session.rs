//! Patient sessions and their cookie.

use std::fmt;

use chrono::TimeDelta;
use db::TenantTx;
use db::patients::Credentials;
use domain::PatientId;
use http::{HeaderValue, header};

use crate::App;
use crate::http::cookie::SetCookie;
use crate::problem::Problem;
use crate::services::token;

/// How long a session lasts.
const SESSION_LIFETIME: TimeDelta = TimeDelta::days(1);

/// A new session's token.
#[derive(Clone)]
pub struct NewSession {
    token: String,
}

impl fmt::Debug for NewSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewSession(..)")
    }
}

impl NewSession {
    /// Begins a session after a password check. Returns none if the password was changed or the account was deleted during the
    /// check, which takes a while.
    ///
    /// # Errors
    /// A database failure.
    pub async fn by_password(app: &App, tx: &mut TenantTx, checked: &Credentials) -> Result<Option<Self>, Problem> {
        if !db::patients::lock_credentials(tx, checked).await? {
            return Ok(None);
        }
        Self::begin(app, tx, checked.patient.id).await.map(Some)
    }

    /// Begins a session of a patient whose row this transaction inserted or locked.
    ///
    /// # Errors
    /// A database failure.
    pub async fn begin(app: &App, tx: &mut TenantTx, patient_id: PatientId) -> Result<Self, Problem> {
        let now = app.clock.now();
        let (token, hash) = token::issue(&app.random);
        db::sessions::insert(tx, patient_id, &hash, now + SESSION_LIFETIME, now).await?;
        Ok(Self { token })
    }

    /// The `Set-Cookie` header. The page reads the cookie and sends its value as a bearer credential. The API never reads the
    /// cookie, so pages of other sites cannot act for the patient.
    #[must_use]
    pub fn cookie(&self, request_host: &str) -> [(header::HeaderName, HeaderValue); 1] {
        let cookie = SetCookie {
            name: "authorization",
            value: &self.token,
            max_age: SESSION_LIFETIME,
            path: "/",
            attributes: "SameSite=Lax",
        };
        [(header::SET_COOKIE, cookie.header(request_host))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_debug_hides_the_token() {
        let session = NewSession { token: "secret".to_owned() };
        assert!(!format!("{session:?}").contains("secret"));
        assert!(session.cookie("a.kr")[0].1.to_str().expect("text").starts_with("authorization=secret;"));
    }
}
