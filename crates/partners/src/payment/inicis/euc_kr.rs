//! Texts for a form in EUC-KR, whose fields are limited in bytes.
//!
//! A browser encodes a letter that EUC-KR lacks as an entity (`&#7863;`), which takes up to ten bytes and is hard to
//! read on a receipt.

use encoding_rs::EUC_KR;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Returns the text shortened to `max_bytes` of EUC-KR: letters that it lacks lose their accents, or are removed if
/// that does not help, and the text is cut between letters.
pub(super) fn fit(text: &str, max_bytes: usize) -> String {
    let mut fitted = String::new();
    let mut size = 0;
    for c in text.nfc().flat_map(encodable) {
        size += encoded_len(c).unwrap_or_default();
        if size > max_bytes {
            break;
        }
        fitted.push(c);
    }
    fitted.trim().to_owned()
}

/// Returns the letter if EUC-KR has it, or else the letter without its accents, if EUC-KR has that.
fn encodable(c: char) -> Vec<char> {
    if encoded_len(c).is_some() {
        return vec![c];
    }
    let plain = match c {
        'Đ' => 'D',
        'đ' => 'd',
        c => c,
    };
    std::iter::once(plain).nfkd().filter(|c| !is_combining_mark(*c) && encoded_len(*c).is_some()).collect()
}

/// Returns the number of bytes of a letter in EUC-KR, or `None` if it lacks the letter.
fn encoded_len(c: char) -> Option<usize> {
    let mut buffer = [0; 4];
    let (bytes, _, is_lacking) = EUC_KR.encode(c.encode_utf8(&mut buffer));
    (!is_lacking && !c.is_control()).then_some(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bytes that a browser sends for a text in a form with `accept-charset="euc-kr"`, entities included.
    fn sent_bytes(text: &str) -> usize {
        EUC_KR.encode(text).0.len()
    }

    #[test]
    fn accents_that_euc_kr_lacks_are_dropped() {
        assert_eq!(fit("Đặng Thị Hồng Nhung", 30), "Dang Thi Hong Nhung");
        assert!(sent_bytes("Đặng Thị Hồng Nhung") > 30, "the browser would send entities");
        assert_eq!(fit("김하늘", 30), "김하늘");
        assert_eq!(fit("洪吉童 José Ñuñez", 30), "洪吉童 Jose Nunez");
        assert_eq!(fit("똠방각하 펲", 30), "똠방각하 펲");
        assert_eq!(fit("สมชาย 😀", 30), "");
    }

    #[test]
    fn text_is_cut_between_letters() {
        assert_eq!(fit(&"가".repeat(16), 30), "가".repeat(15));
        assert_eq!(fit(&"a가".repeat(16), 31), "a가".repeat(10) + "a");
        assert_eq!(fit("\u{1112}\u{1161}\u{11ab} a\u{302}", 30), "한 a");
    }

    #[test]
    fn every_fitted_text_is_short_enough() {
        let letters: Vec<char> = ('\u{20}'..'\u{2fff}').chain('\u{4e00}'..'\u{9fff}').chain('가'..='힣').collect();
        for part in letters.chunks(23) {
            let fitted = fit(&part.iter().collect::<String>(), 30);
            assert!(sent_bytes(&fitted) <= 30 && !fitted.contains("&#"), "{fitted}");
        }
    }
}
