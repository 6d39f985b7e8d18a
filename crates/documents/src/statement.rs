//! 진료비 세부산정내역: every charge with its day, code, price and payers, on one or more pages.

use strum::VariantArray as _;

use crate::WriteError;
use crate::bill::Bill;
use crate::canvas::{Align, Palette, Style, mm};
use crate::category::Category;
use crate::form::{self, Block, Footer, MARGIN, TITLE_HEIGHT, format_won};
use crate::line::{Amounts, Line};
use crate::table::{Cell, Columns, Row};
use crate::writer::{DocumentInfo, PageSize, Writer, table};

const TITLE_TEXT: &str = "진료비 세부산정내역";
const DECLARATION: &str = "신청인의 요청에 따라 위와 같이 진료비 세부산정내역을 발급합니다.";
const PAGE: PageSize = PageSize { width: mm(297.0), height: mm(210.0) };
const WIDTH: f32 = PAGE.width - 2.0 * MARGIN;
/// The end of a page's content.
const BOTTOM: f32 = PAGE.height - MARGIN - 4.0;
/// The smallest height of a row.
const MIN_ROW_HEIGHT: f32 = 17.0;
/// The widths of the columns before the name: item, day, code. The name has the remaining width.
const LEFT_WIDTHS: [f32; 3] = [88.0, 58.0, 56.0];
/// The widths of the columns after the name: price, times, days, total, and the four payers.
const RIGHT_WIDTHS: [f32; 8] = [56.0, 30.0, 28.0, 62.0, 60.0, 60.0, 60.0, 60.0];

const HEADER: Style = Style::new(8.0).bold().align(Align::Center);
const TEXT: Style = Style::new(8.0);
const NUMBER: Style = TEXT.align(Align::Right);

