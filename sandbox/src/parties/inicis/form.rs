//! Parses forms in EUC-KR.

use encoding_rs::EUC_KR;
use percent_encoding::percent_decode;

use crate::parties::wire::FormFields;

/// Parses the body of a form with `accept-charset="euc-kr"`.
pub(super) fn parse_euc_kr(body: &[u8]) -> FormFields {
    let decode = |encoded: &[u8]| {
        let spaced: Vec<u8> = encoded.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
        let bytes: Vec<u8> = percent_decode(&spaced).collect();
        EUC_KR.decode(&bytes).0.into_owned()
    };
    let pairs = body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let middle = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
            (decode(&pair[..middle]), decode(pair.get(middle + 1..).unwrap_or_default()))
        })
        .collect()
}

/// Returns the bytes of a field's text as the browser sent it.
pub(super) fn sent_bytes(text: &str) -> usize {
    EUC_KR.encode(text).0.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_is_decoded_from_euc_kr() {
        let fields = parse_euc_kr(b"P_GOODS=%BB%E7%BF%EB%C0%DA+1&P_AMT=100");
        assert_eq!((fields["P_GOODS"].as_str(), fields["P_AMT"].as_str()), ("사용자 1", "100"));
        // UTF-8 is misread
        assert_ne!(parse_euc_kr("P_GOODS=%EC%82%AC".as_bytes())["P_GOODS"], "사");
    }
}
