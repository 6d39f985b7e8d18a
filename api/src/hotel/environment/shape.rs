//! Savings in responses.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use db::hotel::environment::HotelMonth;
use domain::hotel::environment::Savings;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::shape::NameBody;

/// The savings of a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelSavingsMonth)]
pub struct MonthBody {
    /// The month in Korea, `YYYY-MM`.
    #[schema(example = "2026-10")]
    month: String,
    /// What was refilled, in millilitres.
    refill_ml: i64,
    /// The single-use bottles that were not needed.
    bottles_replaced: i64,
    /// Their plastic, in grams.
    plastic_grams: i64,
}

impl MonthBody {
    /// Creates the body about a month, by its first day.
    #[must_use]
    pub fn new(month: NaiveDate, savings: Savings) -> Self {
        Self {
            month: month.format("%Y-%m").to_string(),
            refill_ml: savings.refill_ml,
            bottles_replaced: savings.bottles_replaced,
            plastic_grams: savings.plastic_grams,
        }
    }
}

/// The savings of a hotel.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelSavings)]
pub struct HotelSavingsBody {
    /// The hotel.
    hotel: NameBody,
    /// What was refilled, in millilitres.
    refill_ml: i64,
    /// The single-use bottles that were not needed.
    bottles_replaced: i64,
    /// Their plastic, in grams.
    plastic_grams: i64,
    /// By month.
    months: Vec<MonthBody>,
}

/// Sums savings that were computed separately, so that totals match the rows that are shown.
pub(in crate::hotel) fn sum_savings<'a>(savings: impl Iterator<Item = &'a Savings>) -> Savings {
    savings.fold(Savings::default(), |sum, one| Savings {
        refill_ml: sum.refill_ml + one.refill_ml,
        bottles_replaced: sum.bottles_replaced + one.bottles_replaced,
        plastic_grams: sum.plastic_grams + one.plastic_grams,
    })
}

/// Returns the months, each summed over all hotels.
pub(super) fn by_month(rows: &[HotelMonth]) -> Vec<MonthBody> {
    let mut months: BTreeMap<NaiveDate, Vec<Savings>> = BTreeMap::new();
    for row in rows {
        months.entry(row.month).or_default().push(row.savings);
    }
    months.into_iter().map(|(month, savings)| MonthBody::new(month, sum_savings(savings.iter()))).collect()
}

/// Returns the hotels, each with its months. The rows must be grouped by hotel.
pub(super) fn by_hotel(rows: &[HotelMonth]) -> Vec<HotelSavingsBody> {
    rows.chunk_by(|a, b| a.hotel.id == b.hotel.id)
        .filter_map(|months| {
            let total = sum_savings(months.iter().map(|row| &row.savings));
            Some(HotelSavingsBody {
                hotel: months.first()?.hotel.clone().into(),
                refill_ml: total.refill_ml,
                bottles_replaced: total.bottles_replaced,
                plastic_grams: total.plastic_grams,
                months: months.iter().map(|row| MonthBody::new(row.month, row.savings)).collect(),
            })
        })
        .collect()
}
