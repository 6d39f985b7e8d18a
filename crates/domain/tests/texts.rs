//! Texts that people write: an accepted text is stored in one form, no matter how it was sent.

use domain::application::parse_comment;
use domain::claim::{Forwarding, ForwardingInput};
use domain::hotel::room::RoomSpec;
use domain::hotel::user::parse_memo;
use domain::text::{compose, is_hidden, parse_line, parse_lines};
use domain::{Name, PersonSearch};
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;

const MAX: usize = 12;

/// Texts of letters, decomposed syllables, accents, blanks, and deceptive characters.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[가-힣a-zA-Z0-9 .-]{0,16}",
        r"[\x{1100}-\x{1112}\x{1161}-\x{1175}\x{11a8}-\x{11c2}a-e\x{301}\x{308} ]{0,24}",
        r"[가-나a-c \t\n\x00\x{ad}\x{200b}\x{202e}\x{2067}\x{feff}\x{2000}\x{3000}]{0,8}",
        "\\PC{0,16}",
    ]
}

proptest! {
    #[test]
    fn accepted_line_is_accepted_as_it_is(text in texts()) {
        let Ok(line) = parse_line("name", &text, MAX) else { return Ok(()) };
        prop_assert_eq!(parse_line("name", &line, MAX), Ok(line.clone()), "{:?}", text);
        prop_assert!((1..=MAX).contains(&line.chars().count()));
        prop_assert!(line.trim() == line && compose(&line) == line, "{:?}", line);
        prop_assert!(!line.chars().any(|c| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c)), "{:?}", line);
        prop_assert!(line.chars().any(|c| !c.is_whitespace() && !is_hidden(c)), "nothing to see in {:?}", line);
    }

    #[test]
    fn decomposed_text_is_the_same_text(text in texts()) {
        let sent: String = text.nfd().collect();
        prop_assert_eq!(parse_line("name", &sent, MAX), parse_line("name", &text, MAX));
        prop_assert_eq!(parse_lines("memo", &sent, MAX), parse_lines("memo", &text, MAX));
        prop_assert_eq!(Name::parse(&sent), Name::parse(&text));
        prop_assert_eq!(parse_memo(&sent), parse_memo(&text));
        prop_assert_eq!(parse_comment(&sent), parse_comment(&text));
        prop_assert_eq!(PersonSearch::parse(&sent), PersonSearch::parse(&text));
        prop_assert_eq!(RoomSpec::parse(&sent, 1), RoomSpec::parse(&text, 1));
        let forwarding = |reference| {
            let now = chrono::DateTime::UNIX_EPOCH;
            Forwarding::parse(ForwardingInput { method: "fax", reference, sent_at: None }, now)
        };
        prop_assert_eq!(forwarding(&sent), forwarding(&text));
    }

    #[test]
    fn line_is_one_of_the_texts_with_lines(text in texts()) {
        // text of several lines allows line breaks and tabs, and nothing else beyond one line
        let (line, lines) = (parse_line("text", &text, MAX), parse_lines("text", &text, MAX));
        if line.is_ok() || !text.contains(['\n', '\r', '\t']) {
            prop_assert_eq!(line, lines);
        }
    }

    #[test]
    fn accepted_name_has_a_letter_and_nothing_hidden(text in texts()) {
        let Ok(name) = Name::parse(&text) else { return Ok(()) };
        let name = name.as_str();
        prop_assert_eq!(Name::parse(name).map(|again| again.as_str() == name), Ok(true));
        prop_assert!(name.chars().any(char::is_alphabetic), "{:?}", name);
        prop_assert!(!name.chars().any(|c| c.is_control() || is_hidden(c)), "{:?}", name);
    }

    #[test]
    fn person_is_found_by_a_part_of_the_name(
        name in "[가-힣]{2,5}|[A-Z][a-z]{2,8} [A-Z][a-z]{2,8}",
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
    ) {
        let letters: Vec<char> = name.chars().collect();
        let (from, to) = (from.index(letters.len()), to.index(letters.len()));
        let part: String = letters[from.min(to)..=from.max(to)].iter().collect();
        let stored = name.to_lowercase().replace(' ', "");
        prop_assert!(stored.contains(&PersonSearch::parse(&part.to_uppercase()).name), "{} in {}", part, name);
        prop_assert_eq!(PersonSearch::parse(&part).birth, None);
    }
}
