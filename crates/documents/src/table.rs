//! Tables: cells on columns, some over several of them, drawn with their borders and marked up for readers.

use std::borrow::Cow;
use std::num::NonZeroU32;

use krilla::tagging::{TableHeaderScope, Tag, TagGroup};

use crate::face::{Faces, LEADING};
use crate::pen::{Area, Ink, Pen, Style};

/// Between a cell's border and its text.
pub(crate) const PAD: f32 = 3.5;
/// Above and below a cell's text.
const PAD_DOWN: f32 = 1.5;
/// The width of borders.
const HAIR: f32 = 0.5;

/// A cell.
#[derive(Clone, Debug)]
pub(crate) struct Cell<'a> {
    text: Cow<'a, str>,
    style: Style,
    /// Its first column.
    column: usize,
    /// Over how many columns and rows it lies.
    span: (usize, usize),
    head: Option<TableHeaderScope>,
    fill: Option<Ink>,
}

impl<'a> Cell<'a> {
    pub(crate) fn new(column: usize, style: Style, text: impl Into<Cow<'a, str>>) -> Self {
        Self { text: text.into(), style, column, span: (1, 1), head: None, fill: None }
    }

    pub(crate) const fn over(mut self, columns: usize, rows: usize) -> Self {
        self.span = (columns, rows);
        self
    }

    /// A head of its column.
    pub(crate) const fn heads_column(mut self) -> Self {
        self.head = Some(TableHeaderScope::Column);
        self.fill = Some(Ink::Head);
        self
    }

    /// A head of its row.
    pub(crate) const fn heads_row(mut self) -> Self {
        self.head = Some(TableHeaderScope::Row);
        self.fill = Some(Ink::Head);
        self
    }

    pub(crate) const fn filled(mut self, colour: Ink) -> Self {
        self.fill = Some(colour);
        self
    }

    fn group(&self) -> TagGroup {
        let count = |n: usize| u32::try_from(n).ok().and_then(NonZeroU32::new).filter(|n| n.get() > 1);
        let (columns, rows) = (count(self.span.0), count(self.span.1));
        match self.head {
            Some(scope) => TagGroup::new(Tag::TH(scope).with_col_span(columns).with_row_span(rows)),
            None => TagGroup::new(Tag::TD.with_col_span(columns).with_row_span(rows)),
        }
    }
}

/// A row: its height and its cells.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) height: f32,
    pub(crate) cells: Vec<Cell<'a>>,
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// Their left edges, and the last one's right edge.
    edges: Vec<f32>,
}

impl Columns {
    /// Columns of these widths from `x` on.
    pub(crate) fn new(x: f32, widths: &[f32]) -> Self {
        let mut edges = vec![x];
        let mut at = x;
        for width in widths {
            at += width;
            edges.push(at);
        }
        Self { edges }
    }

    fn place(&self, cell: &Cell<'_>) -> (f32, f32) {
        let edge = |column: usize| self.edges.get(column).or(self.edges.last()).copied().unwrap_or_default();
        (edge(cell.column), edge(cell.column + cell.span.0) - edge(cell.column))
    }

    /// The least height at which a cell shows its whole text in its own size.
    pub(crate) fn need(&self, cell: &Cell<'_>) -> f32 {
        let (_, width) = self.place(cell);
        let face = Faces::get().of(cell.style.weight);
        let lines = face.wrap(&face.clean(&cell.text), cell.style.size, width - 2.0 * PAD).len();
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let lines = lines as f32;
        lines * LEADING * cell.style.size + 2.0 * PAD_DOWN
    }

    /// Draws rows from `y` on and answers what they are for readers.
    pub(crate) fn draw(&self, pen: &mut Pen<'_>, y: f32, rows: &[Row<'_>]) -> Vec<TagGroup> {
        self.paint(pen, y, rows, false)
    }

    /// Draws rows that were read before, on another page.
    pub(crate) fn repeat(&self, pen: &mut Pen<'_>, y: f32, rows: &[Row<'_>]) {
        self.paint(pen, y, rows, true);
    }

    fn paint(&self, pen: &mut Pen<'_>, mut y: f32, rows: &[Row<'_>], again: bool) -> Vec<TagGroup> {
        let mut groups = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            let mut group = TagGroup::new(Tag::TR);
            for cell in &row.cells {
                let (x, width) = self.place(cell);
                let height = rows.iter().skip(at).take(cell.span.1).map(|row| row.height).sum();
                let area = Area::new(x, y, width, height);
                if let Some(colour) = cell.fill {
                    pen.fill(area, colour);
                }
                pen.border(area, (Ink::Rule, HAIR), false);
                let inner = area.inset(PAD, PAD_DOWN);
                let mut tagged = cell.group();
                if again {
                    pen.artifact_text(inner, cell.style, &cell.text);
                } else {
                    // a cell without content would be left out, and its row be short of it
                    let id = pen.text(inner, cell.style, &cell.text).unwrap_or_else(|| pen.nothing());
                    tagged.push(id);
                }
                group.push(tagged);
            }
            groups.push(group);
            y += row.height;
        }
        groups
    }
}
