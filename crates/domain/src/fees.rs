//! The fees of the terms (S9), with the days from which they are valid.

use chrono::NaiveDate;

use crate::krw::Krw;

/// A price, split into the amount without value-added tax and the tax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// The amount without value-added tax.
    pub supply: Krw,
    /// The tax.
    pub vat: Krw,
}

impl Price {
    /// Builds a price that the terms state without tax.
    #[must_use]
    pub const fn from_net(supply: i64) -> Self {
        let supply = Krw::new(supply);
        Self { supply, vat: supply.vat_to_add() }
    }

    /// Builds a price that the terms state with tax.
    #[must_use]
    pub const fn from_gross(gross: i64) -> Self {
        let vat = Krw::new(gross).included_vat();
        Self { supply: Krw::new(gross - vat.get()), vat }
    }

    /// Returns the amount to be paid.
    #[must_use]
    pub fn gross(self) -> Krw {
        self.supply + self.vat
    }
}

/// A list of fees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// The first day on which the list is valid, in Korea.
    pub valid_from: NaiveDate,
    /// A certificate without signature. Each document is one.
    pub certificate: Price,
    /// A certificate with the doctor's signature.
    pub signed_certificate: Price,
    /// Registered mail to the patient, postage included.
    pub registered_mail: Price,
    /// Forwarding a claim to another insurer.
    pub forwarding: Price,
    /// The discount on everything but postage for a claim to the same insurer again, in percent.
    pub reclaim_percent: u8,
    /// The discount on postage for documents that are sent again, in percent.
    pub resend_percent: u8,
    /// The same discount when the earlier payment included registered mail.
    pub resend_after_mail_percent: u8,
}

/// All lists, the oldest first. A list that was valid never changes: add a new one.
static FEE_LISTS: [Fees; 1] = [Fees {
    valid_from: date(2025, 1, 1),
    certificate: Price::from_net(3_300),
    signed_certificate: Price::from_gross(3_300),
    registered_mail: Price::from_gross(11_000),
    forwarding: Price::from_gross(3_300),
    reclaim_percent: 50,
    resend_percent: 30,
    resend_after_mail_percent: 50,
}];

const fn date(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a date of the calendar")
}

impl Fees {
    /// Returns all lists, the oldest first.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        &FEE_LISTS
    }

    /// Returns the list that is valid on `day` in Korea. The first list also covers the days before it, when nothing was sold.
    #[must_use]
    pub fn for_day(day: NaiveDate) -> &'static Self {
        FEE_LISTS.iter().rev().find(|fees| fees.valid_from <= day).unwrap_or(&FEE_LISTS[0])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fees_of_2025_match_terms() {
        let fees = Fees::for_day(date(2026, 11, 21));
        let parts = |price: Price| (price.supply.get(), price.vat.get(), price.gross().get());
        assert_eq!(parts(fees.certificate), (3_300, 330, 3_630));
        assert_eq!(parts(fees.signed_certificate), (3_000, 300, 3_300));
        assert_eq!(parts(fees.registered_mail), (10_000, 1_000, 11_000));
        assert_eq!(parts(fees.forwarding), (3_000, 300, 3_300));
        assert_eq!((fees.reclaim_percent, fees.resend_percent, fees.resend_after_mail_percent), (50, 30, 50));
    }

    #[test]
    fn first_list_covers_earlier_days() {
        let first = &FEE_LISTS[0];
        for day in [date(2000, 1, 1), date(2024, 12, 31), date(2025, 1, 1)] {
            assert_eq!(Fees::for_day(day), first, "{day}");
        }
    }

    #[test]
    fn lists_are_ordered_and_plausible() {
        assert!(FEE_LISTS.windows(2).all(|pair| pair[0].valid_from < pair[1].valid_from));
        for fees in FEE_LISTS.iter().copied() {
            let percents = [fees.reclaim_percent, fees.resend_percent, fees.resend_after_mail_percent];
            assert!(percents.iter().all(|percent| *percent <= 100), "{fees:?}");
            let prices = [fees.certificate, fees.signed_certificate, fees.registered_mail, fees.forwarding];
            assert!(prices.iter().all(|price| price.supply > Krw::ZERO && price.vat >= Krw::ZERO), "{fees:?}");
            assert_eq!(Fees::for_day(fees.valid_from), &fees);
        }
    }

    proptest! {
        #[test]
        fn price_from_gross_keeps_gross(gross in 0_i64..1_000_000_000) {
            prop_assert_eq!(Price::from_gross(gross).gross(), Krw::new(gross));
        }

        #[test]
        fn price_from_net_keeps_net(net in 0_i64..1_000_000_000) {
            let price = Price::from_net(net);
            prop_assert_eq!(price.supply, Krw::new(net));
            prop_assert!(price.vat <= price.supply);
        }
    }
}
