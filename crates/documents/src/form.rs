//! What both forms have in common: title, the patient's particulars, the clinic's block with the place of its seal.

use chrono::{Datelike as _, NaiveDate};
use krilla::tagging::TagGroup;

use crate::bill::Bill;
use crate::pen::{Align, Area, Ink, Pen, Style, mm};
use crate::table::{Cell, Columns, Row};
use crate::writer::{heading, paragraph, table};

/// Around the page's content.
pub(crate) const MARGIN: f32 = mm(14.0);
/// The height of a line of particulars.
const LINE: f32 = 20.0;
/// The height of the title with the rule below it.
pub(crate) const TITLE: f32 = 46.0;
/// The side of the place for the seal.
const SEAL: f32 = mm(26.0);

const LABEL: Style = Style::of(8.0).align(Align::Centre).colour(Ink::Quiet);
const VALUE: Style = Style::of(9.0);

/// The title over the page's width, from the page's upper margin.
pub(crate) fn title(pen: &mut Pen<'_>, width: f32, text: &str) -> TagGroup {
    let area = Area::new(MARGIN, MARGIN, width, TITLE - 14.0);
    let id = pen.text(area, Style::of(20.0).bold().align(Align::Centre).colour(Ink::Brand), text);
    pen.fill(Area::new(MARGIN, MARGIN + TITLE - 10.0, width, 1.5), Ink::Brand);
    heading(1, text, id)
}

/// Particulars in rows of `across` pairs of label and value, and the height that they take.
pub(crate) fn particulars(
    pen: &mut Pen<'_>,
    (y, width): (f32, f32),
    across: usize,
    pairs: &[(&str, String)],
) -> (TagGroup, f32) {
    #[expect(clippy::cast_precision_loss, reason = "two or three")]
    let pair = width / across as f32;
    let widths: Vec<f32> = (0..across).flat_map(|_| [64.0, pair - 64.0]).collect();
    let columns = Columns::new(MARGIN, &widths);
    let rows: Vec<Row<'_>> = pairs
        .chunks(across)
        .map(|chunk| Row {
            height: LINE,
            cells: chunk.iter().enumerate().flat_map(|(at, pair)| cells(at * 2, pair)).collect(),
        })
        .collect();
    let height = rows.iter().map(|row| row.height).sum();
    (table(columns.draw(pen, y, &rows)), height)
}

fn cells<'a>(column: usize, (label, value): &'a (&str, String)) -> [Cell<'a>; 2] {
    [Cell::new(column, LABEL, *label).heads_row(), Cell::new(column + 1, VALUE, value.as_str())]
}

/// The particulars that both forms begin with.
pub(crate) fn of_bill(bill: &Bill) -> Vec<(&'static str, String)> {
    let (from, to) = bill.period;
    let period = if from == to { from.to_string() } else { format!("{from} ~ {to}") };
    vec![
        ("환자 성명", bill.patient.name.clone()),
        ("환자등록번호", bill.patient.number.clone()),
        ("진료기간", period),
        ("진료과목", bill.office.department.clone()),
        ("환자구분", bill.patient.coverage.map_or(String::new(), |coverage| coverage.label().to_owned())),
        ("문서번호", bill.number.clone()),
    ]
}

/// How much room the clinic's block takes.
pub(crate) fn office_height(bill: &Bill) -> f32 {
    let rows = if bill.doctor.is_some() { 4.0 } else { 3.0 };
    54.0 + (rows * LINE).max(SEAL)
}

