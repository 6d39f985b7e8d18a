//! The start of a patient's session, and its cookie.

use std::fmt;

use axum::response::AppendHeaders;
use db::access_log::{self, Action, Entry};
use db::patients::Credentials;
use db::{TenantTx, notifications, sessions};
use domain::device::mask_address;
use domain::patient::SESSION_LIFETIME;
use domain::{NotificationKind, Patient, PatientId};
use http::{HeaderName, HeaderValue, header};

use crate::App;
use crate::extract::Tenant;
use crate::extract::browser::Visitor;
use crate::http::cookie::SetCookie;
use crate::problem::Problem;
use crate::services::known_device::{DeviceKind, KnownDevice};
use crate::services::token;

/// A sign-in in progress.
#[derive(Clone, Copy, Debug)]
pub struct SignIn<'a> {
    /// The application.
    pub app: &'a App,
    /// The tenant.
    pub tenant: &'a Tenant,
    /// The browser.
    pub visitor: &'a Visitor,
}

/// A new session: its token, and the browser that it belongs to.
#[derive(Clone)]
pub struct NewSession {
    /// The token, which only the client keeps.
    pub token: String,
    /// The `Set-Cookie` value of the browser's device.
    pub device: HeaderValue,
}

impl fmt::Debug for NewSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewSession(..)")
    }
}

impl SignIn<'_> {
    /// Returns the browser's device, if an account signed in there before.
    #[must_use]
    pub fn known_device(&self) -> Option<KnownDevice> {
        let visitor = self.visitor;
        let (keys, tenant) = (&self.app.sealer, self.tenant.row.id);
        KnownDevice::read(DeviceKind::Patient, keys, tenant, visitor.headers(), &visitor.host)
    }

    /// Begins a session after a password check. Returns `None` if the password was changed or the account was deleted
    /// during the check, which takes a while. Call it last in its transaction.
    ///
    /// # Errors
    /// A database failure.
    pub async fn begin_checked(&self, tx: &mut TenantTx, checked: &Credentials) -> Result<Option<NewSession>, Problem> {
        if !db::patients::lock_credentials(tx, checked).await? {
            return Ok(None);
        }
        self.begin(tx, &checked.patient).await.map(Some)
    }

    /// Begins a session of a patient whose row this transaction locked. Notifies the account's owner if the browser is
    /// not known. Call it last in its transaction, because it writes the access log.
    ///
    /// # Errors
    /// A database failure.
    pub async fn begin(&self, tx: &mut TenantTx, patient: &Patient) -> Result<NewSession, Problem> {
        if !self.known_device().is_some_and(|device| device.contains(&patient.login_user_id)) {
            let now = self.app.clock.now();
            notifications::insert_plain(tx, patient.id, NotificationKind::NewSignIn, now).await?;
        }
        self.begin_new(tx, patient).await
    }

    /// Begins the first session of a patient whose row this transaction inserted, or locked to repeat a sign-up. Call it last in its
    /// transaction.
    ///
    /// # Errors
    /// A database failure.
    pub async fn begin_new(&self, tx: &mut TenantTx, patient: &Patient) -> Result<NewSession, Problem> {
        let Self { app, visitor, .. } = self;
        let (now, tenant) = (app.clock.now(), self.tenant.row.id);
        let mut device = self.known_device().unwrap_or_else(|| KnownDevice::new(DeviceKind::Patient, &app.random));
        device.insert(&patient.login_user_id);
        let (token, hash) = token::issue(&app.random);
        let new = sessions::NewSession {
            patient_id: patient.id,
            token: hash,
            expires_at: now + SESSION_LIFETIME,
            device: visitor.device(),
            network: mask_address(visitor.address.0),
        };
        sessions::insert(tx, &new, now).await?;
        access_log::insert(tx, &self.log_entry(Action::PatientSignIn, &[patient.id]), now).await?;
        Ok(NewSession { token, device: device.cookie(&app.sealer, tenant, &app.random, &visitor.host) })
    }

    /// Logs a failed sign-in. `patient` is `None` if no account has the ID.
    ///
    /// # Errors
    /// A database failure.
    pub async fn log_failure(&self, patient: Option<PatientId>) -> Result<(), Problem> {
        let entry = self.log_entry(Action::PatientSignInFailed, patient.as_slice());
        access_log::insert(&mut self.tenant.db.acquire().await?, &entry, self.app.clock.now()).await?;
        Ok(())
    }

    /// Returns a log row without the sign-in name, because the row outlives the account.
    fn log_entry<'b>(&'b self, action: Action, patients: &'b [PatientId]) -> Entry<'b> {
        Entry {
            patient_ids: patients,
            client_address: Some(self.visitor.address.0),
            request_id: Some(self.visitor.request_id.as_str()),
            ..Entry::new(action)
        }
    }
}

impl NewSession {
    /// Returns the `Set-Cookie` headers of the session and of the device. The page reads the first and sends its value
    /// as a bearer credential. The API never reads it, so pages of other sites cannot act for the patient.
    pub fn cookies(&self, request_host: &str) -> AppendHeaders<[(HeaderName, HeaderValue); 2]> {
        let cookie = SetCookie {
            name: "authorization",
            value: &self.token,
            max_age: SESSION_LIFETIME,
            path: "/",
            attributes: "SameSite=Lax",
        };
        let cookies = [cookie.header(request_host), self.device.clone()];
        AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)))
    }
}
