//! The access log's rows about actions of staff.

use std::collections::BTreeSet;

use db::access_log::search::ClinicRow;
use db::access_log::{self, Action, Entry, Read, Records};
use db::applications::LockedApplication;
use db::claims::Claim;
use db::{TenantConn, TenantTx};
use domain::{Application, ApplicationId, ClaimId, PatientId};

use super::Staff;
use crate::App;
use crate::problem::Problem;

/// A secret or a document of a claim that is opened for a stated reason.
#[derive(Clone, Copy, Debug)]
pub struct SecretAccess<'a> {
    /// The action.
    pub action: Action,
    /// The claim.
    pub claim: &'a Claim,
    /// The stated reason.
    pub reason: &'a str,
}

impl Staff {
    /// Logs that applications were read, each at most once in a sitting, because a page that polls reads nothing new.
    /// Call it before the response is sent.
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
        let ids: Vec<ApplicationId> = applications.iter().map(|one| one.id).collect();
        self.log_applications_read(app, conn, action, &ids).await
    }

    /// Logs that applications with these ids were read, as [`Self::log_read`] does.
    ///
    /// # Errors
    /// A database failure. Nothing may be returned to the client then.
    pub async fn log_applications_read(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        ids: &[ApplicationId],
    ) -> Result<(), Problem> {
        self.log_records(app, conn, action, Records::Applications(ids)).await
    }

    /// Logs that claims were read, as [`Self::log_read`] does for applications.
    ///
    /// # Errors
    /// A database failure. Nothing may be returned to the client then.
    pub async fn log_claims_read(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        claims: &[ClaimId],
    ) -> Result<(), Problem> {
        self.log_records(app, conn, action, Records::Claims(claims)).await
    }

    async fn log_records(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        records: Records<'_>,
    ) -> Result<(), Problem> {
        let read = Read {
            session: self.session_id,
            staff: self.row.id,
            client_address: self.address,
            action,
            records,
            request_id: self.request_id.as_str(),
        };
        Ok(access_log::insert_read(conn, &read, app.clock.now()).await?)
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

    /// Logs a change of several applications. Call it last in the transaction of the change.
    ///
    /// # Errors
    /// A database failure.
    pub async fn log_changes(
        &self,
        app: &App,
        tx: &mut TenantTx,
        action: Action,
        rows: &[&LockedApplication],
    ) -> Result<(), Problem> {
        let patients: BTreeSet<PatientId> = rows.iter().filter_map(|row| row.patient_id).collect();
        let ids: Vec<ApplicationId> = rows.iter().map(|row| row.id).collect();
        let entry = Entry { patient_ids: &Vec::from_iter(patients), application_ids: &ids, ..self.log_entry(action) };
        Ok(access_log::insert(tx, &entry, app.clock.now()).await?)
    }

    /// Logs that claims were changed. Call it last in the transaction of the change.
    ///
    /// # Errors
    /// A database failure.
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

    /// Logs, with the reason, that a secret of a claim was opened or a document downloaded. Call it before the response
    /// is sent.
    ///
    /// # Errors
    /// A database failure. Nothing may be returned to the client then.
    pub async fn log_secret_access(
        &self,
        app: &App,
        conn: &mut TenantConn,
        access: SecretAccess<'_>,
    ) -> Result<(), Problem> {
        let SecretAccess { action, claim, reason } = access;
        let entry = Entry {
            patient_ids: &[claim.patient_id],
            claim_ids: &[claim.id],
            reason: Some(reason),
            ..self.log_entry(action)
        };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }

    /// Logs that rows of the access log were read. The new row refers only to the people that the read rows name: with
    /// everybody that they are about, rows about reads would grow with each read. Call it before the response is sent.
    ///
    /// # Errors
    /// A database failure. Nothing may be returned to the client then.
    pub async fn log_search(&self, app: &App, conn: &mut TenantConn, rows: &[ClinicRow]) -> Result<(), Problem> {
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

    /// Logs an action that concerns no record, with an optional detail. Call it last in the transaction of a change.
    ///
    /// # Errors
    /// A database failure.
    pub async fn log_action(
        &self,
        app: &App,
        conn: &mut TenantConn,
        action: Action,
        reason: Option<&str>,
    ) -> Result<(), Problem> {
        let entry = Entry { reason, ..self.log_entry(action) };
        Ok(access_log::insert(conn, &entry, app.clock.now()).await?)
    }

    /// Returns a log row of this member that refers to nobody yet.
    fn log_entry(&self, action: Action) -> Entry<'_> {
        Entry {
            staff_id: Some(self.row.id),
            client_address: Some(self.address),
            request_id: Some(self.request_id.as_str()),
            ..Entry::new(action)
        }
    }
}

/// The subject of a change in the access log.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChangeSubject {
    /// The patient, if one has an account.
    pub patient: Option<PatientId>,
    /// The application.
    pub application: Option<ApplicationId>,
}
