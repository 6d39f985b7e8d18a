//! The consequences of a withdrawn consent to provide data to a clinic or an insurer, and of the deletion of an
//! account.

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, InstitutionId, Krw, OrderId, PatientId, Recipient};

use crate::{Result, TenantConn, TenantTx};

/// An application that is canceled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosingApplication {
    /// The id.
    pub id: ApplicationId,
    /// The clinic's name.
    pub institution: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}

/// A claim that is canceled, or that continues.
///
/// After a withdrawal, one that its clinic started continues, unless it is still to be forwarded to the insurer of the
/// withdrawn consent. After the deletion of the account, nobody can download documents: a claim continues only if a
/// document is issued or forwarded, and nothing is still to be forwarded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosingClaim {
    /// The id.
    pub id: ClaimId,
    /// The clinic's name.
    pub institution: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The amount that was paid for it and not refunded.
    pub paid: Krw,
    /// Whether it is canceled and refunded.
    pub ends: bool,
}

/// A claim whose payment is not complete. Its data is deleted, and no claim is made; an amount that is paid anyway is
/// refunded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosingPayment {
    /// The order.
    pub id: OrderId,
    /// The clinic's name.
    pub institution: String,
    /// When it was ordered.
    pub created_at: DateTime<Utc>,
    /// The amount to pay.
    pub amount: Krw,
}

/// The applications, claims and unfinished payments that are affected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WithdrawalEffects {
    /// The applications that are canceled.
    pub applications: Vec<ClosingApplication>,
    /// The claims that are canceled, and those that continue.
    pub claims: Vec<ClosingClaim>,
    /// The claims that are deleted before they are paid.
    pub payments: Vec<ClosingPayment>,
}

impl WithdrawalEffects {
    /// Returns whether anything is canceled.
    #[must_use]
    pub fn any(&self) -> bool {
        !self.applications.is_empty() || !self.payments.is_empty() || self.claims.iter().any(|claim| claim.ends)
    }

    /// Returns the sum of the refunds.
    #[must_use]
    pub fn refund(&self) -> Krw {
        self.claims.iter().filter(|claim| claim.ends).map(|claim| claim.paid).sum()
    }
}