/// Draws a bill as a detailed statement of charges.
///
/// # Errors
/// [`WriteError`] when the PDF library fails.
pub fn render_statement(bill: &Bill) -> Result<Vec<u8>, WriteError> {
    let columns = columns();
    let headers = headers();
    let particulars = form::particulars(bill);
    let layout = Layout {
        first_y: MARGIN + TITLE_HEIGHT + 2.0 * 20.0 + 10.0 + height(&headers),
        other_y: MARGIN + height(&headers),
        end_height: form::office_height(bill) + 10.0,
    };
    let pages = paginate(rows(&columns, bill), layout);
    let mut writer = Writer::new(&DocumentInfo {
        title: TITLE_TEXT,
        author: &bill.office.name,
        number: &bill.number,
        at: bill.issued_at,
        language: form::LANGUAGE,
    })?;
    let footer_text = format!("{TITLE_TEXT} · 문서번호 {}", bill.number);
    let (mut before, mut body, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for (index, rows) in pages.iter().enumerate() {
        writer.add_page(PAGE, |canvas| {
            let mut y = MARGIN;
            if index == 0 {
                before.push(form::draw_title(canvas, WIDTH, TITLE_TEXT));
                let block = Block { y: y + TITLE_HEIGHT, width: WIDTH };
                let (group, height) = form::draw_particulars(canvas, block, 3, &particulars);
                before.push(group);
                y += TITLE_HEIGHT + height + 10.0;
                body.extend(columns.draw(canvas, y, &headers));
            } else {
                columns.repeat(canvas, y, &headers);
            }
            y += height(&headers);
            body.extend(columns.draw(canvas, y, rows));
            y += height(rows);
            if index + 1 == pages.len() {
                after = form::draw_office(canvas, Block { y: y + 10.0, width: WIDTH }, DECLARATION, bill);
            }
            let (number, page_count) = (index + 1, pages.len());
            let footer = Footer { page: PAGE, text: &footer_text, number, page_count, count_suffix: form::PAGE_SUFFIX };
            form::draw_footer(canvas, &footer);
        })?;
    }
    for group in before.into_iter().chain([table(body)]).chain(after) {
        writer.push_tag(group);
    }
    writer.finish()
}

fn height(rows: &[Row<'_>]) -> f32 {
    rows.iter().map(|row| row.height).sum()
}

/// The vertical positions of rows, and the height that the content after them needs.
#[derive(Clone, Copy)]
struct Layout {
    /// The start of rows on the first page.
    first_y: f32,
    /// The start of rows on the other pages.
    other_y: f32,
    /// The height after the last row.
    end_height: f32,
}

/// Distributes rows over pages.
fn paginate(rows: Vec<Row<'_>>, layout: Layout) -> Vec<Vec<Row<'_>>> {
    let mut pages = vec![Vec::new()];
    let mut y = layout.first_y;
    for row in rows {
        if y + row.height > BOTTOM {
            pages.push(Vec::new());
            y = layout.other_y;
        }
        y += row.height;
        if let Some(page) = pages.last_mut() {
            page.push(row);
        }
    }
    if y + layout.end_height > BOTTOM {
        // the total must be on the page with the signature
        let total = pages.last_mut().and_then(Vec::pop);
        pages.push(total.into_iter().collect());
    }
    pages
}

fn columns() -> Columns {
    let name = WIDTH - LEFT_WIDTHS.iter().chain(&RIGHT_WIDTHS).sum::<f32>();
    let widths: Vec<f32> = LEFT_WIDTHS.into_iter().chain([name]).chain(RIGHT_WIDTHS).collect();
    Columns::new(MARGIN, &widths)
}

fn headers() -> Vec<Row<'static>> {
    let header = |column, text: &'static str| Cell::new(column, HEADER, text).column_header();
    let tall = |column, text: &'static str| header(column, text).spanning(1, 2);
    vec![
        Row {
            height: MIN_ROW_HEIGHT,
            cells: vec![
                tall(0, "항목"),
                tall(1, "일자"),
                tall(2, "코드"),
                tall(3, "명칭"),
                tall(4, "금액"),
                tall(5, "횟수"),
                tall(6, "일수"),
                tall(7, "총액"),
                header(8, "급여").spanning(3, 1),
                tall(11, "비급여"),
            ],
        },
        Row {
            height: MIN_ROW_HEIGHT,
            cells: vec![header(8, "본인부담금"), header(9, "공단부담금"), header(10, "전액본인부담")],
        },
    ]
}

fn rows<'a>(columns: &Columns, bill: &'a Bill) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for &category in Category::VARIANTS {
        let lines: Vec<_> = bill.lines.iter().filter(|line| line.category == category).collect();
        rows.extend(lines.iter().map(|line| charge_row(columns, line)));
        if lines.len() > 1 {
            let sum = bill.category_total(category).unwrap_or_default();
            rows.push(total_row(format!("{} 소계", category.label()), sum, TEXT.color(Palette::Muted)));
        }
    }
    if bill.adjustment != 0 {
        rows.push(total_row("계".to_owned(), bill.subtotal(), TEXT.bold()));
        rows.push(total_row("끝처리 조정금액".to_owned(), bill.adjustment(), TEXT));
    }
    rows.push(Row {
        height: MIN_ROW_HEIGHT + 4.0,
        ..total_row("합계".to_owned(), bill.total(), Style::new(9.0).bold())
    });
    rows
}

fn charge_row<'a>(columns: &Columns, line: &'a Line) -> Row<'a> {
    let mut cells = vec![
        Cell::new(0, TEXT, line.category.label()),
        Cell::new(1, TEXT.align(Align::Center), line.date.to_string()),
        Cell::new(2, TEXT.align(Align::Center), line.code.as_str()),
        Cell::new(3, TEXT, line.name.as_str()),
        Cell::new(4, NUMBER, format_won(line.unit_price)),
        Cell::new(5, NUMBER, line.quantity.format()),
        Cell::new(6, NUMBER, line.days.to_string()),
    ];
    cells.extend(amount_cells(line.amounts, NUMBER));
    // a row is as high as its longest text needs, so that no text is truncated
    let height = cells.iter().map(|cell| columns.required_height(cell)).fold(MIN_ROW_HEIGHT, f32::max);
    Row { height, cells }
}

fn total_row(label: String, sum: Amounts, style: Style) -> Row<'static> {
    let mut cells = vec![Cell::new(0, style.align(Align::Left), label).spanning(7, 1).filled(Palette::Total)];
    cells.extend(amount_cells(sum, style.align(Align::Right)).into_iter().map(|cell| cell.filled(Palette::Total)));
    Row { height: MIN_ROW_HEIGHT, cells }
}

fn amount_cells(amounts: Amounts, style: Style) -> [Cell<'static>; 5] {
    let Amounts { insured_self, insured_insurer, full_self, uninsured } = amounts;
    let mut column = 6;
    [amounts.total(), insured_self, insured_insurer, full_self, uninsured].map(|amount| {
        column += 1;
        Cell::new(column, style, format_won(amount))
    })
}
