//! The length of text messages.

/// The maximum length of one text message, in bytes as carriers count them.
const LIMIT: usize = 90;

/// Returns the first wording that fits into one text message, or the last one: a link cannot be cut, and carriers send
/// a longer text as a long message.
pub fn choose_wording(wordings: &[String]) -> &str {
    let fitting = wordings.iter().find(|text| bytes(text) <= LIMIT);
    fitting.or(wordings.last()).map_or("", String::as_str)
}

/// Returns the length as carriers count it: two bytes for a character outside ASCII.
fn bytes(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wording_that_fits_is_taken() {
        let wordings = ["가".repeat(46), "가".repeat(45), "나".to_owned()];
        assert_eq!(choose_wording(&wordings), "가".repeat(45));
        assert_eq!(choose_wording(&wordings[..1]), "가".repeat(46));
        assert_eq!(choose_wording(&[]), "");
    }
}
