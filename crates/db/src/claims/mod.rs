//! Claims for insurance documents.

pub mod clinic;
mod draft;
mod list;

use chrono::{DateTime, NaiveDate, Utc};
use domain::claim::{AccidentType, ClaimKind, ClaimStatus, Document, Prior};
use domain::order::Oid;
use domain::{ClaimId, Institution, InstitutionId, InsurerId, OrderId, PatientId, TenantId};
use serde_json::Value;

pub(crate) use draft::make;
pub use draft::{NewClaim, SealedText, insert, insert_draft};
pub use list::{Part, list_own};

use crate::insurers::Insurer;
use crate::{Error, Result, TenantConn, TenantTx, orders};

/// What an account's number is sealed for.
#[must_use]
pub fn account_context(tenant: TenantId) -> String {
    format!("payout account of tenant {tenant}")
}

/// What a resident number is sealed for.
#[must_use]
pub fn resident_context(tenant: TenantId) -> String {
    format!("resident number of tenant {tenant}")
}

/// A claim as it is shown; what is sealed is not in it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its id.
    pub id: ClaimId,
    /// Whose account.
    pub patient_id: PatientId,
    /// Its state.
    pub status: ClaimStatus,
    /// What it is for.
    pub kind: ClaimKind,
    /// The claim that it follows.
    pub prior: Option<ClaimId>,
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
    /// What happened.
    pub accident_type: AccidentType,
    /// In the person's words.
    pub reason: String,
    /// The bank that the insurer pays to.
    pub bank_name: String,
    /// The last digits of the account.
    pub account_masked: String,
    /// Whose account it is.
    pub depositor: String,
    /// The documents asked for.
    pub documents: Vec<Document>,
    /// Whether a doctor signs them.
    pub doctor_signature: bool,
    /// Whether they go by registered mail.
    pub registered_mail: bool,
    /// Whether they are forwarded to another insurer.
    pub forwarding: bool,
    /// Of the registered mail.
    pub tracking_number: Option<String>,
    /// Why staff canceled it.
    pub canceled_reason: Option<String>,
    /// When the documents could be downloaded first.
    pub released_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// How it was paid; none while it is to be paid.
    pub payment: Option<Payment>,
}

/// How a claim was paid.
#[derive(Clone, Debug)]
pub struct Payment {
    /// The order.
    pub oid: Oid,
    /// When.
    pub at: DateTime<Utc>,
    /// As the provider says it.
    pub method: Option<String>,
    /// KRW.
    pub amount: i64,
    /// The provider's receipt.
    pub receipt_url: Option<String>,
    /// The quote's lines.
    pub lines: Value,
    /// Whether the money went back, or is on its way.
    pub refunded: bool,
}

pub(crate) struct Row {
    id: i64,
    patient_id: i64,
    status: i16,
    kind: String,
    prior_claim_id: Option<i64>,
    insured_name: String,
    mobile: String,
    onset_date: NaiveDate,
    accident_type: String,
    reason: String,
    bank_name: String,
    account_masked: String,
    depositor: String,
    documents: Vec<String>,
    doctor_signature: bool,
    registered_mail: bool,
    forwarding: bool,
    tracking_number: Option<String>,
    canceled_reason: Option<String>,
    released_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    insurer_id: i64,
    insurer_name: String,
    institution_id: i64,
    institution_name: String,
    representative_name: String,
    address: String,
    institution_phone: String,
    oid: Option<String>,
    order_status: Option<String>,
    paid_at: Option<DateTime<Utc>>,
    method: Option<String>,
    amount: Option<i64>,
    receipt_url: Option<String>,
    lines: Option<Value>,
}

macro_rules! select_claims {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            $crate::claims::Row,
            r#"select c.id as "id!", c.patient_id as "patient_id!", c.status as "status!", c.kind as "kind!", c.prior_claim_id,
                      c.insured_name as "insured_name!", c.mobile as "mobile!", c.onset_date as "onset_date!",
                      c.accident_type as "accident_type!", c.reason as "reason!", c.bank_name as "bank_name!",
                      c.account_masked as "account_masked!", c.depositor as "depositor!",
                      array(select d.code from claim_documents d where d.claim_id = c.id order by d.id) as "documents!",
                      c.doctor_signature as "doctor_signature!", c.registered_mail as "registered_mail!",
                      c.forwarding as "forwarding!", c.tracking_number, c.canceled_reason, c.released_at,
                      c.created_at as "created_at!", s.id as "insurer_id!", s.name as "insurer_name!",
                      i.id as "institution_id!", i.name as "institution_name!",
                      i.representative_name as "representative_name!", i.address as "address!",
                      i.phone_number as "institution_phone!", o.oid as "oid?", o.status as "order_status?",
                      coalesce(o.approved_at, o.updated_at) as "paid_at?", o.method, o.amount as "amount?", o.receipt_url,
                      o.lines as "lines?"
               from claims c
               join institutions i on i.id = c.institution_id
               join insurers s on s.id = c.insurer_id
               left join orders o on o.id = c.paid_order_id
               "# + $which,
            $($argument),+
        )
    };
}

pub(crate) use select_claims;

