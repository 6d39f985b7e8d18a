//! A hotel's stock of a product, in millilitres.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// The days over which consumption is measured.
pub const CONSUMPTION_DAYS: i64 = 30;
/// Stock below this share of the capacity is low, in percent. The web app has the same limit.
pub const LOW_STOCK_PERCENT: i64 = 20;
/// The largest stock of a product, in millilitres.
pub const MAX_STOCK_ML: i64 = 100_000_000;

/// Why a stock changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum StockEntryKind {
    /// An order arrived.
    Delivery,
    /// A dispenser was filled.
    Refill,
    /// The stock was counted.
    Count,
}

/// The error of a change that would make a stock negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{missing_ml} ml are missing")]
pub struct StockShort {
    /// How much is missing, in millilitres.
    pub missing_ml: i64,
}

/// Returns the stock after a change.
///
/// # Errors
/// [`StockShort`] when the result would be negative.
pub const fn apply(ml: i64, change_ml: i64) -> Result<i64, StockShort> {
    match ml.saturating_add(change_ml) {
        left if left < 0 => Err(StockShort { missing_ml: -left }),
        left => Ok(left),
    }
}

/// Returns the stock holding rate: the stock in percent of the capacity, rounded down. It may exceed 100.
#[must_use]
pub const fn holding_rate(ml: i64, capacity_ml: i64) -> i64 {
    if capacity_ml <= 0 { 0 } else { ml.saturating_mul(100) / capacity_ml }
}

/// Returns the number of days for which the stock lasts, given the use in the last [`CONSUMPTION_DAYS`]; `None` when
/// nothing was used.
#[must_use]
pub const fn days_left(ml: i64, used_ml: i64) -> Option<i64> {
    if used_ml <= 0 { None } else { Some(ml.saturating_mul(CONSUMPTION_DAYS) / used_ml) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn stock_is_never_negative() {
        for (ml, change, left) in [
            (1_000, -1_000, Ok(0)),
            (0, 300, Ok(300)),
            (1_000, -1_001, Err(StockShort { missing_ml: 1 })),
            (0, -300, Err(StockShort { missing_ml: 300 })),
        ] {
            assert_eq!(apply(ml, change), left, "{ml} {change}");
        }
    }

    #[test]
    fn holding_rate_is_rounded_down() {
        for (ml, capacity, rate) in [(0, 100, 0), (999, 1_000, 99), (1_000, 1_000, 100), (1_500, 1_000, 150), (5, 0, 0)]
        {
            assert_eq!(holding_rate(ml, capacity), rate, "{ml} {capacity}");
        }
    }

    #[test]
    fn days_left_follows_consumption() {
        for (ml, used, days) in [(3_000, 3_000, Some(30)), (100, 3_000, Some(1)), (0, 3_000, Some(0)), (3_000, 0, None)]
        {
            assert_eq!(days_left(ml, used), days, "{ml} {used}");
        }
    }

    proptest! {
        #[test]
        fn changes_sum_to_the_stock(changes in proptest::collection::vec(-500_i64..1_000, 0..60)) {
            let (mut ml, mut booked) = (0, 0);
            for change in changes {
                if let Ok(left) = apply(ml, change) {
                    ml = left;
                    booked += change;
                }
            }
            prop_assert_eq!(ml, booked);
            prop_assert!(ml >= 0);
        }
    }
}
