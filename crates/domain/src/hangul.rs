//! Searching in Korean: texts without spaces, and the initial consonants of their syllables (초성).

/// The nineteen initial consonants in the order of the syllables, as keyboards write them alone.
const INITIALS: [char; 19] =
    ['ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ'];
/// 가, the first syllable; each initial begins 588 of them.
const FIRST: u32 = 0xac00;
const LAST: u32 = 0xd7a3;
const PER_INITIAL: u32 = 588;

/// The most words of a search that count.
const WORDS: usize = 5;

/// A text with each syllable as its initial consonant: `바른치과` is `ㅂㄹㅊㄱ`. Other characters stay. The database's
/// function `hangul_initials` does the same.
#[must_use]
pub fn initials(text: &str) -> String {
    text.chars()
        .map(|c| match u32::from(c) {
            syllable @ FIRST..=LAST => INITIALS[((syllable - FIRST) / PER_INITIAL) as usize],
            _ => c,
        })
        .collect()
}

/// The words of a search in small letters, the longest first: each must be found. At most five.
#[must_use]
pub fn search_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words.dedup();
    words.truncate(WORDS);
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
            assert_eq!(initials(text), expected);
        }
    }

    #[test]
    fn the_longest_word_leads() {
        assert_eq!(search_words("  서울  바른치과 A "), ["바른치과", "서울", "a"]);
        assert!(search_words(" \t ").is_empty());
        assert_eq!(search_words("a b c d e f g").len(), 5);
    }

    proptest! {
        #[test]
        fn initials_keep_the_length_and_settle(text: String) {
            let once = initials(&text);
            prop_assert_eq!(once.chars().count(), text.chars().count());
            prop_assert_eq!(initials(&once), once);
        }
    }
}
