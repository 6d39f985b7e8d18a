//! Redirect targets: paths of our own site only.

use url::Url;

/// The longest redirect target, in characters.
const MAX_CHARS: usize = 500;
/// A base for resolving paths, on a host that cannot exist.
const BASE_URL: &str = "https://here.invalid";

/// Resolves a redirect target to a path, query and fragment, as a browser does. Returns `None` for anything that could
/// lead to another site: a scheme, `//host`, a backslash, a control character. The web app has the same rule
/// (`lib/redirect.ts`).
#[must_use]
pub fn site_path(text: &str) -> Option<String> {
    if text.chars().count() > MAX_CHARS || !is_site_path(text) {
        return None;
    }
    let base = Url::parse(BASE_URL).ok()?;
    let url = base.join(text).ok()?;
    let path = &url[url::Position::BeforePath..];
    (url.origin() == base.origin() && is_site_path(path)).then(|| path.to_owned())
}

fn is_site_path(text: &str) -> bool {
    let is_unsafe = |c: char| c == '\\' || c.is_whitespace() || c.is_control();
    text.starts_with('/') && !text.starts_with("//") && !text.contains(is_unsafe)
}

/// Adds the query parameter `redirect` to an address.
#[must_use]
pub fn with_redirect(address: String, redirect: Option<&str>) -> String {
    match redirect {
        Some(redirect) => {
            let query: String =
                url::form_urlencoded::Serializer::new(String::new()).append_pair("redirect", redirect).finish();
            let separator = if address.contains('?') { '&' } else { '?' };
            format!("{address}{separator}{query}")
        }
        None => address,
    }
}
