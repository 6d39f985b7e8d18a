//! The session that a sign-in or sign-up begins, and the cookie that tells the page of it.

use std::fmt;

use chrono::TimeDelta;
use db::TenantTx;
use db::patients::Credentials;
use domain::PatientId;
use http::{HeaderValue, header};

use crate::App;
use crate::guard::token;
use crate::http::host;
use crate::problem::Problem;

/// How long a session lasts.
const LIFETIME: TimeDelta = TimeDelta::days(1);

/// A new session's token, to be given to the page.
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
    /// Begins a session of who showed the password of an account. None when the password was changed since it was looked
    /// up, or the patient left: checking takes long enough for that.
    ///
    /// # Errors
    /// A database failure.
    pub async fn by_password(app: &App, tx: &mut TenantTx, checked: &Credentials) -> Result<Option<Self>, Problem> {
        if !db::patients::hold_credentials(tx, checked).await? {
            return Ok(None);
        }
        Self::begin(app, tx, checked.patient.id).await.map(Some)
    }

    /// Begins a session of a patient whose row this transaction made or holds.
    ///
    /// # Errors
    /// A database failure.
    pub async fn begin(app: &App, tx: &mut TenantTx, patient_id: PatientId) -> Result<Self, Problem> {
        let now = app.clock.now();
        let (token, hash) = token::issue(&app.random);
        db::sessions::insert(tx, patient_id, &hash, now + LIFETIME, now).await?;
        Ok(Self { token })
    }

    /// The `Set-Cookie` header: readable by the page, which sends its value as a bearer credential. The API itself never
    /// reads it, so that another site's page cannot act for the patient.
    #[must_use]
    pub fn cookie(&self, request_host: &str) -> [(header::HeaderName, HeaderValue); 1] {
        let secure = if host::is_local(request_host) { "" } else { "; Secure" };
        let text =
            format!("authorization={}; Path=/; Max-Age={}; SameSite=Lax{secure}", self.token, LIFETIME.num_seconds());
        [(header::SET_COOKIE, HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static("")))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_not_shown() {
        let session = NewSession { token: "secret".to_owned() };
        assert!(!format!("{session:?}").contains("secret"));
        assert!(session.cookie("a.kr")[0].1.to_str().expect("text").starts_with("authorization=secret;"));
    }
}
