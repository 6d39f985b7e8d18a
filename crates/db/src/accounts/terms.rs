//! Announced editions of the terms, and the editions that patients agreed to.

use chrono::{DateTime, NaiveDate, Utc};
use domain::legal::Edition;
use domain::{LegalDocument, NotificationKind, PatientId};

use crate::consents::{self, NewConsent};
use crate::{Result, TenantConn, TenantTx};

/// Notifies at most `limit` patients of an announced edition who were not notified yet, and returns how many. A patient
/// who was notified of another text with the same effective date gets no second notification.
pub async fn notify(tx: &mut TenantTx, edition: &Edition, limit: i64, now: DateTime<Utc>) -> Result<u64> {
    let kind = if edition.is_disadvantage { NotificationKind::TermsRestricted } else { NotificationKind::TermsChanged };
    let done = sqlx::query!(
        "with notified as (
             insert into terms_notices (patient_id, document, effective, notified_at)
             select p.id, $1, $2, $3 from patients p
             where p.tenant_id = current_tenant() and p.left_at is null
               and not exists (select from terms_notices n
                               where n.document = $1 and n.effective = $2 and n.patient_id = p.id)
             order by p.id limit $4
             on conflict do nothing
             returning patient_id
         )
         insert into notifications (patient_id, kind, created_at)
         select patient_id, $5, $3 from notified
         where not exists (select from terms_notices n
                           where n.document <> $1 and n.effective = $2 and n.patient_id = notified.patient_id)",
        edition.document.as_str(),
        edition.effective,
        now,
        limit,
        kind.as_str()
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected())
}

/// Finds the edition of a text that a patient agreed to.
pub async fn find_agreed(
    conn: &mut TenantConn,
    patient: PatientId,
    document: LegalDocument,
) -> Result<Option<NaiveDate>> {
    Ok(sqlx::query_scalar!(
        "select version from consents where patient_id = $1 and kind = $2 and withdrawn_at is null",
        patient.get(),
        document.consent().as_str()
    )
    .fetch_optional(conn.connection())
    .await?)
}

/// Records a patient's consent to a new edition. Consents to other editions end but stay in the record. Does nothing
/// when the patient agreed to this edition already.
pub async fn renew(tx: &mut TenantTx, new: &NewConsent, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update consents set withdrawn_at = $4
         where patient_id = $1 and kind = $2 and version <> $3 and withdrawn_at is null",
        new.patient_id.get(),
        new.kind.as_str(),
        new.version,
        now
    )
    .execute(tx.connection())
    .await?;
    consents::insert(tx, new, now).await?;
    Ok(())
}
