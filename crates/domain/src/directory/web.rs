//! Hosts and page addresses.

use crate::validation::{Invalid, InvalidCode};

/// The longest host, in characters.
const MAX_HOST_CHARS: usize = 253;
/// The longest label of a host, in characters.
const MAX_LABEL_CHARS: usize = 63;
/// The longest page address, in characters.
const MAX_URL_CHARS: usize = 500;

/// Parses a host: lower case, without scheme, port and path. A name in another script has its `xn--` form.
///
/// # Errors
/// [`InvalidCode::Required`], [`InvalidCode::TooLong`] or [`InvalidCode::Format`], on `hosts`.
pub fn parse_host(text: &str) -> Result<String, Invalid> {
    let refused = |code| Err(Invalid::new("hosts", code));
    let host = text.trim().to_ascii_lowercase();
    if host.is_empty() {
        return refused(InvalidCode::Required);
    }
    if host.len() > MAX_HOST_CHARS {
        return refused(InvalidCode::TooLong);
    }
    let is_label = |label: &str| {
        (1..=MAX_LABEL_CHARS).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if host.split('.').all(is_label) { Ok(host) } else { refused(InvalidCode::Format) }
}

/// Parses a page address, which must use https.
pub(super) fn parse_https(field: &'static str, text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    let host = text.strip_prefix("https://").map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    check_url(field, text, host.is_some_and(|host| parse_host(host).is_ok()))
}

/// Parses a page address: an https URL or a path of the tenant's own pages.
pub(super) fn parse_link(field: &'static str, text: &str) -> Result<String, Invalid> {
    let text = text.trim();
    if text.starts_with('/') {
        return check_url(field, text, !text.starts_with("//") && !text.contains('\\'));
    }
    parse_https(field, text)
}

fn check_url(field: &'static str, text: &str, is_url: bool) -> Result<String, Invalid> {
    if text.is_empty() {
        return Err(Invalid::new(field, InvalidCode::Required));
    }
    if text.len() > MAX_URL_CHARS {
        return Err(Invalid::new(field, InvalidCode::TooLong));
    }
    let is_printable = text.bytes().all(|byte| byte.is_ascii_graphic());
    if is_url && is_printable { Ok(text.to_owned()) } else { Err(Invalid::new(field, InvalidCode::Format)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_is_a_name_without_port() {
        for (text, host) in
            [(" Bom.Example.KR ", "bom.example.kr"), ("localhost", "localhost"), ("xn--9n2bp8q.kr", "xn--9n2bp8q.kr")]
        {
            assert_eq!(parse_host(text).as_deref(), Ok(host));
        }
        for text in
            ["https://bom.kr", "bom.kr:443", "bom.kr/", "-bom.kr", "bom-.kr", "bom..kr", ".kr", "혀봄.kr", "a b.kr"]
        {
            assert_eq!(parse_host(text), Err(Invalid::new("hosts", InvalidCode::Format)), "{text}");
        }
        assert_eq!(parse_host(" "), Err(Invalid::new("hosts", InvalidCode::Required)));
        assert_eq!(parse_host(&"a.".repeat(150)), Err(Invalid::new("hosts", InvalidCode::TooLong)));
    }

    #[test]
    fn link_is_https_or_own_path() {
        for text in ["/self-check", "https://forms.example/1?a=b"] {
            assert_eq!(parse_link("banner.linkUrl", text).as_deref(), Ok(text));
        }
        for text in [
            "//evil.example",
            "http://forms.example",
            "javascript:alert(1)",
            "https://",
            "https:///x",
            "/a b",
            "/\\evil.example",
        ] {
            assert_eq!(parse_link("linkUrl", text), Err(Invalid::new("linkUrl", InvalidCode::Format)), "{text}");
        }
    }
}
