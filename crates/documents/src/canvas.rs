//! Drawing on a page: texts in boxes, lines and areas, each tagged as content or as an artifact. Lengths are in points, from the
//! page's upper left corner.

use krilla::color::rgb::Color;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag};

use crate::face::{Bounds, CAP_HEIGHT, Faces, FittedText, LEADING, Weight};
use crate::mark::Mark;

/// Converts millimetres to points.
pub(crate) const fn mm(millimetres: f32) -> f32 {
    millimetres * 72.0 / 25.4
}

/// The colors of the forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Palette {
    Text,
    Muted,
    Brand,
    Line,
    Header,
    Total,
    /// A cell with a thin coating.
    Thin,
    /// A cell with a thick coating.
    Thick,
}

impl Palette {
    fn color(self) -> Color {
        match self {
            Self::Text => Color::new(0x17, 0x21, 0x1e),
            Self::Muted => Color::new(0x52, 0x60, 0x5b),
            Self::Brand => Color::new(0x12, 0x46, 0x3a),
            Self::Line => Color::new(0xa9, 0xb5, 0xb0),
            Self::Header => Color::new(0xee, 0xf5, 0xf1),
            Self::Total => Color::new(0xf7, 0xfa, 0xf8),
            Self::Thin => Color::new(0xfd, 0xf0, 0xd5),
            Self::Thick => Color::new(0xf8, 0xd9, 0xd4),
        }
    }
}

/// The horizontal alignment of a text in its box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Align {
    #[default]
    Left,
    Center,
    Right,
}

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The size in points. The text may shrink to fit.
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    pub(crate) align: Align,
    pub(crate) color: Palette,
}

impl Style {
    /// Returns left-aligned regular text of a size.
    pub(crate) const fn new(size: f32) -> Self {
        Self { size, weight: Weight::Regular, align: Align::Left, color: Palette::Text }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    pub(crate) const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub(crate) const fn color(self, color: Palette) -> Self {
        Self { color, ..self }
    }
}

/// A box on the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Area {
    pub(crate) const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { x, y, width, height }
    }

    /// Returns the box without a margin.
    pub(crate) const fn inset(self, x: f32, y: f32) -> Self {
        Self::new(self.x + x, self.y + y, self.width - 2.0 * x, self.height - 2.0 * y)
    }

    const fn bounds(self) -> Bounds {
        Bounds { width: self.width, height: self.height }
    }

    fn rect(self) -> Option<Rect> {
        Rect::from_xywh(self.x, self.y, self.width, self.height)
    }
}

/// A border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Border {
    pub(crate) width: f32,
    pub(crate) dashed: bool,
}

