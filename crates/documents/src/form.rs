//! The common parts of both forms: title, particulars, and the clinic's block with the field for its seal.

use chrono::{Datelike as _, NaiveDate};
use krilla::tagging::TagGroup;

use crate::bill::Bill;
use crate::canvas::{Align, Area, Border, Canvas, Palette, Style, mm};
use crate::table::{Cell, Columns, Row};
use crate::writer::{PageSize, figure, heading, paragraph, table};

/// The language of both forms.
pub(crate) const LANGUAGE: &str = "ko-KR";
/// The text after the page count.
pub(crate) const PAGE_SUFFIX: &str = "쪽";
/// The margin of a page.
pub(crate) const MARGIN: f32 = mm(14.0);
/// The height of a row of particulars.
pub(crate) const ROW_HEIGHT: f32 = 20.0;
/// The height of the title with the line below it.
pub(crate) const TITLE_HEIGHT: f32 = 46.0;
/// The side of the field for the seal.
const SEAL_SIZE: f32 = mm(26.0);
/// The width of the field for the signature, after the doctor's name.
const SIGNATURE_WIDTH: f32 = mm(22.0);

const LABEL: Style = Style::new(8.0).align(Align::Center).color(Palette::Muted);
const VALUE: Style = Style::new(9.0);

/// A part of a page that takes its whole width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) y: f32,
    pub(crate) width: f32,
}

/// Draws the title at the top of a page.
pub(crate) fn draw_title(canvas: &mut Canvas<'_>, width: f32, text: &str) -> TagGroup {
    let area = Area::new(MARGIN, MARGIN, width, TITLE_HEIGHT - 14.0);
    let id = canvas.text(area, Style::new(20.0).bold().align(Align::Center).color(Palette::Brand), text);
    canvas.fill(Area::new(MARGIN, MARGIN + TITLE_HEIGHT - 10.0, width, 1.5), Palette::Brand);
    heading(1, text, id)
}

/// Draws labels and values in rows of `pairs_per_row`, and returns their height.
pub(crate) fn draw_particulars(
    canvas: &mut Canvas<'_>,
    block: Block,
    pairs_per_row: usize,
    pairs: &[(&str, String)],
) -> (TagGroup, f32) {
    #[expect(clippy::cast_precision_loss, reason = "two or three")]
    let pair = block.width / pairs_per_row as f32;
    let widths: Vec<f32> = (0..pairs_per_row).flat_map(|_| [64.0, pair - 64.0]).collect();
    let columns = Columns::new(MARGIN, &widths);
    let rows: Vec<Row<'_>> = pairs
        .chunks(pairs_per_row)
        .map(|chunk| Row {
            height: ROW_HEIGHT,
            cells: chunk.iter().enumerate().flat_map(|(index, pair)| pair_cells(index * 2, pair)).collect(),
        })
        .collect();
    let height = rows.iter().map(|row| row.height).sum();
    (table(columns.draw(canvas, block.y, &rows)), height)
}

fn pair_cells<'a>(column: usize, (label, value): &'a (&str, String)) -> [Cell<'a>; 2] {
    [Cell::new(column, LABEL, *label).row_header(), Cell::new(column + 1, VALUE, value.as_str())]
}

