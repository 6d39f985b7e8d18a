//! Consents of patients.

use std::net::IpAddr;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{Consent, ConsentId, ConsentKind, PatientId};

use crate::{Result, TenantConn, column};

/// A new consent.
#[derive(Clone, Debug)]
pub struct NewConsent {
    /// The patient.
    pub patient_id: PatientId,
    /// What the consent allows.
    pub kind: ConsentKind,
    /// Who receives the data; only for [`ConsentKind::Provide`].
    pub recipient: Option<String>,
    /// The effective date of the text that the patient agreed to.
    pub version: NaiveDate,
    /// The address that the patient agreed from.
    pub client_address: Option<IpAddr>,
}

/// Lists every consent of a patient, withdrawn ones included, the oldest first.
pub async fn list(conn: &mut TenantConn, patient: PatientId) -> Result<Vec<Consent>> {
    let rows = sqlx::query!(
        "select id, kind, recipient, version, given_at, withdrawn_at from consents where patient_id = $1 order by id",
        patient.get()
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            Ok(Consent {
                id: ConsentId::new(r.id),
                kind: column("consents", "kind", r.id).check(r.kind.parse::<ConsentKind>())?,
                recipient: r.recipient,
                version: r.version,
                given_at: r.given_at,
                withdrawn_at: r.withdrawn_at,
            })
        })
        .collect()
}

/// Returns whether a consent of this kind exists that is not withdrawn.
pub async fn exists(conn: &mut TenantConn, patient: PatientId, kind: ConsentKind) -> Result<bool> {
    let stands = sqlx::query_scalar!(
        r#"select exists(select from consents where patient_id = $1 and kind = $2 and withdrawn_at is null) as "stands!""#,
        patient.get(),
        kind.as_str()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(stands)
}

/// Inserts a consent. Returns false when the same consent exists and is not withdrawn.
pub async fn insert(conn: &mut TenantConn, new: &NewConsent, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "insert into consents (patient_id, kind, recipient, version, client_address, given_at)
         values ($1, $2, $3, $4, $5::text::inet, $6)
         on conflict (patient_id, kind, coalesce(recipient, '')) where withdrawn_at is null do nothing",
        new.patient_id.get(),
        new.kind.as_str(),
        new.recipient,
        new.version,
        new.client_address.map(|address| address.to_string()),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Withdraws a consent. Returns false when there was none to withdraw.
pub async fn withdraw(
    conn: &mut TenantConn,
    patient: PatientId,
    kind: ConsentKind,
    recipient: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "update consents set withdrawn_at = $4
         where patient_id = $1 and kind = $2 and recipient is not distinct from $3 and withdrawn_at is null",
        patient.get(),
        kind.as_str(),
        recipient,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Returns whether the patient consents to giving data to this recipient.
pub async fn exists_for_recipient(conn: &mut TenantConn, patient: PatientId, recipient: &str) -> Result<bool> {
    let stands = sqlx::query_scalar!(
        r#"select exists(select from consents
                         where patient_id = $1 and kind = 'provide' and coalesce(recipient, '') = $2 and withdrawn_at is null)
           as "stands!""#,
        patient.get(),
        recipient
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(stands)
}
