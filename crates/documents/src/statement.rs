//! 진료비 세부산정내역: every charge with its day, code, price and payers, over as many pages as it takes.

use krilla::tagging::TagGroup;

use crate::Unwritable;
use crate::bill::Bill;
use crate::category::Category;
use crate::form::{self, MARGIN, TITLE, won};
use crate::line::{Amounts, Line};
use crate::pen::{Align, Ink, Pen, Style, mm};
use crate::table::{Cell, Columns, Row};
use crate::writer::{About, Writer, table};

const TITLE_TEXT: &str = "진료비 세부산정내역";
const DECLARATION: &str = "신청인의 요청에 따라 위와 같이 진료비 세부산정내역을 발급합니다.";
const PAGE: (f32, f32) = (mm(297.0), mm(210.0));
const WIDTH: f32 = PAGE.0 - 2.0 * MARGIN;
/// Where a page's content ends.
const BOTTOM: f32 = PAGE.1 - MARGIN - 4.0;
/// The least height of a row.
const ROW: f32 = 17.0;
/// The widths of the columns but the name's, which has the rest: item, day, code; price, times, days, whole, and the four payers'.
const LEFT: [f32; 3] = [88.0, 58.0, 56.0];
const RIGHT: [f32; 8] = [56.0, 30.0, 28.0, 62.0, 60.0, 60.0, 60.0, 60.0];

const HEAD: Style = Style::of(8.0).bold().align(Align::Centre);
const TEXT: Style = Style::of(8.0);
const NUMBER: Style = TEXT.align(Align::Right);

