//! The few pages that the API shows itself: filled from a file, with nothing from outside breaking out of its place.

/// A page with each `{place}` filled in, in this order; texts are to be escaped before.
#[must_use]
pub fn filled(page: &str, parts: &[(&str, String)]) -> String {
    parts.iter().fold(page.to_owned(), |page, (place, text)| page.replace(place, text))
}

/// A text for an element or a quoted attribute.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
