//! Drawing on one page: texts in boxes, rules and surfaces, each marked as content or as decoration. Lengths are points, from
//! the page's upper left corner.

use krilla::color::rgb::Color;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag};

use crate::face::{Faces, Fitted, LEADING, RISE, Weight};

/// Points of so many millimetres.
pub(crate) const fn mm(millimetres: f32) -> f32 {
    millimetres * 72.0 / 25.4
}

/// The colours of the forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Text,
    Quiet,
    Brand,
    Rule,
    Head,
    Sum,
}

impl Ink {
    fn colour(self) -> Color {
        match self {
            Self::Text => Color::new(0x17, 0x21, 0x1e),
            Self::Quiet => Color::new(0x52, 0x60, 0x5b),
            Self::Brand => Color::new(0x12, 0x46, 0x3a),
            Self::Rule => Color::new(0xa9, 0xb5, 0xb0),
            Self::Head => Color::new(0xee, 0xf5, 0xf1),
            Self::Sum => Color::new(0xf7, 0xfa, 0xf8),
        }
    }
}

/// Where a text stands in its box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Align {
    #[default]
    Left,
    Centre,
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// In points; the text may become smaller to fit.
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    pub(crate) align: Align,
    pub(crate) colour: Ink,
}

impl Style {
    /// Regular text of a size, from the left.
    pub(crate) const fn of(size: f32) -> Self {
        Self { size, weight: Weight::Regular, align: Align::Left, colour: Ink::Text }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    pub(crate) const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub(crate) const fn colour(self, colour: Ink) -> Self {
        Self { colour, ..self }
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

    /// The box without a margin on every side.
    pub(crate) const fn inset(self, across: f32, down: f32) -> Self {
        Self::new(self.x + across, self.y + down, self.width - 2.0 * across, self.height - 2.0 * down)
    }

    fn rect(self) -> Option<Rect> {
        Rect::from_xywh(self.x, self.y, self.width, self.height)
    }
}

/// The pen of a page.
pub(crate) struct Pen<'a> {
    surface: Surface<'a>,
}

impl<'a> Pen<'a> {
    pub(crate) fn new(surface: Surface<'a>) -> Self {
        Self { surface }
    }

    /// Text in a box, in the middle from top to bottom; none when there is nothing to show.
    pub(crate) fn text(&mut self, area: Area, style: Style, text: &str) -> Option<Identifier> {
        let clean = Faces::get().of(style.weight).clean(text);
        if clean.is_empty() {
            return None;
        }
        let fitted = Faces::get().of(style.weight).fit(&clean, style.size, (area.width, area.height));
        // lines that were broken or cut are read as the text that they come from
        let whole = (fitted.lines.len() > 1 || fitted.lines.first() != Some(&clean)).then_some(clean.as_str());
        let id = self.surface.start_tagged(ContentTag::Span(SpanTag::empty().with_actual_text(whole)));
        self.draw(area, style, &fitted);
        self.surface.end_tagged();
        Some(id)
    }

    /// Content without a look: what an empty cell holds.
    pub(crate) fn nothing(&mut self) -> Identifier {
        let id = self.surface.start_tagged(ContentTag::Other);
        self.surface.end_tagged();
        id
    }

    /// Text that repeats what is said elsewhere, or counts pages.
    pub(crate) fn artifact_text(&mut self, area: Area, style: Style, text: &str) {
        let face = Faces::get().of(style.weight);
        let fitted = face.fit(&face.clean(text), style.size, (area.width, area.height));
        self.decoration(|pen| pen.draw(area, style, &fitted));
    }

    fn draw(&mut self, area: Area, style: Style, fitted: &Fitted) {
        let face = Faces::get().of(style.weight);
        let step = LEADING * fitted.size;
        #[expect(clippy::cast_precision_loss, reason = "a few lines")]
        let tall = step * (fitted.lines.len() - 1) as f32 + RISE * fitted.size;
        let mut base = area.y + (area.height - tall) / 2.0 + RISE * fitted.size;
        self.surface.set_fill(Some(fill(style.colour)));
        self.surface.set_stroke(None);
        for line in &fitted.lines {
            let room = area.width - face.width(line, fitted.size);
            let x = match style.align {
                Align::Left => area.x,
                Align::Centre => area.x + room / 2.0,
                Align::Right => area.x + room,
            };
            let glyphs = face.glyphs(line);
            self.surface.draw_glyphs(Point::from_xy(x, base), &glyphs, face.font.clone(), line, fitted.size, false);
            base += step;
        }
    }

    /// A filled box.
    pub(crate) fn fill(&mut self, area: Area, colour: Ink) {
        self.decoration(|pen| {
            pen.surface.set_fill(Some(fill(colour)));
            pen.surface.set_stroke(None);
            pen.path(area);
        });
    }

    /// A box's border; dashed around a place that is to be filled by hand.
    pub(crate) fn border(&mut self, area: Area, (colour, width): (Ink, f32), dashed: bool) {
        self.decoration(|pen| {
            pen.surface.set_fill(None);
            pen.surface.set_stroke(Some(Stroke {
                paint: colour.colour().into(),
                width,
                line_cap: LineCap::Butt,
                dash: dashed.then(|| StrokeDash { array: vec![2.0, 2.0], offset: 0.0 }),
                ..Stroke::default()
            }));
            pen.path(area);
        });
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

    fn decoration(&mut self, draw: impl FnOnce(&mut Self)) {
        self.surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)));
        draw(self);
        self.surface.end_tagged();
    }

    pub(crate) fn finish(self) {
        self.surface.finish();
    }
}

fn fill(colour: Ink) -> Fill {
    Fill { paint: colour.colour().into(), opacity: NormalizedF32::ONE, rule: FillRule::default() }
}
