//! Consents given and withdrawn.

use std::net::IpAddr;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{Consent, ConsentId, ConsentKind, PatientId};

use crate::{Error, Result, TenantConn};

/// A consent that a patient gives.
#[derive(Clone, Debug)]
pub struct NewConsent {
    /// Who gives it.
    pub patient_id: PatientId,
    /// What it is about.
    pub kind: ConsentKind,
    /// Who receives the data; only for [`ConsentKind::Provide`].
    pub recipient: Option<String>,
    /// Effective date of the text that is agreed to.
    pub version: NaiveDate,
    /// The address that gives it.
    pub client_address: Option<IpAddr>,
}

/// Every consent of a patient, withdrawn ones included, the oldest first.
///
/// # Errors
/// Only [`Error`].
pub async fn list(conn: &mut TenantConn, patient: PatientId) -> Result<Vec<Consent>> {
    let rows = sqlx::query!(
        "select id, kind, recipient, version, given_at, withdrawn_at from consents where patient_id = $1 order by id",
        patient.get()
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter()
        .map(|r| {
            Ok(Consent {
                id: ConsentId::new(r.id),
                kind: ConsentKind::from_code(&r.kind).ok_or(Error::Stored("consents.kind"))?,
                recipient: r.recipient,
                version: r.version,
                given_at: r.given_at,
                withdrawn_at: r.withdrawn_at,
            })
        })
        .collect()
}

/// Whether a consent of a kind stands.
///
/// # Errors
/// Only [`Error`].
pub async fn stands(conn: &mut TenantConn, patient: PatientId, kind: ConsentKind) -> Result<bool> {
    let stands = sqlx::query_scalar!(
        r#"select exists(select from consents where patient_id = $1 and kind = $2 and withdrawn_at is null) as "stands!""#,
        patient.get(),
        kind.as_str()
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(stands)
}

/// Gives a consent; false when the same one stands already.
///
/// # Errors
/// Only [`Error`].
pub async fn give(conn: &mut TenantConn, new: &NewConsent, now: DateTime<Utc>) -> Result<bool> {
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
    conn.settle();
    Ok(done.rows_affected() == 1)
}

/// Withdraws a consent; false when none stood.
///
/// # Errors
/// Only [`Error`].
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
    conn.settle();
    Ok(done.rows_affected() == 1)
}

/// Whether the consent to give data to somebody stands.
///
/// # Errors
/// Only [`Error`].
pub async fn stands_for(conn: &mut TenantConn, patient: PatientId, recipient: &str) -> Result<bool> {
    let stands = sqlx::query_scalar!(
        r#"select exists(select from consents
                         where patient_id = $1 and kind = 'provide' and coalesce(recipient, '') = $2 and withdrawn_at is null)
           as "stands!""#,
        patient.get(),
        recipient
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(stands)
}
