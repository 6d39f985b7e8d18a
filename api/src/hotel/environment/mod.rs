//! The bottles and the plastic that refilling saved.

pub mod csv;
pub mod get;
pub mod shape;

use chrono::{DateTime, Months, NaiveDate, Utc};
use domain::InvalidCode;
use domain::calendar::{first_of_month, korean_day};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::http::days;
use crate::problem::Problem;

/// The maximum number of months in a response.
const MAX_MONTHS: i32 = 60;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get::handle)).routes(routes!(csv::handle))
}

/// Which hotels and months.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct EnvironmentQuery {
    /// One hotel; without it, all in the caller's scope.
    hotel_id: Option<i64>,
    /// The first month, `YYYY-MM`; by default, a year ago.
    #[param(example = "2026-01")]
    from: Option<String>,
    /// The last month, `YYYY-MM`; by default, the current one.
    #[param(example = "2026-12")]
    to: Option<String>,
}

impl EnvironmentQuery {
    /// Returns the requested months, by their first days.
    ///
    /// # Errors
    /// A validation problem for an invalid month, and for a range that is too long or ends in the future.
    pub fn months(&self, now: DateTime<Utc>) -> Result<std::ops::RangeInclusive<NaiveDate>, Problem> {
        let present = first_of_month(korean_day(now));
        let to = parse_month("to", self.to.as_deref())?.unwrap_or(present);
        let from = parse_month("from", self.from.as_deref())?;
        let from = match from {
            Some(from) => from,
            None => to.checked_sub_months(Months::new(11)).ok_or_else(|| Problem::field("to", InvalidCode::Range))?,
        };
        let count = |day: NaiveDate| chrono::Datelike::year(&day) * 12 + chrono::Datelike::month0(&day).cast_signed();
        if from > to || to > present || count(to) - count(from) >= MAX_MONTHS {
            return Err(Problem::field("from", InvalidCode::Range));
        }
        Ok(from..=to)
    }
}

/// Parses `YYYY-MM` as the month's first day.
fn parse_month(field: &'static str, text: Option<&str>) -> Result<Option<NaiveDate>, Problem> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    days::parse_month(text).map(Some).ok_or_else(|| Problem::field(field, InvalidCode::Format))
}
