//! What a clinic charged a patient for a period. A value of [`Bill`] is sound: its dates lie in order, its sums add up.

use std::iter::Sum;
use std::ops::Add;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::category::Category;

/// The most lines of a bill.
const MOST_LINES: usize = 500;
/// The highest price of one unit, in won.
const HIGHEST_PRICE: i64 = 100_000_000;
/// The longest name of a charge, in characters.
const LONGEST_NAME: usize = 200;
/// The longest of the other texts.
const LONGEST_TEXT: usize = 100;
/// The longest time that one bill covers.
const LONGEST_PERIOD: Days = Days::new(366);

/// Why a value is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Missing or empty.
    Required,
    /// Not of the form that the field takes.
    Format,
    /// Longer than the field takes.
    TooLong,
    /// Outside the range that the field takes.
    Range,
    /// Differs from the other fields that it must agree with.
    Mismatch,
}

/// A refused bill: the field as the API spells it, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why:?}", self.path())]
pub struct Refused {
    /// What holds the field: a line, from 0, or the payment. None: the bill itself.
    pub within: Option<Within>,
    /// The field.
    pub field: &'static str,
    /// Why.
    pub why: Why,
}

/// A part of a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// A line, from 0.
    Line(usize),
    /// What was paid.
    Paid,
}

impl Refused {
    /// What stands before the field in the request: `lines[3].`, `paid.` or nothing.
    #[must_use]
    pub fn prefix(&self) -> String {
        match self.within {
            Some(Within::Line(place)) => format!("lines[{place}]."),
            Some(Within::Paid) => "paid.".to_owned(),
            None => String::new(),
        }
    }

    /// The field with what holds it.
    #[must_use]
    pub fn path(&self) -> String {
        self.prefix() + self.field
    }
}

fn refused<T>(field: &'static str, why: Why) -> Result<T, Refused> {
    Err(Refused { within: None, field, why })
}

/// Sums of won by who pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts {
    /// Insured, the patient's share (본인부담금).
    pub insured_self: i64,
    /// Insured, the insurer's share (공단부담금).
    pub insured_insurer: i64,
    /// Insured, wholly paid by the patient (전액본인부담).
    pub full_self: i64,
    /// Not insured (비급여).
    pub uninsured: i64,
}

impl Amounts {
    /// All together, in won.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.insured_self + self.insured_insurer + self.full_self + self.uninsured
    }

    /// What the patient pays, in won.
    #[must_use]
    pub const fn patient(self) -> i64 {
        self.insured_self + self.full_self + self.uninsured
    }
}

impl Add for Amounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            insured_self: self.insured_self + other.insured_self,
            insured_insurer: self.insured_insurer + other.insured_insurer,
            full_self: self.full_self + other.full_self,
            uninsured: self.uninsured + other.uninsured,
        }
    }
}

impl Sum for Amounts {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), Add::add)
    }
}

/// How many times, in hundredths: 0.01 to 999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity(i64);

impl Quantity {
    /// So many times; none when it is not a number of hundredths in the range.
    #[must_use]
    pub fn new(times: f64) -> Option<Self> {
        let hundredths = (times * 100.0).round();
        #[expect(clippy::cast_possible_truncation, reason = "the range is looked at first")]
        let whole = (1.0..=99_900.0).contains(&hundredths).then_some(hundredths as i64)?;
        ((times * 100.0 - hundredths).abs() < 1e-6).then_some(Self(whole))
    }

    /// As it is printed: `1`, `0.5`.
    #[must_use]
    pub fn text(self) -> String {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match (rest, rest % 10) {
            (0, _) => whole.to_string(),
            (_, 0) => format!("{whole}.{}", rest / 10),
            _ => format!("{whole}.{rest:02}"),
        }
    }

    /// The price of so many of so many days, to the nearest won.
    const fn price(self, unit: i64, days: i64) -> i64 {
        (unit * self.0 * days + 50) / 100
    }
}

/// A charge as entered.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// The day.
    pub date: NaiveDate,
    /// The item; by the code when none.
    pub category: Option<Category>,
    /// The code of the fee schedule; may be empty for what is not insured.
    pub code: String,
    /// What was done.
    pub name: String,
    /// The price of one, in won.
    pub unit_price: i64,
    /// How many times a day.
    pub quantity: f64,
    /// How many days.
    pub days: i64,
    /// Who pays how much.
    pub amounts: Amounts,
}

/// A charge.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub(crate) date: NaiveDate,
    pub(crate) category: Category,
    pub(crate) code: String,
    pub(crate) name: String,
    pub(crate) unit_price: i64,
    pub(crate) quantity: Quantity,
    pub(crate) days: i64,
    pub(crate) amounts: Amounts,
}

