//! The layout and escaping of HTML pages.

use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Response};

/// The layout, with `{{title}}` and `{{body}}`.
const PAGE: &str = include_str!("page.html");

/// Returns a page with the HTML `body`, which browsers do not cache.
pub(crate) fn page(title: &str, body: &str) -> Response {
    let html = PAGE.replace("{{title}}", &escape(title)).replace("{{body}}", body);
    ([(CACHE_CONTROL, "no-store")], Html(html)).into_response()
}

/// Escapes `text` for HTML text and quoted attributes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// Returns the hidden fields of a form.
pub(crate) fn hidden_fields<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    fields.into_iter().fold(String::new(), |html, (name, value)| {
        html + &format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">\n", escape(name), escape(value))
    })
}
