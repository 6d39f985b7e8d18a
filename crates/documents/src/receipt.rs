//! 진료비 계산서·영수증: charges summed by item and payer, on one page.

use krilla::tagging::TagGroup;

use crate::Unwritable;
use crate::bill::Bill;
use crate::category::Category;
use crate::form::{self, MARGIN, TITLE, won};
use crate::line::Amounts;
use crate::pen::{Align, Ink, Pen, Style, mm};
use crate::table::{Cell, Columns, Row};
use crate::writer::{About, Writer, table};

const TITLE_TEXT: &str = "진료비 계산서·영수증";
const DECLARATION: &str = "신청인의 요청에 따라 위와 같이 진료비 계산서·영수증을 발급합니다.";
const PAGE: (f32, f32) = (mm(210.0), mm(297.0));
const WIDTH: f32 = PAGE.0 - 2.0 * MARGIN;
/// The height of an item's row.
const ROW: f32 = 16.8;
/// The widths of the charges' columns; the panel has the rest.
const GROUP: f32 = 26.0;
const ITEM: f32 = 116.0;
const AMOUNT: f32 = 66.0;
const GAP: f32 = 8.0;

const HEAD: Style = Style::of(8.0).bold().align(Align::Centre);
const ITEM_NAME: Style = Style::of(8.0);
const SUM: Style = Style::of(8.5).align(Align::Right);

/// The bill as a medical bill receipt.
///
/// # Errors
/// [`Unwritable`], which nothing that can be entered causes.
pub fn receipt(bill: &Bill) -> Result<Vec<u8>, Unwritable> {
    let mut writer =
        Writer::new(&About { title: TITLE_TEXT, author: &bill.office.name, number: &bill.number, at: bill.issued_at })?;
    let mut groups = Vec::new();
    writer.page(PAGE, |pen| {
        groups.push(form::title(pen, WIDTH, TITLE_TEXT));
        let mut y = MARGIN + TITLE;
        let (particulars, height) = form::particulars(pen, (y, WIDTH), 2, &form::of_bill(bill));
        groups.push(particulars);
        y += height + 10.0;
        let (charges, height) = charges(pen, y, bill);
        groups.push(charges);
        groups.push(panel(pen, (y, height), bill));
        y += height + 8.0;
        groups.extend(form::office(pen, (y, WIDTH), DECLARATION, bill));
        form::foot(pen, PAGE, &format!("{TITLE_TEXT} · 문서번호 {}", bill.number), (1, 1));
    })?;
    for group in groups {
        writer.push(group);
    }
    writer.finish()
}

/// The charges by item, and the height of their table.
fn charges(pen: &mut Pen<'_>, y: f32, bill: &Bill) -> (TagGroup, f32) {
    let columns = Columns::new(MARGIN, &[GROUP, ITEM, AMOUNT, AMOUNT, AMOUNT, AMOUNT]);
    let head = |column, text: &'static str| Cell::new(column, HEAD, text).heads_column();
    let mut rows = vec![
        Row {
            height: ROW,
            cells: vec![head(0, "항목").over(2, 2), head(2, "급여").over(3, 1), head(5, "비급여 ④").over(1, 2)],
        },
        Row {
            height: ROW, cells: vec![head(2, "본인부담금 ①"), head(3, "공단부담금 ②"), head(4, "전액본인부담 ③")]
        },
    ];
    let basic = Category::ALL.into_iter().filter(|category| category.is_basic()).count();
    for (at, category) in Category::ALL.into_iter().enumerate() {
        let mut cells = Vec::new();
        if at == 0 {
            cells.push(Cell::new(0, HEAD, "기본 항목").over(1, basic).heads_row());
        } else if at == basic {
            cells.push(Cell::new(0, HEAD, "선택 항목").over(1, Category::ALL.len() - basic).heads_row());
        }
        cells.push(Cell::new(1, ITEM_NAME, category.label()).heads_row());
        let amounts = bill.sum_of(category);
        cells.extend(amount_cells(SUM, |part| amounts.map(part)));
        rows.push(Row { height: ROW, cells });
    }
    if bill.adjustment != 0 {
        let adjustment = bill.adjustment();
        let mut cells = vec![Cell::new(0, ITEM_NAME, "끝처리 조정금액").over(2, 1).heads_row()];
        cells.extend(amount_cells(SUM, |part| Some(part(adjustment)).filter(|won| *won != 0)));
        rows.push(Row { height: ROW, cells });
    }
    let total = bill.total();
    let mut cells = vec![Cell::new(0, HEAD, "합계").over(2, 1).heads_row()];
    cells.extend(amount_cells(SUM.bold(), |part| Some(part(total))).map(|cell| cell.filled(Ink::Sum)));
    rows.push(Row { height: ROW + 3.0, cells });
    let height = rows.iter().map(|row| row.height).sum();
    (table(columns.draw(pen, y, &rows)), height)
}

