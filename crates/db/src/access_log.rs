//! Who saw or changed whose data. Rows are only added; the database chains them.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, LoginUserId, PatientId, StaffId};

use crate::{Result, TenantConn};

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)+) => {
        /// What was done.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($(#[$doc])* $name,)+
        }

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The action as the database spells it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

actions! {
    /// Staff signed in.
    SignIn = "sign_in",
    /// A sign-in of staff failed.
    SignInFailed = "sign_in_failed",
    /// Staff set a password.
    PasswordChanged = "password_changed",
    /// A list of applications was read.
    ApplicationsListed = "applications_listed",
    /// An application was read.
    ApplicationRead = "application_read",
    /// A walk-in application was made.
    ApplicationMade = "application_made",
    /// An application was taken, completed or called off.
    ApplicationChanged = "application_changed",
    /// A picture was added or replaced.
    PictureAdded = "picture_added",
    /// An expert's scores, crop or comment were saved.
    AnalysisSaved = "analysis_saved",
    /// An analysis was released.
    AnalysisReleased = "analysis_released",
    /// A staff account was made.
    StaffMade = "staff_made",
    /// A staff account was changed or ended.
    StaffChanged = "staff_changed",
    /// A list of claims was read.
    ClaimsListed = "claims_listed",
    /// A claim was read.
    ClaimRead = "claim_read",
    /// A claim was taken or called off, or its mail's number noted.
    ClaimChanged = "claim_changed",
    /// A document was issued or replaced.
    DocumentAdded = "document_added",
    /// The documents of a claim were released to the patient.
    DocumentsReleased = "documents_released",
    /// A document was downloaded, by staff or by the patient.
    DocumentDownloaded = "document_downloaded",
    /// What was found about the clinic's payments was read.
    FindingsListed = "findings_listed",
    /// Something that was found about a payment was said to be put right.
    FindingResolved = "finding_resolved",
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Whose account; none for a sign-in that failed.
    pub staff_id: Option<StaffId>,
    /// The sign-in name that was tried.
    pub login_id: Option<&'a LoginUserId>,
    /// From where.
    pub client_address: Option<IpAddr>,
    /// What.
    pub action: Action,
    /// Whose data: patients with an account.
    pub patient_ids: &'a [PatientId],
    /// About which applications.
    pub application_ids: &'a [ApplicationId],
    /// The request, to join the logs.
    pub request_id: Option<&'a str>,
}

/// Adds a row. Rows of a tenant follow each other, so a transaction that added one holds up the next until it ends: add it
/// last.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert(conn: &mut TenantConn, entry: &Entry<'_>, now: DateTime<Utc>) -> Result<()> {
    insert_of_claims(conn, entry, (&[], None), now).await
}

/// The same about claims, with the reason of staff who take a copy of a document.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert_of_claims(
    conn: &mut TenantConn,
    entry: &Entry<'_>,
    (claims, reason): (&[ClaimId], Option<&str>),
    now: DateTime<Utc>,
) -> Result<()> {
    let patients: Vec<i64> = entry.patient_ids.iter().map(|id| id.get()).collect();
    let claims: Vec<i64> = claims.iter().map(|id| id.get()).collect();
    let applications: Vec<i64> = entry.application_ids.iter().map(|id| id.get()).collect();
    sqlx::query!(
        "insert into access_log (at, staff_id, login_id, client_address, action, patient_ids, application_ids, request_id,
                                 claim_ids, reason)
         values ($1, $2, $3, $4::text::inet, $5, $6, $7, $8, $9, $10)",
        now,
        entry.staff_id.map(StaffId::get),
        entry.login_id.map(LoginUserId::as_str),
        entry.client_address.map(|address| address.to_string()),
        entry.action.as_str(),
        &patients,
        &applications,
        entry.request_id,
        &claims,
        reason
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// The first row of the tenant whose content or chain was tampered with; none when all is sound.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find_broken(conn: &mut TenantConn) -> Result<Option<i64>> {
    let broken = sqlx::query_scalar!(
        r#"select e.seq from (
               select l.seq, l.hash, l.previous_hash, access_log_hash(l) as right_hash,
                      lag(l.hash) over (order by l.seq) as before, lag(l.seq) over (order by l.seq) as seq_before
               from access_log l
           ) e
           where e.hash <> e.right_hash
              or (e.before is not null and (e.previous_hash <> e.before or e.seq <> e.seq_before + 1))
              or (e.before is null and e.seq = 1 and e.previous_hash <> sha256('access_log'))
           order by e.seq limit 1"#
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    Ok(broken)
}