/// Lists what the withdrawal of a patient's consent to a recipient affects; without a recipient, what the deletion of
/// the account affects.
pub async fn find_effects(
    conn: &mut TenantConn,
    patient: PatientId,
    recipient: Option<Recipient>,
) -> Result<WithdrawalEffects> {
    let (clinic, insurer) = ids(recipient);
    let applications = sqlx::query!(
        "select a.id, i.name as institution, a.created_at
         from applications a join institutions i on i.id = a.institution_id
         where a.patient_id = $1 and a.status in (0, 1) and ($2::bigint is null or a.institution_id = $2) and $3::bigint is null
         order by a.id",
        patient.get(),
        clinic,
        insurer
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(WithdrawalEffects {
        payments: find_payments(conn, patient, clinic, insurer).await?,
        claims: find_claims(conn, patient, clinic, insurer).await?,
        applications: applications
            .into_iter()
            .map(|row| ClosingApplication {
                id: ApplicationId::new(row.id),
                institution: row.institution,
                created_at: row.created_at,
            })
            .collect(),
    })
}

async fn find_claims(
    conn: &mut TenantConn,
    patient: PatientId,
    clinic: Option<i64>,
    insurer: Option<i64>,
) -> Result<Vec<ClosingClaim>> {
    let rows = sqlx::query!(
        r#"select c.id, i.name as institution, c.created_at,
                  c.status = 0
                      or not exists (select from claim_forwardings f where f.claim_id = c.id)
                         and case when $2::bigint is null and $3::bigint is null
                                  then c.forwarding
                                       or not exists (select from issued_documents d where d.claim_id = c.id)
                                  else coalesce(c.forward_insurer_id = $3, false) end as "ends!",
                  coalesce(case when o.status = 'paid' then o.amount end, 0) as "paid!"
           from claims c
           join institutions i on i.id = c.institution_id
           left join orders o on o.id = c.paid_order_id
           where c.patient_id = $1 and c.status in (0, 1) and ($2::bigint is null or c.institution_id = $2)
                 and ($3::bigint is null or c.insurer_id = $3 or c.forward_insurer_id = $3)
           order by c.id"#,
        patient.get(),
        clinic,
        insurer
    )
    .fetch_all(conn.connection())
    .await?;
    let claims = rows.into_iter().map(|row| ClosingClaim {
        id: ClaimId::new(row.id),
        institution: row.institution,
        created_at: row.created_at,
        paid: Krw::new(row.paid),
        ends: row.ends,
    });
    Ok(claims.collect())
}

async fn find_payments(
    conn: &mut TenantConn,
    patient: PatientId,
    clinic: Option<i64>,
    insurer: Option<i64>,
) -> Result<Vec<ClosingPayment>> {
    let rows = sqlx::query!(
        "select o.id, i.name as institution, d.created_at, o.amount
         from claim_drafts d
         join orders o on o.id = d.order_id
         join institutions i on i.id = d.institution_id
         where o.patient_id = $1 and o.status in ('pending', 'confirming')
               and ($2::bigint is null or d.institution_id = $2)
               and ($3::bigint is null or d.insurer_id = $3 or d.forward_insurer_id = $3)
         order by o.id",
        patient.get(),
        clinic,
        insurer
    )
    .fetch_all(conn.connection())
    .await?;
    let payments = rows.into_iter().map(|row| ClosingPayment {
        id: OrderId::new(row.id),
        institution: row.institution,
        created_at: row.created_at,
        amount: Krw::new(row.amount),
    });
    Ok(payments.collect())
}

/// Cancels a patient's open applications and unstarted claims at a recipient whose consent is withdrawn, and hides from
/// a clinic the applications without pictures and the canceled claims without documents. Returns the orders that the
/// job `refund_order` must refund.
pub async fn end_for_recipient(
    tx: &mut TenantTx,
    patient: PatientId,
    recipient: Recipient,
    now: DateTime<Utc>,
) -> Result<Vec<OrderId>> {
    let refunds = end_claims(tx, patient, Some(recipient), now).await?;
    if let Recipient::Clinic(clinic) = recipient {
        end_at_clinic(tx, patient, clinic, now).await?;
    }
    Ok(refunds)
}

/// Deletes a patient's drafts and cancels the claims that end, as [`find_effects`] lists them: those for a recipient, or
/// all when the account is deleted. Returns the orders that the job `refund_order` must refund.
pub(super) async fn end_claims(
    tx: &mut TenantTx,
    patient: PatientId,
    recipient: Option<Recipient>,
    now: DateTime<Utc>,
) -> Result<Vec<OrderId>> {
    let (clinic, insurer) = ids(recipient);
    // An order that is paid anyway finds no draft and is refunded. Drafts come first: a payment that is settled at the
    // same time has either become a claim, which is canceled below, or finds no draft.
    sqlx::query!(
        "delete from claim_drafts d using orders o
         where o.id = d.order_id and o.patient_id = $1 and ($2::bigint is null or d.institution_id = $2)
               and ($3::bigint is null or d.insurer_id = $3 or d.forward_insurer_id = $3)",
        patient.get(),
        clinic,
        insurer
    )
    .execute(tx.connection())
    .await?;
    // lock order: claims before their orders
    sqlx::query_scalar!(
        "select id from claims
         where patient_id = $1 and status in (0, 1) and ($2::bigint is null or institution_id = $2)
               and ($3::bigint is null or insurer_id = $3 or forward_insurer_id = $3)
         order by id for no key update",
        patient.get(),
        clinic,
        insurer
    )
    .fetch_all(tx.connection())
    .await?;
    let mut refunds = Vec::new();
    // read after the locks: a clinic may have issued or forwarded documents meanwhile
    for claim in find_claims(tx, patient, clinic, insurer).await?.into_iter().filter(|claim| claim.ends) {
        if let Some(locked) = crate::claims::lock(tx, claim.id).await? {
            crate::issued_documents::withdraw(tx, locked.id, now).await?;
            refunds.extend(crate::orders::cancel_claim(tx, &locked, None, now).await?);
        }
    }
    Ok(refunds)
}

async fn end_at_clinic(tx: &mut TenantTx, patient: PatientId, clinic: InstitutionId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update applications set status = -1, updated_at = $3
         where patient_id = $1 and institution_id = $2 and status in (0, 1)",
        patient.get(),
        clinic.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "update applications a set hidden_at = $3
         where patient_id = $1 and institution_id = $2 and hidden_at is null
               and not exists (select from tcis t join pictures p on p.tci_id = t.id where t.application_id = a.id)",
        patient.get(),
        clinic.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "update claims c set hidden_at = $3
         where patient_id = $1 and institution_id = $2 and hidden_at is null and status = -1
               and not exists (select from issued_documents d where d.claim_id = c.id)",
        patient.get(),
        clinic.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Returns the clinic's and the insurer's id to select by. When both are none, all rows of the patient are selected.
fn ids(recipient: Option<Recipient>) -> (Option<i64>, Option<i64>) {
    match recipient {
        Some(Recipient::Clinic(id)) => (Some(id.get()), None),
        Some(Recipient::Insurer(id)) => (None, Some(id.get())),
        None => (None, None),
    }
}
