//! How claims come to be: at once, to be paid later, or from the draft that an order brought when it was paid.

use chrono::{DateTime, Utc};
use domain::claim::{ClaimForm, Options};
use domain::{ClaimId, InstitutionId, InsurerId, OrderId, PatientId};

use crate::{Result, TenantTx};

/// A text that only the holders of the key can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedText {
    /// The sealed text.
    pub bytes: Vec<u8>,
    /// The number of the key that sealed it.
    pub key_id: i16,
}

/// A claim to be made.
#[derive(Clone, Debug)]
pub struct NewClaim {
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The insurer.
    pub insurer_id: InsurerId,
    /// The claim before, that the discount is given for.
    pub prior: Option<ClaimId>,
    /// What is asked for.
    pub options: Options,
    /// The form.
    pub form: ClaimForm,
    /// The form's account, sealed for [`super::account_context`].
    pub account: SealedText,
    /// The form's resident number, sealed for [`super::resident_context`].
    pub resident: SealedText,
}

impl NewClaim {
    fn codes(&self) -> Vec<String> {
        self.options.documents.iter().map(|document| document.as_str().to_owned()).collect()
    }
}

/// Makes a claim that is to be paid.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert(tx: &mut TenantTx, patient: PatientId, new: &NewClaim, now: DateTime<Utc>) -> Result<ClaimId> {
    let mail = new.form.mail_to.as_ref();
    let id = sqlx::query_scalar!(
        "insert into claims (patient_id, institution_id, insurer_id, kind, prior_claim_id, insured_name, mobile, onset_date,
                             accident_type, reason, bank_name, account_sealed, account_key_id, account_masked, depositor,
                             resident_sealed, resident_key_id, doctor_signature, registered_mail, forwarding, zipcode,
                             address, address_detail, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
                 $24, $24)
         returning id",
        patient.get(),
        new.institution_id.get(),
        new.insurer_id.get(),
        new.options.kind.as_str(),
        new.prior.map(ClaimId::get),
        new.form.insured_name.as_str(),
        new.form.mobile.as_str(),
        new.form.onset_date,
        new.form.accident_type.as_str(),
        new.form.reason,
        new.form.bank_name,
        new.account.bytes,
        new.account.key_id,
        new.form.account_number.masked(),
        new.form.depositor.as_str(),
        new.resident.bytes,
        new.resident.key_id,
        new.options.doctor_signature,
        new.options.registered_mail,
        new.options.forwarding,
        mail.map(|mail| mail.zipcode.as_str()),
        mail.map(|mail| mail.address.as_str()),
        mail.map(|mail| mail.detail.as_str()),
        now
    )
    .fetch_one(tx.connection())
    .await?;
    insert_documents(tx, id, &new.codes()).await?;
    Ok(ClaimId::new(id))
}

async fn insert_documents(tx: &mut TenantTx, claim: i64, codes: &[String]) -> Result<()> {
    sqlx::query!("insert into claim_documents (claim_id, code) select $1, unnest($2::text[])", claim, codes)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Keeps a claim with its order until that is paid.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert_draft(tx: &mut TenantTx, order: OrderId, new: &NewClaim, now: DateTime<Utc>) -> Result<()> {
    let mail = new.form.mail_to.as_ref();
    sqlx::query!(
        "insert into claim_drafts (order_id, institution_id, insurer_id, kind, prior_claim_id, insured_name, mobile,
                                   onset_date, accident_type, reason, bank_name, account_sealed, account_key_id,
                                   account_masked, depositor, resident_sealed, resident_key_id, documents,
                                   doctor_signature, registered_mail, forwarding, zipcode, address, address_detail,
                                   created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
                 $24, $25)",
        order.get(),
        new.institution_id.get(),
        new.insurer_id.get(),
        new.options.kind.as_str(),
        new.prior.map(ClaimId::get),
        new.form.insured_name.as_str(),
        new.form.mobile.as_str(),
        new.form.onset_date,
        new.form.accident_type.as_str(),
        new.form.reason,
        new.form.bank_name,
        new.account.bytes,
        new.account.key_id,
        new.form.account_number.masked(),
        new.form.depositor.as_str(),
        new.resident.bytes,
        new.resident.key_id,
        &new.codes(),
        new.options.doctor_signature,
        new.options.registered_mail,
        new.options.forwarding,
        mail.map(|mail| mail.zipcode.as_str()),
        mail.map(|mail| mail.address.as_str()),
        mail.map(|mail| mail.detail.as_str()),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Makes the claim of the draft that an order brought, paid by it; none when there is no draft any more.
pub(crate) async fn make(
    tx: &mut TenantTx,
    patient: PatientId,
    order: OrderId,
    now: DateTime<Utc>,
) -> Result<Option<ClaimId>> {
    let made = sqlx::query_scalar!(
        "insert into claims (patient_id, institution_id, insurer_id, kind, prior_claim_id, insured_name, mobile, onset_date,
                             accident_type, reason, bank_name, account_sealed, account_key_id, account_masked, depositor,
                             resident_sealed, resident_key_id, doctor_signature, registered_mail, forwarding, zipcode,
                             address, address_detail, created_at, updated_at, paid_order_id)
         select $1, institution_id, insurer_id, kind, prior_claim_id, insured_name, mobile, onset_date, accident_type,
                reason, bank_name, account_sealed, account_key_id, account_masked, depositor, resident_sealed,
                resident_key_id, doctor_signature, registered_mail, forwarding, zipcode, address, address_detail, $3, $3, $2
         from claim_drafts where order_id = $2
         returning id",
        patient.get(),
        order.get(),
        now
    )
    .fetch_optional(tx.connection())
    .await?;
    let Some(claim) = made else { return Ok(None) };
    let codes = sqlx::query_scalar!("select documents from claim_drafts where order_id = $1", order.get())
        .fetch_one(tx.connection())
        .await?;
    insert_documents(tx, claim, &codes).await?;
    delete_draft(tx, order).await?;
    Ok(Some(ClaimId::new(claim)))
}

/// Forgets the draft of an order.
async fn delete_draft(tx: &mut TenantTx, order: OrderId) -> Result<()> {
    sqlx::query!("delete from claim_drafts where order_id = $1", order.get()).execute(tx.connection()).await?;
    Ok(())
}
