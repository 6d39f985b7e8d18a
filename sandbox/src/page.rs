//! The look of the pages that people see, and the one way to write into them.

use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Response};

/// The page, with `{{title}}` and `{{body}}`.
const PAGE: &str = include_str!("page.html");

/// A whole page around `body`, which is HTML; never kept by a browser.
pub(crate) fn page(title: &str, body: &str) -> Response {
    let html = PAGE.replace("{{title}}", &escape(title)).replace("{{body}}", body);
    ([(CACHE_CONTROL, "no-store")], Html(html)).into_response()
}

/// `text` as text of HTML or as a quoted attribute's value.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// The fields of a form that a person does not see.
pub(crate) fn hidden<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    fields.into_iter().fold(String::new(), |html, (name, value)| {
        html + &format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">\n", escape(name), escape(value))
    })
}
