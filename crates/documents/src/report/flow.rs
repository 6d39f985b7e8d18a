//! The texts of a report, which continue on further pages.

use krilla::tagging::TagGroup;

use super::texts::Texts;
use super::{BOTTOM, Report, WIDTH};
use crate::canvas::{Area, Canvas, Palette, Style};
use crate::face::{Faces, LEADING};
use crate::form::{MARGIN, format_phone};
use crate::writer::{heading, paragraph};

/// A heading, or a paragraph below one.
pub(super) struct Paragraph {
    text: String,
    style: Style,
    is_heading: bool,
    space_before: f32,
}

/// A line at its place on a page.
pub(super) struct PlacedLine {
    text: String,
    style: Style,
    is_heading: bool,
    y: f32,
}

const TEXT: Style = Style::new(9.0);
const SMALL: Style = Style::new(8.0).color(Palette::Muted);
const TITLE: Style = Style::new(10.0).bold().color(Palette::Brand);
const CHANGE: Style = Style::new(13.0).bold();

/// Returns the paragraphs of a report in their order.
pub(super) fn paragraphs(report: &Report, texts: &Texts) -> Vec<Paragraph> {
    let mut all = Vec::new();
    let mut push = |text: &str, style: Style, is_heading, space_before| {
        all.push(Paragraph { text: text.to_owned(), style, is_heading, space_before });
    };
    if let (Some(before), Some(after)) = (&report.before, &report.after) {
        let change = match after.index.cmp(&before.index) {
            std::cmp::Ordering::Less => (texts.cleaner)(before.index - after.index),
            std::cmp::Ordering::Equal => texts.same.to_owned(),
            std::cmp::Ordering::Greater => (texts.thicker)(after.index - before.index),
        };
        push(&format!("{change} ({}% → {}%)", before.index, after.index), CHANGE, false, 4.0);
    }
    for (label, analysis) in [(texts.before, &report.before), (texts.after, &report.after)] {
        let Some(analysis) = analysis else { continue };
        let lines: Vec<&str> = analysis.comment.lines().filter(|line| !line.trim().is_empty()).collect();
        if lines.is_empty() && analysis.correction.is_none() {
            continue;
        }
        push(&format!("{} · {label}", texts.comment_title), TITLE, true, 10.0);
        for line in lines {
            push(line, TEXT, false, 2.0);
        }
        if let Some(correction) = &analysis.correction {
            push(&(texts.corrected)(&correction.on.to_string(), &correction.reason), SMALL, false, 3.0);
        }
    }
    push(texts.meaning_title, TITLE, true, 12.0);
    push(texts.meaning, TEXT, false, 2.0);
    push(texts.disclaimer_title, TITLE, true, 10.0);
    push(texts.disclaimer, TEXT, false, 2.0);
    let clinic = &report.clinic;
    let phone = format_phone(&clinic.phone_number);
    push(&[&clinic.name, &clinic.address, &phone].map(String::as_str).join(" · "), SMALL, false, 12.0);
    all
}

/// Breaks paragraphs into lines and distributes them over pages.
pub(super) fn paginate(paragraphs: Vec<Paragraph>, width: f32, first_y: f32) -> Vec<Vec<PlacedLine>> {
    let mut pages = vec![Vec::new()];
    let mut y = first_y;
    for paragraph in paragraphs {
        let Paragraph { text, style, is_heading, space_before } = paragraph;
        let face = Faces::get().face(style.weight);
        let step = LEADING * style.size;
        y += space_before;
        // a heading stays on the page of the first line below it
        let needed = if is_heading { step + 2.0 * LEADING * TEXT.size } else { step };
        for (index, text) in face.wrap(&face.sanitize(&text), style.size, width).into_iter().enumerate() {
            if y + (if index == 0 { needed } else { step }) > BOTTOM {
                pages.push(Vec::new());
                y = MARGIN;
            }
            if let Some(page) = pages.last_mut() {
                page.push(PlacedLine { text, style, is_heading, y });
            }
            y += step;
        }
    }
    pages
}

/// Draws the lines of a page and returns their tags.
pub(super) fn draw(canvas: &mut Canvas<'_>, lines: &[PlacedLine]) -> Vec<TagGroup> {
    let mut tags = Vec::with_capacity(lines.len());
    for line in lines {
        let area = Area::new(MARGIN, line.y, WIDTH, LEADING * line.style.size + 0.5);
        let Some(id) = canvas.text(area, line.style, &line.text) else { continue };
        tags.push(if line.is_heading { heading(2, &line.text, Some(id)) } else { paragraph([id]) });
    }
    tags
}
