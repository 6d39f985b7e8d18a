//! A problem as a page, for a person whose browser was led here: by a link in a message, or on the way to an outside party.

use domain::Locale;
use http::{HeaderMap, HeaderValue};

use super::{Catalogue, Code};
use crate::http::html::{escape, filled};

const PAGE: &str = include_str!("page.html");

/// What the page may do: show itself.
pub const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// Whether a browser asks for a page to show, and no program for an answer (Fetch Metadata, `Sec-Fetch-Mode`).
#[must_use]
pub fn is_navigation(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
}

/// The page: what is wrong, what to do, and the way to the start.
#[must_use]
pub fn page(code: Code, locale: Locale) -> String {
    let catalogue = Catalogue::of(locale);
    let (title, detail) = catalogue.problem(code);
    let parts = [
        ("{lang}", locale.as_str().to_owned()),
        ("{title}", escape(title)),
        ("{detail}", escape(detail)),
        ("{home}", escape(catalogue.page("problem.home"))),
    ];
    filled(PAGE, &parts)
}
