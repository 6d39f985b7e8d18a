//! Ways back: a path of our own site, and never another's.

use url::Url;

/// The longest way back, in characters.
const LONGEST: usize = 500;
/// A host that cannot be, for resolving paths.
const HERE: &str = "https://here.invalid";

/// The path, query and fragment that a page asked to go on to, as a browser would resolve them, or none when that could be
/// another site: a scheme, `//host`, a backslash, a control character. The web app has the same rule (`lib/redirect.ts`).
#[must_use]
pub fn site_path(text: &str) -> Option<String> {
    if text.chars().count() > LONGEST || !is_site_path(text) {
        return None;
    }
    let here = Url::parse(HERE).ok()?;
    let url = here.join(text).ok()?;
    let path = &url[url::Position::BeforePath..];
    (url.origin() == here.origin() && is_site_path(path)).then(|| path.to_owned())
}

fn is_site_path(text: &str) -> bool {
    let refused = |c: char| c == '\\' || c.is_whitespace() || c.is_control();
    text.starts_with('/') && !text.starts_with("//") && !text.contains(refused)
}

/// Adds the way back to an address of the web app that has a query.
#[must_use]
pub fn with_redirect(address: String, redirect: Option<&str>) -> String {
    match redirect {
        Some(redirect) => {
            let query: String =
                url::form_urlencoded::Serializer::new(String::new()).append_pair("redirect", redirect).finish();
            let joint = if address.contains('?') { '&' } else { '?' };
            format!("{address}{joint}{query}")
        }
        None => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_our_own_are_followed() {
        for path in ["/", "/self-check", "/self-check/3?x=1#top", "/invites?code=a%2Fb"] {
            assert_eq!(site_path(path).as_deref(), Some(path));
        }
        assert_eq!(site_path("/a/../b").as_deref(), Some("/b"));
        assert_eq!(site_path("/혀").as_deref(), Some("/%ED%98%80"));
        for other in [
            "",
            "self-check",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "https://evil.example/",
            "javascript:alert(1)",
            " /home",
            "/a/..//evil.example",
            "/.//evil.example",
            "/a\r\nset-cookie: x",
            "/\0",
            "@evil.example",
            "?x",
        ] {
            assert_eq!(site_path(other), None, "{other:?}");
        }
        assert_eq!(site_path(&format!("/{}", "a".repeat(500))), None);
    }

    #[test]
    fn a_way_back_is_carried_as_one_field() {
        assert_eq!(with_redirect("/x?a=1".into(), Some("/b?c=d&e#f")), "/x?a=1&redirect=%2Fb%3Fc%3Dd%26e%23f");
        assert_eq!(with_redirect("/x".into(), Some("/b")), "/x?redirect=%2Fb");
        assert_eq!(with_redirect("/x".into(), None), "/x");
    }
}
