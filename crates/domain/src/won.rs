//! Amounts of money: whole won.

use serde::{Deserialize, Serialize};

/// An amount of won; negative when it goes back to the payer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Won(i64);

impl Won {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// This many won.
    #[must_use]
    pub const fn new(amount: i64) -> Self {
        Self(amount)
    }

    /// The number, as the database and JSON know it.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The value-added tax that an amount including it holds: an eleventh, rounded down.
    #[must_use]
    pub const fn vat_within(self) -> Self {
        Self(self.0.div_euclid(11))
    }

    /// The value-added tax that comes on top of an amount without it: a tenth, rounded down.
    #[must_use]
    pub const fn vat_on_top(self) -> Self {
        Self(self.0.div_euclid(10))
    }

    /// What `percent` of this amount are for the payer: a fraction of a won counts as one.
    #[must_use]
    pub fn percent_off(self, percent: u8) -> Self {
        let hundredths = self.0.saturating_mul(i64::from(percent));
        Self(hundredths.div_euclid(100) + i64::from(hundredths.rem_euclid(100) > 0))
    }
}

// an amount that a stranger sent may be any number: the sums of it stay at the bound
impl std::ops::Add for Won {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Won {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Won {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl std::iter::Sum for Won {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, |sum, amount| sum + amount)
    }
}

impl From<i64> for Won {
    fn from(amount: i64) -> Self {
        Self(amount)
    }
}

impl std::fmt::Display for Won {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_the_payers_favour() {
        for (gross, vat) in [(0, 0), (10, 0), (11, 1), (3_300, 300), (11_000, 1_000), (3_299, 299)] {
            assert_eq!(Won::new(gross).vat_within(), Won::new(vat), "{gross}");
        }
        for (net, vat) in [(0, 0), (9, 0), (3_300, 330), (3_309, 330)] {
            assert_eq!(Won::new(net).vat_on_top(), Won::new(vat), "{net}");
        }
        for (amount, percent, off) in
            [(3_630, 50, 1_815), (3_301, 50, 1_651), (11_000, 30, 3_300), (1, 1, 1), (7, 0, 0)]
        {
            assert_eq!(Won::new(amount).percent_off(percent), Won::new(off), "{amount} {percent}");
        }
    }

    #[test]
    fn no_sum_overflows() {
        assert_eq!(Won::new(i64::MAX) + Won::new(1), Won::new(i64::MAX));
        assert_eq!(-Won::new(i64::MIN), Won::new(i64::MAX));
        assert_eq!([Won::new(3), Won::new(-5)].into_iter().sum::<Won>(), Won::new(-2));
    }
}
