//! The two faces of the embedded font: which text they can show, how wide it is, how it is broken into lines.

use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider as _};
use unicode_normalization::UnicodeNormalization as _;

static REGULAR: &[u8] = include_bytes!("../fonts/Pretendard-Regular.otf");
static BOLD: &[u8] = include_bytes!("../fonts/Pretendard-Bold.otf");

/// What stands for a character that the font lacks.
const UNKNOWN: char = '□';
/// From one line's base to the next, in ems.
pub(crate) const LEADING: f32 = 1.32;
/// The part of an em that capitals and Hangul rise above the base line.
pub(crate) const RISE: f32 = 0.74;
/// The smallest size that text shrinks to, in points.
const SMALLEST: f32 = 5.0;

/// A weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Weight {
    #[default]
    Regular,
    Bold,
}

/// The faces, read once.
pub(crate) struct Faces {
    regular: Face,
    bold: Face,
}

impl Faces {
    /// The built-in faces.
    pub(crate) fn get() -> &'static Self {
        static FACES: LazyLock<Faces> = LazyLock::new(|| Faces { regular: Face::new(REGULAR), bold: Face::new(BOLD) });
        &FACES
    }

    /// The face of a weight.
    pub(crate) const fn of(&self, weight: Weight) -> &Face {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }
}

/// One face.
pub(crate) struct Face {
    /// The face as the library embeds it.
    pub(crate) font: Font,
    parsed: FontRef<'static>,
    /// Units of an em.
    em: f32,
    /// The width of every digit: the widest one's, so that columns of numbers stand under each other.
    digit: f32,
}

/// Text that fits its box.
#[derive(Debug)]
pub(crate) struct Fitted {
    /// The size, in points.
    pub(crate) size: f32,
    /// Its lines.
    pub(crate) lines: Vec<String>,
}

impl Face {
    #[expect(clippy::expect_used, reason = "the font is part of the program, and every test reads it")]
    fn new(bytes: &'static [u8]) -> Self {
        let parsed = FontRef::new(bytes).expect("a font");
        let font = Font::new(bytes.into(), 0).expect("a font");
        let em = font.units_per_em();
        let mut face = Self { font, parsed, em, digit: 0.0 };
        face.digit = ('0'..='9').map(|digit| face.own(digit).1).fold(0.0, f32::max);
        face
    }

    /// A character's glyph, if the font has it, and its own width in ems.
    fn own(&self, c: char) -> (Option<u32>, f32) {
        let glyph = self.parsed.charmap().map(c).filter(|glyph| glyph.to_u32() != 0);
        let metrics = self.parsed.glyph_metrics(Size::unscaled(), LocationRef::default());
        let width = glyph.and_then(|glyph| metrics.advance_width(glyph)).unwrap_or_default() / self.em;
        (glyph.map(skrifa::GlyphId::to_u32), width)
    }

    fn advance(&self, c: char) -> f32 {
        if c.is_ascii_digit() { self.digit } else { self.own(c).1 }
    }

    /// The text as it can be drawn: composed, in one line, every character one of the font's.
    pub(crate) fn clean(&self, text: &str) -> String {
        let mut clean = String::with_capacity(text.len());
        for c in text.nfc() {
            let c = match c {
                // what has no look of its own: joiners, marks of direction, selectors of variants
                '\u{ad}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{fff0}'..='\u{ffff}'
                | '\u{e0000}'..='\u{e0fff}' => continue,
                c if c.is_whitespace() || c.is_control() => ' ',
                // the font keeps glyphs there that mean nothing elsewhere
                '\u{e000}'..='\u{f8ff}' | '\u{f0000}'.. => UNKNOWN,
                // a mark without a width would be drawn over its neighbour
                c if self.own(c).0.is_none() || self.own(c).1 <= 0.0 => UNKNOWN,
                c => c,
            };
            if !(c == ' ' && clean.ends_with(' ')) {
                clean.push(c);
            }
        }
        clean.trim().to_owned()
    }

