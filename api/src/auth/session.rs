//! The session that a sign-in or sign-up begins, and the cookie that tells the page of it.

use chrono::TimeDelta;
use db::TenantTx;
use domain::PatientId;
use http::{HeaderValue, header};

use crate::App;
use crate::guard::token;
use crate::http::host;
use crate::problem::Problem;

/// How long a session lasts.
const LIFETIME: TimeDelta = TimeDelta::days(1);

/// A new session's token, to be given to the page.
#[derive(Clone, Debug)]
pub struct NewSession {
    token: String,
}

impl NewSession {
    /// Begins a session of a patient.
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
