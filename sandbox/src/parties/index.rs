//! A page that lists the parties.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::response::Response;
use axum::routing::get;

use crate::page::{escape, page};

/// One row of the list.
pub(super) struct Row {
    pub name: &'static str,
    pub about: &'static str,
    pub port: u16,
    /// The path below which faults are configured.
    pub path: &'static str,
}

/// `GET /parties`.
pub(super) fn router(rows: Vec<Row>) -> Router {
    let rows: Arc<[Row]> = rows.into();
    Router::new().route("/parties", get(async move |headers: HeaderMap| show(&rows, &headers)))
}

fn show(rows: &[Row], headers: &HeaderMap) -> Response {
    // the host name of this page also reaches the other ports
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let mut body =
        "<h1>바깥 서비스 <small>Outside parties</small></h1>\n<p class=\"lead\">이 컴퓨터에서 대신 응답하는 서비스와 \
                    주소입니다. Each fails on demand: POST /__sandbox/faults (docs/sandbox.md).</p>\n<table>\n"
            .to_owned();
    for Row { name, about, port, path } in rows {
        let address = escape(&format!("http://{host}:{port}{path}"));
        let _ = writeln!(body, "<tr><th>{name}<td>{}<td><code>{address}</code></tr>", escape(about));
    }
    body.push_str("</table>");
    page("바깥 서비스", &body)
}
