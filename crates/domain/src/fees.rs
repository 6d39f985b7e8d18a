//! The fees of the terms (S9), with the days from which they hold.

use chrono::NaiveDate;

use crate::won::Won;

/// A price: without value-added tax, and that tax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Without value-added tax.
    pub supply: Won,
    /// The tax.
    pub vat: Won,
}

impl Price {
    /// A price that the terms state without the tax.
    #[must_use]
    pub const fn without_vat(supply: i64) -> Self {
        let supply = Won::new(supply);
        Self { supply, vat: supply.vat_on_top() }
    }

    /// A price that the terms state with the tax.
    #[must_use]
    pub const fn with_vat(gross: i64) -> Self {
        let vat = Won::new(gross).vat_within();
        Self { supply: Won::new(gross - vat.get()), vat }
    }

    /// What is paid.
    #[must_use]
    pub fn gross(self) -> Won {
        self.supply + self.vat
    }
}

/// One list of fees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// The first day on which it holds, in Korea.
    pub since: NaiveDate,
    /// A certificate; each document is one.
    pub certificate: Price,
    /// The doctor's signature, for each certificate.
    pub doctor_signature: Price,
    /// Sending a claim by registered mail, postage included.
    pub registered_mail: Price,
    /// Forwarding a claim to another insurer.
    pub forwarding: Price,
    /// Off everything but postage when a claim is made again or forwarded, in percent.
    pub reclaim_percent: u8,
    /// Off the postage when documents are sent again, in percent.
    pub resend_percent: u8,
    /// The same when the payment before was by registered mail.
    pub resend_after_mail_percent: u8,
}

/// Every list there was, the oldest first. One that held is never changed: a new one is added.
const LISTS: [Fees; 1] = [Fees {
    since: day(2025, 1, 1),
    certificate: Price::without_vat(3_300),
    doctor_signature: Price::with_vat(3_300),
    registered_mail: Price::with_vat(11_000),
    forwarding: Price::with_vat(3_300),
    reclaim_percent: 50,
    resend_percent: 30,
    resend_after_mail_percent: 50,
}];

const fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day of the calendar")
}

impl Fees {
    /// The list that holds on `day` in Korea. The first one stands for the days before it too: nothing was sold then.
    #[must_use]
    pub fn on(day: NaiveDate) -> &'static Self {
        LISTS.iter().rev().find(|fees| fees.since <= day).unwrap_or(&LISTS[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_of_2025_hold() {
        let fees = Fees::on(day(2026, 11, 21));
        let parts = |price: Price| (price.supply.get(), price.vat.get(), price.gross().get());
        assert_eq!(parts(fees.certificate), (3_300, 330, 3_630));
        assert_eq!(parts(fees.doctor_signature), (3_000, 300, 3_300));
        assert_eq!(parts(fees.registered_mail), (10_000, 1_000, 11_000));
        assert_eq!(parts(fees.forwarding), (3_000, 300, 3_300));
        assert_eq!((fees.reclaim_percent, fees.resend_percent, fees.resend_after_mail_percent), (50, 30, 50));
        assert_eq!(Fees::on(day(2025, 1, 1)), fees);
        assert_eq!(Fees::on(day(2024, 12, 31)), fees);
    }

    #[test]
    fn every_list_begins_after_the_one_before_and_discounts_at_most_all() {
        assert!(LISTS.windows(2).all(|pair| pair[0].since < pair[1].since));
        for fees in LISTS {
            let percents = [fees.reclaim_percent, fees.resend_percent, fees.resend_after_mail_percent];
            assert!(percents.iter().all(|percent| *percent <= 100), "{fees:?}");
            let prices = [fees.certificate, fees.doctor_signature, fees.registered_mail, fees.forwarding];
            assert!(prices.iter().all(|price| price.supply > Won::ZERO && price.vat >= Won::ZERO), "{fees:?}");
        }
    }
}
