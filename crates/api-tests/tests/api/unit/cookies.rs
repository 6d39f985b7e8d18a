//! Cookies, and what `Debug` shows of those who send or receive them.

use api::auth::session::NewSession;
use api::extract::browser::{TICKET, Visitor};
use api::http::cookie::unique_value;
use api::http::request_id::RequestIds;
use api::services::token;
use axum::extract::FromRequestParts as _;
use axum::http::{HeaderMap, HeaderValue, Request, header};
use axum::response::AppendHeaders;
use runtime::Random;

#[test]
fn second_cookie_of_a_name_counts_against_both() {
    let headers = |lines: &[&str]| -> HeaderMap {
        lines.iter().map(|line| (header::COOKIE, line.parse().expect("a header"))).collect()
    };
    for (lines, value) in [
        (&["a=1; b=2"][..], Some("1")),
        (&["a=1; a=1"], Some("1")),
        (&["a=1; b=2; a=2"], None),
        (&["a=1", "a=2"], None),
        (&["aa=1; b=a"], None),
    ] {
        assert_eq!(unique_value(&headers(lines), "a"), value, "{lines:?}");
    }
}

#[tokio::test]
async fn visitor_debug_hides_cookies() {
    let token = "s".repeat(token::LENGTH);
    let cookie = format!("__Host-socialTicket={token}");
    let request = Request::builder().header("host", "a.kr").header("cookie", cookie);
    let (mut parts, ()) = request.body(()).expect("a request").into_parts();
    parts.extensions.insert(RequestIds::new(&Random::seeded(1)).from_headers(&parts.headers));
    let visitor = Visitor::from_request_parts(&mut parts, &()).await.expect("a visitor");
    assert_eq!(TICKET.read(&visitor), Some(token.as_str()));
    assert!(!format!("{visitor:?}").contains(&token));
}

#[test]
fn session_debug_hides_the_token() {
    let session = NewSession { token: "secret".to_owned(), device: HeaderValue::from_static("knownDevice=other") };
    assert!(!format!("{session:?}").contains("secret"));
    let AppendHeaders([(_, cookie), (_, device)]) = session.cookies("a.kr");
    assert!(cookie.to_str().expect("text").starts_with("authorization=secret;"));
    assert_eq!(device, "knownDevice=other");
}
