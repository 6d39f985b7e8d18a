//! A patient's claim that waits for its payment.

use domain::{ClaimId, PatientId, PersonId};

use super::NewClaim;
use crate::{Result, TenantTx};

/// Finds the patient's newest unpaid claim for the same documents as a new one: of the same person, clinic, insurer, kind,
/// earlier claim and day. The person must be locked, or a claim inserted at the same time is missed.
pub async fn find_waiting(tx: &mut TenantTx, patient: PatientId, new: &NewClaim) -> Result<Option<ClaimId>> {
    let documents = new.document_codes();
    let found = sqlx::query_scalar!(
        "select c.id from claims c
         where c.patient_id = $1 and c.person_id = $2 and c.institution_id = $3 and c.insurer_id = $4 and c.kind = $5
           and c.prior_claim_id is not distinct from $6 and c.onset_date = $7
           and c.status = 0 and c.paid_order_id is null
           and array(select d.code from claim_documents d where d.claim_id = c.id) @> $8::text[]
           and array(select d.code from claim_documents d where d.claim_id = c.id) <@ $8::text[]
         order by c.created_at desc, c.id desc limit 1",
        patient.get(),
        new.person_id.map(PersonId::get),
        new.institution_id.get(),
        new.insurer_id.get(),
        new.options.kind.as_str(),
        new.prior.map(ClaimId::get),
        new.form.onset_date,
        &documents
    )
    .fetch_optional(tx.connection())
    .await?;
    Ok(found.map(ClaimId::new))
}
