//! The two faces of the embedded font, with hanja from another font: glyphs, widths and line breaks.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};
use unicode_normalization::UnicodeNormalization as _;

static REGULAR: &[u8] = include_bytes!("../fonts/Pretendard-Regular.otf");
static BOLD: &[u8] = include_bytes!("../fonts/Pretendard-Bold.otf");
/// Chinese characters in their Korean forms, which Pretendard lacks.
static HANJA: &[u8] = include_bytes!("../fonts/NotoSansKR-Hanja-Regular.ttf");

/// The distance of baselines, in ems.
pub(crate) const LEADING: f32 = 1.32;
/// The height of capitals and Hangul above the baseline, in ems.
pub(crate) const CAP_HEIGHT: f32 = 0.74;
/// The smallest size of shrunk text, in points.
const MIN_SIZE: f32 = 5.0;

/// A font weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Weight {
    #[default]
    Regular,
    Bold,
}

/// Both faces, parsed once.
pub(crate) struct Faces {
    regular: Face,
    bold: Face,
}

impl Faces {
    /// Returns the built-in faces.
    pub(crate) fn get() -> &'static Self {
        static FACES: LazyLock<Faces> = LazyLock::new(|| Faces { regular: Face::new(REGULAR), bold: Face::new(BOLD) });
        &FACES
    }

    /// Returns the face of a weight.
    pub(crate) const fn face(&self, weight: Weight) -> &Face {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }
}

/// One font file.
struct FontFile {
    /// The font that the PDF library embeds.
    font: Font,
    parsed: FontRef<'static>,
    /// The number of font units per em.
    em: f32,
}

impl FontFile {
    #[expect(clippy::expect_used, reason = "the font is part of the program, and every test reads it")]
    fn new(bytes: &'static [u8]) -> Self {
        let parsed = FontRef::new(bytes).expect("a font");
        let font = Font::new(bytes.into(), 0).expect("a font");
        let em = font.units_per_em();
        Self { font, parsed, em }
    }

    /// Returns a character's glyph and its width in ems, if the font has it. Glyphs without width are ignored, because
    /// they would be drawn over their neighbors.
    fn glyph(&self, c: char) -> Option<(u32, f32)> {
        let glyph = self.parsed.charmap().map(c).filter(|glyph| glyph.to_u32() != 0)?;
        let metrics = self.parsed.glyph_metrics(Size::unscaled(), LocationRef::default());
        let width = metrics.advance_width(glyph).unwrap_or_default() / self.em;
        (width > 0.0).then_some((glyph.to_u32(), width))
    }
}

/// Consecutive glyphs of one font.
pub(crate) struct Run<'a> {
    pub(crate) font: Font,
    pub(crate) text: &'a str,
    pub(crate) glyphs: Vec<KrillaGlyph>,
    /// The sum of the advances, in ems.
    pub(crate) width: f32,
}

/// One face.
pub(crate) struct Face {
    main: FontFile,
    hanja: FontFile,
    /// The width of every digit, so that columns of numbers are aligned.
    digit_width: f32,
}

/// The size of a box, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// Text that fits into its box.
#[derive(Debug)]
pub(crate) struct FittedText {
    /// The size, in points.
    pub(crate) size: f32,
    /// Its lines.
    pub(crate) lines: Vec<String>,
}

impl Face {
    fn new(bytes: &'static [u8]) -> Self {
        let mut face = Self { main: FontFile::new(bytes), hanja: FontFile::new(HANJA), digit_width: 0.0 };
        face.digit_width =
            ('0'..='9').map(|digit| face.main.glyph(digit).map_or(0.0, |(_, width)| width)).fold(0.0, f32::max);
        face
    }

