//! A clinic's bill for a patient and a period. A [`Bill`] is always valid: dates are in order and sums match.

use std::ops::RangeInclusive;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::category::Category;
use crate::invalid::{InvalidBill, InvalidReason, MAX_TEXT_CHARS, Part, invalid, parse_text};
use crate::line::{Amounts, Line, NewLine};
use crate::mark::Marks;
use crate::parties::{Doctor, Office, Paid, Patient};

/// The largest number of lines.
const MAX_LINES: usize = 500;
/// The longest text about the clinic. The clinic's own record has a smaller limit.
const MAX_OFFICE_CHARS: usize = 1_000;
/// The longest period.
const MAX_PERIOD: Days = Days::new(366);

/// A bill as the clinic entered it.
#[derive(Clone, Debug)]
pub struct NewBill<'a> {
    /// The document's number.
    pub number: &'a str,
    /// When it is issued.
    pub issued_at: DateTime<Utc>,
    /// The patient.
    pub patient: Patient,
    /// The clinic.
    pub office: Office,
    /// The first and the last day.
    pub period: RangeInclusive<NaiveDate>,
    /// The charges.
    pub lines: &'a [NewLine],
}

/// A bill.
#[derive(Clone, Debug)]
pub struct Bill {
    pub(crate) number: String,
    pub(crate) issued_at: DateTime<Utc>,
    pub(crate) patient: Patient,
    pub(crate) office: Office,
    pub(crate) doctor: Option<Doctor>,
    pub(crate) marks: Option<Marks>,
    pub(crate) period: RangeInclusive<NaiveDate>,
    pub(crate) lines: Vec<Line>,
    pub(crate) adjustment: i64,
    pub(crate) paid: Option<Paid>,
}

impl Bill {
    /// Checks a bill, and sorts its lines by item and day.
    ///
    /// # Errors
    /// [`InvalidBill`] for the first invalid field.
    pub fn new(new: NewBill<'_>) -> Result<Self, InvalidBill> {
        let NewBill { number, issued_at, patient, office, period, lines } = new;
        let (from, to) = (*period.start(), *period.end());
        let latest = from.checked_add_days(MAX_PERIOD).unwrap_or(NaiveDate::MAX);
        if to < from || to > latest || to > korean_day(issued_at) {
            return invalid("periodTo", InvalidReason::Range);
        }
        match lines.len() {
            0 => return invalid("lines", InvalidReason::Required),
            count if count > MAX_LINES => return invalid("lines", InvalidReason::TooLong),
            _ => {}
        }
        let mut lines = lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                Line::new(line, &period).map_err(|invalid| InvalidBill { part: Some(Part::Line(index)), ..invalid })
            })
            .collect::<Result<Vec<_>, _>>()?;
        lines.sort_by_key(|line| (line.category, line.date));
        let business = office.business_number.replace('-', "");
        if !(business.is_empty() || business.len() == 10 && business.bytes().all(|byte| byte.is_ascii_digit())) {
            return invalid("businessNumber", InvalidReason::Format);
        }
        Ok(Self {
            number: parse_text("number", number, MAX_TEXT_CHARS, true)?,
            issued_at,
            patient: Patient {
                name: parse_text("name", &patient.name, MAX_TEXT_CHARS, true)?,
                number: parse_text("patientNumber", &patient.number, MAX_TEXT_CHARS, false)?,
                coverage: patient.coverage,
            },
            office: Office {
                business_number: business,
                department: parse_text("department", &office.department, MAX_TEXT_CHARS, false)?,
                name: parse_text("clinicName", &office.name, MAX_OFFICE_CHARS, true)?,
                representative: parse_text("clinicRepresentative", &office.representative, MAX_OFFICE_CHARS, false)?,
                address: parse_text("clinicAddress", &office.address, MAX_OFFICE_CHARS, false)?,
                phone_number: parse_text("clinicPhoneNumber", &office.phone_number, MAX_OFFICE_CHARS, false)?,
            },
            doctor: None,
            marks: None,
            period,
            lines,
            adjustment: 0,
            paid: None,
        })
    }

    /// Adds a place for a doctor's signature.
    ///
    /// # Errors
    /// [`InvalidBill`] when the name is missing or a text is too long.
    pub fn with_doctor(self, doctor: &Doctor) -> Result<Self, InvalidBill> {
        let doctor = Doctor {
            name: parse_text("doctorName", &doctor.name, MAX_TEXT_CHARS, true)?,
            license: parse_text("doctorLicense", &doctor.license, MAX_TEXT_CHARS, false)?,
        };
        Ok(Self { doctor: Some(doctor), ..self })
    }

    /// Adds the clinic's seal and the doctor's signature. The signature appears only in a document with a doctor.
    #[must_use]
    pub fn with_marks(self, marks: Marks) -> Self {
        Self { marks: Some(marks), ..self }
    }

    /// Moves less than a hundred won from the patient's to the insurer's share: patients do not pay amounts below a hundred won
    /// (끝처리 조정금액).
    ///
    /// # Errors
    /// [`InvalidBill`] when it is a hundred or more, or exceeds the patient's share.
    pub fn with_adjustment(self, won: i64) -> Result<Self, InvalidBill> {
        let share = self.lines.iter().map(|line| line.amounts).sum::<Amounts>().insured_self;
        if !(0..100).contains(&won) || won > share {
            return invalid("adjustment", InvalidReason::Range);
        }
        Ok(Self { adjustment: won, ..self })
    }

    /// Adds the patient's payments. Without them the form leaves their places empty. Call it after [`Bill::with_adjustment`].
    ///
    /// # Errors
    /// [`InvalidBill`] when a part is negative, or the sum exceeds the patient's share.
    pub fn with_payments(self, paid: Paid) -> Result<Self, InvalidBill> {
        let share = self.total().patient();
        let parts = [("card", paid.card), ("cashReceipt", paid.cash_receipt), ("cash", paid.cash)];
        let exceeding = parts.into_iter().find(|(_, part)| !(0..=share).contains(part)).map(|(name, _)| name);
        // sum only the parts that are in range, so that it cannot overflow
        match exceeding.or_else(|| (paid.total() > share).then_some("cash")) {
            Some(field) => Err(InvalidBill { part: Some(Part::Paid), field, reason: InvalidReason::Range }),
            None => Ok(Self { paid: Some(paid), ..self }),
        }
    }

    /// Returns the sum of the lines, before the adjustment.
    #[must_use]
    pub fn subtotal(&self) -> Amounts {
        self.lines.iter().map(|line| line.amounts).sum()
    }

    /// Returns the adjustment, which adds up to 0.
    #[must_use]
    pub fn adjustment(&self) -> Amounts {
        Amounts { insured_self: -self.adjustment, insured_insurer: self.adjustment, ..Amounts::default() }
    }

    /// Returns the sum of the bill.
    #[must_use]
    pub fn total(&self) -> Amounts {
        self.subtotal() + self.adjustment()
    }

    /// Returns the sum of an item's lines, or `None` without such lines.
    #[must_use]
    pub fn category_total(&self, category: Category) -> Option<Amounts> {
        let mut lines = self.lines.iter().filter(|line| line.category == category).peekable();
        lines.peek().is_some().then(|| lines.map(|line| line.amounts).sum())
    }

    /// Returns the day of issue, in Korea.
    #[must_use]
    pub fn issued_on(&self) -> NaiveDate {
        korean_day(self.issued_at)
    }
}

/// Returns the date in Korea, which has no daylight saving time.
fn korean_day(at: DateTime<Utc>) -> NaiveDate {
    (at + TimeDelta::hours(9)).date_naive()
}
