//! Tables with spans, borders and tags for screen readers.

use std::borrow::Cow;
use std::num::NonZeroU32;

use krilla::tagging::{TableHeaderScope, Tag, TagGroup};

use crate::canvas::{Area, Border, Canvas, Palette, Style};
use crate::face::{Faces, LEADING};

/// The horizontal padding of a cell.
pub(crate) const PADDING_X: f32 = 3.5;
/// The vertical padding of a cell.
const PADDING_Y: f32 = 1.5;
/// The border of a cell.
const BORDER: Border = Border { width: 0.5, dashed: false };

/// A cell.
#[derive(Clone, Debug)]
pub(crate) struct Cell<'a> {
    text: Cow<'a, str>,
    style: Style,
    /// The first column.
    column: usize,
    column_span: usize,
    row_span: usize,
    header: Option<TableHeaderScope>,
    fill: Option<Palette>,
}

impl<'a> Cell<'a> {
    pub(crate) fn new(column: usize, style: Style, text: impl Into<Cow<'a, str>>) -> Self {
        Self { text: text.into(), style, column, column_span: 1, row_span: 1, header: None, fill: None }
    }

    pub(crate) const fn spanning(mut self, columns: usize, rows: usize) -> Self {
        self.column_span = columns;
        self.row_span = rows;
        self
    }

    /// Makes the cell a column header.
    pub(crate) const fn column_header(mut self) -> Self {
        self.header = Some(TableHeaderScope::Column);
        self.fill = Some(Palette::Header);
        self
    }

    /// Makes the cell a row header.
    pub(crate) const fn row_header(mut self) -> Self {
        self.header = Some(TableHeaderScope::Row);
        self.fill = Some(Palette::Header);
        self
    }

    pub(crate) const fn filled(mut self, color: Palette) -> Self {
        self.fill = Some(color);
        self
    }

    fn tag(&self) -> TagGroup {
        let count = |n: usize| u32::try_from(n).ok().and_then(NonZeroU32::new).filter(|n| n.get() > 1);
        let (columns, rows) = (count(self.column_span), count(self.row_span));
        match self.header {
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
    /// The left edges, and the right edge of the last column.
    edges: Vec<f32>,
}

impl Columns {
    /// Returns columns of these widths that start at `x`.
    pub(crate) fn new(x: f32, widths: &[f32]) -> Self {
        let mut edges = vec![x];
        let mut at = x;
        for width in widths {
            at += width;
            edges.push(at);
        }
        Self { edges }
    }

    /// Returns the left edge and the width of a cell.
    fn span(&self, cell: &Cell<'_>) -> (f32, f32) {
        let edge = |column: usize| self.edges.get(column).or(self.edges.last()).copied().unwrap_or_default();
        (edge(cell.column), edge(cell.column + cell.column_span) - edge(cell.column))
    }

    /// Returns the height at which a cell shows its whole text without shrinking.
    pub(crate) fn required_height(&self, cell: &Cell<'_>) -> f32 {
        let (_, width) = self.span(cell);
        let face = Faces::get().face(cell.style.weight);
        let lines = face.wrap(&face.sanitize(&cell.text), cell.style.size, width - 2.0 * PADDING_X).len();
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let lines = lines as f32;
        lines * LEADING * cell.style.size + 2.0 * PADDING_Y
    }

    /// Draws rows at `y` and returns their tags.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, y: f32, rows: &[Row<'_>]) -> Vec<TagGroup> {
        self.paint(canvas, y, rows, false)
    }

    /// Draws rows again on another page, without tags.
    pub(crate) fn repeat(&self, canvas: &mut Canvas<'_>, y: f32, rows: &[Row<'_>]) {
        self.paint(canvas, y, rows, true);
    }

    fn paint(&self, canvas: &mut Canvas<'_>, mut y: f32, rows: &[Row<'_>], is_repeated: bool) -> Vec<TagGroup> {
        let mut groups = Vec::with_capacity(rows.len());
        for (index, row) in rows.iter().enumerate() {
            let mut group = TagGroup::new(Tag::TR);
            for cell in &row.cells {
                let (x, width) = self.span(cell);
                let height = rows.iter().skip(index).take(cell.row_span).map(|row| row.height).sum();
                let area = Area::new(x, y, width, height);
                if let Some(color) = cell.fill {
                    canvas.fill(area, color);
                }
                canvas.border(area, BORDER);
                let inner = area.inset(PADDING_X, PADDING_Y);
                let mut tagged = cell.tag();
                if is_repeated {
                    canvas.artifact_text(inner, cell.style, &cell.text);
                } else {
                    // the PDF library drops cells without content
                    let id = canvas.text(inner, cell.style, &cell.text).unwrap_or_else(|| canvas.empty());
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
