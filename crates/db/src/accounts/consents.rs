//! Consents of patients.

use std::net::IpAddr;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{Consent, ConsentId, ConsentKind, NamedRecipient, PatientId, Recipient};

use crate::{Result, TenantConn, column};

/// A new consent.
#[derive(Clone, Debug)]
pub struct NewConsent {
    /// The patient.
    pub patient_id: PatientId,
    /// What the consent allows.
    pub kind: ConsentKind,
    /// Who receives the data; only for [`ConsentKind::Provide`].
    pub recipient: Option<NewRecipient>,
    /// The effective date of the text that the patient agreed to.
    pub version: NaiveDate,
    /// The address that the patient agreed from.
    pub client_address: Option<IpAddr>,
}

/// A recipient with the name that the patient agrees to.
#[derive(Clone, Debug)]
pub struct NewRecipient {
    /// The recipient.
    pub recipient: Recipient,
    /// The name that is shown.
    pub name: String,
}

/// Lists every consent of a patient, withdrawn ones included, the oldest first.
pub async fn list(conn: &mut TenantConn, patient: PatientId) -> Result<Vec<Consent>> {
    let rows = sqlx::query!(
        "select id, kind, recipient, recipient_kind, recipient_id, version, given_at, withdrawn_at
         from consents where patient_id = $1 order by id",
        patient.get()
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            Ok(Consent {
                id: ConsentId::new(r.id),
                kind: column("consents", "kind", r.id).check(r.kind.parse::<ConsentKind>())?,
                recipient: r.recipient.map(|name| NamedRecipient {
                    recipient: r.recipient_kind.zip(r.recipient_id).and_then(|(kind, id)| Recipient::new(&kind, id)),
                    name,
                }),
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
        "insert into consents (patient_id, kind, recipient, recipient_kind, recipient_id, version, client_address, given_at)
         values ($1, $2, $3, $7, $8, $4, $5::text::inet, $6)
         on conflict (patient_id, kind, coalesce(recipient_kind, ''), coalesce(recipient_id, 0)) where withdrawn_at is null
         do nothing",
        new.patient_id.get(),
        new.kind.as_str(),
        new.recipient.as_ref().map(|to| to.name.as_str()),
        new.version,
        new.client_address.map(|address| address.to_string()),
        now,
        new.recipient.as_ref().map(|to| to.recipient.kind()),
        new.recipient.as_ref().map(|to| to.recipient.id())
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
    recipient: Option<Recipient>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "update consents set withdrawn_at = $4
         where patient_id = $1 and kind = $2 and recipient_kind is not distinct from $3
               and recipient_id is not distinct from $5 and withdrawn_at is null",
        patient.get(),
        kind.as_str(),
        recipient.map(Recipient::kind),
        now,
        recipient.map(Recipient::id)
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Returns whether the patient consents to giving data to this recipient.
pub async fn exists_for_recipient(conn: &mut TenantConn, patient: PatientId, recipient: Recipient) -> Result<bool> {
    let stands = sqlx::query_scalar!(
        r#"select exists(select from consents
                         where patient_id = $1 and kind = 'provide' and recipient_kind = $2 and recipient_id = $3
                               and withdrawn_at is null)
           as "stands!""#,
        patient.get(),
        recipient.kind(),
        recipient.id()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(stands)
}
