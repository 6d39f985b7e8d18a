//! Queries and forms as browsers bring them from a provider, in whichever of the two encodings of Korean.

use encoding_rs::EUC_KR;
use percent_encoding::percent_decode;

/// The names and values of a query or a form's body. What is not UTF-8 is read as EUC-KR, which a provider's older pages send.
#[must_use]
pub fn read_form(raw: &[u8]) -> Vec<(String, String)> {
    raw.split(|byte| *byte == b'&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let middle = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
            (text(&pair[..middle]), text(pair.get(middle + 1..).unwrap_or_default()))
        })
        .collect()
}

/// The value of the first field with this name, or the empty text.
pub(super) fn field<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    pairs.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
}

fn text(encoded: &[u8]) -> String {
    let spaced: Vec<u8> = encoded.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    let bytes: Vec<u8> = percent_decode(&spaced).collect();
    String::from_utf8(bytes).unwrap_or_else(|error| EUC_KR.decode(error.as_bytes()).0.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_read() {
        let pairs = read_form("a=1&P_RMESG1=%BB%E7%BF%EB%C0%DA+%C3%EB%BC%D2&b=%ED%98%80&c&=x&&a=2".as_bytes());
        assert_eq!(field(&pairs, "P_RMESG1"), "사용자 취소");
        assert_eq!(
            (field(&pairs, "a"), field(&pairs, "b"), field(&pairs, "c"), field(&pairs, "d")),
            ("1", "혀", "", "")
        );
        // unescaped bytes, as a form's body of another encoding may hold them
        assert_eq!(read_form(b"m=\xc7\xf4"), [("m".to_owned(), "혀".to_owned())]);
        assert!(read_form(b"").is_empty());
        assert_eq!(read_form(b"%zz=%"), [("%zz".to_owned(), "%".to_owned())]);
    }
}