    /// The width of cleaned text, in points.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.advance(c)).sum::<f32>() * size
    }

    /// The glyphs of cleaned text.
    pub(crate) fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let glyph = |(at, c): (usize, char)| {
            let (glyph, own) = self.own(c);
            let advance = self.advance(c);
            let range = at..at + c.len_utf8();
            let id = GlyphId::new(glyph?);
            Some(KrillaGlyph::new(id, advance, (advance - own) / 2.0, 0.0, 0.0, range, None))
        };
        text.char_indices().filter_map(glyph).collect()
    }

    /// Cleaned text in lines no wider than `width`: broken between words where that can be, within them where it must.
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

    /// Cleaned text made to fit: smaller, in more lines, and at the smallest size cut with an ellipsis.
    pub(crate) fn fit(&self, text: &str, size: f32, (width, height): (f32, f32)) -> Fitted {
        let mut size = size;
        loop {
            let mut lines = self.wrap(text, size, width);
            #[expect(clippy::cast_precision_loss, reason = "a few lines")]
            let fits = |count: usize| count as f32 * LEADING * size <= height + 0.01;
            if fits(lines.len()) {
                return Fitted { size, lines };
            }
            if size <= SMALLEST {
                let most = (1..lines.len()).take_while(|count| fits(*count)).last().unwrap_or(1);
                lines.truncate(most);
                if let Some(last) = lines.last_mut() {
                    while self.width(last, size) + self.advance('…') * size > width && last.pop().is_some() {}
                    last.push('…');
                }
                return Fitted { size, lines };
            }
            size = (size - 0.5).max(SMALLEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn face() -> &'static Face {
        Faces::get().of(Weight::Regular)
    }

    #[test]
    fn text_becomes_what_the_font_can_show() {
        assert_eq!(face().clean("  혀봄\t치과\n의원 "), "혀봄 치과 의원");
        // two ways of writing one syllable
        assert_eq!(face().clean("\u{1112}\u{1167}"), "혀");
        assert_eq!(face().clean("이\u{200b}름\u{202e}"), "이름");
        assert_eq!(face().clean("😀\u{e001}"), "□□");
        assert_eq!(face().clean("a\0b\u{feff}"), "a b");
        assert_eq!(face().clean(""), "");
    }

    #[test]
    fn digits_are_of_one_width() {
        let widths: Vec<_> = ('0'..='9').map(|digit| face().width(&digit.to_string(), 10.0)).collect();
        assert!(widths.iter().all(|width| (width - widths[0]).abs() < f32::EPSILON), "{widths:?}");
        assert!((face().width("1,234", 10.0) - face().width("9,876", 10.0)).abs() < 1e-4);
    }

    #[test]
    fn lines_break_between_words_and_within_long_ones() {
        let width = face().width("혀봄 치과", 10.0) + 0.1;
        assert_eq!(face().wrap("혀봄 치과 의원", 10.0, width), ["혀봄 치과", "의원"]);
        assert_eq!(
            face().wrap("혀봄치과의원혀봄", 10.0, face().width("혀봄치과", 10.0) + 0.1),
            ["혀봄치과", "의원혀봄"]
        );
        assert_eq!(face().wrap("", 10.0, width), [""]);
    }

    #[test]
    fn what_does_not_fit_shrinks_and_is_cut_at_last() {
        assert_eq!(face().fit("혀봄", 9.0, (100.0, 12.0)).lines, ["혀봄"]);
        let smaller = face().fit("혀봄치과의원", 9.0, (40.0, 12.0));
        assert!(smaller.size < 9.0 && smaller.lines == ["혀봄치과의원"], "{smaller:?}");
        let cut = face().fit(&"혀".repeat(400), 9.0, (60.0, 14.0));
        assert!(cut.lines.len() == 2 && cut.lines[1].ends_with('…'), "{cut:?}");
    }

    proptest! {
        #[test]
        fn no_text_leaves_its_box(text in "\\PC{0,120}|[가-힣 ]{0,120}|\\P{C}{0,40}", size in 5.0f32..20.0, width in 24.0f32..300.0, height in 7.0f32..60.0) {
            let clean = face().clean(&text);
            let fitted = face().fit(&clean, size, (width, height));
            prop_assert!(fitted.size <= size);
            #[expect(clippy::cast_precision_loss, reason = "a few lines")]
            let tall = fitted.lines.len() as f32 * LEADING * fitted.size;
            prop_assert!(tall <= height + 0.02, "{fitted:?}");
            for line in &fitted.lines {
                prop_assert!(face().width(line, fitted.size) <= width + 0.02, "{line:?} in {width}");
                prop_assert_eq!(face().glyphs(line).len(), line.chars().count());
            }
        }
    }
}
