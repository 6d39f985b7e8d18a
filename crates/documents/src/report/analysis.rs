//! One analysis on a report: the photo, the nine scores, and the index.

use krilla::tagging::TagGroup;

use super::texts::Texts;
use super::{Report, ReportAnalysis, ReportGrid, WIDTH};
use crate::WriteError;
use crate::canvas::{Align, Area, Border, Canvas, Palette, Style};
use crate::form::MARGIN;
use crate::photo::{PhotoLine, draw_photo};
use crate::table::{Cell, Columns, Row};
use crate::writer::{figure, heading, paragraph, table};

/// The height of the analyses on the page.
pub(super) const HEIGHT: f32 = HEADING_HEIGHT + PHOTO_HEIGHT + 8.0 + 3.0 * CELL;
const HEADING_HEIGHT: f32 = 20.0;
const PHOTO_HEIGHT: f32 = 172.0;
/// The side of a score's cell.
const CELL: f32 = 23.0;
/// The space between the analyses.
const GAP: f32 = 14.0;

const MUTED: Style = Style::new(8.0).color(Palette::Muted);

/// The place of an analysis.
struct Column {
    x: f32,
    y: f32,
    width: f32,
}

/// Draws the analyses side by side; a single one has the whole width.
pub(super) fn draw_all(
    canvas: &mut Canvas<'_>,
    report: &Report,
    texts: &Texts,
    y: f32,
) -> Result<Vec<TagGroup>, WriteError> {
    let both: Vec<_> = [(texts.before, &report.before), (texts.after, &report.after)]
        .into_iter()
        .filter_map(|(label, analysis)| analysis.as_ref().map(|analysis| (label, analysis)))
        .collect();
    let width = if both.len() == 2 { (WIDTH - GAP) / 2.0 } else { WIDTH };
    let mut tags = Vec::new();
    let mut x = MARGIN;
    for (label, analysis) in both {
        tags.extend(draw(canvas, analysis, label, texts, &Column { x, y, width })?);
        x += width + GAP;
    }
    Ok(tags)
}

fn draw(
    canvas: &mut Canvas<'_>,
    analysis: &ReportAnalysis,
    label: &str,
    texts: &Texts,
    column: &Column,
) -> Result<Vec<TagGroup>, WriteError> {
    let Column { x, y, width } = *column;
    let title =
        canvas.text(Area::new(x, y, width, HEADING_HEIGHT), Style::new(11.0).bold().color(Palette::Brand), label);
    let mut tags = vec![heading(2, label, title)];
    let place = Area::new(x, y + HEADING_HEIGHT, width, PHOTO_HEIGHT);
    canvas.fill(place, Palette::Header);
    if let Some(picture) = &analysis.picture {
        let lines = lines(&picture.outline, picture.grid);
        tags.push(figure(texts.photo_alt, draw_photo(canvas, place.inset(2.0, 2.0), &picture.photo, &lines)?));
    } else {
        canvas.border(place, Border { width: 0.8, dashed: true });
        tags.push(paragraph(canvas.text(place, MUTED.align(Align::Center), texts.no_photo)));
    }
    let y = y + HEADING_HEIGHT + PHOTO_HEIGHT + 8.0;
    tags.push(table(Columns::new(x, &[CELL; 3]).draw(canvas, y, &score_rows(analysis))));
    let (x, width) = (x + 3.0 * CELL + 12.0, width - 3.0 * CELL - 12.0);
    let mut text = |offset: f32, height: f32, style: Style, text: &str| {
        tags.push(paragraph(canvas.text(Area::new(x, y + offset, width, height), style, text)));
    };
    text(0.0, 12.0, MUTED, texts.index);
    let index = format!("{}% · {}", analysis.index, analysis.grade);
    text(12.0, 30.0, Style::new(20.0).bold().color(Palette::Brand), &index);
    text(44.0, 12.0, MUTED, &format!("{} {}", texts.photo_on, analysis.photo_on));
    let scored = format!("{} {} · {}", texts.scored_on, analysis.scored_on, analysis.analyst);
    text(56.0, 12.0, MUTED, &scored);
    Ok(tags)
}

fn score_rows(analysis: &ReportAnalysis) -> Vec<Row<'static>> {
    let style = Style::new(11.0).bold().align(Align::Center);
    let cell = |column: usize, score: u8| {
        let fill = match score {
            0 => Palette::Total,
            1 => Palette::Thin,
            _ => Palette::Thick,
        };
        Cell::new(column, style, score.to_string()).filled(fill)
    };
    let rows = analysis.scores.chunks(3);
    rows.map(|row| Row {
        height: CELL,
        cells: row.iter().enumerate().map(|(column, score)| cell(column, *score)).collect(),
    })
    .collect()
}

/// Returns the outline, and the lines of the cells.
fn lines(outline: &[[f32; 2]], grid: Option<ReportGrid>) -> Vec<PhotoLine> {
    let mut lines = Vec::new();
    if !outline.is_empty() {
        lines.push(PhotoLine { points: outline.to_vec(), is_closed: true, width: 1.4 });
    }
    if let Some(grid) = grid {
        let line = |points: Vec<[f32; 2]>, is_closed| PhotoLine { points, is_closed, width: 0.5 };
        for part in [1.0 / 3.0, 2.0 / 3.0] {
            lines.push(line(vec![grid.point(part, 0.0), grid.point(part, 1.0)], false));
            lines.push(line(vec![grid.point(0.0, part), grid.point(1.0, part)], false));
        }
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        lines.push(line(corners.map(|(u, v)| grid.point(u, v)).to_vec(), true));
    }
    lines
}

impl ReportGrid {
    /// Returns the point at these fractions of the width and the height.
    fn point(&self, u: f32, v: f32) -> [f32; 2] {
        let (dx, dy) = ((u - 0.5) * self.width, (v - 0.5) * self.height);
        let (sin, cos) = self.angle.to_radians().sin_cos();
        [self.left + self.width / 2.0 + dx * cos - dy * sin, self.top + self.height / 2.0 + dx * sin + dy * cos]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_turns_clockwise_about_its_center() {
        let grid = ReportGrid { left: 10.0, top: 20.0, width: 40.0, height: 20.0, angle: 90.0 };
        let near = |[x, y]: [f32; 2], to: [f32; 2]| (x - to[0]).abs() < 1e-3 && (y - to[1]).abs() < 1e-3;
        assert!(near(grid.point(0.5, 0.5), [30.0, 30.0]));
        // the upper left corner moves to the upper right
        assert!(near(grid.point(0.0, 0.0), [40.0, 10.0]));
        assert_eq!(lines(&[], Some(grid)).len(), 5);
        assert!(lines(&[], None).is_empty());
    }
}
