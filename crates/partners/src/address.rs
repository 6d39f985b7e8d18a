//! Address search with the road-name address service (`juso.go.kr`, `addrLinkApi`).

use std::time::Duration;

use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use url::Url;

use crate::http::{ServiceUnavailable, build_client, join_url, read_json};
use crate::lenient::or_default;

/// How long a search may take. A page waits for three seconds.
const CALL_TIMEOUT: Duration = Duration::from_millis(2_500);
/// The number of addresses that a search returns.
const RESULTS_PER_SEARCH: &str = "50";
/// Characters that the service rejects as an attack.
const FORBIDDEN_CHARS: [char; 6] = ['%', '=', '>', '<', '[', ']'];
/// Words that the service rejects as an attack, in any case.
const FORBIDDEN_WORDS: [&str; 12] =
    ["or", "select", "insert", "delete", "update", "create", "drop", "exec", "union", "fetch", "declare", "truncate"];

/// The service's URL and our key.
#[derive(Clone, Debug)]
pub struct JusoConfig {
    /// `https://business.juso.go.kr`, or the sandbox.
    pub url: Url,
    /// The approval key.
    pub key: SecretString,
}

/// An address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Five digits.
    pub zipcode: String,
    /// The address by road and building.
    pub road: String,
    /// The address by district and lot.
    pub jibun: String,
}

/// Why a search failed.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The service refuses the keyword: it is too short, too common, or has only digits.
    #[error("the keyword is refused: {code}")]
    Keyword {
        /// The service's code.
        code: String,
    },
    /// The service cannot be reached, is slow, or refuses our key.
    #[error(transparent)]
    Unavailable(#[from] ServiceUnavailable),
}

/// A client of the address service. Clones share its connections.
#[derive(Clone, Debug)]
pub struct Juso {
    http: Client,
    endpoint: Url,
    key: SecretString,
}

#[derive(Deserialize)]
struct SearchResponse {
    results: Results,
}

#[derive(Deserialize)]
struct Results {
    common: Common,
    // null when nothing was found or the keyword is refused
    juso: Option<Vec<Row>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Common {
    error_code: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Row {
    #[serde(deserialize_with = "or_default")]
    zip_no: String,
    #[serde(deserialize_with = "or_default")]
    road_addr: String,
    #[serde(deserialize_with = "or_default")]
    jibun_addr: String,
}

impl Juso {
    /// Builds a client without connecting.
    ///
    /// # Errors
    /// [`ServiceUnavailable`] for an invalid URL, or when the TLS library does not start.
    pub fn new(config: JusoConfig) -> Result<Self, ServiceUnavailable> {
        let endpoint = join_url(&config.url, "/addrlink/addrLinkApi.do")?;
        Ok(Self { http: build_client(CALL_TIMEOUT)?, endpoint, key: config.key })
    }

    /// Returns up to fifty addresses for a keyword from [`sanitize_keyword`].
    ///
    /// # Errors
    /// [`AddressError::Keyword`] or [`AddressError::Unavailable`].
    pub async fn search(&self, keyword: &str) -> Result<Vec<Address>, AddressError> {
        let query = [
            ("confmKey", self.key.expose_secret()),
            ("currentPage", "1"),
            ("countPerPage", RESULTS_PER_SEARCH),
            ("keyword", keyword),
            ("resultType", "json"),
        ];
        let response =
            self.http.get(self.endpoint.clone()).query(&query).send().await.map_err(ServiceUnavailable::from)?;
        let (status, SearchResponse { results }) = read_json(response).await?;
        // refusals also come with status 200
        let code = results.common.error_code;
        if is_keyword_code(&code) {
            return Err(AddressError::Keyword { code });
        }
        if code != "0" || !status.is_success() {
            return Err(ServiceUnavailable(format!("{status}, code {code}")).into());
        }
        let rows = results.juso.unwrap_or_default().into_iter();
        Ok(rows.map(|row| Address { zipcode: row.zip_no, road: row.road_addr, jibun: row.jibun_addr }).collect())
    }
}

/// Returns whether an error code is about the keyword. Other codes are about our key (E0001, E0014) or the service
/// (-999).
fn is_keyword_code(code: &str) -> bool {
    matches!(code, "E0005" | "E0006" | "E0008" | "E0009" | "E0010" | "E0011" | "E0012" | "E0013" | "E0015")
}

/// Removes the characters and words that the service rejects as an attack, and joins the rest with single spaces.
#[must_use]
pub fn sanitize_keyword(text: &str) -> String {
    let plain = text.replace(|c: char| c.is_control() || FORBIDDEN_CHARS.contains(&c), " ");
    let words = plain.split_whitespace();
    let allowed = words.filter(|word| !FORBIDDEN_WORDS.iter().any(|forbidden| word.eq_ignore_ascii_case(forbidden)));
    allowed.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stub::{Party, closed_url};

    const FOUND: &str = r#"{"results":{"common":{"errorMessage":"정상","countPerPage":"50","totalCount":"1","errorCode":"0","currentPage":"1"},
        "juso":[{"roadAddr":"서울특별시 종로구 세종대로 175 (세종로)","roadAddrPart1":"서울특별시 종로구 세종대로 175","jibunAddr":"서울특별시 종로구 세종로 81-3 세종문화회관","zipNo":"03172","bdNm":"세종문화회관"}]}}"#;

