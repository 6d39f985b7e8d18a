//! One of a clinic's staff, signed in.

use std::collections::BTreeSet;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use db::access_log::search::Found;
use db::access_log::{self, Action, Entry};
use db::{TenantConn, TenantTx};
use domain::{Application, ApplicationId, ClaimId, InstitutionId, PatientId, StaffSessionId};
use http::header;
use http::request::Parts;

use super::patient::bearer;
use super::{Tenant, token};
use crate::App;
use crate::http::{ClientAddress, RequestId};
use crate::problem::{Code, Problem};

/// The cookie that carries a staff's token.
pub const COOKIE: &str = "staffAuthorization";

/// Staff who may use the clinic's calls: the password is one of their own.
#[derive(Clone, Debug)]
pub struct Staff {
    /// The account.
    pub row: domain::Staff,
    /// Its session.
    pub session_id: StaffSessionId,
    /// The tenant that staff and request belong to.
    pub tenant: Tenant,
    /// Where the request comes from.
    pub address: IpAddr,
    /// The request's id.
    pub request_id: RequestId,
}

/// Staff whose password may still be the temporary one.
#[derive(Clone, Debug)]
pub struct NewStaff(pub Staff);

/// Staff who manage the clinic's staff.
#[derive(Clone, Debug)]
pub struct Admin(pub Staff);

impl FromRequestParts<App> for NewStaff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let tenant = Tenant::from_request_parts(parts, app).await?;
        let token = bearer(parts).or_else(|| cookie(parts)).ok_or(Code::Unauthorized)?;
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
        let NewStaff(staff) = NewStaff::from_request_parts(parts, app).await?;
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

/// The token in the cookie. It is `SameSite=Strict`, so no other site's page can send it.
fn cookie(parts: &Parts) -> Option<&str> {
    let lines = parts.headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| *name == COOKIE && value.len() == token::LENGTH).map(|(_, value)| value)
}

impl Staff {
    /// The clinic.
    #[must_use]
    pub const fn clinic(&self) -> InstitutionId {
        self.row.institution.id
    }

    /// Notes in the access log that these staff read applications. Call it before the answer leaves.
    ///
    /// # Errors
    /// A database failure; then nothing may be answered.
    pub async fn log_read(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        applications: &[Application],
    ) -> Result<(), Problem> {
        let mut patients: Vec<PatientId> = applications.iter().filter_map(|one| one.patient_id).collect();
        patients.sort_unstable();
        patients.dedup();
        let ids: Vec<ApplicationId> = applications.iter().map(|one| one.id).collect();
        self.log(app, conn, action, (&patients, &ids)).await
    }

    /// Notes in the access log what these staff changed, last in the transaction of the change.
    ///
    /// # Errors
    /// A database failure.
    pub async fn log_change(
        &self,
        app: &App,
        tx: &mut TenantTx,
        action: Action,
        (patient, application): (Option<PatientId>, Option<ApplicationId>),
    ) -> Result<(), Problem> {
        self.log(app, tx, action, (patient.as_slice(), application.as_slice())).await
    }

    /// Notes in the access log what these staff read or changed of claims, and why when they took a copy of a document. Of a
    /// change it comes last in its transaction, of a reading before the answer leaves.
    ///
    /// # Errors
    /// A database failure; then nothing may be answered.
    pub async fn log_claims(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        (claims, reason): (&[(PatientId, ClaimId)], Option<&str>),
    ) -> Result<(), Problem> {
        let mut patients: Vec<PatientId> = claims.iter().map(|(patient, _)| *patient).collect();
        patients.sort_unstable();
        patients.dedup();
        let ids: Vec<ClaimId> = claims.iter().map(|(_, claim)| *claim).collect();
        let entry = Entry { patient_ids: &patients, ..self.entry(action) };
        Ok(access_log::insert_of_claims(conn, &entry, (&ids, reason), app.clock.now()).await?)
    }

    /// Notes in the access log that these staff read rows of it, and whose data those name: not all that they are about, or
    /// each reading of readings would be about more. Call it before the answer leaves.
    ///
    /// # Errors
    /// A database failure; then nothing may be answered.
    pub async fn log_search(&self, app: &App, conn: &mut TenantConn, rows: &[Found]) -> Result<(), Problem> {
        let patients: BTreeSet<PatientId> = rows.iter().flat_map(|row| row.patients.iter().copied()).collect();
        let applications: BTreeSet<ApplicationId> =
            rows.iter().flat_map(|row| row.applications.iter().map(|(id, _)| *id)).collect();
        let claims: BTreeSet<ClaimId> = rows.iter().flat_map(|row| row.claims.iter().map(|(id, _)| *id)).collect();
        let (patients, applications, claims) =
            (Vec::from_iter(patients), Vec::from_iter(applications), Vec::from_iter(claims));
        let entry =
            Entry { patient_ids: &patients, application_ids: &applications, ..self.entry(Action::AccessLogRead) };
        Ok(access_log::insert_of_claims(conn, &entry, (&claims, None), app.clock.now()).await?)
    }

    /// A row of these staff, about nobody yet.
    fn entry(&self, action: Action) -> Entry<'_> {
        Entry {
            staff_id: Some(self.row.id),
            login_id: None,
            client_address: Some(self.address),
            action,
            patient_ids: &[],
            application_ids: &[],
            request_id: Some(self.request_id.as_str()),
        }
    }

    async fn log(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        (patient_ids, application_ids): (&[PatientId], &[ApplicationId]),
    ) -> Result<(), Problem> {
        let entry = Entry { patient_ids, application_ids, ..self.entry(action) };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }
}
