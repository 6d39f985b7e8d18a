//! A problem as an HTML page, for a person whose browser navigated here, for example by a link in a message.

use askama::Template;
use domain::Locale;
use http::{HeaderMap, HeaderValue};

use super::{Catalogue, Code};

/// The page's `Content-Security-Policy`.
pub const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

#[derive(Template)]
#[template(path = "problem.html")]
struct Page<'a> {
    lang: &'a str,
    title: &'a str,
    detail: &'a str,
    home: &'a str,
}

/// Returns whether a browser navigates, as opposed to a script that fetches (Fetch Metadata, `Sec-Fetch-Mode`).
#[must_use]
pub fn is_navigation(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
}

/// Renders the page: what is wrong, what to do, and a link to the start.
#[must_use]
pub fn render(code: Code, locale: Locale) -> String {
    let catalogue = Catalogue::for_locale(locale);
    let (title, detail) = catalogue.problem(code);
    let page = Page { lang: locale.as_str(), title, detail, home: catalogue.page("problem.home") };
    // rendering into a string does not fail
    page.render().unwrap_or_default()
}
