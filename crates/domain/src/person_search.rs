//! The search of staff for a person: by name or its initial consonants, telephone number, or date of birth.

use crate::birth::parse_date;
use crate::text::compose;

/// The minimum number of digits of a search by telephone number.
const MIN_PHONE_DIGITS: usize = 3;

/// A parsed search. A person matches if any field matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonSearch {
    /// A part of the name or of its initial consonants, in lower case and without spaces. Empty matches everybody.
    pub name: String,
    /// A part of the telephone number: digits only.
    pub phone: Option<String>,
    /// The end of the date of birth as `YYYYMMDD`: all of it, or `YYMMDD`.
    pub birth: Option<String>,
}

impl PersonSearch {
    /// Parses what staff typed. `010-1234` and `+82 10 1234` are parts of a number; `1990-01-31`, `1990.1.31.`, `1990년 1월 31일`,
    /// `19900131` and `900131` are dates.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let name: String = compose(text).to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
        let (phone, birth) = (parse_phone(&name), parse_birth(&name));
        Self { name, phone, birth }
    }
}

/// Returns the digits of a partial Korean number, with the country code replaced by a zero.
fn parse_phone(text: &str) -> Option<String> {
    let (prefix, rest) = text.strip_prefix("+82").map_or(("", text), |rest| ("0", rest.trim_start_matches(['-', '0'])));
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | '(' | ')');
    if !rest.chars().all(is_part) {
        return None;
    }
    let digits: String = prefix.chars().chain(rest.chars().filter(char::is_ascii_digit)).collect();
    (digits.len() >= MIN_PHONE_DIGITS).then_some(digits)
}

/// Returns a date as `YYYYMMDD`, or a birthday as `YYMMDD`.
fn parse_birth(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(['-', '.', '/', '년', '월', '일']).filter(|part| !part.is_empty()).collect();
    let digits = match parts.as_slice() {
        [whole] => (*whole).to_owned(),
        [year, month, day] => format!("{year}{month:0>2}{day:0>2}"),
        _ => return None,
    };
    // the century is unknown, so the date must exist in one of them
    let is_date = |date: &str| parse_date(date).is_some();
    match digits.len() {
        8 if is_date(&digits) => Some(digits),
        6 if is_date(&format!("19{digits}")) || is_date(&format!("20{digits}")) => Some(digits),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn number_is_found_with_and_without_hyphens() {
        for text in ["010-1234", "0101234", "010 1234", "(010) 1234", "+82 10-1234", "+82-010-1234"] {
            assert_eq!(PersonSearch::parse(text).phone.as_deref(), Some("0101234"), "{text}");
        }
        for text in ["", "01", "김하늘", "010-12ab", "10+12"] {
            assert_eq!(PersonSearch::parse(text).phone, None, "{text}");
        }
    }

    #[test]
    fn birth_is_found_in_written_forms() {
        for text in ["1990-01-31", "1990.01.31", "1990. 1. 31.", "1990/1/31", "19900131", "1990년 1월 31일"] {
            assert_eq!(PersonSearch::parse(text).birth.as_deref(), Some("19900131"), "{text}");
        }
        for text in ["900131", "90-01-31", "90.1.31"] {
            assert_eq!(PersonSearch::parse(text).birth.as_deref(), Some("900131"), "{text}");
        }
        for text in ["1990-02-31", "901301", "1990-01", "0101234", "김하늘", "1990-1-3-1", "００１２３４"] {
            assert_eq!(PersonSearch::parse(text).birth, None, "{text}");
        }
    }

    #[test]
    fn name_is_composed_small_and_without_spaces() {
        assert_eq!(PersonSearch::parse(" 김 하늘 ").name, "김하늘");
        assert_eq!(PersonSearch::parse("\u{1100}\u{1175}\u{11b7}").name, "김");
        assert_eq!(PersonSearch::parse("Kim Ha").name, "kimha");
        assert_eq!(PersonSearch::parse("ㄱㅎㄴ").name, "ㄱㅎㄴ");
    }

    proptest! {
        #[test]
        fn every_written_birth_ends_the_stored_one(days in 0..50_000i32) {
            let date = NaiveDate::from_ymd_opt(1900, 1, 1).expect("a day") + chrono::TimeDelta::days(days.into());
            let stored = date.format("%Y%m%d").to_string();
            for form in ["%Y-%m-%d", "%Y.%m.%d", "%Y. %-m. %-d.", "%Y%m%d", "%y%m%d", "%y.%-m.%-d", "%Y년 %-m월 %-d일"] {
                let birth = PersonSearch::parse(&date.format(form).to_string()).birth;
                prop_assert!(birth.as_deref().is_some_and(|birth| stored.ends_with(birth)), "{} {:?}", form, birth);
            }
        }

        #[test]
        fn any_text_is_searched_for(text in ".{0,100}") {
            let search = PersonSearch::parse(&text);
            prop_assert!(search.phone.is_none_or(|digits| digits.bytes().all(|b| b.is_ascii_digit())));
            prop_assert!(!search.name.contains(char::is_whitespace));
        }
    }
}
