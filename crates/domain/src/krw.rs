//! Amounts of money in whole won.

use serde::{Deserialize, Serialize};

/// An amount of won. It is negative for a refund.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Krw(i64);

impl Krw {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// Returns this many won.
    #[must_use]
    pub const fn new(amount: i64) -> Self {
        Self(amount)
    }

    /// Returns the number that the database and JSON use.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Returns the value-added tax that an amount including tax contains: one eleventh, rounded down.
    #[must_use]
    pub const fn included_vat(self) -> Self {
        Self(self.0.div_euclid(11))
    }

    /// Returns the value-added tax on an amount without tax: one tenth, rounded down.
    #[must_use]
    pub const fn vat_to_add(self) -> Self {
        Self(self.0.div_euclid(10))
    }

    /// Returns `percent` of the amount, rounded up, so that a discount favors the payer.
    #[must_use]
    pub fn discount(self, percent: u8) -> Self {
        let hundredths = self.0.saturating_mul(i64::from(percent));
        Self(hundredths.div_euclid(100) + i64::from(hundredths.rem_euclid(100) > 0))
    }
}

// Saturating, because a provider's response may contain any number.
impl std::ops::Add for Krw {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Krw {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Krw {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl std::iter::Sum for Krw {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, |sum, amount| sum + amount)
    }
}

impl From<i64> for Krw {
    fn from(amount: i64) -> Self {
        Self(amount)
    }
}

impl std::fmt::Display for Krw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn included_vat_is_rounded_down() {
        for (gross, vat) in [(0, 0), (10, 0), (11, 1), (3_300, 300), (11_000, 1_000), (3_299, 299)] {
            assert_eq!(Krw::new(gross).included_vat(), Krw::new(vat), "{gross}");
        }
    }

    #[test]
    fn vat_to_add_is_rounded_down() {
        for (net, vat) in [(0, 0), (9, 0), (3_300, 330), (3_309, 330)] {
            assert_eq!(Krw::new(net).vat_to_add(), Krw::new(vat), "{net}");
        }
    }

    #[test]
    fn discount_is_rounded_up() {
        for (amount, percent, off) in
            [(3_630, 50, 1_815), (3_301, 50, 1_651), (11_000, 30, 3_300), (1, 1, 1), (7, 0, 0), (7, 100, 7)]
        {
            assert_eq!(Krw::new(amount).discount(percent), Krw::new(off), "{amount} {percent}");
        }
    }

    #[test]
    fn sums_saturate() {
        assert_eq!(Krw::new(i64::MAX) + Krw::new(1), Krw::new(i64::MAX));
        assert_eq!(Krw::new(i64::MIN) - Krw::new(1), Krw::new(i64::MIN));
        assert_eq!(-Krw::new(i64::MIN), Krw::new(i64::MAX));
        assert_eq!([Krw::new(3), Krw::new(-5)].into_iter().sum::<Krw>(), Krw::new(-2));
    }

    #[test]
    fn json_is_a_plain_number() {
        assert_eq!(serde_json::to_string(&Krw::new(-3_630)).expect("JSON"), "-3630");
        assert_eq!(serde_json::from_str::<Krw>("3630").expect("an amount"), Krw::from(3_630));
        assert_eq!(Krw::new(-3_630).to_string(), "-3630");
    }

    proptest! {
        #[test]
        fn vat_and_net_make_gross(gross in 0_i64..1_000_000_000) {
            let gross = Krw::new(gross);
            let net = gross - gross.included_vat();
            prop_assert!((gross - net - net.vat_to_add()).get().abs() <= 1, "{}", gross);
        }

        #[test]
        fn discount_never_exceeds_amount(amount in 0_i64..1_000_000_000, percent in 0_u8..=100) {
            let off = Krw::new(amount).discount(percent);
            prop_assert!(off >= Krw::ZERO && off <= Krw::new(amount));
            prop_assert!((0..100).contains(&(off.get() * 100 - amount * i64::from(percent))));
        }
    }
}
