//! Statistics in responses.

use serde::Serialize;
use utoipa::ToSchema;

use crate::self_checks::shape::Expert;

/// The clinic's figures.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatisticsResponse {
    /// The totals.
    total: Figures,
    /// By month of the release in Korea, oldest first, without months that have no release.
    months: Vec<MonthFigures>,
    /// By analyst, most analyses first.
    analysts: Vec<AnalystFigures>,
}

/// Figures of released analyses. Null without data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// People, each counted once.
    patients: i64,
    /// Analyses.
    analyses: i64,
    /// The mean index before cleaning, in percent with one decimal.
    #[schema(required)]
    mean_before: Option<f64>,
    /// The mean index after cleaning, in percent.
    #[schema(required)]
    mean_after: Option<f64>,
    /// The mean change of those with both, in points; negative is cleaner.
    #[schema(required)]
    mean_change: Option<f64>,
    /// The median time from a patient's application to its last release, in hours. Walk-ins do not count.
    #[schema(required)]
    median_hours: Option<f64>,
}

/// The figures of a month.
#[derive(Debug, Serialize, ToSchema)]
pub struct MonthFigures {
    /// YYYY-MM.
    #[schema(example = "2026-11")]
    month: String,
    #[serde(flatten)]
    figures: Figures,
}

/// The figures of an analyst.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalystFigures {
    /// The analyst; null where none is named.
    #[schema(required)]
    analyst: Option<Expert>,
    #[serde(flatten)]
    figures: Figures,
}

/// Rounds to one decimal; further digits carry no information.
pub(super) fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

impl From<db::statistics::AnalysisStatistics> for Figures {
    fn from(row: db::statistics::AnalysisStatistics) -> Self {
        Self {
            patients: row.patients,
            analyses: row.analyses,
            mean_before: row.mean_before.map(round),
            mean_after: row.mean_after.map(round),
            mean_change: row.mean_change.map(round),
            median_hours: row.median_hours.map(round),
        }
    }
}

impl From<db::statistics::Statistics> for StatisticsResponse {
    fn from(row: db::statistics::Statistics) -> Self {
        let months = row.months.into_iter();
        let analysts = row.analysts.into_iter();
        Self {
            total: row.total.into(),
            months: months
                .map(|(first, figures)| MonthFigures {
                    month: first.format("%Y-%m").to_string(),
                    figures: figures.into(),
                })
                .collect(),
            analysts: analysts
                .map(|(analyst, figures)| AnalystFigures { analyst: analyst.map(Into::into), figures: figures.into() })
                .collect(),
        }
    }
}
