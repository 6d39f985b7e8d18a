//! The form from which a document is generated.

use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use db::claims::Claim;
use documents::{
    Amounts, Bill, Category, Coverage, Doctor, InvalidBill, InvalidReason, NewBill, NewLine, Office, Paid, Patient,
};
use domain::{Document, calendar};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clinic::seal::SealedDoctor;
use crate::problem::{Code, Problem};

/// The path of the form in the request.
const FIELD_PREFIX: &str = "generate.";

/// What a clinic charged, to generate a document.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GenerateDocument {
    /// The clinic's number of the patient.
    #[schema(max_length = 100)]
    patient_number: String,
    /// The first day: YYYY-MM-DD, YYYYMMDD or YYYY.MM.DD.
    #[schema(required, example = "2026-11-18")]
    period_from: String,
    /// The last day, today at the latest.
    #[schema(required, example = "2026-11-20")]
    period_to: String,
    /// The charges.
    #[schema(required, min_items = 1, max_items = 500)]
    lines: Vec<BillLine>,
    /// `health_insurance`, `medical_aid` or `uninsured`.
    #[schema(example = "health_insurance")]
    coverage: Option<String>,
    /// The department.
    #[schema(max_length = 100)]
    department: String,
    /// The clinic's registration number, ten digits; without it the field stays blank.
    #[schema(example = "123-45-67890")]
    business_number: String,
    /// The doctor who signs; required where the patient paid for the signature.
    #[schema(max_length = 100)]
    doctor_name: String,
    /// The number of the doctor's licence.
    #[schema(max_length = 100)]
    doctor_license: String,
    /// Won below a hundred that the patient does not pay and the insurer does.
    #[schema(minimum = 0, maximum = 99)]
    adjustment: i64,
    /// What the patient paid; without it the fields stay blank.
    paid: Option<PaidParts>,
}

/// One charge.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BillLine {
    /// The day, within the period.
    #[schema(required, example = "2026-11-18")]
    date: String,
    /// The item of the receipt, such as `consultation` or `procedure`; by default, derived from the code.
    category: Option<String>,
    /// The code of the fee schedule.
    #[schema(max_length = 100, example = "AA154")]
    code: String,
    /// The service.
    #[schema(required, max_length = 200)]
    name: String,
    /// The unit price, whole won.
    #[schema(required, minimum = 0, maximum = 100_000_000)]
    unit_price: i64,
    /// The number of times a day, up to two decimals.
    #[schema(required, minimum = 0.01, maximum = 999)]
    quantity: f64,
    /// The number of days.
    #[schema(required, minimum = 1, maximum = 366)]
    days: i64,
    /// Insured: the patient's share, whole won. The four amounts sum up to price × times × days.
    #[schema(minimum = 0)]
    insured_self: i64,
    /// Insured: the insurer's share, whole won.
    #[schema(minimum = 0)]
    insured_insurer: i64,
    /// Insured, and wholly paid by the patient, whole won.
    #[schema(minimum = 0)]
    full_self: i64,
    /// Not insured, whole won.
    #[schema(minimum = 0)]
    uninsured: i64,
}

/// What was paid, whole won.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PaidParts {
    /// By card.
    #[schema(minimum = 0)]
    card: i64,
    /// In cash, with a cash receipt.
    #[schema(minimum = 0)]
    cash_receipt: i64,
    /// In cash.
    #[schema(minimum = 0)]
    cash: i64,
}

impl GenerateDocument {
    /// Replaces the entered doctor with the doctor of the clinic's seal.
    #[must_use]
    pub fn with_doctor(self, doctor: &SealedDoctor) -> Self {
        Self { doctor_name: doctor.name.clone(), doctor_license: doctor.license.clone(), ..self }
    }

