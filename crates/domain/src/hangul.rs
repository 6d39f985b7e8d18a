//! Korean search: texts without spaces, and the initial consonants of syllables (초성).

use crate::text::compose;

/// The nineteen initial consonants in the order of the syllables, as keyboards write them alone.
const INITIALS: [char; 19] =
    ['ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ'];
/// 가. Each initial begins 588 syllables.
const FIRST_SYLLABLE: u32 = 0xac00;
const LAST_SYLLABLE: u32 = 0xd7a3;
const SYLLABLES_PER_INITIAL: u32 = 588;

/// How many words of a search are used.
const MAX_SEARCH_WORDS: usize = 5;

/// Replaces each syllable by its initial consonant: `바른치과` becomes `ㅂㄹㅊㄱ`. Other characters stay. The database function
/// `hangul_initials` does the same.
#[must_use]
pub fn to_initials(text: &str) -> String {
    text.chars()
        .map(|c| match u32::from(c) {
            syllable @ FIRST_SYLLABLE..=LAST_SYLLABLE => {
                INITIALS[((syllable - FIRST_SYLLABLE) / SYLLABLES_PER_INITIAL) as usize]
            }
            _ => c,
        })
        .collect()
}

/// Returns up to five words of a search, composed and in lower case, the longest first. A hit contains all of them.
#[must_use]
pub fn split_search_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = compose(text).split_whitespace().map(str::to_lowercase).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words.dedup();
    words.truncate(MAX_SEARCH_WORDS);
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn syllables_become_their_initials() {
        for (text, expected) in [
            ("바른치과", "ㅂㄹㅊㄱ"),
            ("가힣", "ㄱㅎ"),
            ("까따빠싸짜", "ㄲㄸㅃㅆㅉ"),
            ("서울 A+ 3호", "ㅅㅇ A+ 3ㅎ"),
            ("ㅂㄹ", "ㅂㄹ"),
            ("", ""),
        ] {
            assert_eq!(to_initials(text), expected);
        }
    }

    #[test]
    fn every_initial_covers_588_syllables() {
        for (index, initial) in (0_u32..).zip(INITIALS) {
            let first = FIRST_SYLLABLE + index * SYLLABLES_PER_INITIAL;
            for syllable in [first, first + SYLLABLES_PER_INITIAL - 1] {
                let text = char::from_u32(syllable).expect("a syllable").to_string();
                assert_eq!(to_initials(&text), initial.to_string(), "{text}");
            }
        }
    }

    #[test]
    fn repeated_words_count_once() {
        assert_eq!(split_search_words("서울 서울 치과"), ["서울", "치과"]);
        assert_eq!(split_search_words("AB ab Ab"), ["ab"]);
        assert_eq!(split_search_words("\u{1112}\u{1167} 혀"), ["혀"]);
    }

    #[test]
    fn longest_word_comes_first() {
        assert_eq!(split_search_words("  서울  바른치과 A "), ["바른치과", "서울", "a"]);
        assert!(split_search_words(" \t ").is_empty());
        assert_eq!(split_search_words("a b c d e f g").len(), 5);
    }

    proptest! {
        #[test]
        fn initials_keep_length_and_are_idempotent(text: String) {
            let once = to_initials(&text);
            prop_assert_eq!(once.chars().count(), text.chars().count());
            prop_assert_eq!(to_initials(&once), once);
        }
    }
}
