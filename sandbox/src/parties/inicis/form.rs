//! Forms in EUC-KR.

use encoding_rs::EUC_KR;
use percent_encoding::percent_decode;

use crate::parties::wire::Fields;

/// Reads the body of a form whose page said `accept-charset="euc-kr"`.
pub(super) fn read(body: &[u8]) -> Fields {
    let text = |encoded: &[u8]| {
        let spaced: Vec<u8> = encoded.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
        let bytes: Vec<u8> = percent_decode(&spaced).collect();
        EUC_KR.decode(&bytes).0.into_owned()
    };
    let pairs = body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let middle = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
            (text(&pair[..middle]), text(pair.get(middle + 1..).unwrap_or_default()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn korean_is_read_in_the_encoding_of_the_form() {
        let fields = read(b"P_GOODS=%BB%E7%BF%EB%C0%DA+1&P_AMT=100");
        assert_eq!((fields["P_GOODS"].as_str(), fields["P_AMT"].as_str()), ("사용자 1", "100"));
        // UTF-8 is not what the page asked for, and comes out as what it is not
        assert_ne!(read("P_GOODS=%EC%82%AC".as_bytes())["P_GOODS"], "사");
    }
}
