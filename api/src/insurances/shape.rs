//! Claims and quotes in responses.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use db::claims::{Claim, Payment};
use db::insurers::Insurer;
use domain::claim::DOWNLOAD_DAYS;
use domain::quote::{LineCode, Quote};
use domain::{ClaimStatus, Document, Locale};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::institutions::shape::InstitutionBody;

/// A line of a quote, in whole won. Both parts are negative in a discount's line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuoteLine {
    /// The stable name of the fee.
    #[schema(example = "certificate.medical_bill_receipt")]
    code: String,
    /// The same in the reader's language.
    label: String,
    /// Without value-added tax.
    amount: i64,
    /// The tax.
    vat: i64,
}

/// The price of a claim, line by line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Quote)]
pub struct QuoteBody {
    /// The lines.
    lines: Vec<QuoteLine>,
    /// The sum of all amounts and taxes, whole won.
    total: i64,
}

/// A line as an order stores it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct OrderLine {
    code: String,
    amount: i64,
    vat: i64,
}

impl OrderLine {
    /// The lines of a quote.
    #[must_use]
    pub fn from_quote(quote: &Quote) -> Vec<Self> {
        let lines = quote.lines.iter().map(|line| Self {
            code: line.code.as_str().to_owned(),
            amount: line.amount.get(),
            vat: line.vat.get(),
        });
        lines.collect()
    }

    fn body(self, locale: Locale) -> QuoteLine {
        let label = self.code.parse::<LineCode>().ok().map_or("", |code| code.label(locale)).to_owned();
        QuoteLine { code: self.code, label, amount: self.amount, vat: self.vat }
    }
}

impl QuoteBody {
    /// A quote in a language.
    #[must_use]
    pub fn new(quote: &Quote, locale: Locale) -> Self {
        let lines = OrderLine::from_quote(quote).into_iter().map(|line| line.body(locale));
        Self { lines: lines.collect(), total: quote.total().get() }
    }
}

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

/// The options besides the documents.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimOptions {
    /// Whether a doctor signs the documents.
    doctor_signature: bool,
    /// Whether the documents are sent by registered mail.
    registered_mail: bool,
    /// Whether the claim is forwarded to another insurer.
    forwarding: bool,
    /// new, reclaim, forward or resend.
    kind: String,
}

/// How a claim was paid.
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
    /// What was paid for.
    lines: Vec<QuoteLine>,
    /// The provider's receipt.
    #[schema(required)]
    receipt_url: Option<String>,
    /// Whether it was refunded, or is being refunded.
    refunded: bool,
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
    /// The insured person's name.
    insured_name: String,
    /// Digits only.
    mobile: String,
    /// When it happened.
    onset_date: NaiveDate,
    /// disease, injury, dental, traffic or other.
    accident_type: String,
    /// What happened.
    reason: String,
    /// The bank of the account.
    bank_name: String,
    /// The account, its last four digits alone.
    account_number_masked: String,
    /// Whose account it is.
    depositor: String,
    /// The requested documents.
    documents: Vec<ClaimDocument>,
    /// What else was chosen.
    options: ClaimOptions,
    /// The payment. Null while it is unpaid.
    #[schema(required)]
    payment: Option<ClaimPayment>,
    /// The tracking number of the registered mail.
    #[schema(required)]
    tracking_number: Option<String>,
    /// Why the clinic cannot issue them.
    #[schema(required)]
    canceled_reason: Option<String>,
    /// Until when the documents can be downloaded. Null before they are released.
    #[schema(required)]
    downloadable_until: Option<DateTime<Utc>>,
    /// When it was created.
    created_at: DateTime<Utc>,
}

/// One claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsuranceClaimAnswer {
    /// The claim.
    pub insurance_claim: InsuranceClaim,
}

/// A created or paid claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InsuranceAnswer {
    /// The claim.
    pub insurance: InsuranceClaim,
}

/// A page of claims, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InsuranceClaimsAnswer {
    /// The claims.
    pub insurance_claims: Vec<InsuranceClaim>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

/// A document's name.
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
        // an order's lines were written by this program
        let kept: Vec<OrderLine> = serde_json::from_value(row.lines).unwrap_or_default();
        Self {
            oid: row.oid.as_str().to_owned(),
            date: row.at,
            method: row.method,
            amount: row.amount,
            total: row.amount,
            lines: kept.into_iter().map(|line| line.body(locale)).collect(),
            receipt_url: row.receipt_url,
            refunded: row.refunded,
        }
    }
}

impl InsuranceClaim {
    /// A claim as its patient sees it.
    #[must_use]
    pub fn new(row: Claim, locale: Locale) -> Self {
        let issued = row.status == ClaimStatus::Issued;
        let documents = row.documents.iter().map(|document| ClaimDocument {
            code: document.as_str().to_owned(),
            name: name(*document, locale).to_owned(),
            issued,
        });
        Self {
            id: row.id.get(),
            status: row.status.number(),
            need_to_payment: row.payment.is_none() && row.status != ClaimStatus::Canceled,
            institution: row.institution.into(),
            insurer: row.insurer.into(),
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
                kind: row.kind.as_str().to_owned(),
            },
            payment: row.payment.map(|payment| ClaimPayment::new(payment, locale)),
            tracking_number: row.tracking_number,
            canceled_reason: row.canceled_reason,
            downloadable_until: row.released_at.map(|at| at + TimeDelta::days(DOWNLOAD_DAYS)),
            created_at: row.created_at,
        }
    }
}