/// Returns the particulars of a bill.
pub(crate) fn particulars(bill: &Bill) -> Vec<(&'static str, String)> {
    let (from, to) = (bill.period.start(), bill.period.end());
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

/// Returns the height of the clinic's block.
pub(crate) fn office_height(bill: &Bill) -> f32 {
    let rows = if bill.doctor.is_some() { 4.0 } else { 3.0 };
    54.0 + (rows * ROW_HEIGHT).max(SEAL_SIZE)
}

/// Draws the declaration, the day of issue, and the clinic with the field for its seal.
pub(crate) fn draw_office(canvas: &mut Canvas<'_>, block: Block, declaration: &str, bill: &Bill) -> Vec<TagGroup> {
    let Block { y, width } = block;
    let centered = Style::new(9.5).align(Align::Center);
    let declaration = canvas.text(Area::new(MARGIN, y + 4.0, width, 18.0), centered, declaration);
    let date = canvas.text(Area::new(MARGIN, y + 24.0, width, 18.0), centered.bold(), &format_date(bill.issued_on()));
    let top = y + 54.0;

    let half = (width - SEAL_SIZE - 14.0) / 2.0;
    let columns = Columns::new(MARGIN, &[72.0, half - 72.0, 78.0, half - 78.0]);
    let office = &bill.office;
    let business =
        match (office.business_number.get(..3), office.business_number.get(3..5), office.business_number.get(5..)) {
            (Some(first), Some(second), Some(third)) => format!("{first}-{second}-{third}"),
            _ => String::new(),
        };
    let value = |column: usize, text: String| Cell::new(column, VALUE, text);
    let label = |column: usize, text: &'static str| Cell::new(column, LABEL, text).row_header();
    let row = |cells: Vec<Cell<'static>>| Row { height: ROW_HEIGHT, cells };
    let mut rows = vec![
        row(vec![
            label(0, "요양기관 명칭"),
            value(1, office.name.clone()),
            label(2, "사업자등록번호"),
            value(3, business),
        ]),
        row(vec![label(0, "소재지"), value(1, office.address.clone()).spanning(3, 1)]),
        row(vec![
            label(0, "대표자"),
            value(1, office.representative.clone()),
            label(2, "전화번호"),
            value(3, format_phone(&office.phone_number)),
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
    let drawn = columns.draw(canvas, top, &rows);

    let seal = Area::new(MARGIN + width - SEAL_SIZE, top, SEAL_SIZE, SEAL_SIZE);
    canvas.border(seal, Border { width: 0.8, dashed: true });
    let sealed = canvas.text(seal, Style::new(10.0).align(Align::Center).color(Palette::Muted), "직인");
    let mut tags = vec![paragraph(declaration), paragraph(date), table(drawn), paragraph(sealed)];
    if let Some(marks) = &bill.marks {
        tags.push(figure("요양기관 직인", canvas.mark(seal.inset(2.0, 2.0), &marks.seal)));
        if let Some(doctor) = &bill.doctor {
            let place = Area::new(MARGIN + half - SIGNATURE_WIDTH, top + 3.0 * ROW_HEIGHT, SIGNATURE_WIDTH, ROW_HEIGHT);
            tags.push(figure(&format!("{} 서명", doctor.name), canvas.mark(place, &marks.signature)));
        }
    }
    tags
}

/// The footer of a page.
pub(crate) struct Footer<'a> {
    pub(crate) page: PageSize,
    pub(crate) text: &'a str,
    /// The page's number, from 1.
    pub(crate) number: usize,
    pub(crate) page_count: usize,
    /// The text after the page count.
    pub(crate) count_suffix: &'static str,
}

/// Draws the footer of a page.
pub(crate) fn draw_footer(canvas: &mut Canvas<'_>, footer: &Footer<'_>) {
    let PageSize { width, height } = footer.page;
    let y = height - MARGIN + 6.0;
    let small = Style::new(7.5).color(Palette::Muted);
    canvas.fill(Area::new(MARGIN, y - 3.0, width - 2.0 * MARGIN, 0.5), Palette::Line);
    canvas.artifact_text(Area::new(MARGIN, y, width - 2.0 * MARGIN - 60.0, 12.0), small, footer.text);
    let count = Area::new(width - MARGIN - 60.0, y, 60.0, 12.0);
    canvas.artifact_text(
        count,
        small.align(Align::Right),
        &format!("{} / {}{}", footer.number, footer.page_count, footer.count_suffix),
    );
}

/// Formats won with commas.
pub(crate) fn format_won(amount: i64) -> String {
    let digits = amount.unsigned_abs().to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if amount < 0 {
        grouped.push('-');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn format_date(day: NaiveDate) -> String {
    format!("{}년 {}월 {}일", day.year(), day.month(), day.day())
}

/// Formats a Korean telephone number with hyphens. Other texts stay as they are.
pub(crate) fn format_phone(number: &str) -> String {
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
    fn won_has_commas() {
        for (amount, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (-12_345, "-12,345"), (1_234_567, "1,234,567")]
        {
            assert_eq!(format_won(amount), text);
        }
    }

    #[test]
    fn phone_has_hyphens() {
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
            assert_eq!(format_phone(number), text);
        }
    }
}
