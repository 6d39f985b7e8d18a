//! Cookies of requests and responses.

use chrono::TimeDelta;
use http::{HeaderMap, HeaderValue, header};

use super::host;

/// Returns the values of all cookies with this name. A client may send several, for different paths.
pub fn values<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
}

/// Returns the value of the only cookie with this name. Returns `None` if there are several with different values:
/// another site of the same domain may have set one of them, and they cannot be distinguished.
#[must_use]
pub fn unique_value<'a>(headers: &'a HeaderMap, name: &'a str) -> Option<&'a str> {
    let mut found = values(headers, name);
    let first = found.next()?;
    found.all(|other| other == first).then_some(first)
}

/// A cookie that only the API reads. Outside local hosts its name has the prefix `__Host-`: browsers then accept it
/// over https only and for the exact host, so that another site of the same domain cannot set one.
#[derive(Clone, Copy, Debug)]
pub struct HostCookie {
    /// Its name on local hosts.
    pub local_name: &'static str,
    /// Its name on all other hosts.
    pub host_name: &'static str,
    /// Further attributes.
    pub attributes: &'static str,
}

impl HostCookie {
    /// Returns its value in a request, if there is exactly one.
    #[must_use]
    pub fn read<'a>(&self, headers: &'a HeaderMap, request_host: &str) -> Option<&'a str> {
        unique_value(headers, self.name_on(request_host))
    }

    /// Returns the `Set-Cookie` header that stores this value. Zero as `max_age` removes the cookie.
    #[must_use]
    pub fn set(&self, value: &str, max_age: TimeDelta, request_host: &str) -> HeaderValue {
        let name = self.name_on(request_host);
        // the prefix requires this path
        SetCookie { name, value, max_age, path: "/", attributes: self.attributes }.header(request_host)
    }

    fn name_on(&self, request_host: &str) -> &'static str {
        if host::is_local(request_host) { self.local_name } else { self.host_name }
    }
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
    /// Returns the value of the `Set-Cookie` header.
    #[must_use]
    pub fn header(self, request_host: &str) -> HeaderValue {
        let Self { name, value, max_age, path, attributes } = self;
        let secure = if host::is_local(request_host) { "" } else { "; Secure" };
        let text = format!("{name}={value}; Path={path}; Max-Age={}; {attributes}{secure}", max_age.num_seconds());
        HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}