impl Line {
    fn new(new: &NewLine, (from, to): (NaiveDate, NaiveDate)) -> Result<Self, Refused> {
        if !(from..=to).contains(&new.date) {
            return refused("date", Why::Range);
        }
        if !(0..=HIGHEST_PRICE).contains(&new.unit_price) {
            return refused("unitPrice", Why::Range);
        }
        let Some(quantity) = Quantity::new(new.quantity) else { return refused("quantity", Why::Range) };
        if !(1..=366).contains(&new.days) {
            return refused("days", Why::Range);
        }
        let price = quantity.price(new.unit_price, new.days);
        let parts = [
            ("insuredSelf", new.amounts.insured_self),
            ("insuredInsurer", new.amounts.insured_insurer),
            ("fullSelf", new.amounts.full_self),
            ("uninsured", new.amounts.uninsured),
        ];
        for (name, part) in parts {
            // no part is more than the whole; said before they are summed, so that no sum runs over
            if !(0..=price).contains(&part) {
                return refused(name, if part < 0 { Why::Range } else { Why::Mismatch });
            }
        }
        if new.amounts.total() != price {
            return refused("uninsured", Why::Mismatch);
        }
        let code = text("code", &new.code, LONGEST_TEXT, false)?;
        let name = text("name", &new.name, LONGEST_NAME, true)?;
        let category = new.category.unwrap_or_else(|| Category::of_code(&code));
        Ok(Self {
            date: new.date,
            category,
            code,
            name,
            unit_price: new.unit_price,
            quantity,
            days: new.days,
            amounts: new.amounts,
        })
    }
}

fn text(field: &'static str, value: &str, longest: usize, required: bool) -> Result<String, Refused> {
    let value = value.trim();
    match value.chars().count() {
        0 if required => refused(field, Why::Required),
        count if count > longest => refused(field, Why::TooLong),
        _ => Ok(value.to_owned()),
    }
}

/// Who insures the patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// 건강보험.
    HealthInsurance,
    /// 의료급여.
    MedicalAid,
    /// 일반.
    Uninsured,
}

impl Coverage {
    /// The kind with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "health_insurance" => Some(Self::HealthInsurance),
            "medical_aid" => Some(Self::MedicalAid),
            "uninsured" => Some(Self::Uninsured),
            _ => None,
        }
    }

    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::HealthInsurance => "건강보험",
            Self::MedicalAid => "의료급여",
            Self::Uninsured => "일반",
        }
    }
}

/// Whom the bill is about.
#[derive(Clone, Debug, Default)]
pub struct Patient {
    /// The name.
    pub name: String,
    /// The clinic's number of the patient; may be empty.
    pub number: String,
    /// Who insures them; none when not said.
    pub coverage: Option<Coverage>,
}

/// The clinic.
#[derive(Clone, Debug, Default)]
pub struct Office {
    /// Its name.
    pub name: String,
    /// Its registration number, ten digits; empty leaves the place open.
    pub business_number: String,
    /// Who stands for it.
    pub representative: String,
    /// Where it is.
    pub address: String,
    /// Its telephone number.
    pub phone_number: String,
    /// The department; may be empty.
    pub department: String,
}

/// The doctor who signs.
#[derive(Clone, Debug)]
pub struct Doctor {
    /// The name.
    pub name: String,
    /// The number of the licence.
    pub license: String,
}

/// What the patient has paid, in won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// By card.
    pub card: i64,
    /// In cash, with a cash receipt.
    pub cash_receipt: i64,
    /// In cash.
    pub cash: i64,
}

impl Paid {
    /// All together.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.card + self.cash_receipt + self.cash
    }
}

/// A bill.
#[derive(Clone, Debug)]
pub struct Bill {
    pub(crate) number: String,
    pub(crate) issued_at: DateTime<Utc>,
    pub(crate) patient: Patient,
    pub(crate) office: Office,
    pub(crate) doctor: Option<Doctor>,
    pub(crate) period: (NaiveDate, NaiveDate),
    pub(crate) lines: Vec<Line>,
    pub(crate) adjustment: i64,
    pub(crate) paid: Option<Paid>,
}

