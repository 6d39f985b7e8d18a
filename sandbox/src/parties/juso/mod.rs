//! Address search as business.juso.go.kr answers it: `addrLinkApi.do`, its JSON and XML, its error codes.
//!
//! Every answer has status 200; `common.errorCode` says whether it is one.

mod keyword;
mod streets;

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Map, Value, json};

use super::faults::{Faults, with_faults};
use super::wire;
use crate::page::escape;
use streets::Address;

/// Rows that one page may have.
const LARGEST_PAGE: usize = 100;
/// Rows that one search can reach, over all pages.
const REACH: usize = 9000;

/// An error's code and its words.
type Refusal = (&'static str, &'static str);

const SYSTEM: Refusal = ("-999", "시스템에러");
const UNKNOWN_KEY: Refusal = ("E0001", "승인되지 않은 KEY 입니다.");
const TOO_FAR: Refusal = ("E0015", "검색 범위를 초과하였습니다.");

#[derive(Debug)]
struct Register {
    key: String,
    addresses: Vec<Address>,
}

/// The party, which answers those who show `key`.
pub fn router(key: &str, faults: Faults) -> Router {
    let register = Arc::new(Register { key: key.to_owned(), addresses: streets::all() });
    let calls = Router::new().route("/addrlink/addrLinkApi.do", get(search).post(search)).with_state(register);
    with_faults(calls, faults, "")
}

async fn search(State(register): State<Arc<Register>>, RawQuery(query): RawQuery, body: String) -> Response {
    let given = wire::fields(&format!("{}&{body}", query.unwrap_or_default()));
    let field = |name: &str| wire::field(&given, name);
    let page = Page { number: field("currentPage").to_owned(), size: field("countPerPage").to_owned() };
    let found = if field("confmKey") == register.key {
        keyword::check(field("keyword")).and_then(|words| register.find(&words, &page))
    } else {
        Err(UNKNOWN_KEY)
    };
    let results = match found {
        Ok((total, rows)) => page.results(("0", "정상"), total, Some(&rows)),
        Err(refusal) => page.results(refusal, 0, None),
    };
    if field("resultType") == "json" {
        return Json(json!({ "results": results })).into_response();
    }
    ([(CONTENT_TYPE, "application/xml;charset=UTF-8")], as_xml(&results)).into_response()
}

impl Register {
    /// How many addresses there are with all `words`, and those of the page.
    fn find(&self, words: &[String], page: &Page) -> Result<(usize, Vec<Value>), Refusal> {
        let (number, size) = page.numbers().ok_or(SYSTEM)?;
        if number * size > REACH {
            return Err(TOO_FAR);
        }
        let found: Vec<&Address> = self.addresses.iter().filter(|address| has_all(address, words)).collect();
        let rows = found.iter().skip((number - 1) * size).take(size).map(|address| row(address)).collect();
        Ok((found.len(), rows))
    }
}

/// The page as it was asked for, which every answer repeats.
#[derive(Debug)]
struct Page {
    number: String,
    size: String,
}

impl Page {
    /// Both numbers, from 1; the first page of ten when nothing was said.
    fn numbers(&self) -> Option<(usize, usize)> {
        let read = |text: &str, otherwise: usize| if text.is_empty() { Some(otherwise) } else { text.parse().ok() };
        let (number, size): (usize, usize) = (read(&self.number, 1)?, read(&self.size, 10)?);
        ((1..=REACH).contains(&number) && (1..=LARGEST_PAGE).contains(&size)).then_some((number, size))
    }

    fn results(&self, (code, words): Refusal, total: usize, rows: Option<&[Value]>) -> Value {
        let or = |text: &str, otherwise: &str| if text.is_empty() { otherwise.to_owned() } else { text.to_owned() };
        json!({
            "common": {
                "errorMessage": words,
                "countPerPage": or(&self.size, "10"),
                "totalCount": total.to_string(),
                "errorCode": code,
                "currentPage": or(&self.number, "1"),
            },
            "juso": rows,
        })
    }
}

/// Whether the address has every word: a number as one of its numbers, anything else as a part of its text.
fn has_all(address: &Address, words: &[String]) -> bool {
    let text = format!("{}{} {}", address.road_part(), address.extra_part(), address.by_lot());
    let joined: String = text.split_whitespace().collect();
    let numbers = [streets::written(address.number), streets::written(address.lot), address.zip.clone()];
    words.iter().all(|word| {
        if word.chars().all(|c| c.is_ascii_digit() || c == '-') {
            return numbers.contains(word);
        }
        text.contains(word) || joined.contains(word)
    })
}

fn row(address: &Address) -> Value {
    let (road, extra) = (address.road_part(), address.extra_part());
    let neighbourhood = format!("{}10{}00", address.district_code, address.serial / 4 % 3 + 1);
    let road_code = format!("{}3{:06}", address.district_code, address.serial / 4);
    json!({
        "roadAddr": format!("{road}{extra}"),
        "roadAddrPart1": road,
        "roadAddrPart2": extra,
        "jibunAddr": address.by_lot(),
        "engAddr": "",
        "zipNo": address.zip,
        "admCd": neighbourhood,
        "rnMgtSn": road_code,
        "bdMgtSn": format!("{neighbourhood}{:015}", address.serial),
        "detBdNmList": "",
        "bdNm": address.building,
        "bdKdcd": if address.building.ends_with("아파트") { "1" } else { "0" },
        "siNm": address.city,
        "sggNm": address.district,
        "emdNm": address.neighbourhood,
        "liNm": "",
        "rn": address.road,
        "udrtYn": "0",
        "buldMnnm": address.number.0.to_string(),
        "buldSlno": address.number.1.to_string(),
        "mtYn": "0",
        "lnbrMnnm": address.lot.0.to_string(),
        "lnbrSlno": address.lot.1.to_string(),
        "emdNo": "01",
    })
}

/// The same results as XML, which is what those get who do not ask for JSON.
fn as_xml(results: &Value) -> String {
    let element = |name: &str, fields: &Map<String, Value>| {
        let mut xml = format!("<{name}>");
        for (field, value) in fields {
            let _ = write!(xml, "<{field}>{}</{field}>", escape(value.as_str().unwrap_or_default()));
        }
        xml + &format!("</{name}>")
    };
    let common = results["common"].as_object().map(|common| element("common", common)).unwrap_or_default();
    let rows = results["juso"].as_array().into_iter().flatten().filter_map(Value::as_object);
    let rows: String = rows.map(|row| element("juso", row)).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><results>{common}{rows}</results>")
}
