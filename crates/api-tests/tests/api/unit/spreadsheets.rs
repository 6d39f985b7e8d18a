//! Tables for spreadsheets.

use api::clinic::statistics::csv::render;
use api::http::Spreadsheet;
use api::http::spreadsheet::Cell;
use axum::body::to_bytes;
use db::statistics::{AnalysisStatistics, Statistics};
use domain::{Expert, Locale, StaffId};

/// Returns the text of a table's file.
async fn text(table: Spreadsheet) -> String {
    let file = table.into_attachment("table.csv").expect("an attachment");
    let body = to_bytes(file.into_body(), usize::MAX).await.expect("a body");
    String::from_utf8(body.to_vec()).expect("UTF-8")
}

#[tokio::test]
async fn table_is_read_by_excel_and_has_no_formula() {
    let mut table = Spreadsheet::new(&["Name", "Count"]).expect("a table");
    for name in ["=HYPERLINK(\"x\")", " +82", "-1", "@SUM(A1)", "\t=1", "김, 서연"] {
        table.add_row([name.into(), Cell::Number(-12)]).expect("a row");
    }
    let file = text(table).await;
    let lines: Vec<_> = file.split("\r\n").collect();
    assert_eq!(
        lines,
        [
            "\u{feff}Name,Count",
            "\"'=HYPERLINK(\"\"x\"\")\",-12",
            "' +82,-12",
            "'-1,-12",
            "'@SUM(A1),-12",
            "'\t=1,-12",
            "\"김, 서연\",-12",
            ""
        ]
    );
}

#[tokio::test]
async fn csv_has_a_row_for_each_analyst_and_all() {
    let figures =
        AnalysisStatistics { patients: 2, analyses: 3, mean_change: Some(-12.34), ..AnalysisStatistics::default() };
    let analyst = |name: &str| Some(Expert { id: StaffId::new(1), name: name.to_owned() });
    let names = ["=HYPERLINK(\"x\")", "김, 서연"];
    let analysts = names.iter().map(|name| (analyst(name), figures.clone())).chain([(None, figures.clone())]);
    let found = Statistics { total: figures.clone(), months: Vec::new(), analysts: analysts.collect() };
    let file = text(render(&found, false, Locale::Ko).expect("written")).await;
    let lines: Vec<_> = file.split("\r\n").collect();
    assert!(lines[0].starts_with("\u{feff}분석자,환자 수,"), "{}", lines[0]);
    assert_eq!(lines[1], "\"'=HYPERLINK(\"\"x\"\")\",2,3,,,-12.3,");
    assert_eq!(lines[2..], ["\"김, 서연\",2,3,,,-12.3,", "지정 안 됨,2,3,,,-12.3,", "합계,2,3,,,-12.3,", ""]);
}
