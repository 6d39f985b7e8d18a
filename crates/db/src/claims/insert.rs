//! Inserts of claims: unpaid ones directly, paid ones from the draft of their order.

use chrono::{DateTime, Utc};
use domain::claim::{ClaimForm, ClaimOptions};
use domain::{ClaimId, InstitutionId, InsurerId, OrderId, PatientId, PersonId};

use super::find_paid_since;
use crate::sealed::SealedText;
use crate::{Result, TenantTx};

/// A new claim.
#[derive(Clone, Debug)]
pub struct NewClaim {
    /// The insured person of the patient's account. None for its holder.
    pub person_id: Option<PersonId>,
    /// The clinic.
    pub institution_id: InstitutionId,
    /// The insurer.
    pub insurer_id: InsurerId,
    /// The other insurer that it is forwarded to, in addition to its own.
    pub forward_insurer_id: Option<InsurerId>,
    /// The previous claim that the discount is based on.
    pub prior: Option<ClaimId>,
    /// The requested documents and services.
    pub options: ClaimOptions,
    /// The form.
    pub form: ClaimForm,
    /// The form's payout, sealed.
    pub sealed: Option<SealedPayout>,
}

/// The sealed values of a claim that is forwarded.
#[derive(Clone, Debug)]
pub struct SealedPayout {
    /// The account's number, sealed for [`super::account_context`].
    pub account: SealedText,
    /// The resident number, sealed for [`super::resident_context`].
    pub resident: SealedText,
}

impl NewClaim {
    pub(super) fn document_codes(&self) -> Vec<String> {
        self.options.documents.iter().map(|document| document.as_str().to_owned()).collect()
    }
}

/// Inserts the form of a claim into `$table`, with the additional columns `$columns` of that table.
macro_rules! insert_form {
    ($table:tt, $columns:tt, $values:tt, $new:expr, $($argument:expr),+) => {
        sqlx::query_scalar!(
            "insert into " + $table + " (institution_id, insurer_id, kind, prior_claim_id, insured_name, mobile, onset_date,
                 accident_type, reason, bank_name, account_sealed, account_key_id, account_masked, depositor, resident_sealed,
                 resident_key_id, doctor_signature, registered_mail, forwarding, zipcode, address, address_detail,
                 forward_insurer_id, "
                 + $columns + ")
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
                     $23, "
                 + $values + ")
             returning id",
            $new.institution_id.get(),
            $new.insurer_id.get(),
            $new.options.kind.as_str(),
            $new.prior.map(ClaimId::get),
            $new.form.insured_name.as_str(),
            $new.form.mobile.as_str(),
            $new.form.onset_date,
            $new.form.accident_type.as_str(),
            $new.form.reason,
            $new.form.payout.as_ref().map(|payout| payout.bank_name.as_str()),
            $new.sealed.as_ref().map(|sealed| sealed.account.bytes.as_slice()),
            $new.sealed.as_ref().map(|sealed| sealed.account.key_id),
            $new.form.payout.as_ref().map(|payout| payout.account_number.to_masked()),
            $new.form.payout.as_ref().map(|payout| payout.depositor.as_str()),
            $new.sealed.as_ref().map(|sealed| sealed.resident.bytes.as_slice()),
            $new.sealed.as_ref().map(|sealed| sealed.resident.key_id),
            $new.options.doctor_signature,
            $new.options.registered_mail,
            $new.options.forwarding,
            $new.form.mail_to.as_ref().map(|mail| mail.zipcode.as_str()),
            $new.form.mail_to.as_ref().map(|mail| mail.address.as_str()),
            $new.form.mail_to.as_ref().map(|mail| mail.detail.as_str()),
            $new.forward_insurer_id.map(InsurerId::get),
            $($argument),+
        )
    };
}

/// Inserts a claim that is not paid yet.
pub async fn insert(tx: &mut TenantTx, patient: PatientId, new: &NewClaim, now: DateTime<Utc>) -> Result<ClaimId> {
    let id = insert_form!(
        "claims",
        "patient_id, created_at, updated_at, person_id",
        "$24, $25, $25, $26",
        new,
        patient.get(),
        now,
        new.person_id.map(PersonId::get)
    )
    .fetch_one(tx.connection())
    .await?;
    insert_documents(tx, id, &new.document_codes()).await?;
    Ok(ClaimId::new(id))
}

async fn insert_documents(tx: &mut TenantTx, claim: i64, codes: &[String]) -> Result<()> {
    sqlx::query!("insert into claim_documents (claim_id, code) select $1, unnest($2::text[])", claim, codes)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Inserts the draft of a claim for the order that pays for it.
pub async fn insert_draft(tx: &mut TenantTx, order: OrderId, new: &NewClaim, now: DateTime<Utc>) -> Result<()> {
    let codes = new.document_codes();
    insert_form!(
        "claim_drafts",
        "order_id, documents, created_at, person_id",
        "$24, $25, $26, $27",
        new,
        order.get(),
        &codes,
        now,
        new.person_id.map(PersonId::get)
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(())
}

/// Inserts the paid claim from an order's draft, and deletes the draft. Returns none when there is no draft, when another
/// order paid for the same documents since, or when the patient's account is closed.
pub(crate) async fn insert_from_draft(
    tx: &mut TenantTx,
    patient: PatientId,
    order: OrderId,
    now: DateTime<Utc>,
) -> Result<Option<ClaimId>> {
    // the person first: of two orders for the same documents, the second waits for the claim of the first, and the removal
    // of the person, which deletes drafts, also locks the person before them
    sqlx::query!(
        "select id from people where id = (select person_id from claim_drafts where order_id = $1) for no key update",
        order.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    // locked, so that a withdrawal that deletes it at the same time either comes first or sees the claim
    let codes = sqlx::query_scalar!("select documents from claim_drafts where order_id = $1 for update", order.get())
        .fetch_optional(tx.connection())
        .await?;
    let Some(codes) = codes else { return Ok(None) };
    if find_paid_since(tx, patient, order).await?.is_some() {
        delete_draft(tx, order).await?;
        return Ok(None);
    }
    let inserted = sqlx::query_scalar!(
        "insert into claims (patient_id, institution_id, insurer_id, kind, prior_claim_id, insured_name, mobile, onset_date,
                             accident_type, reason, bank_name, account_sealed, account_key_id, account_masked, depositor,
                             resident_sealed, resident_key_id, doctor_signature, registered_mail, forwarding, zipcode,
                             address, address_detail, forward_insurer_id, created_at, updated_at, paid_order_id, person_id)
         select $1, institution_id, insurer_id, kind, prior_claim_id, insured_name, mobile, onset_date, accident_type,
                reason, bank_name, account_sealed, account_key_id, account_masked, depositor, resident_sealed,
                resident_key_id, doctor_signature, registered_mail, forwarding, zipcode, address, address_detail,
                forward_insurer_id, $3, $3, $2, person_id
         from claim_drafts
         where order_id = $2 and exists (select from patients where id = $1 and left_at is null)
         returning id",
        patient.get(),
        order.get(),
        now
    )
    .fetch_optional(tx.connection())
    .await?;
    let Some(claim) = inserted else { return Ok(None) };
    insert_documents(tx, claim, &codes).await?;
    delete_draft(tx, order).await?;
    Ok(Some(ClaimId::new(claim)))
}

async fn delete_draft(tx: &mut TenantTx, order: OrderId) -> Result<()> {
    sqlx::query!("delete from claim_drafts where order_id = $1", order.get()).execute(tx.connection()).await?;
    Ok(())
}