/// A page to draw on.
pub(crate) struct Canvas<'a> {
    pub(crate) surface: Surface<'a>,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(surface: Surface<'a>) -> Self {
        Self { surface }
    }

    /// Draws text in a box, vertically centered. Returns `None` for an empty text.
    pub(crate) fn text(&mut self, area: Area, style: Style, text: &str) -> Option<Identifier> {
        let face = Faces::get().face(style.weight);
        let clean = face.sanitize(text);
        if clean.is_empty() {
            return None;
        }
        let fitted = face.fit(&clean, style.size, area.bounds());
        // screen readers read the original text of broken or truncated lines
        let actual_text = (fitted.lines.len() > 1 || fitted.lines.first() != Some(&clean)).then_some(clean.as_str());
        let id = self.surface.start_tagged(ContentTag::Span(SpanTag::empty().with_actual_text(actual_text)));
        self.draw(area, style, &fitted);
        self.surface.end_tagged();
        Some(id)
    }

    /// Adds invisible content for an empty cell.
    pub(crate) fn empty(&mut self) -> Identifier {
        let id = self.surface.start_tagged(ContentTag::Other);
        self.surface.end_tagged();
        id
    }

    /// Draws text that screen readers skip, because it repeats other text or counts pages.
    pub(crate) fn artifact_text(&mut self, area: Area, style: Style, text: &str) {
        let face = Faces::get().face(style.weight);
        let fitted = face.fit(&face.sanitize(text), style.size, area.bounds());
        self.artifact(|canvas| canvas.draw(area, style, &fitted));
    }

    fn draw(&mut self, area: Area, style: Style, fitted: &FittedText) {
        let face = Faces::get().face(style.weight);
        let step = LEADING * fitted.size;
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let height = step * (fitted.lines.len() - 1) as f32 + CAP_HEIGHT * fitted.size;
        let mut baseline = area.y + (area.height - height) / 2.0 + CAP_HEIGHT * fitted.size;
        self.surface.set_fill(Some(fill(style.color)));
        self.surface.set_stroke(None);
        for line in &fitted.lines {
            let space = area.width - face.width(line, fitted.size);
            let mut x = match style.align {
                Align::Left => area.x,
                Align::Center => area.x + space / 2.0,
                Align::Right => area.x + space,
            };
            for run in face.runs(line) {
                let at = Point::from_xy(x, baseline);
                self.surface.draw_glyphs(at, &run.glyphs, run.font, run.text, fitted.size, false);
                x += run.width * fitted.size;
            }
            baseline += step;
        }
    }

    /// Fills a box.
    pub(crate) fn fill(&mut self, area: Area, color: Palette) {
        self.artifact(|canvas| {
            canvas.surface.set_fill(Some(fill(color)));
            canvas.surface.set_stroke(None);
            canvas.path(area);
        });
    }

    /// Draws the border of a box. A dashed border marks a field to be filled in by hand.
    pub(crate) fn border(&mut self, area: Area, border: Border) {
        let Border { width, dashed } = border;
        self.artifact(|canvas| {
            canvas.surface.set_fill(None);
            canvas.surface.set_stroke(Some(Stroke {
                paint: Palette::Line.color().into(),
                width,
                line_cap: LineCap::Butt,
                dash: dashed.then(|| StrokeDash { array: vec![2.0, 2.0], offset: 0.0 }),
                ..Stroke::default()
            }));
            canvas.path(area);
        });
    }

    /// Draws a mark in the center of a box, scaled to fit.
    pub(crate) fn mark(&mut self, area: Area, mark: &Mark) -> Identifier {
        let id = self.surface.start_tagged(ContentTag::Other);
        #[expect(clippy::cast_precision_loss, reason = "at most a thousand")]
        let [width, height] = [mark.width, mark.height].map(|side| side as f32);
        let scale = (area.width / width).min(area.height / height);
        let (left, top) = (area.x + (area.width - width * scale) / 2.0, area.y + (area.height - height * scale) / 2.0);
        let mut path = PathBuilder::new();
        for run in &mark.runs {
            #[expect(clippy::cast_precision_loss, reason = "at most a thousand")]
            let [x, y, length] = [run.x, run.y, run.length].map(|pixels| pixels as f32 * scale);
            // rows overlap a little, so that no viewer shows gaps between them
            if let Some(row) = Rect::from_xywh(left + x, top + y, length, scale * 1.08) {
                path.push_rect(row);
            }
        }
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(Fill {
            paint: mark.color().into(),
            opacity: NormalizedF32::ONE,
            rule: FillRule::default(),
        }));
        if let Some(path) = path.finish() {
            self.surface.draw_path(&path);
        }
        self.surface.end_tagged();
        id
    }

    fn path(&mut self, area: Area) {
        let mut path = PathBuilder::new();
        if let Some(rect) = area.rect() {
            path.push_rect(rect);
        }
        if let Some(path) = path.finish() {
            self.surface.draw_path(&path);
        }
    }

    fn artifact(&mut self, draw: impl FnOnce(&mut Self)) {
        self.surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)));
        draw(self);
        self.surface.end_tagged();
    }

    pub(crate) fn finish(self) {
        self.surface.finish();
    }
}

fn fill(color: Palette) -> Fill {
    Fill { paint: color.color().into(), opacity: NormalizedF32::ONE, rule: FillRule::default() }
}
