//! A patient's claims for the same documents, which are paid once.

use domain::{ClaimId, OrderId, PatientId, PersonId};

use super::NewClaim;
use crate::{Result, TenantConn, TenantTx};

/// Finds a patient's claim for the same documents as `$other`, which is named `o`: of the same person, clinic, insurer,
/// kind, earlier claim and day.
macro_rules! select_same {
    ($other:tt, $which:tt, $($argument:expr),+) => {
        sqlx::query_scalar!(
            "select c.id from claims c, " + $other + "
             where c.patient_id = $1 and c.person_id = o.person_id and c.institution_id = o.institution_id
               and c.insurer_id = o.insurer_id and c.kind = o.kind
               and c.prior_claim_id is not distinct from o.prior_claim_id and c.onset_date = o.onset_date
               and array(select d.code from claim_documents d where d.claim_id = c.id) @> o.documents
               and array(select d.code from claim_documents d where d.claim_id = c.id) <@ o.documents
               and " + $which + "
             order by c.created_at desc, c.id desc limit 1",
            $($argument),+
        )
    };
}

/// Finds a patient's claim for the same documents as `$other` that was created and paid since.
macro_rules! select_paid_since {
    ($other:tt, $($argument:expr),+) => {
        select_same!(
            $other,
            "c.status <> -1 and c.paid_order_id is not null and c.created_at > o.created_at",
            $($argument),+
        )
    };
}

/// Finds the patient's newest unpaid claim for the same documents as a new one. The person must be locked, or a claim
/// inserted at the same time is missed.
pub async fn find_waiting(tx: &mut TenantTx, patient: PatientId, new: &NewClaim) -> Result<Option<ClaimId>> {
    let documents = new.document_codes();
    let found = select_same!(
        "(select $2::bigint as person_id, $3::bigint as institution_id, $4::bigint as insurer_id, $5::text as kind,
                 $6::bigint as prior_claim_id, $7::date as onset_date, $8::text[] as documents) o",
        "c.status = 0 and c.paid_order_id is null",
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

/// Finds the patient's claim for the same documents as an order's draft that was created and paid since, as when a
/// patient orders in two tabs. A claim that was paid before the order is none: those documents were ordered again.
pub async fn find_paid_since(conn: &mut TenantConn, patient: PatientId, order: OrderId) -> Result<Option<ClaimId>> {
    let found = select_paid_since!("(select * from claim_drafts where order_id = $2) o", patient.get(), order.get())
        .fetch_optional(conn.connection())
        .await?;
    Ok(found.map(ClaimId::new))
}

/// Finds the patient's claim for the same documents as an unpaid claim that was created and paid since: the claim of an
/// order that was open when the unpaid one was made.
pub async fn find_paid_since_claim(
    conn: &mut TenantConn,
    patient: PatientId,
    claim: ClaimId,
) -> Result<Option<ClaimId>> {
    let found = select_paid_since!(
        "(select k.person_id, k.institution_id, k.insurer_id, k.kind, k.prior_claim_id, k.onset_date, k.created_at,
                 array(select d.code from claim_documents d where d.claim_id = k.id) as documents
          from claims k where k.id = $2) o",
        patient.get(),
        claim.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(found.map(ClaimId::new))
}