impl TryFrom<Row> for Claim {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let payment = match (row.oid, row.paid_at, row.amount) {
            (Some(oid), Some(at), Some(amount)) => Some(Payment {
                oid: Oid::parse(&oid).ok_or(Error::Stored("orders.oid"))?,
                at,
                method: row.method,
                amount,
                receipt_url: row.receipt_url,
                lines: row.lines.unwrap_or_default(),
                refunded: row.order_status.as_deref() != Some("paid"),
            }),
            _ => None,
        };
        let documents = row.documents.iter().map(|code| Document::from_code(code));
        Ok(Self {
            id: ClaimId::new(row.id),
            patient_id: PatientId::new(row.patient_id),
            status: ClaimStatus::from_number(row.status).ok_or(Error::Stored("claims.status"))?,
            kind: ClaimKind::from_code(&row.kind).ok_or(Error::Stored("claims.kind"))?,
            prior: row.prior_claim_id.map(ClaimId::new),
            institution: Institution {
                id: InstitutionId::new(row.institution_id),
                name: row.institution_name,
                representative_name: row.representative_name,
                address: row.address,
                phone_number: row.institution_phone,
            },
            insurer: Insurer { id: InsurerId::new(row.insurer_id), name: row.insurer_name },
            insured_name: row.insured_name,
            mobile: row.mobile,
            onset_date: row.onset_date,
            accident_type: AccidentType::from_code(&row.accident_type).ok_or(Error::Stored("claims.accident_type"))?,
            reason: row.reason,
            bank_name: row.bank_name,
            account_masked: row.account_masked,
            depositor: row.depositor,
            documents: documents.collect::<Option<_>>().ok_or(Error::Stored("claim_documents.code"))?,
            doctor_signature: row.doctor_signature,
            registered_mail: row.registered_mail,
            forwarding: row.forwarding,
            tracking_number: row.tracking_number,
            canceled_reason: row.canceled_reason,
            released_at: row.released_at,
            created_at: row.created_at,
            payment,
        })
    }
}

/// A patient's own claim.
///
/// # Errors
/// Only [`Error`].
pub async fn find_own(conn: &mut TenantConn, patient: PatientId, id: ClaimId) -> Result<Option<Claim>> {
    let row = select_claims!("where c.id = $1 and c.patient_id = $2", id.get(), patient.get())
        .fetch_optional(conn.connection())
        .await?;
    conn.settle();
    row.map(Claim::try_from).transpose()
}

/// A locked claim: its state, and the order that paid for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locked {
    /// Its id.
    pub id: ClaimId,
    /// Whose.
    pub patient_id: PatientId,
    /// Its state.
    pub status: ClaimStatus,
    /// The order that paid for it; none while it is to be paid.
    pub paid_order: Option<OrderId>,
}

/// A claim, held until the transaction ends. Whoever holds both locks the claim before its order.
///
/// # Errors
/// Only [`Error`].
pub async fn lock(tx: &mut TenantTx, id: ClaimId) -> Result<Option<Locked>> {
    let found = sqlx::query!(
        "select id, patient_id, status, paid_order_id from claims where id = $1 for no key update",
        id.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    found
        .map(|r| {
            Ok(Locked {
                id: ClaimId::new(r.id),
                patient_id: PatientId::new(r.patient_id),
                status: ClaimStatus::from_number(r.status).ok_or(Error::Stored("claims.status"))?,
                paid_order: r.paid_order_id.map(OrderId::new),
            })
        })
        .transpose()
}

/// Calls a locked claim off that `domain::ClaimStatus::step` lets be called off, by its patient or, with a reason, by staff;
/// answers the order whose money now goes back: the job `refund_order` sends it.
///
/// # Errors
/// Only [`Error`]; the trigger `claims_step` refuses every other step.
pub async fn cancel(
    tx: &mut TenantTx,
    claim: &Locked,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<OrderId>> {
    sqlx::query!(
        "update claims set status = -1, canceled_reason = $2, canceled_at = $3, updated_at = $3 where id = $1",
        claim.id.get(),
        reason,
        now
    )
    .execute(tx.connection())
    .await?;
    let Some(order) = claim.paid_order else { return Ok(None) };
    let why = if reason.is_some() { "not_issued" } else { "withdrawn" };
    Ok(orders::begin_refund(tx, order, why, now).await?.then_some(order))
}

/// Binds a locked claim to the order that paid for it.
pub(crate) async fn set_paid(tx: &mut TenantTx, id: ClaimId, order: OrderId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update claims set paid_order_id = $2, updated_at = $3 where id = $1", id.get(), order.get(), now)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// A patient's own earlier claim.
///
/// # Errors
/// Only [`Error`].
pub async fn find_prior(conn: &mut TenantConn, patient: PatientId, id: ClaimId) -> Result<Option<Prior>> {
    let found = sqlx::query!(
        r#"select c.institution_id, c.insurer_id, c.status, c.registered_mail,
                  coalesce(o.status = 'paid', false) as "paid!"
           from claims c left join orders o on o.id = c.paid_order_id where c.id = $1 and c.patient_id = $2"#,
        id.get(),
        patient.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    found
        .map(|r| {
            Ok(Prior {
                institution: InstitutionId::new(r.institution_id),
                insurer: InsurerId::new(r.insurer_id),
                status: ClaimStatus::from_number(r.status).ok_or(Error::Stored("claims.status"))?,
                paid: r.paid,
                registered_mail: r.registered_mail,
            })
        })
        .transpose()
}
