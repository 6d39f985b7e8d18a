//! Address search: `addrLinkApi.do` of business.juso.go.kr with its JSON, XML and error codes.
//!
//! Every response has status 200; errors have their code in `common.errorCode`.

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

const MAX_PAGE_SIZE: usize = 100;
/// The last row that a page may include.
const MAX_ROW: usize = 9000;

/// The code and the message of a response.
#[derive(Clone, Copy, Debug)]
struct ApiError {
    code: &'static str,
    message: &'static str,
}

const SUCCESS: ApiError = ApiError { code: "0", message: "정상" };
const SYSTEM: ApiError = ApiError { code: "-999", message: "시스템에러" };
const UNKNOWN_KEY: ApiError = ApiError { code: "E0001", message: "승인되지 않은 KEY 입니다." };
const TOO_FAR: ApiError = ApiError { code: "E0015", message: "검색 범위를 초과하였습니다." };

#[derive(Debug)]
struct AddressIndex {
    key: String,
    addresses: Vec<Address>,
}

/// Returns the routes of the service, which requires `key`.
pub fn router(key: &str, faults: Faults) -> Router {
    let index = Arc::new(AddressIndex { key: key.to_owned(), addresses: streets::all() });
    let calls = Router::new().route("/addrlink/addrLinkApi.do", get(search).post(search)).with_state(index);
    with_faults(calls, faults, "")
}

async fn search(State(index): State<Arc<AddressIndex>>, RawQuery(query): RawQuery, body: String) -> Response {
    let form = wire::parse_form(&format!("{}&{body}", query.unwrap_or_default()));
    let field = |name: &str| wire::field(&form, name);
    let page = Page { number: field("currentPage").to_owned(), size: field("countPerPage").to_owned() };
    let found = if field("confmKey") == index.key {
        keyword::parse(field("keyword")).and_then(|words| index.find(&words, &page))
    } else {
        Err(UNKNOWN_KEY)
    };
    let results = match found {
        Ok((total, rows)) => page.results(SUCCESS, total, Some(&rows)),
        Err(error) => page.results(error, 0, None),
    };
    if field("resultType") == "json" {
        return Json(json!({ "results": results })).into_response();
    }
    ([(CONTENT_TYPE, "application/xml;charset=UTF-8")], to_xml(&results)).into_response()
}

impl AddressIndex {
    /// Returns the number of addresses with all `words`, and the addresses of the page.
    fn find(&self, words: &[String], page: &Page) -> Result<(usize, Vec<Value>), ApiError> {
        let (number, size) = page.numbers().ok_or(SYSTEM)?;
        if number * size > MAX_ROW {
            return Err(TOO_FAR);
        }
        let found: Vec<&Address> = self.addresses.iter().filter(|address| matches_all(address, words)).collect();
        let rows = found.iter().skip((number - 1) * size).take(size).map(|address| row(address)).collect();
        Ok((found.len(), rows))
    }
}

/// The requested page, which every response repeats.
#[derive(Debug)]
struct Page {
    number: String,
    size: String,
}

impl Page {
    /// Parses both numbers. The default is the first page with ten rows.
    fn numbers(&self) -> Option<(usize, usize)> {
        let parse = |text: &str, default: usize| if text.is_empty() { Some(default) } else { text.parse().ok() };
        let (number, size): (usize, usize) = (parse(&self.number, 1)?, parse(&self.size, 10)?);
        ((1..=MAX_ROW).contains(&number) && (1..=MAX_PAGE_SIZE).contains(&size)).then_some((number, size))
    }

    fn results(&self, status: ApiError, total: usize, rows: Option<&[Value]>) -> Value {
        let or = |text: &str, default: &str| if text.is_empty() { default.to_owned() } else { text.to_owned() };
        json!({
            "common": {
                "errorMessage": status.message,
                "countPerPage": or(&self.size, "10"),
                "totalCount": total.to_string(),
                "errorCode": status.code,
                "currentPage": or(&self.number, "1"),
            },
            "juso": rows,
        })
    }
}

/// Returns whether the address matches every word: numbers match one of its numbers, other words match a part of its
/// text.
fn matches_all(address: &Address, words: &[String]) -> bool {
    let text = format!("{}{} {}", address.road_part(), address.extra_part(), address.by_lot());
    let joined: String = text.split_whitespace().collect();
    let numbers = [address.number.to_string(), address.lot.to_string(), address.zip.clone()];
    words.iter().all(|word| {
        if word.chars().all(|c| c.is_ascii_digit() || c == '-') {
            return numbers.contains(word);
        }
        text.contains(word) || joined.contains(word)
    })
}

fn row(address: &Address) -> Value {
    let (road, extra) = (address.road_part(), address.extra_part());
    let neighborhood = format!("{}10{}00", address.district_code, address.serial / 4 % 3 + 1);
    let road_code = format!("{}3{:06}", address.district_code, address.serial / 4);
    json!({
        "roadAddr": format!("{road}{extra}"),
        "roadAddrPart1": road,
        "roadAddrPart2": extra,
        "jibunAddr": address.by_lot(),
        "engAddr": "",
        "zipNo": address.zip,
        "admCd": neighborhood,
        "rnMgtSn": road_code,
        "bdMgtSn": format!("{neighborhood}{:015}", address.serial),
        "detBdNmList": "",
        "bdNm": address.building,
        "bdKdcd": if address.building.ends_with("아파트") { "1" } else { "0" },
        "siNm": address.city,
        "sggNm": address.district,
        "emdNm": address.neighborhood,
        "liNm": "",
        "rn": address.road,
        "udrtYn": "0",
        "buldMnnm": address.number.main.to_string(),
        "buldSlno": address.number.sub.to_string(),
        "mtYn": "0",
        "lnbrMnnm": address.lot.main.to_string(),
        "lnbrSlno": address.lot.sub.to_string(),
        "emdNo": "01",
    })
}

/// Returns the results as XML, the default format.
fn to_xml(results: &Value) -> String {
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
