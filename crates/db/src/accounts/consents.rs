//! Consents of patients.

use std::net::IpAddr;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{Consent, ConsentId, ConsentKind, NamedRecipient, PatientId, Recipient};

use crate::{Result, TenantConn, TenantTx, column};

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

/// Locks an account with its consents to the processing of health data and to providing data to each recipient. Returns
/// whether the account is open and has all of them.
///
/// None of them can end until the transaction ends, so what it inserts is seen, and canceled, by a later withdrawal or
/// deletion of the account.
pub async fn lock(tx: &mut TenantTx, patient: PatientId, recipients: &[Recipient]) -> Result<bool> {
    let kinds: Vec<String> = recipients.iter().map(|recipient| recipient.kind().to_owned()).collect();
    let ids: Vec<i64> = recipients.iter().map(|recipient| recipient.id()).collect();
    let held = sqlx::query!(
        "select c.kind, c.recipient_kind, c.recipient_id
         from patients p join consents c on c.patient_id = p.id
         where p.id = $1 and p.left_at is null and c.withdrawn_at is null
               and (c.kind = 'health' or c.kind = 'provide' and exists (
                        select from unnest($2::text[], $3::bigint[]) as needed (kind, id)
                        where needed.kind = c.recipient_kind and needed.id = c.recipient_id))
         for share of p, c",
        patient.get(),
        &kinds,
        &ids
    )
    .fetch_all(tx.connection())
    .await?;
    let is_health_allowed = held.iter().any(|row| row.kind == ConsentKind::Health.as_str());
    let is_allowed = |to: &Recipient| {
        held.iter().any(|row| row.recipient_kind.as_deref() == Some(to.kind()) && row.recipient_id == Some(to.id()))
    };
    Ok(is_health_allowed && recipients.iter().all(is_allowed))
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