    /// Builds the bill of a claim's document.
    pub fn bill(self, claim: &Claim, document: Document, now: DateTime<Utc>) -> Result<Bill, Problem> {
        let wrong = |part: String, field, code| Problem::nested_field(format!("{FIELD_PREFIX}{part}"), field, code);
        let top = |field, code| wrong(String::new(), field, code);
        let from = parse_date(&self.period_from).map_err(|code| top("periodFrom", code))?;
        let to = parse_date(&self.period_to).map_err(|code| top("periodTo", code))?;
        let known = |code: String| code.parse::<Coverage>().map_err(|_| top("coverage", domain::InvalidCode::Unknown));
        let coverage = self.coverage.map(known).transpose()?;
        let mut lines = Vec::with_capacity(self.lines.len().min(512));
        for (place, line) in self.lines.into_iter().enumerate() {
            lines.push(line.line().map_err(|(field, code)| wrong(format!("lines[{place}]."), field, code))?);
        }
        let patient = Patient { name: claim.insured_name.clone(), number: self.patient_number, coverage };
        let clinic = &claim.institution;
        let office = Office {
            name: clinic.name.clone(),
            business_number: self.business_number,
            representative: clinic.representative_name.clone(),
            address: clinic.address.clone(),
            phone_number: clinic.phone_number.clone(),
            department: self.department,
        };
        let number = document_number(claim, document, now);
        let new = NewBill { number: &number, issued_at: now, patient, office, period: from..=to, lines: &lines };
        let mut bill =
            Bill::new(new).and_then(|bill| bill.with_adjustment(self.adjustment)).map_err(|wrong| refused(&wrong))?;
        if claim.doctor_signature || !self.doctor_name.is_empty() {
            let doctor = Doctor { name: self.doctor_name, license: self.doctor_license };
            bill = bill.with_doctor(&doctor).map_err(|wrong| refused(&wrong))?;
        }
        if let Some(PaidParts { card, cash_receipt, cash }) = self.paid {
            bill = bill.with_payments(Paid { card, cash_receipt, cash }).map_err(|wrong| refused(&wrong))?;
        }
        Ok(bill)
    }
}

impl BillLine {
    fn line(self) -> Result<NewLine, (&'static str, domain::InvalidCode)> {
        let date = parse_date(&self.date).map_err(|code| ("date", code))?;
        let known = |code: String| code.parse::<Category>().map_err(|_| ("category", domain::InvalidCode::Unknown));
        Ok(NewLine {
            date,
            category: self.category.map(known).transpose()?,
            code: self.code,
            name: self.name,
            unit_price: self.unit_price,
            quantity: self.quantity,
            days: self.days,
            amounts: Amounts {
                insured_self: self.insured_self,
                insured_insurer: self.insured_insurer,
                full_self: self.full_self,
                uninsured: self.uninsured,
            },
        })
    }
}

/// Returns the number of a document: the day, the claim, and the kind of document.
fn document_number(claim: &Claim, document: Document, now: DateTime<Utc>) -> String {
    let which = match document {
        Document::MedicalBillReceipt => 1,
        Document::DetailedStatement => 2,
    };
    format!("{}-{:06}-{which}", calendar::korean_day(now).format("%Y%m%d"), claim.id.get())
}

/// Parses a day in one of three formats.
///
/// # Errors
/// [`domain::InvalidCode::Required`] for an empty text, [`domain::InvalidCode::Format`] for an invalid day.
pub fn parse_date(text: &str) -> Result<NaiveDate, domain::InvalidCode> {
    let digits: String = text.trim().chars().filter(|c| !matches!(c, '-' | '.')).collect();
    if digits.is_empty() {
        return Err(domain::InvalidCode::Required);
    }
    let whole = digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let day = whole.then(|| NaiveDate::parse_from_str(&digits, "%Y%m%d").ok()).flatten();
    day.filter(|day| day.year() >= 1900).ok_or(domain::InvalidCode::Format)
}

fn refused(refused: &InvalidBill) -> Problem {
    let code = match &refused.reason {
        InvalidReason::Unprintable(letters) => {
            let field = format!("{FIELD_PREFIX}{}", refused.path());
            let problem = Problem::new(Code::UnprintableText);
            return problem.with_extension("letters", letters).with_extension("field", &field);
        }
        InvalidReason::Required => domain::InvalidCode::Required,
        InvalidReason::Format => domain::InvalidCode::Format,
        InvalidReason::TooLong => domain::InvalidCode::TooLong,
        InvalidReason::Range => domain::InvalidCode::Range,
        InvalidReason::Mismatch => domain::InvalidCode::Mismatch,
    };
    Problem::nested_field(format!("{FIELD_PREFIX}{}", refused.prefix()), refused.field, code)
}
