//! Cookies that recognise the browser that started a flow across another company's site.

use std::convert::Infallible;
use std::fmt;

use axum::extract::FromRequestParts;
use chrono::TimeDelta;
use http::request::Parts;
use http::{HeaderMap, HeaderValue};

use crate::http::cookie::{self, SetCookie};
use crate::http::{ClientAddress, RequestHost};
use crate::services::token;

/// A browser that follows a link or a redirect.
#[derive(Clone)]
pub struct Visitor {
    /// Its address.
    pub address: ClientAddress,
    /// The host that the request was sent to.
    pub host: String,
    headers: HeaderMap,
}

impl fmt::Debug for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the headers hold cookies
        f.debug_struct("Visitor").field("address", &self.address).field("host", &self.host).finish_non_exhaustive()
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let address = ClientAddress::from_request_parts(parts, state).await?;
        let RequestHost(host) = RequestHost::from_request_parts(parts, state).await?;
        Ok(Self { address, host, headers: parts.headers.clone() })
    }
}

/// A cookie that pages cannot read and that is sent on redirects from other sites.
#[derive(Clone, Copy, Debug)]
pub struct BrowserCookie {
    name: &'static str,
    lifetime: TimeDelta,
}

/// Recognises the browser that started a social sign-in.
pub const SOCIAL: BrowserCookie = BrowserCookie { name: "socialBrowser", lifetime: db::social::STATE_LIFETIME };
/// Recognises the browser that came from a social provider and has yet to sign up.
pub const TICKET: BrowserCookie = BrowserCookie { name: "socialTicket", lifetime: db::social::TICKET_LIFETIME };
/// Recognises the browser that started an identity verification.
pub const IDENTITY: BrowserCookie =
    BrowserCookie { name: "identityBrowser", lifetime: db::identities::VERIFICATION_LIFETIME };

impl BrowserCookie {
    /// The `Set-Cookie` value that stores a token.
    #[must_use]
    pub fn set(self, token: &str, request_host: &str) -> HeaderValue {
        self.set_cookie(token, self.lifetime, request_host)
    }

    /// The `Set-Cookie` value that removes the cookie.
    #[must_use]
    pub fn clear(self, request_host: &str) -> HeaderValue {
        self.set_cookie("", TimeDelta::zero(), request_host)
    }

    fn set_cookie(self, value: &str, max_age: TimeDelta, request_host: &str) -> HeaderValue {
        let (path, attributes) = ("/api/v1/patients", "HttpOnly; SameSite=Lax");
        SetCookie { name: self.name, value, max_age, path, attributes }.header(request_host)
    }

    /// The token that the browser sent, if it is well-formed.
    #[must_use]
    pub fn read(self, visitor: &Visitor) -> Option<&str> {
        cookie::values(&visitor.headers, self.name).find(|value| value.len() == token::LENGTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn visitor_debug_hides_cookies() {
        let token = "s".repeat(token::LENGTH);
        let request = http::Request::builder().header("host", "a.kr").header("cookie", format!("socialTicket={token}"));
        let (mut parts, ()) = request.body(()).expect("a request").into_parts();
        let Ok(visitor) = Visitor::from_request_parts(&mut parts, &()).await;
        assert_eq!(TICKET.read(&visitor), Some(token.as_str()));
        assert!(!format!("{visitor:?}").contains(&token));
    }
}
