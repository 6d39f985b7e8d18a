//! The signed-in member of a clinic's staff, and the access log's rows about them.

use std::collections::BTreeSet;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use db::access_log::search::Found;
use db::access_log::{self, Action, Entry};
use db::claims::Claim;
use db::{TenantConn, TenantTx};
use domain::{Application, ApplicationId, ClaimId, InstitutionId, PatientId, StaffSessionId};
use http::request::Parts;

use super::Tenant;
use super::patient::bearer;
use crate::App;
use crate::http::{ClientAddress, RequestId, cookie};
use crate::problem::{Code, Problem};
use crate::services::token;

/// The cookie that carries a staff token.
pub const COOKIE: &str = "staffAuthorization";

/// A member of the staff whose password is not temporary.
#[derive(Clone, Debug)]
pub struct Staff {
    /// The account.
    pub row: domain::Staff,
    /// Its session.
    pub session_id: StaffSessionId,
    /// The tenant that staff and request belong to.
    pub tenant: Tenant,
    /// The client's address.
    pub address: IpAddr,
    /// The request's id.
    pub request_id: RequestId,
}

/// A member of the staff whose password may still be the temporary one.
#[derive(Clone, Debug)]
pub struct StaffWithTemporaryPassword(pub Staff);

/// A member of the staff who manages the clinic's staff.
#[derive(Clone, Debug)]
pub struct Admin(pub Staff);

impl FromRequestParts<App> for StaffWithTemporaryPassword {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let tenant = Tenant::from_request_parts(parts, app).await?;
        let token = bearer(parts).or_else(|| cookie_token(parts)).ok_or(Code::Unauthorized)?;
        let token = token::hash(token);
        let found = db::staff_sessions::find(&mut tenant.db.acquire().await?, &token, app.clock.now()).await?;
        let signed_in = found.ok_or(Code::Unauthorized)?;
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        Ok(Self(Staff {
            row: signed_in.staff,
            session_id: signed_in.session_id,
            tenant,
            address: address.0,
            request_id: RequestId::from_request_parts(parts, app).await?,
        }))
    }
}

impl FromRequestParts<App> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let StaffWithTemporaryPassword(staff) = StaffWithTemporaryPassword::from_request_parts(parts, app).await?;
        if staff.row.must_change_password {
            return Err(Code::PasswordChangeRequired.into());
        }
        Ok(staff)
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let staff = Staff::from_request_parts(parts, app).await?;
        if !staff.row.role.manages_staff() {
            return Err(Code::Forbidden.into());
        }
        Ok(Self(staff))
    }
}

/// The token in the cookie. The cookie is `SameSite=Strict`, so pages of other sites cannot send it.
fn cookie_token(parts: &Parts) -> Option<&str> {
    cookie::values(&parts.headers, COOKIE).find(|value| value.len() == token::LENGTH)
}

impl Staff {
    /// The clinic.
    #[must_use]
    pub const fn clinic(&self) -> InstitutionId {
        self.row.institution.id
    }

    /// Logs that applications were read. Call it before the response is sent.
    ///
    /// # Errors
    /// A database failure. Nothing may be returned to the client then.
    pub async fn log_read(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        applications: &[Application],
    ) -> Result<(), Problem> {
        let patients: BTreeSet<PatientId> = applications.iter().filter_map(|one| one.patient_id).collect();
        let ids: Vec<ApplicationId> = applications.iter().map(|one| one.id).collect();
        let entry = Entry { patient_ids: &Vec::from_iter(patients), application_ids: &ids, ..self.log_entry(action) };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }

    /// Logs a change. Call it last in the transaction of the change.
    ///
    /// # Errors
    /// A database failure.
    pub async fn log_change(
        &self,
        app: &App,
        tx: &mut TenantTx,
        action: Action,
        subject: ChangeSubject,
    ) -> Result<(), Problem> {
        let entry = Entry {
            patient_ids: subject.patient.as_slice(),
            application_ids: subject.application.as_slice(),
            ..self.log_entry(action)
        };
        Ok(access_log::insert(tx, &entry, app.clock.now()).await?)
    }

    /// Logs that claims were read or changed. Call it last in the transaction of a change, or before the response to a read is
    /// sent.
    ///
    /// # Errors
    /// A database failure. Nothing may be returned to the client then.
    pub async fn log_claims(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        claims: &[(PatientId, ClaimId)],
    ) -> Result<(), Problem> {
        let patients: BTreeSet<PatientId> = claims.iter().map(|(patient, _)| *patient).collect();
        let ids: Vec<ClaimId> = claims.iter().map(|(_, claim)| *claim).collect();
        let entry = Entry { patient_ids: &Vec::from_iter(patients), claim_ids: &ids, ..self.log_entry(action) };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }

    /// Logs that a copy of a claim's document was taken, with the reason. Call it before the response is sent.
    ///
    /// # Errors
    /// A database failure. Nothing may be returned to the client then.
    pub async fn log_download(
        &self,
        app: &App,
        conn: &mut TenantConn,
        claim: &Claim,
        reason: &str,
    ) -> Result<(), Problem> {
        let entry = Entry {
            patient_ids: &[claim.patient_id],
            claim_ids: &[claim.id],
            reason: Some(reason),
            ..self.log_entry(Action::DocumentDownloaded)
        };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }

    /// Logs that rows of the access log were read. The log row names the people that the rows name: naming everybody whom the
    /// rows are about would let reads of reads grow. Call it before the response is sent.
    ///
    /// # Errors
    /// A database failure. Nothing may be returned to the client then.
    pub async fn log_search(&self, app: &App, conn: &mut TenantConn, rows: &[Found]) -> Result<(), Problem> {
        let patients: BTreeSet<PatientId> = rows.iter().flat_map(|row| row.patients.iter().copied()).collect();
        let applications: BTreeSet<ApplicationId> =
            rows.iter().flat_map(|row| row.applications.iter().map(|(id, _)| *id)).collect();
        let claims: BTreeSet<ClaimId> = rows.iter().flat_map(|row| row.claims.iter().map(|(id, _)| *id)).collect();
        let entry = Entry {
            patient_ids: &Vec::from_iter(patients),
            application_ids: &Vec::from_iter(applications),
            claim_ids: &Vec::from_iter(claims),
            ..self.log_entry(Action::AccessLogRead)
        };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }

    /// A log row of this member, about nobody yet.
    fn log_entry(&self, action: Action) -> Entry<'_> {
        Entry {
            staff_id: Some(self.row.id),
            client_address: Some(self.address),
            request_id: Some(self.request_id.as_str()),
            ..Entry::new(action)
        }
    }
}

/// What a change in the access log is about.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChangeSubject {
    /// The patient, if one has an account.
    pub patient: Option<PatientId>,
    /// The application.
    pub application: Option<ApplicationId>,
}