    /// Returns the font that has a character, the glyph in it, and its width in ems. Returns `None` for private use
    /// areas, whose meaning depends on the font, and for fillers, whose glyphs are blank.
    fn glyph(&self, c: char) -> Option<(&FontFile, u32, f32)> {
        if matches!(c, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
        {
            return None;
        }
        [&self.main, &self.hanja].into_iter().find_map(|file| file.glyph(c).map(|(glyph, width)| (file, glyph, width)))
    }

    fn advance(&self, c: char) -> f32 {
        if c.is_ascii_digit() { self.digit_width } else { self.glyph(c).map_or(0.0, |(_, _, width)| width) }
    }

    /// Returns the characters that no font has, each once.
    pub(crate) fn find_unprintable(&self, text: &str) -> String {
        let mut missing = String::new();
        for c in printable_chars(text).filter(|c| self.glyph(*c).is_none()) {
            if !missing.contains(c) {
                missing.push(c);
            }
        }
        missing
    }

    /// Returns text that can be drawn: composed, in one line, with characters of the fonts only. The texts of a
    /// [`crate::Bill`] contain no other characters.
    pub(crate) fn sanitize(&self, text: &str) -> String {
        let mut clean = String::with_capacity(text.len());
        for c in printable_chars(text).filter(|c| self.glyph(*c).is_some()) {
            if !(c == ' ' && clean.ends_with(' ')) {
                clean.push(c);
            }
        }
        clean.trim().to_owned()
    }

    /// Returns the width of sanitized text, in points.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.advance(c)).sum::<f32>() * size
    }

    /// Returns the glyphs of sanitized text, font by font.
    pub(crate) fn runs<'a>(&self, text: &'a str) -> Vec<Run<'a>> {
        let is_main = |c: char| self.main.glyph(c).is_some();
        let mut runs = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let file = if is_main(first) { &self.main } else { &self.hanja };
            let end = rest.find(|c| is_main(c) != is_main(first)).unwrap_or(rest.len());
            let (run, after) = rest.split_at(end);
            let glyphs = run.char_indices().filter_map(|(at, c)| self.place(file, at, c)).collect();
            runs.push(Run { font: file.font.clone(), text: run, glyphs, width: self.width(run, 1.0) });
            rest = after;
        }
        runs
    }

    /// Places a character's glyph in the middle of its advance.
    fn place(&self, file: &FontFile, at: usize, c: char) -> Option<KrillaGlyph> {
        let (glyph, width) = file.glyph(c)?;
        let advance = self.advance(c);
        let range = at..at + c.len_utf8();
        Some(KrillaGlyph::new(GlyphId::new(glyph), advance, (advance - width) / 2.0, 0.0, 0.0, range, None))
    }

    /// Breaks sanitized text into lines of at most `width`, between texts where possible.
    pub(crate) fn wrap(&self, text: &str, size: f32, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in text.split(' ') {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(&longer, size) <= width {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for c in word.chars() {
                if !line.is_empty() && self.width(&line, size) + self.advance(c) * size > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(c);
            }
        }
        lines.push(line);
        lines
    }

    /// Fits sanitized text into a box: it breaks lines, then shrinks the text, and at the smallest size truncates it
    /// with an ellipsis.
    pub(crate) fn fit(&self, text: &str, size: f32, bounds: Bounds) -> FittedText {
        let Bounds { width, height } = bounds;
        let mut size = size;
        loop {
            let mut lines = self.wrap(text, size, width);
            #[expect(clippy::cast_precision_loss, reason = "a few lines")]
            let fits = |count: usize| count as f32 * LEADING * size <= height + 0.01;
            if fits(lines.len()) {
                return FittedText { size, lines };
            }
            if size <= MIN_SIZE {
                let max_lines = (1..lines.len()).take_while(|count| fits(*count)).last().unwrap_or(1);
                lines.truncate(max_lines);
                if let Some(last) = lines.last_mut() {
                    while self.width(last, size) + self.advance('…') * size > width && last.pop().is_some() {}
                    last.push('…');
                }
                return FittedText { size, lines };
            }
            size = (size - 0.5).max(MIN_SIZE);
        }
    }
}

/// Returns the printable characters of a text: composed, without invisible ones, and with each white space as a space.
fn printable_chars(text: &str) -> impl Iterator<Item = char> {
    text.nfc().filter(|c| !is_invisible(*c)).map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c })
}

/// Returns whether a character is a joiner, a direction mark, a variation selector or the like.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{fff0}'..='\u{ffff}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}
