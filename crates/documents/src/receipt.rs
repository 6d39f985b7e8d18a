//! 진료비 계산서·영수증: sums of charges by item and payer, on one page.

use krilla::tagging::TagGroup;
use strum::VariantArray as _;

use crate::WriteError;
use crate::bill::Bill;
use crate::canvas::{Align, Canvas, Palette, Style, mm};
use crate::category::Category;
use crate::form::{self, Block, Footer, MARGIN, TITLE_HEIGHT, format_won};
use crate::line::Amounts;
use crate::table::{Cell, Columns, Row};
use crate::writer::{DocumentInfo, PageSize, Writer, table};

const TITLE_TEXT: &str = "진료비 계산서·영수증";
const DECLARATION: &str = "신청인의 요청에 따라 위와 같이 진료비 계산서·영수증을 발급합니다.";
const PAGE: PageSize = PageSize { width: mm(210.0), height: mm(297.0) };
const WIDTH: f32 = PAGE.width - 2.0 * MARGIN;
/// The height of an item's row.
const ROW_HEIGHT: f32 = 16.8;
/// The widths of the charges' columns. The panel has the remaining width.
const GROUP_WIDTH: f32 = 26.0;
const ITEM_WIDTH: f32 = 116.0;
const AMOUNT_WIDTH: f32 = 66.0;
const PANEL_GAP: f32 = 8.0;

const HEADER: Style = Style::new(8.0).bold().align(Align::Center);
const ITEM_NAME: Style = Style::new(8.0);
const SUM: Style = Style::new(8.5).align(Align::Right);

/// Draws a bill as a medical bill receipt.
///
/// # Errors
/// [`WriteError`] when the PDF library fails.
pub fn render_receipt(bill: &Bill) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new(&DocumentInfo {
        title: TITLE_TEXT,
        author: &bill.office.name,
        number: &bill.number,
        at: bill.issued_at,
        language: form::LANGUAGE,
    })?;
    let footer_text = format!("{TITLE_TEXT} · 문서번호 {}", bill.number);
    let mut groups = Vec::new();
    writer.add_page(PAGE, |canvas| {
        groups.push(form::draw_title(canvas, WIDTH, TITLE_TEXT));
        let mut y = MARGIN + TITLE_HEIGHT;
        let block = Block { y, width: WIDTH };
        let (particulars, height) = form::draw_particulars(canvas, block, 2, &form::particulars(bill));
        groups.push(particulars);
        y += height + 10.0;
        let rows = charge_rows(bill);
        let height = rows.iter().map(|row| row.height).sum();
        groups.push(table(charge_columns().draw(canvas, y, &rows)));
        groups.push(draw_panel(canvas, y, height, bill));
        y += height + 8.0;
        groups.extend(form::draw_office(canvas, Block { y, width: WIDTH }, DECLARATION, bill));
        let footer =
            Footer { page: PAGE, text: &footer_text, number: 1, page_count: 1, count_suffix: form::PAGE_SUFFIX };
        form::draw_footer(canvas, &footer);
    })?;
    for group in groups {
        writer.push_tag(group);
    }
    writer.finish()
}

fn charge_columns() -> Columns {
    Columns::new(MARGIN, &[GROUP_WIDTH, ITEM_WIDTH, AMOUNT_WIDTH, AMOUNT_WIDTH, AMOUNT_WIDTH, AMOUNT_WIDTH])
}

