//! The list of the parties, for people.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::response::Response;
use axum::routing::get;

use crate::page::{escape, page};

/// A party's name, what it is, its port, and the path that its faults are ordered below.
type Row = (&'static str, &'static str, u16, &'static str);

/// `GET /parties`.
pub(super) fn router(rows: Vec<Row>) -> Router {
    let rows: Arc<[Row]> = rows.into();
    Router::new().route("/parties", get(async move |headers: HeaderMap| show(&rows, &headers)))
}

fn show(rows: &[Row], headers: &HeaderMap) -> Response {
    // the name that this page was asked for by reaches the others too
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let mut body =
        "<h1>바깥 서비스 <small>Outside parties</small></h1>\n<p class=\"lead\">이 컴퓨터에서 대신 응답하는 서비스와 \
                    주소입니다. Each fails on demand: POST /__sandbox/faults (docs/operations.md).</p>\n<table>\n"
            .to_owned();
    for (party, about, port, path) in rows {
        let address = escape(&format!("http://{name}:{port}{path}"));
        let _ = writeln!(body, "<tr><th>{party}<td>{}<td><code>{address}</code></tr>", escape(about));
    }
    body.push_str("</table>");
    page("바깥 서비스", &body)
}
