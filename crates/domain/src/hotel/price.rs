//! What an order costs: supply price, value-added tax and total.

use crate::krw::Krw;
use crate::validation::{Invalid, InvalidCode};

/// The maximum number of boxes in a line.
pub const MAX_BOXES: i32 = 1_000;
/// The maximum number of lines in an order.
pub const MAX_LINES: usize = 50;

/// The quantity and price of one product in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceInput {
    /// The boxes.
    pub boxes: i32,
    /// The bottles in a box.
    pub bottles_per_box: i32,
    /// The contents of a bottle, in millilitres.
    pub bottle_ml: i32,
    /// The price of a box, without VAT.
    pub unit_price: Krw,
}

/// A priced line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePrice {
    /// The bottles.
    pub quantity: i64,
    /// The contents of all bottles, in millilitres.
    pub total_ml: i64,
    /// The price of the line, without VAT.
    pub amount: Krw,
}

/// A priced order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderPrice {
    /// A price for each line.
    pub lines: Vec<LinePrice>,
    /// The sum of the lines, without VAT.
    pub supply_price: Krw,
    /// The value-added tax on the sum: 10 %, rounded down once.
    pub vat: Krw,
    /// What the hotel owes.
    pub total: Krw,
}

/// Prices an order.
///
/// # Errors
/// On `lines` without lines or with too many, on `boxes` when a line has no boxes or too many.
pub fn price(lines: &[PriceInput]) -> Result<OrderPrice, Invalid> {
    if lines.is_empty() {
        return Err(Invalid::new("lines", InvalidCode::Required));
    }
    if lines.len() > MAX_LINES {
        return Err(Invalid::new("lines", InvalidCode::TooLong));
    }
    if !lines.iter().all(|line| (1..=MAX_BOXES).contains(&line.boxes)) {
        return Err(Invalid::new("boxes", InvalidCode::Range));
    }
    let lines: Vec<LinePrice> = lines.iter().map(price_line).collect();
    let supply_price: Krw = lines.iter().map(|line| line.amount).sum();
    let vat = supply_price.vat_to_add();
    Ok(OrderPrice { lines, supply_price, vat, total: supply_price + vat })
}

fn price_line(line: &PriceInput) -> LinePrice {
    let boxes = i64::from(line.boxes);
    let quantity = boxes * i64::from(line.bottles_per_box);
    LinePrice {
        quantity,
        total_ml: quantity * i64::from(line.bottle_ml),
        amount: Krw::new(line.unit_price.get().saturating_mul(boxes)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(boxes: i32, unit_price: i64) -> PriceInput {
        PriceInput { boxes, bottles_per_box: 20, bottle_ml: 300, unit_price: Krw::new(unit_price) }
    }

    #[test]
    fn price_adds_vat_to_the_sum() {
        for (lines, supply, vat, total) in [
            (vec![line(1, 48_000)], 48_000, 4_800, 52_800),
            (vec![line(3, 48_000), line(2, 55_500)], 255_000, 25_500, 280_500),
            // 9 + 9 = 18: tax is computed once from the sum, not for each line
            (vec![line(1, 9), line(1, 9)], 18, 1, 19),
            (vec![line(1, 0)], 0, 0, 0),
            (vec![line(1_000, 100_000_000)], 100_000_000_000, 10_000_000_000, 110_000_000_000),
        ] {
            let priced = price(&lines).expect("a price");
            assert_eq!(
                (priced.supply_price.get(), priced.vat.get(), priced.total.get()),
                (supply, vat, total),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn line_counts_bottles_and_millilitres() {
        let priced = price(&[line(3, 48_000)]).expect("a price");
        assert_eq!(priced.lines, [LinePrice { quantity: 60, total_ml: 18_000, amount: Krw::new(144_000) }]);
    }

    #[test]
    fn order_needs_lines_and_boxes() {
        assert_eq!(price(&[]), Err(Invalid::new("lines", InvalidCode::Required)));
        assert_eq!(price(&[line(1, 1); MAX_LINES + 1]), Err(Invalid::new("lines", InvalidCode::TooLong)));
        for boxes in [0, -1, MAX_BOXES + 1, i32::MIN] {
            assert_eq!(price(&[line(1, 1), line(boxes, 1)]), Err(Invalid::new("boxes", InvalidCode::Range)), "{boxes}");
        }
    }

    proptest! {
        #[test]
        fn total_is_supply_price_and_vat(lines in proptest::collection::vec((1..=MAX_BOXES, 0_i64..1_000_000), 1..10)) {
            let lines: Vec<_> = lines.into_iter().map(|(boxes, unit)| line(boxes, unit)).collect();
            let priced = price(&lines).expect("a price");
            prop_assert_eq!(priced.total, priced.supply_price + priced.vat);
            prop_assert!((0..10).contains(&(priced.supply_price.get() - priced.vat.get() * 10)));
        }
    }
}
