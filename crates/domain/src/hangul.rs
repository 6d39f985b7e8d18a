//! Korean search terms. The database compares them with names and their initial consonants (초성).

use crate::text::compose;

/// The maximum number of words in a search. More words are ignored.
const MAX_SEARCH_WORDS: usize = 5;

/// Returns up to five words of a search, composed and in lower case, the longest first. A hit contains all of them.
#[must_use]
pub fn split_search_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = compose(text).split_whitespace().map(str::to_lowercase).collect();
    words.sort_unstable();
    words.dedup();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words.truncate(MAX_SEARCH_WORDS);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_words_count_once() {
        assert_eq!(split_search_words("서울 서울 치과"), ["서울", "치과"]);
        assert_eq!(split_search_words("AB ab Ab"), ["ab"]);
        assert_eq!(split_search_words("ab cd ab ef ab gh ab ij"), ["ab", "cd", "ef", "gh", "ij"]);
        assert_eq!(split_search_words("\u{1112}\u{1167} 혀"), ["혀"]);
    }

    #[test]
    fn longest_word_comes_first() {
        assert_eq!(split_search_words("  서울  바른치과 A "), ["바른치과", "서울", "a"]);
        assert!(split_search_words(" \t ").is_empty());
        assert_eq!(split_search_words("a b c d e f g").len(), 5);
    }
}
