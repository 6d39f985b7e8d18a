//! The lines of quotes and orders.

use domain::Locale;
use domain::quote::{LineCode, Quote};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A line of a quote, in whole won. Both parts are negative in a discount's line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuoteLine {
    /// The stable name of the fee.
    #[schema(example = "certificate.medical_bill_receipt")]
    code: String,
    /// The same in the reader's language.
    label: String,
    /// Without value-added tax.
    amount: i64,
    /// The tax.
    vat: i64,
}

/// The price of a claim, line by line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Quote)]
pub struct QuoteBody {
    /// The lines.
    lines: Vec<QuoteLine>,
    /// The sum of all amounts and taxes, whole won.
    total: i64,
}

/// A line as an order stores it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct OrderLine {
    code: String,
    amount: i64,
    vat: i64,
}

impl OrderLine {
    /// Returns the lines of a quote.
    #[must_use]
    pub fn from_quote(quote: &Quote) -> Vec<Self> {
        let lines = quote.lines.iter().map(|line| Self {
            code: line.code.as_str().to_owned(),
            amount: line.amount.get(),
            vat: line.vat.get(),
        });
        lines.collect()
    }

    pub(super) fn body(self, locale: Locale) -> QuoteLine {
        let label = self.code.parse::<LineCode>().ok().map_or("", |code| code.label(locale)).to_owned();
        QuoteLine { code: self.code, label, amount: self.amount, vat: self.vat }
    }
}

impl QuoteBody {
    /// Renders a quote in a language.
    #[must_use]
    pub fn new(quote: &Quote, locale: Locale) -> Self {
        let lines = OrderLine::from_quote(quote).into_iter().map(|line| line.body(locale));
        Self { lines: lines.collect(), total: quote.total().get() }
    }
}
