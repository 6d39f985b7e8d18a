//! What a clinic charged a patient for a period. A value of [`Bill`] is sound: its dates lie in order, its sums add up.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::category::Category;
use crate::line::{Amounts, Line, NewLine};
use crate::people::{Doctor, Office, Paid, Patient};
use crate::refused::{LONGEST_TEXT, Refused, Why, Within, refused, text};

/// The most lines of a bill.
const MOST_LINES: usize = 500;
/// The longest time that one bill covers.
const LONGEST_PERIOD: Days = Days::new(366);

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