/// The declaration, the day of issue, and the clinic with the place of its seal.
pub(crate) fn office(pen: &mut Pen<'_>, (y, width): (f32, f32), declaration: &str, bill: &Bill) -> Vec<TagGroup> {
    let centred = Style::of(9.5).align(Align::Centre);
    let said = pen.text(Area::new(MARGIN, y + 4.0, width, 18.0), centred, declaration);
    let on = pen.text(Area::new(MARGIN, y + 24.0, width, 18.0), centred.bold(), &korean_date(bill.issued_on()));
    let top = y + 54.0;

    let block = width - SEAL - 14.0;
    let half = block / 2.0;
    let columns = Columns::new(MARGIN, &[72.0, half - 72.0, 78.0, half - 78.0]);
    let office = &bill.office;
    let business =
        match (office.business_number.get(..3), office.business_number.get(3..5), office.business_number.get(5..)) {
            (Some(first), Some(second), Some(third)) => format!("{first}-{second}-{third}"),
            _ => String::new(),
        };
    let value = |column: usize, text: String| Cell::new(column, VALUE, text);
    let label = |column: usize, text: &'static str| Cell::new(column, LABEL, text).heads_row();
    let row = |cells: Vec<Cell<'static>>| Row { height: LINE, cells };
    let mut rows = vec![
        row(vec![
            label(0, "요양기관 명칭"),
            value(1, office.name.clone()),
            label(2, "사업자등록번호"),
            value(3, business),
        ]),
        row(vec![label(0, "소재지"), value(1, office.address.clone()).over(3, 1)]),
        row(vec![
            label(0, "대표자"),
            value(1, office.representative.clone()),
            label(2, "전화번호"),
            value(3, telephone(&office.phone_number)),
        ]),
    ];
    if let Some(doctor) = &bill.doctor {
        rows.push(row(vec![
            label(0, "담당 치과의사"),
            value(1, format!("{}  (서명 또는 인)", doctor.name)),
            label(2, "면허번호"),
            value(3, doctor.license.clone()),
        ]));
    }
    let drawn = columns.draw(pen, top, &rows);

    let seal = Area::new(MARGIN + width - SEAL, top, SEAL, SEAL);
    pen.border(seal, (Ink::Rule, 0.8), true);
    let sealed = pen.text(seal, Style::of(10.0).align(Align::Centre).colour(Ink::Quiet), "직인");
    vec![paragraph(said), paragraph(on), table(drawn), paragraph(sealed)]
}

/// The line at the foot of every page.
pub(crate) fn foot(pen: &mut Pen<'_>, (width, height): (f32, f32), text: &str, (page, of): (usize, usize)) {
    let y = height - MARGIN + 6.0;
    let small = Style::of(7.5).colour(Ink::Quiet);
    pen.fill(Area::new(MARGIN, y - 3.0, width - 2.0 * MARGIN, 0.5), Ink::Rule);
    pen.artifact_text(Area::new(MARGIN, y, width - 2.0 * MARGIN - 60.0, 12.0), small, text);
    let count = Area::new(width - MARGIN - 60.0, y, 60.0, 12.0);
    pen.artifact_text(count, small.align(Align::Right), &format!("{page} / {of}쪽"));
}

/// A number of won with commas.
pub(crate) fn won(amount: i64) -> String {
    let digits = amount.unsigned_abs().to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if amount < 0 {
        grouped.push('-');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn korean_date(day: NaiveDate) -> String {
    format!("{}년 {}월 {}일", day.year(), day.month(), day.day())
}

/// A telephone number with hyphens where Korean numbers have them; another is left as it is.
fn telephone(number: &str) -> String {
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    let area = if number.starts_with("02") { 2 } else { 3 };
    match number.len() {
        9..=11 if number.starts_with('0') => {
            let (head, rest) = number.split_at(area);
            let (middle, last) = rest.split_at(rest.len() - 4);
            format!("{head}-{middle}-{last}")
        }
        8 => format!("{}-{}", &number[..4], &number[4..]),
        _ => number.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (amount, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (-12_345, "-12,345"), (1_234_567, "1,234,567")]
        {
            assert_eq!(won(amount), text);
        }
        for (number, text) in [
            ("0212345678", "02-1234-5678"),
            ("021234567", "02-123-4567"),
            ("0311234567", "031-123-4567"),
            ("01012345678", "010-1234-5678"),
            ("15881234", "1588-1234"),
            ("02-1234-5678", "02-1234-5678"),
            ("", ""),
            ("12", "12"),
        ] {
            assert_eq!(telephone(number), text);
        }
    }
}
