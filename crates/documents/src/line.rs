//! The charges of a bill.

use std::iter::Sum;
use std::ops::{Add, RangeInclusive};

use chrono::NaiveDate;

use crate::category::Category;
use crate::invalid::{InvalidBill, InvalidReason, MAX_TEXT_CHARS, invalid, parse_text};

/// The highest price of a unit, in won.
const MAX_UNIT_PRICE: i64 = 100_000_000;
/// The longest name of a charge, in characters.
const MAX_NAME_CHARS: usize = 200;

/// Amounts in won, by payer.
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
    /// Returns the sum, in won.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.insured_self + self.insured_insurer + self.full_self + self.uninsured
    }

    /// Returns the patient's share, in won.
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

/// A quantity in hundredths: 0.01 to 999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity(i64);

impl Quantity {
    /// Returns a quantity, or `None` when it is out of range or has more than two decimals.
    #[must_use]
    pub fn new(times: f64) -> Option<Self> {
        let hundredths = (times * 100.0).round();
        #[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
        let whole = (1.0..=99_900.0).contains(&hundredths).then_some(hundredths as i64)?;
        ((times * 100.0 - hundredths).abs() < 1e-6).then_some(Self(whole))
    }

    /// Formats the quantity: `1`, `0.5`.
    #[must_use]
    pub fn format(self) -> String {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match (rest, rest % 10) {
            (0, _) => whole.to_string(),
            (_, 0) => format!("{whole}.{}", rest / 10),
            _ => format!("{whole}.{rest:02}"),
        }
    }

    /// Returns the price of the quantity over all `days`, to the nearest won.
    const fn price(self, unit: i64, days: i64) -> i64 {
        (unit * self.0 * days + 50) / 100
    }
}

/// A charge as the clinic entered it.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// The day.
    pub date: NaiveDate,
    /// The item; `None` derives it from the code.
    pub category: Option<Category>,
    /// The code of the fee schedule; may be empty for uninsured charges.
    pub code: String,
    /// The name of the service.
    pub name: String,
    /// The price of a unit, in won.
    pub unit_price: i64,
    /// The quantity a day.
    pub quantity: f64,
    /// The number of days.
    pub days: i64,
    /// The amounts by payer.
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
    pub(crate) fn new(new: &NewLine, period: &RangeInclusive<NaiveDate>) -> Result<Self, InvalidBill> {
        if !period.contains(&new.date) {
            return invalid("date", InvalidReason::Range);
        }
        if !(0..=MAX_UNIT_PRICE).contains(&new.unit_price) {
            return invalid("unitPrice", InvalidReason::Range);
        }
        let Some(quantity) = Quantity::new(new.quantity) else { return invalid("quantity", InvalidReason::Range) };
        if !(1..=366).contains(&new.days) {
            return invalid("days", InvalidReason::Range);
        }
        let price = quantity.price(new.unit_price, new.days);
        let parts = [
            ("insuredSelf", new.amounts.insured_self),
            ("insuredInsurer", new.amounts.insured_insurer),
            ("fullSelf", new.amounts.full_self),
            ("uninsured", new.amounts.uninsured),
        ];
        for (name, part) in parts {
            // checked before the sum is computed, so that it cannot overflow
            if !(0..=price).contains(&part) {
                return invalid(name, if part < 0 { InvalidReason::Range } else { InvalidReason::Mismatch });
            }
        }
        if new.amounts.total() != price {
            return invalid("uninsured", InvalidReason::Mismatch);
        }
        let code = parse_text("code", &new.code, MAX_TEXT_CHARS, false)?;
        let name = parse_text("name", &new.name, MAX_NAME_CHARS, true)?;
        let category = new.category.unwrap_or_else(|| Category::from_fee_code(&code));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quantity_has_two_decimals() {
        for (times, text) in [(1.0, "1"), (0.5, "0.5"), (0.01, "0.01"), (1.25, "1.25"), (10.1, "10.1"), (999.0, "999")]
        {
            assert_eq!(Quantity::new(times).map(Quantity::format).as_deref(), Some(text));
        }
        for times in [0.0, 0.001, 0.005, -1.0, 1.001, 999.01, f64::NAN, f64::INFINITY] {
            assert_eq!(Quantity::new(times), None, "{times}");
        }
    }

    #[test]
    fn price_is_rounded_to_the_nearest_won() {
        for (times, unit, days, price) in
            [(1.5, 420, 1, 630), (0.5, 1, 1, 1), (0.33, 10, 1, 3), (2.0, 5_410, 3, 32_460)]
        {
            assert_eq!(Quantity::new(times).expect("a quantity").price(unit, days), price, "{times} {unit} {days}");
        }
    }

    proptest! {
        #[test]
        fn formatted_quantity_parses(hundredths in 1_u32..=99_900) {
            let quantity = Quantity::new(f64::from(hundredths) / 100.0).expect("a quantity");
            prop_assert_eq!(Quantity::new(quantity.format().parse().expect("a number")), Some(quantity));
        }
    }
}
