//! Claims and quotes in responses.

use chrono::{DateTime, NaiveDate, Utc};
use db::claims::{Claim, Payment};
use db::insurers::Insurer;
use domain::{ClaimId, ClaimStatus, Document, Krw, Locale};
use serde::Serialize;
use utoipa::ToSchema;

use super::lines::{OrderLine, QuoteLine};
use super::parts::{ClaimCancellation, ClaimForwarding, ClaimMailAddress, ClaimRefund};
use crate::institutions::shape::InstitutionBody;
use crate::people::shape::PersonLabelBody;

/// An insurer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Insurer)]
pub struct InsurerBody {
    /// Its id.
    id: i64,
    /// Its name.
    name: String,
}

impl From<Insurer> for InsurerBody {
    fn from(row: Insurer) -> Self {
        Self { id: row.id.get(), name: row.name }
    }
}

/// A document that a claim requests.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClaimDocument {
    /// `medical_bill_receipt` or `detailed_statement`.
    code: String,
    /// Its name in the reader's language.
    name: String,
    /// Whether it can be downloaded.
    issued: bool,
}

/// The options apart from the documents.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimOptions {
    /// Whether a doctor signs the documents.
    doctor_signature: bool,
    /// Whether the documents are sent by registered mail.
    registered_mail: bool,
    /// Whether the claim is forwarded to another insurer.
    forwarding: bool,
    /// The other insurer that the documents are forwarded to.
    #[schema(required)]
    forward_to: Option<InsurerBody>,
    /// new, reclaim, forward or resend.
    kind: String,
}

/// The payment of a claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimPayment {
    /// The order.
    oid: String,
    /// When it was paid.
    date: DateTime<Utc>,
    /// The payment method as the provider names it.
    #[schema(required)]
    method: Option<String>,
    /// Paid, whole won.
    amount: i64,
    /// The sum of the lines, in whole won.
    total: i64,
    /// The paid items.
    lines: Vec<QuoteLine>,
    /// The provider's receipt.
    #[schema(required)]
    receipt_url: Option<String>,
    /// Whether it was refunded, or is being refunded.
    refunded: bool,
    /// The refund. Null while there is none.
    #[schema(required)]
    refund: Option<ClaimRefund>,
}

/// The application of a claim's person at the same clinic.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ClaimApplication {
    /// Its id.
    id: i64,
}

/// A claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsuranceClaim {
    /// Its id.
    id: i64,
    /// -1 canceled, 0 requested, 1 being issued, 2 downloadable.
    #[schema(minimum = -1, maximum = 2)]
    status: i16,
    /// Whether it is unpaid.
    need_to_payment: bool,
    /// The clinic.
    institution: InstitutionBody,
    /// The insurer.
    insurer: InsurerBody,
    /// The insured person, of the account.
    person: PersonLabelBody,
    /// The insured person's name, as entered.
    insured_name: String,
    /// Digits only.
    mobile: String,
    /// When it happened.
    onset_date: NaiveDate,
    /// disease, injury, dental, traffic or other.
    accident_type: String,
    /// The incident.
    reason: String,
    /// The bank of the account that the other insurer pays to; null unless the documents are forwarded.
    #[schema(required)]
    bank_name: Option<String>,
    /// The last four digits of the account; null likewise.
    #[schema(required)]
    account_number_masked: Option<String>,
    /// Whose account it is; null likewise.
    #[schema(required)]
    depositor: Option<String>,
    /// The requested documents.
    documents: Vec<ClaimDocument>,
    /// The other options.
    options: ClaimOptions,
    /// The payment. Null while it is unpaid.
    #[schema(required)]
    payment: Option<ClaimPayment>,
    /// What happens when the patient cancels now.
    cancellation: ClaimCancellation,
    /// The earlier claim that this one follows.
    #[schema(required)]
    prior_claim_id: Option<i64>,
    /// The person's newest application at the same clinic. Null without one.
    #[schema(required)]
    clinic: Option<ClaimApplication>,
    /// The address of the registered mail. Null if none was chosen.
    #[schema(required)]
    mail_to: Option<ClaimMailAddress>,
    /// The tracking number of the registered mail.
    #[schema(required)]
    tracking_number: Option<String>,
    /// How the documents were forwarded to the other insurer. Null until then.
    #[schema(required)]
    forwarded: Option<ClaimForwarding>,
    /// Why the clinic cannot issue them.
    #[schema(required)]
    canceled_reason: Option<String>,
    /// The end of the download period. Null before the release.
    #[schema(required)]
    downloadable_until: Option<DateTime<Utc>>,
    /// When it was created.
    created_at: DateTime<Utc>,
}

