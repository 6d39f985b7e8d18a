//! Statistics of a clinic's released analyses, as JSON and as CSV.

pub mod csv;
pub mod get;
pub mod shape;

use std::ops::Range;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::http::days;
use crate::problem::Problem;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get::handle)).routes(routes!(csv::handle))
}

/// Which analyses.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct StatisticsQuery {
    /// Released from this day: YYYY-MM-DD in Korea.
    start_at: Option<String>,
    /// Released until the end of this day.
    end_at: Option<String>,
}

impl StatisticsQuery {
    fn range(&self) -> Result<Range<DateTime<Utc>>, Problem> {
        let (from, to) = days::parse_day_range(self.start_at.as_deref(), self.end_at.as_deref())?;
        Ok(from..to)
    }
}
