//! Claims for insurance documents.

pub mod clinic;
mod insert;
pub mod insurers;
pub mod issued_documents;
mod list;
mod row;
mod waiting;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::Oid;
use domain::claim::{
    AccidentType, ClaimKind, ClaimOptions, ClaimStatus, DOWNLOAD_DAYS, Document, Forwarding, MailAddress, PriorClaim,
};
use domain::retention::RetentionClass;
use domain::{
    ApplicationId, ClaimId, Institution, InstitutionId, InsurerId, OrderId, PatientId, PersonId, PersonLabel, TenantId,
};
use serde_json::Value;

pub(crate) use insert::insert_from_draft;
pub use insert::{NewClaim, SealedPayout, insert, insert_draft};
pub use list::{PageRequest, list_own};
use row::select_claims;
pub use waiting::{find_paid_since, find_paid_since_claim, find_waiting};

use crate::insurers::Insurer;
pub use crate::sealed::SealedText;
use crate::{Result, TenantConn, TenantTx, column};

/// Returns the context that account numbers are sealed for.
#[must_use]
pub fn account_context(tenant: TenantId) -> String {
    format!("payout account of tenant {tenant}")
}

/// Returns the context that resident numbers are sealed for.
#[must_use]
pub fn resident_context(tenant: TenantId) -> String {
    format!("resident number of tenant {tenant}")
}

/// A claim, without its sealed values.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, or a fact about the row")]
pub struct Claim {
    /// The id.
    pub id: ClaimId,
    /// The patient.
    pub patient_id: PatientId,
    /// The insured person, of the patient's account.
    pub person: PersonLabel,
    /// The status.
    pub status: ClaimStatus,
    /// The kind.
    pub kind: ClaimKind,
    /// The previous claim that the discount was based on.
    pub prior: Option<ClaimId>,
    /// The person's newest application at the same clinic.
    pub application: Option<ApplicationId>,
    /// The clinic.
    pub institution: Institution,
    /// The insurer.
    pub insurer: Insurer,
    /// The insured person's name.
    pub insured_name: String,
    /// Mobile number, digits only.
    pub mobile: String,
    /// The day of the accident or of the first symptoms.
    pub onset_date: NaiveDate,
    /// The kind of accident or illness.
    pub accident_type: AccidentType,
    /// The reason, in the person's words.
    pub reason: String,
    /// The bank that the other insurer pays to, while the claim is forwarded.
    pub bank_name: Option<String>,
    /// The last digits of the account.
    pub account_masked: Option<String>,
    /// The holder of the account.
    pub depositor: Option<String>,
    /// The requested documents.
    pub documents: Vec<Document>,
    /// Whether a doctor signs them.
    pub doctor_signature: bool,
    /// Whether they are sent by registered mail.
    pub registered_mail: bool,
    /// Whether they are forwarded to another insurer.
    pub forwarding: bool,
    /// The tracking number of the registered mail.
    pub tracking_number: Option<String>,
    /// The reason why staff canceled it.
    pub canceled_reason: Option<String>,
    /// When the documents were released to the patient.
    pub released_at: Option<DateTime<Utc>>,
    /// When the person was removed from the account.
    pub person_removed_at: Option<DateTime<Utc>>,
    /// When it was inserted.
    pub created_at: DateTime<Utc>,
    /// The address for registered mail.
    pub mail_to: Option<MailAddress>,
    /// The other insurer that it is forwarded to. None for [`ClaimKind::Forward`], where `insurer` is that insurer.
    pub forward_insurer: Option<Insurer>,
    /// How it was forwarded.
    pub forwarded: Option<Forwarding>,
    /// Whether any of its documents was issued.
    pub any_issued: bool,
    /// The payment. None while it is unpaid.
    pub payment: Option<Payment>,
}

impl Claim {
    /// Returns the requested documents and services.
    #[must_use]
    pub fn options(&self) -> ClaimOptions {
        ClaimOptions {
            documents: self.documents.clone(),
            doctor_signature: self.doctor_signature,
            registered_mail: self.registered_mail,
            forwarding: self.forwarding,
            kind: self.kind,
        }
    }

    /// Returns the end of the download period of released documents: at the latest when a removed person's data is erased.
    #[must_use]
    pub fn downloadable_until(&self) -> Option<DateTime<Utc>> {
        let until = self.released_at? + TimeDelta::days(DOWNLOAD_DAYS);
        Some(self.person_removed_at.map_or(until, |removed| until.min(removed + RetentionClass::Service.period())))
    }

