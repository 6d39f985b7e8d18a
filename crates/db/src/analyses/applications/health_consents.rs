//! Consents to the processing of health data for applications without an account, recorded by staff.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{ApplicationId, StaffId, TenantId};

use crate::sealed::SealedText;
use crate::{Result, TenantConn, TenantTx};

/// Returns the context that signatures are sealed for.
#[must_use]
pub fn signature_context(tenant: TenantId, application: ApplicationId) -> String {
    format!("health consent of application {application} of tenant {tenant}")
}

/// How a person agreed.
#[derive(Clone, Debug)]
pub enum ConsentProof {
    /// A signature on the clinic's tablet: a PNG, sealed for [`signature_context`].
    Signature(SealedText),
    /// A paper that the clinic keeps under this reference.
    Paper(String),
}

/// A new record.
#[derive(Clone, Debug)]
pub struct NewHealthConsent {
    /// The application.
    pub application: ApplicationId,
    /// Who agreed: the person, or a legal guardian.
    pub signer: String,
    /// How the person agreed.
    pub proof: ConsentProof,
    /// The effective date of the text.
    pub version: NaiveDate,
    /// The member of staff who recorded it.
    pub staff: StaffId,
}

/// A record, without its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HealthConsent {
    /// `signature` or `paper`.
    pub kind: String,
    /// Who agreed.
    pub signer: String,
    /// The reference under which the clinic keeps the paper.
    pub paper_reference: Option<String>,
    /// When it was recorded.
    pub given_at: DateTime<Utc>,
}

/// Records a consent. Returns whether there was none: photos rely on the first record, so it is never replaced.
pub async fn insert(tx: &mut TenantTx, new: &NewHealthConsent, now: DateTime<Utc>) -> Result<bool> {
    let (kind, sealed, paper) = match &new.proof {
        ConsentProof::Signature(sealed) => ("signature", Some(sealed), None),
        ConsentProof::Paper(reference) => ("paper", None, Some(reference.as_str())),
    };
    let inserted = sqlx::query!(
        "insert into health_consents (application_id, kind, signer, signature_sealed, signature_key_id, paper_reference,
                                      version, staff_id, given_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (application_id) do nothing",
        new.application.get(),
        kind,
        new.signer,
        sealed.map(|sealed| sealed.bytes.as_slice()),
        sealed.map(|sealed| sealed.key_id),
        paper,
        new.version,
        new.staff.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(inserted.rows_affected() > 0)
}

/// Finds the record of an application.
pub async fn find(conn: &mut TenantConn, application: ApplicationId) -> Result<Option<HealthConsent>> {
    let found = sqlx::query_as!(
        HealthConsent,
        "select kind, signer, paper_reference, given_at from health_consents where application_id = $1",
        application.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found)
}

/// Returns whether health data of an application may be processed: its account has a valid consent, or staff recorded
/// one that the account did not withdraw later.
pub async fn allows(conn: &mut TenantConn, application: ApplicationId) -> Result<bool> {
    let allowed = sqlx::query_scalar!(
        r#"select exists(select from health_consents r join applications a on a.id = r.application_id
                         where a.id = $1 and not exists(
                             select from consents c where c.patient_id = a.patient_id and c.kind = 'health'
                                                          and c.withdrawn_at > r.given_at))
                  or exists(select from consents c join applications a on a.patient_id = c.patient_id
                            where a.id = $1 and c.kind = 'health' and c.withdrawn_at is null) as "allowed!""#,
        application.get()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(allowed)
}
