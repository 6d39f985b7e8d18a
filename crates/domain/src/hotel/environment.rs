//! What refilling saves: single-use bottles and their plastic.

/// The contents of the single-use bottle that a refill replaces, in millilitres: one fluid ounce.
pub const SINGLE_USE_ML: i64 = 30;
/// The plastic of a single-use bottle, in hundredths of a gram: 1.7 million pounds in 500 million bottles.
pub const PLASTIC_CENTIGRAMS: i64 = 154;

/// The formula, as the API and the screens show it.
pub const FORMULA: &str =
    "Bottles replaced = refilled ml / 30 ml, rounded down. Plastic saved = bottles replaced x 1.54 g.";
/// The source of the formula's figures.
pub const SOURCE: &str = "Marriott International, press release of 28 August 2019: replacing 500 million single-use toiletry \
                          bottles a year saves 1.7 million pounds of plastic, 1.54 g a bottle. The 30 ml bottle (1 fl oz) is our \
                          assumption.";

/// What was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Savings {
    /// What was refilled, in millilitres.
    pub refill_ml: i64,
    /// The single-use bottles that were not needed.
    pub bottles_replaced: i64,
    /// Their plastic in grams, rounded down.
    pub plastic_grams: i64,
}

impl Savings {
    /// Returns what a refilled quantity saved.
    #[must_use]
    pub const fn from_refills(refill_ml: i64) -> Self {
        let bottles = refill_ml / SINGLE_USE_ML;
        Self { refill_ml, bottles_replaced: bottles, plastic_grams: bottles.saturating_mul(PLASTIC_CENTIGRAMS) / 100 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn savings_follow_the_formula() {
        for (ml, bottles, grams) in
            [(0, 0, 0), (29, 0, 0), (30, 1, 1), (59, 1, 1), (60, 2, 3), (300, 10, 15), (1_000_000, 33_333, 51_332)]
        {
            let savings = Savings { refill_ml: ml, bottles_replaced: bottles, plastic_grams: grams };
            assert_eq!(Savings::from_refills(ml), savings, "{ml}");
        }
    }

    #[test]
    fn plastic_of_a_bottle_is_the_sources() {
        // 1.7 million pounds in 500 million bottles
        let grams_per_bottle = 1_700_000.0 * 453.592_37 / 500_000_000.0;
        let centigrams = f64::from(i32::try_from(PLASTIC_CENTIGRAMS).expect("a small number"));
        assert!((grams_per_bottle * 100.0 - centigrams).abs() < 0.5, "{grams_per_bottle}");
        assert!(FORMULA.contains("1.54 g") && SOURCE.contains("1.54 g"));
    }
}
