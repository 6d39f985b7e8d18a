//! The charges of a bill.

use std::iter::Sum;
use std::ops::Add;

use chrono::NaiveDate;

use crate::category::Category;
use crate::refused::{LONGEST_TEXT, Refused, Why, refused, text};

/// The highest price of one unit, in won.
const HIGHEST_PRICE: i64 = 100_000_000;
/// The longest name of a charge, in characters.
const LONGEST_NAME: usize = 200;

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
    pub(crate) fn new(new: &NewLine, (from, to): (NaiveDate, NaiveDate)) -> Result<Self, Refused> {
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
