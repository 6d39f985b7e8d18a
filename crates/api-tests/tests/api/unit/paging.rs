//! Lists page by page.

use api::hotel::cursor::CursorQuery;
use api::http::Page;
use api::problem::Code;
use serde_json::json;

#[test]
fn split_returns_next_only_when_more_rows_follow() {
    let page: Page = serde_json::from_value(json!({"limit": 2})).expect("a page");
    assert_eq!(page.fetch_limit(), 3);
    assert_eq!(page.split(vec![9, 8, 7], |&id| id), (vec![9, 8], Some(8)));
    assert_eq!(page.split(vec![9, 8], |&id| id), (vec![9, 8], None));
    assert_eq!(page.split(vec![], |&id: &i64| id), (vec![], None));
    assert_eq!(Page::default().fetch_limit(), 21);
}

#[test]
fn next_cursor_only_when_more_rows_follow() {
    let rows: Vec<i64> = (0..51).collect();
    let (page, next) = CursorQuery::split(rows, |&id| id);
    assert_eq!((page.len(), next.as_deref()), (50, Some("49")));
    assert_eq!(CursorQuery::split(vec![3, 2], |&id| id), (vec![3, 2], None));
    let query = |cursor: &str| -> CursorQuery { serde_json::from_value(json!({"cursor": cursor})).expect("a query") };
    assert_eq!(query("49").id().expect("an id"), Some(49));
    assert_eq!(query("").id().expect("no id"), None);
    assert_eq!(query("x").id().expect_err("no cursor").code, Code::Malformed);
}