    /// Returns the insurer that the documents are forwarded to, if any.
    #[must_use]
    pub fn forward_to(&self) -> Option<&Insurer> {
        let own = (self.kind == ClaimKind::Forward).then_some(&self.insurer);
        self.forward_insurer.as_ref().or(own)
    }
}

/// The payment of a claim.
#[derive(Clone, Debug)]
pub struct Payment {
    /// The order.
    pub oid: Oid,
    /// When.
    pub at: DateTime<Utc>,
    /// The method, as the provider names it.
    pub method: Option<String>,
    /// The amount in KRW.
    pub amount: i64,
    /// The provider's receipt.
    pub receipt_url: Option<String>,
    /// The lines of the quote.
    pub lines: Value,
    /// The refund, once it was started.
    pub refund: Option<Refund>,
}

/// The refund of a payment, always of the whole amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refund {
    /// Whether the provider sent the money back.
    pub is_done: bool,
    /// When it was done, or started.
    pub at: DateTime<Utc>,
}

/// Finds a patient's own claim.
pub async fn find_own(conn: &mut TenantConn, patient: PatientId, id: ClaimId) -> Result<Option<Claim>> {
    let row = select_claims!("where c.id = $1 and c.patient_id = $2", id.get(), patient.get())
        .fetch_optional(conn.connection())
        .await?;
    row.map(Claim::try_from).transpose()
}

/// A locked claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedClaim {
    /// The id.
    pub id: ClaimId,
    /// The patient.
    pub patient_id: PatientId,
    /// The status.
    pub status: ClaimStatus,
    /// The order that paid for it. None while it is unpaid.
    pub paid_order: Option<OrderId>,
}

/// Locks a claim until the transaction ends. Callers that also lock its order must lock the claim first.
pub async fn lock(tx: &mut TenantTx, id: ClaimId) -> Result<Option<LockedClaim>> {
    let found = sqlx::query!(
        "select id, patient_id, status, paid_order_id from claims where id = $1 for no key update",
        id.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    found
        .map(|r| {
            Ok(LockedClaim {
                id: ClaimId::new(r.id),
                patient_id: PatientId::new(r.patient_id),
                status: column("claims", "status", r.id).require(ClaimStatus::from_repr(r.status))?,
                paid_order: r.paid_order_id.map(OrderId::new),
            })
        })
        .transpose()
}

/// Sets the order that paid for a locked unpaid claim. Returns false, and changes nothing, when another order paid for
/// the same documents since the claim was made.
pub(crate) async fn set_paid(
    tx: &mut TenantTx,
    claim: &LockedClaim,
    order: OrderId,
    now: DateTime<Utc>,
) -> Result<bool> {
    // as in `insert_from_draft`: of two orders for the same documents, the second waits for the claim of the first
    sqlx::query!(
        "select id from people where id = (select person_id from claims where id = $1) for no key update",
        claim.id.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    if find_paid_since_claim(tx, claim.patient_id, claim.id).await?.is_some() {
        return Ok(false);
    }
    sqlx::query!(
        "update claims set paid_order_id = $2, updated_at = $3 where id = $1",
        claim.id.get(),
        order.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    Ok(true)
}

/// Finds a patient's own earlier claim.
pub async fn find_prior(conn: &mut TenantConn, patient: PatientId, id: ClaimId) -> Result<Option<PriorClaim>> {
    let found = sqlx::query!(
        r#"select c.institution_id, c.insurer_id, c.status, c.registered_mail,
                  coalesce(o.status = 'paid', false) as "paid!",
                  exists(select from issued_documents d where d.claim_id = c.id and d.upload_id is not null) as "has_files!"
           from claims c left join orders o on o.id = c.paid_order_id where c.id = $1 and c.patient_id = $2"#,
        id.get(),
        patient.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    found
        .map(|r| {
            Ok(PriorClaim {
                institution: InstitutionId::new(r.institution_id),
                insurer: InsurerId::new(r.insurer_id),
                status: column("claims", "status", id).require(ClaimStatus::from_repr(r.status))?,
                paid: r.paid,
                registered_mail: r.registered_mail,
                has_files: r.has_files,
            })
        })
        .transpose()
}

/// Returns whether a claim is for this insured person.
pub async fn exists_for_person(conn: &mut TenantConn, id: ClaimId, person: PersonId) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists(select from claims where id = $1 and person_id = $2) as "exists!""#,
        id.get(),
        person.get()
    )
    .fetch_one(conn.connection())
    .await?)
}
