//! Queries and forms that browsers send when they return from a provider, in UTF-8 or EUC-KR.

use encoding_rs::EUC_KR;
use percent_encoding::percent_decode;

/// Parses a query or a form's body into names and values. Text that is not UTF-8 is decoded as EUC-KR, which older pages of providers
/// use.
#[must_use]
pub fn parse_form(raw: &[u8]) -> Vec<(String, String)> {
    raw.split(|byte| *byte == b'&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let middle = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
            (decode(&pair[..middle]), decode(pair.get(middle + 1..).unwrap_or_default()))
        })
        .collect()
}

/// Returns the trimmed value of the first field with this name, or an empty text.
pub(super) fn field<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    pairs.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.trim())
}

fn decode(encoded: &[u8]) -> String {
    let spaced: Vec<u8> = encoded.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    let bytes: Vec<u8> = percent_decode(&spaced).collect();
    String::from_utf8(bytes).unwrap_or_else(|error| EUC_KR.decode(error.as_bytes()).0.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_in_both_encodings_is_parsed() {
        let pairs = parse_form("a=1&P_RMESG1=%BB%E7%BF%EB%C0%DA+%C3%EB%BC%D2&b=%ED%98%80&c&=x&&a=2".as_bytes());
        assert_eq!(field(&pairs, "P_RMESG1"), "사용자 취소");
        assert_eq!(
            (field(&pairs, "a"), field(&pairs, "b"), field(&pairs, "c"), field(&pairs, "d")),
            ("1", "혀", "", "")
        );
        // bytes without percent encoding
        assert_eq!(parse_form(b"m=\xc7\xf4"), [("m".to_owned(), "혀".to_owned())]);
        assert!(parse_form(b"").is_empty());
        assert_eq!(parse_form(b"%zz=%"), [("%zz".to_owned(), "%".to_owned())]);
    }
}
