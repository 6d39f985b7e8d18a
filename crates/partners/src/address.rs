//! Korean addresses by the road-name address service (`juso.go.kr`, `addrLinkApi`).

use std::time::Duration;

use reqwest::Client;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use url::Url;

use crate::lenient::or_default;
use crate::outside::{Outage, at, client, read};

/// How long one search may take: a page waits three seconds for us.
const CALL_LIMIT: Duration = Duration::from_millis(2_500);
/// How many addresses one search gives.
const RESULTS: &str = "50";
/// What the service takes for an attack, wherever it stands in a search.
const REFUSED_CHARACTERS: [char; 6] = ['%', '=', '>', '<', '[', ']'];
/// The same as words of their own, in any case.
const REFUSED_WORDS: [&str; 12] =
    ["or", "select", "insert", "delete", "update", "create", "drop", "exec", "union", "fetch", "declare", "truncate"];

/// Where the service is and how to be let in.
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
    /// By road and building.
    pub road: String,
    /// By district and lot.
    pub jibun: String,
}

/// Why there is no list of addresses.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The service does not search for this: it is too short, too common, or of digits alone.
    #[error("the search is refused: {code}")]
    Keyword {
        /// The service's code.
        code: String,
    },
    /// The service cannot be reached, is slow, or does not know our key.
    #[error(transparent)]
    Unavailable(#[from] Outage),
}

/// A client of the address service; clones share its connections.
#[derive(Clone, Debug)]
pub struct Juso {
    http: Client,
    endpoint: Url,
    key: SecretString,
}

#[derive(Deserialize)]
struct Answer {
    results: Results,
}

#[derive(Deserialize)]
struct Results {
    common: Common,
    // null when nothing was found or the search is refused
    juso: Option<Vec<Row>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Common {
    error_code: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Row {
    #[serde(deserialize_with = "or_default")]
    zip_no: String,
    #[serde(deserialize_with = "or_default")]
    road_addr: String,
    #[serde(deserialize_with = "or_default")]
    jibun_addr: String,
}

impl Juso {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// When the address cannot be used or the TLS library does not start.
    pub fn new(config: JusoConfig) -> Result<Self, Outage> {
        let endpoint = at(&config.url, "/addrlink/addrLinkApi.do")?;
        Ok(Self { http: client(CALL_LIMIT)?, endpoint, key: config.key })
    }

    /// The addresses that fit a search, at most fifty. `keyword` is what [`keyword`] left.
    ///
    /// # Errors
    /// [`AddressError::Keyword`] or [`AddressError::Unavailable`].
    pub async fn search(&self, keyword: &str) -> Result<Vec<Address>, AddressError> {
        let query = [
            ("confmKey", self.key.expose_secret()),
            ("currentPage", "1"),
            ("countPerPage", RESULTS),
            ("keyword", keyword),
            ("resultType", "json"),
        ];
        let answer = self.http.get(self.endpoint.clone()).query(&query).send().await.map_err(Outage::from)?;
        let (status, Answer { results }) = read(answer).await?;
        // refusals come with 200 too
        let code = results.common.error_code;
        if keyword_is_refused(&code) {
            return Err(AddressError::Keyword { code });
        }
        if code != "0" || !status.is_success() {
            return Err(Outage(format!("{status}, code {code}")).into());
        }
        let rows = results.juso.unwrap_or_default().into_iter();
        Ok(rows.map(|row| Address { zipcode: row.zip_no, road: row.road_addr, jibun: row.jibun_addr }).collect())
    }
}

/// Whether a code is about what was searched for. The others are about our key (E0001, E0014) or the service (-999).
fn keyword_is_refused(code: &str) -> bool {
    matches!(code, "E0005" | "E0006" | "E0008" | "E0009" | "E0010" | "E0011" | "E0012" | "E0013" | "E0015")
}

/// What is left of a search without the characters and words that the service takes for an attack; words are parted by
/// one space.
#[must_use]
pub fn keyword(text: &str) -> String {
    let plain = text.replace(|c: char| c.is_control() || REFUSED_CHARACTERS.contains(&c), " ");
    let words = plain.split_whitespace();
    let kept = words.filter(|word| !REFUSED_WORDS.iter().any(|refused| word.eq_ignore_ascii_case(refused)));
    kept.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outside::tests::Party;

    const FOUND: &str = r#"{"results":{"common":{"errorMessage":"정상","countPerPage":"50","totalCount":"1","errorCode":"0","currentPage":"1"},
        "juso":[{"roadAddr":"서울특별시 종로구 세종대로 175 (세종로)","roadAddrPart1":"서울특별시 종로구 세종대로 175","jibunAddr":"서울특별시 종로구 세종로 81-3 세종문화회관","zipNo":"03172","bdNm":"세종문화회관"}]}}"#;