/// Returns the rows of the charges by item.
fn charge_rows(bill: &Bill) -> Vec<Row<'static>> {
    let header = |column, text: &'static str| Cell::new(column, HEADER, text).column_header();
    let mut rows = vec![
        Row {
            height: ROW_HEIGHT,
            cells: vec![
                header(0, "항목").spanning(2, 2),
                header(2, "급여").spanning(3, 1),
                header(5, "비급여 ④").spanning(1, 2),
            ],
        },
        Row {
            height: ROW_HEIGHT,
            cells: vec![header(2, "본인부담금 ①"), header(3, "공단부담금 ②"), header(4, "전액본인부담 ③")],
        },
    ];
    let basic = Category::VARIANTS.iter().filter(|category| category.is_basic()).count();
    for (index, category) in Category::VARIANTS.iter().enumerate() {
        let mut cells = Vec::new();
        if index == 0 {
            cells.push(Cell::new(0, HEADER, "기본 항목").spanning(1, basic).row_header());
        } else if index == basic {
            cells.push(Cell::new(0, HEADER, "선택 항목").spanning(1, Category::VARIANTS.len() - basic).row_header());
        }
        cells.push(Cell::new(1, ITEM_NAME, category.label()).row_header());
        let amounts = bill.category_total(*category);
        cells.extend(amount_cells(SUM, |part| amounts.map(part)));
        rows.push(Row { height: ROW_HEIGHT, cells });
    }
    if bill.adjustment != 0 {
        let adjustment = bill.adjustment();
        let mut cells = vec![Cell::new(0, ITEM_NAME, "끝처리 조정금액").spanning(2, 1).row_header()];
        cells.extend(amount_cells(SUM, |part| Some(part(adjustment)).filter(|won| *won != 0)));
        rows.push(Row { height: ROW_HEIGHT, cells });
    }
    let total = bill.total();
    let mut cells = vec![Cell::new(0, HEADER, "합계").spanning(2, 1).row_header()];
    cells.extend(amount_cells(SUM.bold(), |part| Some(part(total))).map(|cell| cell.filled(Palette::Total)));
    rows.push(Row { height: ROW_HEIGHT + 3.0, cells });
    rows
}

fn amount_cells(style: Style, of: impl Fn(fn(Amounts) -> i64) -> Option<i64>) -> impl Iterator<Item = Cell<'static>> {
    let parts: [fn(Amounts) -> i64; 4] = [
        |amounts| amounts.insured_self,
        |amounts| amounts.insured_insurer,
        |amounts| amounts.full_self,
        |amounts| amounts.uninsured,
    ];
    let texts = parts.map(|part| of(part).map(format_won).unwrap_or_default());
    texts.into_iter().enumerate().map(move |(index, text)| Cell::new(index + 2, style, text))
}

/// Draws the panel of sums and payments next to the charges.
fn draw_panel(canvas: &mut Canvas<'_>, y: f32, height: f32, bill: &Bill) -> TagGroup {
    let x = MARGIN + GROUP_WIDTH + ITEM_WIDTH + 4.0 * AMOUNT_WIDTH + PANEL_GAP;
    let columns = Columns::new(x, &[MARGIN + WIDTH - x]);
    let total = bill.total();
    let paid = |part: fn(crate::Paid) -> i64| bill.paid.map(part).map(format_won).unwrap_or_default();
    let unpaid = bill.paid.map(|paid| format_won(total.patient() - paid.total())).unwrap_or_default();
    let entries = [
        ("진료비 총액 (①+②+③+④)", format_won(total.total()), false),
        ("공단부담 총액 (②)", format_won(total.insured_insurer), false),
        ("환자부담 총액 (①+③+④)", format_won(total.patient()), true),
        ("납부한 금액 · 카드", paid(|paid| paid.card), false),
        ("납부한 금액 · 현금영수증", paid(|paid| paid.cash_receipt), false),
        ("납부한 금액 · 현금", paid(|paid| paid.cash), false),
        ("납부한 금액 합계", paid(crate::Paid::total), false),
        ("납부하지 않은 금액", unpaid, false),
    ];
    let mut rows = vec![Row {
        height: 2.0 * ROW_HEIGHT,
        cells: vec![Cell::new(0, HEADER, "금액 산정 내용 (원)").column_header()],
    }];
    for (label, amount, is_emphasized) in entries {
        let label = Cell::new(0, Style::new(7.5).color(Palette::Muted), label).row_header();
        let style = if is_emphasized { Style::new(13.0).bold().color(Palette::Brand) } else { Style::new(10.0) };
        let value = Cell::new(0, style.align(Align::Right), amount);
        rows.push(Row { height: 16.0, cells: vec![label] });
        rows.push(Row { height: if is_emphasized { 28.0 } else { 24.0 }, cells: vec![value] });
    }
    let used: f32 = rows.iter().map(|row| row.height).sum();
    let note = Cell::new(
        0,
        Style::new(7.5).color(Palette::Muted),
        "①~④는 왼쪽 표에 있는 각 열의 합계입니다. 환자가 내는 금액은 ①+③+④입니다.",
    );
    rows.push(Row { height: height - used, cells: vec![note] });
    table(columns.draw(canvas, y, &rows))
}