/// The bill as a detailed statement of charges.
///
/// # Errors
/// [`Unwritable`], which nothing that can be entered causes.
pub fn statement(bill: &Bill) -> Result<Vec<u8>, Unwritable> {
    let columns = columns();
    let heads = heads();
    let head_height: f32 = heads.iter().map(|row| row.height).sum();
    let particulars = form::of_bill(bill);
    let first = MARGIN + TITLE + 2.0 * 20.0 + 10.0 + head_height;
    let pages = paginate(rows(&columns, bill), (first, MARGIN + head_height), form::office_height(bill) + 10.0);

    let mut writer =
        Writer::new(&About { title: TITLE_TEXT, author: &bill.office.name, number: &bill.number, at: bill.issued_at })?;
    let (mut before, mut body, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for (at, rows) in pages.iter().enumerate() {
        writer.page(PAGE, |pen| {
            let mut y = MARGIN;
            if at == 0 {
                before.push(form::title(pen, WIDTH, TITLE_TEXT));
                let (group, height) = form::particulars(pen, (y + TITLE, WIDTH), 3, &particulars);
                before.push(group);
                y += TITLE + height + 10.0;
            }
            y = page(pen, (&columns, &heads), (y, at == 0), rows, &mut body);
            if at + 1 == pages.len() {
                after = form::office(pen, (y + 10.0, WIDTH), DECLARATION, bill);
            }
            form::foot(pen, PAGE, &format!("{TITLE_TEXT} · 문서번호 {}", bill.number), (at + 1, pages.len()));
        })?;
    }
    for group in before.into_iter().chain([table(body)]).chain(after) {
        writer.push(group);
    }
    writer.finish()
}

/// A page's part of the table; answers where it ends.
fn page(
    pen: &mut Pen<'_>,
    (columns, heads): (&Columns, &[Row<'_>]),
    (mut y, first): (f32, bool),
    rows: &[Row<'_>],
    body: &mut Vec<TagGroup>,
) -> f32 {
    if first {
        body.extend(columns.draw(pen, y, heads));
    } else {
        columns.repeat(pen, y, heads);
    }
    y += heads.iter().map(|row| row.height).sum::<f32>();
    body.extend(columns.draw(pen, y, rows));
    y + rows.iter().map(|row| row.height).sum::<f32>()
}

/// The rows of each page, the first of which begins at `first` and the others at `other`. After the last row there is room for `last`.
fn paginate(rows: Vec<Row<'_>>, (first, other): (f32, f32), last: f32) -> Vec<Vec<Row<'_>>> {
    let mut pages = vec![Vec::new()];
    let mut y = first;
    for row in rows {
        if y + row.height > BOTTOM {
            pages.push(Vec::new());
            y = other;
        }
        y += row.height;
        if let Some(page) = pages.last_mut() {
            page.push(row);
        }
    }
    if y + last > BOTTOM {
        // the sum goes with the signature, so that no page holds one without the other
        let sum = pages.last_mut().and_then(Vec::pop);
        pages.push(sum.into_iter().collect());
    }
    pages
}

fn columns() -> Columns {
    let name = WIDTH - LEFT.iter().chain(&RIGHT).sum::<f32>();
    let widths: Vec<f32> = LEFT.into_iter().chain([name]).chain(RIGHT).collect();
    Columns::new(MARGIN, &widths)
}

fn heads() -> Vec<Row<'static>> {
    let head = |column, text: &'static str| Cell::new(column, HEAD, text).heads_column();
    let tall = |column, text: &'static str| head(column, text).over(1, 2);
    vec![
        Row {
            height: ROW,
            cells: vec![
                tall(0, "항목"),
                tall(1, "일자"),
                tall(2, "코드"),
                tall(3, "명칭"),
                tall(4, "금액"),
                tall(5, "횟수"),
                tall(6, "일수"),
                tall(7, "총액"),
                head(8, "급여").over(3, 1),
                tall(11, "비급여"),
            ],
        },
        Row {
            height: ROW, cells: vec![head(8, "본인부담금"), head(9, "공단부담금"), head(10, "전액본인부담")]
        },
    ]
}

fn rows<'a>(columns: &Columns, bill: &'a Bill) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for category in Category::ALL {
        let of_it: Vec<_> = bill.lines.iter().filter(|line| line.category == category).collect();
        rows.extend(of_it.iter().map(|line| charge(columns, line)));
        if of_it.len() > 1 {
            let sum = bill.sum_of(category).unwrap_or_default();
            rows.push(total(format!("{} 소계", category.label()), sum, TEXT.colour(Ink::Quiet)));
        }
    }
    if bill.adjustment != 0 {
        rows.push(total("계".to_owned(), bill.subtotal(), TEXT.bold()));
        rows.push(total("끝처리 조정금액".to_owned(), bill.adjustment(), TEXT));
    }
    rows.push(Row { height: ROW + 4.0, ..total("합계".to_owned(), bill.total(), Style::of(9.0).bold()) });
    rows
}

fn charge<'a>(columns: &Columns, line: &'a Line) -> Row<'a> {
    let mut cells = vec![
        Cell::new(0, TEXT, line.category.label()),
        Cell::new(1, TEXT.align(Align::Centre), line.date.to_string()),
        Cell::new(2, TEXT.align(Align::Centre), line.code.as_str()),
        Cell::new(3, TEXT, line.name.as_str()),
        Cell::new(4, NUMBER, won(line.unit_price)),
        Cell::new(5, NUMBER, line.quantity.text()),
        Cell::new(6, NUMBER, line.days.to_string()),
    ];
    cells.extend(amounts(line.amounts, NUMBER));
    // nothing of a charge is cut: its row is as high as its longest text needs
    let height = cells.iter().map(|cell| columns.need(cell)).fold(ROW, f32::max);
    Row { height, cells }
}

fn total(label: String, sum: Amounts, style: Style) -> Row<'static> {
    let mut cells = vec![Cell::new(0, style.align(Align::Left), label).over(7, 1).filled(Ink::Sum)];
    cells.extend(amounts(sum, style.align(Align::Right)).into_iter().map(|cell| cell.filled(Ink::Sum)));
    Row { height: ROW, cells }
}

fn amounts(amounts: Amounts, style: Style) -> [Cell<'static>; 5] {
    let Amounts { insured_self, insured_insurer, full_self, uninsured } = amounts;
    let mut column = 6;
    [amounts.total(), insured_self, insured_insurer, full_self, uninsured].map(|amount| {
        column += 1;
        Cell::new(column, style, won(amount))
    })
}