    fn juso(url: Url) -> Juso {
        Juso::new(JusoConfig { url, key: "KEY".into() }).expect("a client")
    }

    fn refusal(code: &str) -> String {
        format!(r#"{{"results":{{"common":{{"errorCode":"{code}","errorMessage":"m"}},"juso":null}}}}"#)
    }

    #[tokio::test]
    async fn addresses_are_asked_for_and_read_as_documented() {
        let party = Party::answering(&[("200 OK", Some(FOUND)), ("200 OK", Some(&refusal("0")))]).await;
        let juso = juso(party.url.clone());
        let found = juso.search("세종대로 175").await.expect("found");
        let expected = Address {
            zipcode: "03172".into(),
            road: "서울특별시 종로구 세종대로 175 (세종로)".into(),
            jibun: "서울특별시 종로구 세종로 81-3 세종문화회관".into(),
        };
        assert_eq!(found, [expected]);
        assert_eq!(juso.search("없는길").await.expect("nothing found"), []);
        let asked = &party.asked()[0];
        let line = "GET /base/addrlink/addrLinkApi.do?confmKey=KEY&currentPage=1&countPerPage=50\
                    &keyword=%EC%84%B8%EC%A2%85%EB%8C%80%EB%A1%9C+175&resultType=json HTTP/1.1";
        assert!(asked.starts_with(line), "{asked}");
    }

    #[tokio::test]
    async fn an_address_without_a_part_is_still_one() {
        let rows =
            r#"[{"zipNo":"03172","roadAddr":"세종대로 175","jibunAddr":null},{"zipNo":3172,"roadAddr":"세종대로 1"}]"#;
        let body = format!(r#"{{"results":{{"common":{{"errorCode":"0"}},"juso":{rows}}}}}"#);
        let party = Party::answering(&[("200 OK", Some(&body))]).await;
        let found = juso(party.url.clone()).search("세종대로").await.expect("found");
        let told: Vec<_> = found.iter().map(|a| (a.zipcode.as_str(), a.road.as_str(), a.jibun.as_str())).collect();
        assert_eq!(told, [("03172", "세종대로 175", ""), ("", "세종대로 1", "")]);
    }

    #[tokio::test]
    async fn what_was_searched_for_is_told_from_what_we_did_wrong() {
        for code in ["E0005", "E0006", "E0008", "E0012", "E0013", "E0015"] {
            let party = Party::answering(&[("200 OK", Some(&refusal(code)))]).await;
            let error = juso(party.url).search("로").await.expect_err("refused");
            assert!(matches!(&error, AddressError::Keyword { code: told } if told == code), "{error:?}");
        }
        let down = [
            ("200 OK", refusal("E0001")),
            ("200 OK", refusal("E0014")),
            ("200 OK", refusal("-999")),
            ("500 Internal Server Error", refusal("0")),
            ("502 Bad Gateway", "<html>".to_owned()),
            ("200 OK", r#"{"results":null}"#.to_owned()),
            ("200 OK", String::new()),
        ];
        for (status, body) in down {
            let party = Party::answering(&[(status, Some(&body))]).await;
            let error = juso(party.url).search("세종대로").await.expect_err("no list");
            assert!(matches!(error, AddressError::Unavailable(_)), "{status} {body}: {error:?}");
        }
    }

    #[tokio::test]
    async fn a_service_that_is_away_or_hangs_is_unavailable_and_nothing_is_told_of_the_search() {
        let hanging = Party::answering(&[("200 OK", None)]).await;
        for url in ["http://127.0.0.1:9".parse().expect("a URL"), hanging.url.clone()] {
            let error = juso(url).search("집주소").await.expect_err("no list");
            assert!(matches!(error, AddressError::Unavailable(_)));
            let told = format!("{error:?}");
            assert!(!told.contains("KEY") && !told.contains("keyword") && !told.contains("집주소"), "{told}");
        }
    }

    #[test]
    fn attacks_are_taken_out_of_a_search_and_addresses_stay() {
        assert_eq!(keyword("  세종대로   175\n"), "세종대로 175");
        assert_eq!(keyword("역삼동[%=<>]736-1"), "역삼동 736-1");
        assert_eq!(keyword("서울 UNION Select 세종로"), "서울 세종로");
        assert_eq!(keyword("Orchard 1"), "Orchard 1");
        assert_eq!(keyword("%<>\0"), "");
    }
}