impl Bill {
    /// A bill of `lines` for the days `period`, both included, issued under `number` at `issued_at`. Lines are put in the order of
    /// the receipt's items and of their days.
    ///
    /// # Errors
    /// [`Refused`] names the first field that is wrong.
    pub fn new(
        (number, issued_at): (&str, DateTime<Utc>),
        (patient, office): (Patient, Office),
        period: (NaiveDate, NaiveDate),
        lines: &[NewLine],
    ) -> Result<Self, Refused> {
        let (from, to) = period;
        let latest = from.checked_add_days(LONGEST_PERIOD).unwrap_or(NaiveDate::MAX);
        if to < from || to > latest || to > korean_day(issued_at) {
            return refused("periodTo", Why::Range);
        }
        match lines.len() {
            0 => return refused("lines", Why::Required),
            count if count > MOST_LINES => return refused("lines", Why::TooLong),
            _ => {}
        }
        let mut lines = lines
            .iter()
            .enumerate()
            .map(|(place, line)| {
                Line::new(line, period).map_err(|wrong| Refused { within: Some(Within::Line(place)), ..wrong })
            })
            .collect::<Result<Vec<_>, _>>()?;
        lines.sort_by_key(|line| (line.category, line.date));
        let business = office.business_number.replace('-', "");
        if !(business.is_empty() || business.len() == 10 && business.bytes().all(|byte| byte.is_ascii_digit())) {
            return refused("businessNumber", Why::Format);
        }
        Ok(Self {
            number: text("number", number, LONGEST_TEXT, true)?,
            issued_at,
            patient: Patient {
                name: text("name", &patient.name, LONGEST_TEXT, true)?,
                number: text("patientNumber", &patient.number, LONGEST_TEXT, false)?,
                coverage: patient.coverage,
            },
            office: Office {
                business_number: business,
                department: text("department", &office.department, LONGEST_TEXT, false)?,
                ..office
            },
            doctor: None,
            period,
            lines,
            adjustment: 0,
            paid: None,
        })
    }

    /// With a place for a doctor's signature.
    ///
    /// # Errors
    /// [`Refused`] when the name is missing or a text is too long.
    pub fn signed_by(self, doctor: &Doctor) -> Result<Self, Refused> {
        let doctor = Doctor {
            name: text("doctorName", &doctor.name, LONGEST_TEXT, true)?,
            license: text("doctorLicense", &doctor.license, LONGEST_TEXT, false)?,
        };
        Ok(Self { doctor: Some(doctor), ..self })
    }

    /// With so many won, less than a hundred, moved from the patient's to the insurer's share: patients do not pay what is below a
    /// hundred won (끝처리 조정금액).
    ///
    /// # Errors
    /// [`Refused`] when it is a hundred or more, or more than the patient's share.
    pub fn adjusted(self, won: i64) -> Result<Self, Refused> {
        let share = self.lines.iter().map(|line| line.amounts).sum::<Amounts>().insured_self;
        if !(0..100).contains(&won) || won > share {
            return refused("adjustment", Why::Range);
        }
        Ok(Self { adjustment: won, ..self })
    }

    /// With what the patient has paid; without it the places stay open. To be said after the adjustment.
    ///
    /// # Errors
    /// [`Refused`] when a part is negative or all are more than the patient's share.
    pub fn paid(self, paid: Paid) -> Result<Self, Refused> {
        let share = self.total().patient();
        let parts = [("card", paid.card), ("cashReceipt", paid.cash_receipt), ("cash", paid.cash)];
        let too_much = parts.into_iter().find(|(_, part)| !(0..=share).contains(part)).map(|(name, _)| name);
        match too_much.or((paid.total() > share).then_some("cash")) {
            Some(field) => Err(Refused { within: Some(Within::Paid), field, why: Why::Range }),
            None => Ok(Self { paid: Some(paid), ..self }),
        }
    }

    /// What the lines come to, before the adjustment.
    #[must_use]
    pub fn subtotal(&self) -> Amounts {
        self.lines.iter().map(|line| line.amounts).sum()
    }

    /// The adjustment as it is added: the total stays.
    #[must_use]
    pub fn adjustment(&self) -> Amounts {
        Amounts { insured_self: -self.adjustment, insured_insurer: self.adjustment, ..Amounts::default() }
    }

    /// What the bill comes to.
    #[must_use]
    pub fn total(&self) -> Amounts {
        self.subtotal() + self.adjustment()
    }

    /// What the lines of an item come to; none when there are no such lines.
    #[must_use]
    pub fn sum_of(&self, category: Category) -> Option<Amounts> {
        let mut of_it = self.lines.iter().filter(|line| line.category == category).peekable();
        of_it.peek().is_some().then(|| of_it.map(|line| line.amounts).sum())
    }

    /// The day of issue, in Korea.
    #[must_use]
    pub fn issued_on(&self) -> NaiveDate {
        korean_day(self.issued_at)
    }
}

/// The day that it is in Korea, which has no summer time.
fn korean_day(at: DateTime<Utc>) -> NaiveDate {
    (at + TimeDelta::hours(9)).date_naive()
}
