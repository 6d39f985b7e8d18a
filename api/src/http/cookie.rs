//! Cookies of requests and responses.

use chrono::TimeDelta;
use http::{HeaderMap, HeaderValue, header};

use super::host;

/// The values of all cookies with a name. A client may send several, for different paths.
pub fn values<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
}

/// A cookie that a response sets. It needs https, except on local hosts.
#[derive(Clone, Copy, Debug)]
pub struct SetCookie<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value, a token or empty.
    pub value: &'a str,
    /// How long the client keeps it. Zero removes it.
    pub max_age: TimeDelta,
    /// The path that it is sent to.
    pub path: &'a str,
    /// Further attributes, for example `HttpOnly; SameSite=Lax`.
    pub attributes: &'a str,
}

impl SetCookie<'_> {
    /// The value of the `Set-Cookie` header.
    #[must_use]
    pub fn header(self, request_host: &str) -> HeaderValue {
        let Self { name, value, max_age, path, attributes } = self;
        let secure = if host::is_local(request_host) { "" } else { "; Secure" };
        let text = format!("{name}={value}; Path={path}; Max-Age={}; {attributes}{secure}", max_age.num_seconds());
        HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}
