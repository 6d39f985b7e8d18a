//! `GET /institutions/statistics/csv`

use axum::response::Response;
use db::statistics::{AnalysisStatistics, Statistics};
use domain::Locale;
use serde::Deserialize;
use utoipa::IntoParams;

use super::StatisticsQuery;
use super::shape::round;
use crate::extract::permission::ReadStatistics;
use crate::extract::{Language, StaffWith};
use crate::http::spreadsheet::Cell;
use crate::http::{Query, Spreadsheet};
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// Which table.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TableQuery {
    /// `month` or `analyst`.
    #[serde(default)]
    #[param(required = false, example = "month")]
    by: String,
}

/// The clinic's figures as CSV: UTF-8 with a byte order mark; the last row has the totals.
#[utoipa::path(
    get, path = "/institutions/statistics/csv", tag = "clinic", operation_id = "downloadClinicStatistics",
    security(("staff" = [])), params(StatisticsQuery, TableQuery),
    responses(
        (status = 200, description = "The file, as an attachment", body = String, content_type = "text/csv"),
        StaffProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(
    StaffWith(staff, _): StaffWith<ReadStatistics>,
    Language(locale): Language,
    Query(query): Query<StatisticsQuery>,
    Query(table): Query<TableQuery>,
) -> Result<Response, Problem> {
    let range = query.range()?;
    let is_by_month = match table.by.as_str() {
        "" | "month" => true,
        "analyst" => false,
        _ => return Err(Problem::field("by", domain::InvalidCode::Unknown)),
    };
    let mut conn = staff.tenant.db.acquire().await?;
    let found = db::statistics::find(&mut conn, staff.clinic(), &range).await?;
    drop(conn);
    let name = if is_by_month { "statistics-by-month.csv" } else { "statistics-by-analyst.csv" };
    render(&found, is_by_month, locale)?.into_attachment(name)
}

/// The texts of the table.
struct Texts {
    month: &'static str,
    analyst: &'static str,
    nobody: &'static str,
    total: &'static str,
    columns: [&'static str; 6],
}

const fn texts(locale: Locale) -> Texts {
    match locale {
        Locale::Ko => Texts {
            month: "월",
            analyst: "분석자",
            nobody: "지정 안 됨",
            total: "합계",
            columns: [
                "환자 수",
                "분석 수",
                "세척 전 평균 지수(%)",
                "세척 후 평균 지수(%)",
                "평균 변화(%p)",
                "신청에서 결과까지 중앙값(시간)",
            ],
        },
        Locale::En => Texts {
            month: "Month",
            analyst: "Analyst",
            nobody: "Not named",
            total: "Total",
            columns: [
                "Patients",
                "Analyses",
                "Mean index before (%)",
                "Mean index after (%)",
                "Mean change (points)",
                "Median time from application to result (hours)",
            ],
        },
    }
}

/// Writes the table: a row for each month or each analyst, and the totals.
///
/// # Errors
/// An internal problem.
pub fn render(found: &Statistics, is_by_month: bool, locale: Locale) -> Result<Spreadsheet, Problem> {
    let texts = texts(locale);
    let first = if is_by_month { texts.month } else { texts.analyst };
    let columns: Vec<&str> = [first].into_iter().chain(texts.columns).collect();
    let mut table = Spreadsheet::new(&columns)?;
    if is_by_month {
        for (month, figures) in &found.months {
            table.add_row(row(&month.format("%Y-%m").to_string(), figures))?;
        }
    } else {
        for (analyst, figures) in &found.analysts {
            let name = analyst.as_ref().map_or(texts.nobody, |analyst| analyst.name.as_str());
            table.add_row(row(name, figures))?;
        }
    }
    table.add_row(row(texts.total, &found.total))?;
    Ok(table)
}

fn row(first: &str, figures: &AnalysisStatistics) -> [Cell; 7] {
    let decimal = |value: Option<f64>| value.map_or(Cell::Empty, |value| Cell::Decimal(round(value)));
    [
        first.into(),
        figures.patients.into(),
        figures.analyses.into(),
        decimal(figures.mean_before),
        decimal(figures.mean_after),
        decimal(figures.mean_change),
        decimal(figures.median_hours),
    ]
}
