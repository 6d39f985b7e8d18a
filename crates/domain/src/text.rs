//! Texts that people write: normalized (Unicode NFC), so that equal texts have equal bytes, and without deceptive
//! characters.

use unicode_normalization::UnicodeNormalization as _;

use crate::validation::{Invalid, InvalidCode};

/// Returns a text in its composed form (NFC), as Korean keyboards produce it. Some systems send syllables as separate
/// letters.
#[must_use]
pub fn compose(text: &str) -> String {
    text.nfc().collect()
}

/// Returns whether a character is invisible, or looks like a space without being one.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns whether a character changes the direction of the text after it.
const fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn is_visible(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !is_hidden(c)
}

/// Parses a person's name: trimmed and composed, with a letter, and without invisible and control characters.
///
/// # Errors
/// [`InvalidCode::Required`], [`InvalidCode::TooLong`] or [`InvalidCode::Format`].
pub(crate) fn parse_name(text: &str, max_chars: usize) -> Result<String, InvalidCode> {
    let text = compose(text.trim());
    match text.chars().count() {
        0 => Err(InvalidCode::Required),
        count if count > max_chars => Err(InvalidCode::TooLong),
        _ if text.chars().any(|c| c.is_control() || is_hidden(c)) => Err(InvalidCode::Format),
        _ if !text.chars().any(char::is_alphabetic) => Err(InvalidCode::Format),
        _ => Ok(text),
    }
}

/// Parses one line of text: trimmed and composed, with a visible character, and without control characters and
/// direction changes.
///
/// # Errors
/// [`InvalidCode::Required`], [`InvalidCode::TooLong`] or [`InvalidCode::Format`].
pub fn parse_line(field: &'static str, text: &str, max_chars: usize) -> Result<String, Invalid> {
    parse(field, text, max_chars, char::is_control)
}

/// Parses a text that may have several lines, with the other rules of [`parse_line`].
///
/// # Errors
/// As [`parse_line`].
pub fn parse_lines(field: &'static str, text: &str, max_chars: usize) -> Result<String, Invalid> {
    parse(field, text, max_chars, |c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

fn parse(
    field: &'static str,
    text: &str,
    max_chars: usize,
    is_forbidden: impl Fn(char) -> bool,
) -> Result<String, Invalid> {
    let text = compose(text.trim());
    if text.chars().count() > max_chars {
        return Err(Invalid::new(field, InvalidCode::TooLong));
    }
    if text.chars().any(|c| is_forbidden(c) || turns_direction(c)) {
        return Err(Invalid::new(field, InvalidCode::Format));
    }
    if text.chars().any(is_visible) { Ok(text) } else { Err(Invalid::new(field, InvalidCode::Required)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HIDDEN: [char; 8] =
        ['\u{3164}', '\u{2800}', '\u{200b}', '\u{ad}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{115f}'];

    #[test]
    fn name_has_a_visible_letter() {
        for name in ["김하늘", "洪吉童", "Đặng Thị Hồng Nhung", "O'Neil-박", "م", "ㄱ"] {
            assert_eq!(parse_name(name, 50).as_deref(), Ok(name));
        }
        for name in HIDDEN.iter().map(char::to_string).chain(["😀", "12", "-", "\u{e000}", "김\0"].map(String::from))
        {
            assert_eq!(parse_name(&name, 50), Err(InvalidCode::Format), "{name:?}");
        }
        for hidden in HIDDEN {
            assert_eq!(parse_name(&format!("김{hidden}하늘"), 50), Err(InvalidCode::Format), "{hidden:?}");
        }
        assert_eq!(parse_name(" \u{3000} ", 50), Err(InvalidCode::Required));
    }

    #[test]
    fn separate_letters_are_composed() {
        let apart = "\u{1100}\u{1175}\u{11b7}\u{1112}\u{1161}\u{1102}\u{1173}\u{11af}";
        assert_eq!(parse_name(apart, 3).as_deref(), Ok("김하늘"), "the limit counts what is seen");
        assert_eq!(parse_line("address", "e\u{301}tage", 5).as_deref(), Ok("étage"));
        assert_eq!(compose("\u{f90a}"), "金");
    }

    #[test]
    fn text_has_something_to_see() {
        for text in ["", " ", "\u{200b}", "\u{3164}\u{2800}"] {
            assert_eq!(parse_lines("note", text, 10), Err(Invalid::new("note", InvalidCode::Required)), "{text:?}");
        }
        for text in ["a\0", "a\u{202e}b", "\u{2066}a", "a\u{7}"] {
            assert_eq!(parse_lines("note", text, 10), Err(Invalid::new("note", InvalidCode::Format)), "{text:?}");
        }
        assert_eq!(parse_line("note", "a\nb", 10), Err(Invalid::new("note", InvalidCode::Format)));
        assert_eq!(
            parse_lines("note", "a\n\tb 👨\u{200d}👩\u{fe0f}", 10).as_deref(),
            Ok("a\n\tb 👨\u{200d}👩\u{fe0f}")
        );
        assert_eq!(parse_line("note", &"가".repeat(11), 10), Err(Invalid::new("note", InvalidCode::TooLong)));
    }

    proptest! {
        #[test]
        fn parsed_text_is_composed_and_visible(text in "\\PC{0,20}|\\P{C}{0,20}|[\u{1100}-\u{11ff}\u{300}-\u{36f}a-z]{0,20}|.{0,20}") {
            let names = parse_name(&text, 50);
            for parsed in [names.clone().ok(), parse_line("note", &text, 50).ok(), parse_lines("note", &text, 50).ok()].into_iter().flatten() {
                prop_assert_eq!(compose(&parsed), parsed.clone());
                prop_assert!(parsed.chars().any(is_visible) && !parsed.chars().any(turns_direction));
                prop_assert_eq!(parsed.trim(), parsed.as_str());
            }
            if let Ok(name) = names {
                prop_assert!(name.chars().any(char::is_alphabetic) && !name.chars().any(is_hidden));
                prop_assert_eq!(parse_name(&name, 50), Ok(name));
            }
        }
    }
}