/// One claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsuranceClaimResponse {
    /// The claim.
    pub insurance_claim: InsuranceClaim,
}

/// A created or paid claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InsuranceResponse {
    /// The claim.
    pub insurance: InsuranceClaim,
}

/// A page of claims, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsuranceClaimsResponse {
    /// The claims.
    pub insurance_claims: Vec<InsuranceClaim>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

/// Returns a document's name.
fn name(document: Document, locale: Locale) -> &'static str {
    match (document, locale) {
        (Document::MedicalBillReceipt, Locale::Ko) => "진료비 영수증",
        (Document::MedicalBillReceipt, Locale::En) => "Medical bill receipt",
        (Document::DetailedStatement, Locale::Ko) => "진료비 세부산정내역서",
        (Document::DetailedStatement, Locale::En) => "Detailed fee statement",
    }
}

impl ClaimPayment {
    fn new(row: Payment, locale: Locale) -> Self {
        // this program wrote the lines, so they always parse
        let kept: Vec<OrderLine> = serde_json::from_value(row.lines).unwrap_or_default();
        Self {
            oid: row.oid.as_str().to_owned(),
            date: row.at,
            method: row.method,
            amount: row.amount,
            total: row.amount,
            lines: kept.into_iter().map(|line| line.body(locale)).collect(),
            receipt_url: row.receipt_url,
            refunded: row.refund.is_some(),
            refund: row.refund.map(|refund| ClaimRefund::new(refund, row.amount)),
        }
    }
}

impl InsuranceClaim {
    /// Renders a claim as its patient sees it.
    #[must_use]
    pub fn new(row: Claim, locale: Locale) -> Self {
        let issued = row.status == ClaimStatus::Issued;
        let documents = row.documents.iter().map(|document| ClaimDocument {
            code: document.as_str().to_owned(),
            name: name(*document, locale).to_owned(),
            issued,
        });
        let forward_to = row.forward_to().cloned().map(Into::into);
        let downloadable_until = row.downloadable_until();
        let paid = row.payment.as_ref().map(|payment| Krw::new(payment.amount));
        Self {
            id: row.id.get(),
            status: row.status.number(),
            need_to_payment: row.payment.is_none() && row.status != ClaimStatus::Canceled,
            institution: row.institution.into(),
            insurer: row.insurer.into(),
            person: row.person.into(),
            insured_name: row.insured_name,
            mobile: row.mobile,
            onset_date: row.onset_date,
            accident_type: row.accident_type.as_str().to_owned(),
            reason: row.reason,
            bank_name: row.bank_name,
            account_number_masked: row.account_masked,
            depositor: row.depositor,
            documents: documents.collect(),
            options: ClaimOptions {
                doctor_signature: row.doctor_signature,
                registered_mail: row.registered_mail,
                forwarding: row.forwarding,
                forward_to,
                kind: row.kind.as_str().to_owned(),
            },
            payment: row.payment.map(|payment| ClaimPayment::new(payment, locale)),
            cancellation: ClaimCancellation::new(row.status, paid, row.any_issued),
            prior_claim_id: row.prior.map(ClaimId::get),
            clinic: row.application.map(|id| ClaimApplication { id: id.get() }),
            mail_to: row.mail_to.filter(|_| row.registered_mail).map(Into::into),
            tracking_number: row.tracking_number,
            forwarded: row.forwarded.map(Into::into),
            canceled_reason: row.canceled_reason,
            downloadable_until,
            created_at: row.created_at,
        }
    }
}
