//! `GET /institutions/statistics/csv`

use axum::response::{IntoResponse as _, Response};
use db::statistics::{Figures, Statistics};
use domain::Locale;
use http::header;
use serde::Deserialize;
use utoipa::IntoParams;

use super::StatisticsQuery;
use super::shape::round;
use crate::extract::permission::ReadStatistics;
use crate::extract::{Language, StaffWith};
use crate::http::Query;
use crate::problem::{MalformedProblem, Problem, StaffProblems, ValidationProblem};

/// Without it Excel reads UTF-8 as the system's own encoding.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Which table.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TableQuery {
    /// `month` or `analyst`.
    #[serde(default)]
    #[param(required = false, example = "month")]
    by: String,
}

/// A table of the clinic's figures for a spreadsheet: UTF-8 with a byte order mark, with a last row of all together.
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
    let file = render(&found, is_by_month, locale).map_err(Problem::internal)?;
    let name = if is_by_month { "statistics-by-month.csv" } else { "statistics-by-analyst.csv" };
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, file).into_response())
}

/// The words of the table.
struct Words {
    month: &'static str,
    analyst: &'static str,
    nobody: &'static str,
    total: &'static str,
    columns: [&'static str; 6],
}

const fn words(locale: Locale) -> Words {
    match locale {
        Locale::Ko => Words {
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
        Locale::En => Words {
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

fn render(found: &Statistics, is_by_month: bool, locale: Locale) -> Result<Vec<u8>, csv::Error> {
    let words = words(locale);
    let first = if is_by_month { words.month } else { words.analyst };
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(BYTE_ORDER_MARK.into());
    writer.write_record([first].into_iter().chain(words.columns))?;
    if is_by_month {
        for (month, figures) in &found.months {
            write_row(&mut writer, &month.format("%Y-%m").to_string(), figures)?;
        }
    } else {
        for (analyst, figures) in &found.analysts {
            let name = analyst.as_ref().map_or(words.nobody, |analyst| analyst.name.as_str());
            write_row(&mut writer, &plain_text(name), figures)?;
        }
    }
    write_row(&mut writer, words.total, &found.total)?;
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn write_row(writer: &mut csv::Writer<Vec<u8>>, first: &str, figures: &Figures) -> Result<(), csv::Error> {
    let decimal = |value: Option<f64>| value.map_or(String::new(), |value| round(value).to_string());
    writer.write_record([
        first.to_owned(),
        figures.patients.to_string(),
        figures.analyses.to_string(),
        decimal(figures.mean_before),
        decimal(figures.mean_after),
        decimal(figures.mean_change),
        decimal(figures.median_hours),
    ])
}

/// Returns a text that no spreadsheet takes for a formula.
fn plain_text(text: &str) -> String {
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use domain::{Expert, StaffId};

    use super::*;

    #[test]
    fn csv_is_read_by_excel_and_has_no_formula() {
        let figures = Figures { patients: 2, analyses: 3, mean_change: Some(-12.34), ..Figures::default() };
        let analyst = |name: &str| Some(Expert { id: StaffId::new(1), name: name.to_owned() });
        let names = ["=HYPERLINK(\"x\")", " +82", "-1", "@SUM(A1)", "김, 서연"];
        let analysts = names.iter().map(|name| (analyst(name), figures.clone())).chain([(None, figures.clone())]);
        let found = Statistics { total: figures.clone(), months: Vec::new(), analysts: analysts.collect() };
        let file = String::from_utf8(render(&found, false, Locale::Ko).expect("written")).expect("UTF-8");
        let lines: Vec<_> = file.split("\r\n").collect();
        assert!(lines[0].starts_with("\u{feff}분석자,환자 수,"), "{}", lines[0]);
        assert_eq!(lines[1], "\"'=HYPERLINK(\"\"x\"\")\",2,3,,,-12.3,");
        assert_eq!(lines[2..5], ["' +82,2,3,,,-12.3,", "'-1,2,3,,,-12.3,", "'@SUM(A1),2,3,,,-12.3,"]);
        assert_eq!(lines[5..], ["\"김, 서연\",2,3,,,-12.3,", "지정 안 됨,2,3,,,-12.3,", "합계,2,3,,,-12.3,", ""]);
    }
}