    fn juso(url: Url) -> Juso {
        Juso::new(JusoConfig { url, key: "KEY".into() }).expect("a client")
    }

    async fn search(status: u16, body: &str) -> Result<Vec<Address>, AddressError> {
        let party = Party::with_responses(&[(status, body)]).await;
        juso(party.url.clone()).search("세종대로").await
    }

    fn refusal(code: &str) -> String {
        format!(r#"{{"results":{{"common":{{"errorCode":"{code}","errorMessage":"m"}},"juso":null}}}}"#)
    }

    #[tokio::test]
    async fn search_sends_documented_query() {
        let party = Party::with_responses(&[(200, FOUND)]).await;
        juso(party.url.clone()).search("세종대로 175").await.expect("addresses");
        let expected = "GET /base/addrlink/addrLinkApi.do?confmKey=KEY&currentPage=1&countPerPage=50\
                        &keyword=%EC%84%B8%EC%A2%85%EB%8C%80%EB%A1%9C+175&resultType=json";
        assert_eq!(party.calls().await, [expected]);
    }

    #[tokio::test]
    async fn found_addresses_are_parsed() {
        let expected = Address {
            zipcode: "03172".into(),
            road: "서울특별시 종로구 세종대로 175 (세종로)".into(),
            jibun: "서울특별시 종로구 세종로 81-3 세종문화회관".into(),
        };
        assert_eq!(search(200, FOUND).await.expect("addresses"), [expected]);
    }

    #[tokio::test]
    async fn no_hit_is_an_empty_list() {
        for body in [&refusal("0"), r#"{"results":{"common":{"errorCode":"0"},"juso":[]}}"#] {
            assert_eq!(search(200, body).await.expect("no address"), [], "{body}");
        }
    }

    #[tokio::test]
    async fn address_may_lack_parts() {
        let rows =
            r#"[{"zipNo":"03172","roadAddr":"세종대로 175","jibunAddr":null},{"zipNo":3172,"roadAddr":"세종대로 1"}]"#;
        let body = format!(r#"{{"results":{{"common":{{"errorCode":"0"}},"juso":{rows}}}}}"#);
        let found = search(200, &body).await.expect("addresses");
        let parts: Vec<_> = found.iter().map(|a| (a.zipcode.as_str(), a.road.as_str(), a.jibun.as_str())).collect();
        assert_eq!(parts, [("03172", "세종대로 175", ""), ("", "세종대로 1", "")]);
    }

    #[tokio::test]
    async fn keyword_codes_are_keyword_errors() {
        for code in ["E0005", "E0006", "E0008", "E0009", "E0010", "E0011", "E0012", "E0013", "E0015"] {
            let error = search(200, &refusal(code)).await.expect_err("refused");
            assert!(matches!(&error, AddressError::Keyword { code: actual } if actual == code), "{error:?}");
        }
    }

    #[tokio::test]
    async fn other_failures_are_unavailable() {
        for (status, body) in [
            (200, refusal("E0001")),
            (200, refusal("E0014")),
            (200, refusal("-999")),
            (200, refusal("")),
            (302, refusal("0")),
            (403, refusal("0")),
            (429, refusal("0")),
            (500, refusal("0")),
            (502, "<html>".to_owned()),
            (200, r#"{"results":null}"#.to_owned()),
            (200, r#"{"results":{"juso":[]}}"#.to_owned()),
            (200, r#"{"results":{"common":{"errorCode":0},"juso":[]}}"#.to_owned()),
            (200, r#"{"results":{"common":{"errorCode":"0"},"juso":{}}}"#.to_owned()),
            (200, "[]".to_owned()),
            (200, String::new()),
        ] {
            let error = search(status, &body).await.expect_err("no list");
            assert!(matches!(error, AddressError::Unavailable(_)), "{status} {body}: {error:?}");
        }
    }

    #[tokio::test]
    async fn outage_hides_key_and_keyword() {
        let unresponsive = Party::unresponsive().await;
        for url in [closed_url(), unresponsive.url.clone()] {
            let error = juso(url).search("집주소").await.expect_err("no list");
            assert!(matches!(error, AddressError::Unavailable(_)));
            let shown = format!("{error:?}");
            assert!(!shown.contains("KEY") && !shown.contains("keyword") && !shown.contains("집주소"), "{shown}");
        }
    }

    #[test]
    fn sanitized_keyword_keeps_addresses() {
        for (text, keyword) in [
            ("  세종대로   175\n", "세종대로 175"),
            ("역삼동[%=<>]736-1", "역삼동 736-1"),
            ("서울 UNION Select 세종로", "서울 세종로"),
            ("Orchard 1", "Orchard 1"),
            ("%<>\0", ""),
            ("", ""),
        ] {
            assert_eq!(sanitize_keyword(text), keyword, "{text:?}");
        }
    }
}