fn amount_cells(style: Style, of: impl Fn(fn(Amounts) -> i64) -> Option<i64>) -> impl Iterator<Item = Cell<'static>> {
    let parts: [fn(Amounts) -> i64; 4] = [
        |amounts| amounts.insured_self,
        |amounts| amounts.insured_insurer,
        |amounts| amounts.full_self,
        |amounts| amounts.uninsured,
    ];
    let texts = parts.map(|part| of(part).map(won).unwrap_or_default());
    texts.into_iter().enumerate().map(move |(at, text)| Cell::new(at + 2, style, text))
}

/// What there is to pay and was paid, beside the charges and as high as they are.
fn panel(pen: &mut Pen<'_>, (y, height): (f32, f32), bill: &Bill) -> TagGroup {
    let x = MARGIN + GROUP + ITEM + 4.0 * AMOUNT + GAP;
    let columns = Columns::new(x, &[MARGIN + WIDTH - x]);
    let total = bill.total();
    let paid = |part: fn(crate::Paid) -> i64| bill.paid.map(part).map(won).unwrap_or_default();
    let left = bill.paid.map(|paid| won(total.patient() - paid.total())).unwrap_or_default();
    let entries = [
        ("진료비 총액 (①+②+③+④)", won(total.total()), false),
        ("공단부담 총액 (②)", won(total.insured_insurer), false),
        ("환자부담 총액 (①+③+④)", won(total.patient()), true),
        ("납부한 금액 · 카드", paid(|paid| paid.card), false),
        ("납부한 금액 · 현금영수증", paid(|paid| paid.cash_receipt), false),
        ("납부한 금액 · 현금", paid(|paid| paid.cash), false),
        ("납부한 금액 합계", paid(crate::Paid::total), false),
        ("납부하지 않은 금액", left, false),
    ];
    let mut rows =
        vec![Row { height: 2.0 * ROW, cells: vec![Cell::new(0, HEAD, "금액 산정 내용 (원)").heads_column()] }];
    for (label, amount, strong) in entries {
        let label = Cell::new(0, Style::of(7.5).colour(Ink::Quiet), label).heads_row();
        let style = if strong { Style::of(13.0).bold().colour(Ink::Brand) } else { Style::of(10.0) };
        let value = Cell::new(0, style.align(Align::Right), amount);
        rows.push(Row { height: 16.0, cells: vec![label] });
        rows.push(Row { height: if strong { 28.0 } else { 24.0 }, cells: vec![value] });
    }
    let used: f32 = rows.iter().map(|row| row.height).sum();
    let note = Cell::new(
        0,
        Style::of(7.5).colour(Ink::Quiet),
        "①~④는 왼쪽 표에 있는 각 열의 합계입니다. 환자가 내는 금액은 ①+③+④입니다.",
    );
    rows.push(Row { height: height - used, cells: vec![note] });
    table(columns.draw(pen, y, &rows))
}
