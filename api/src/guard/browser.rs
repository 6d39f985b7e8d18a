//! Cookies that tell the browser that began something from every other one.

use std::convert::Infallible;
use std::fmt;

use axum::extract::FromRequestParts;
use chrono::TimeDelta;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, header};

use super::token;
use crate::http::{ClientAddress, RequestHost, host};

/// A browser that comes by a link or a way back: where from, where to, and what it carries.
#[derive(Clone)]
pub struct Visitor {
    /// Its address.
    pub address: ClientAddress,
    /// The host that it asks.
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

/// A cookie that only our own answers see: unreadable for pages, sent on the way back from an outside party.
#[derive(Clone, Copy, Debug)]
pub struct BrowserCookie {
    name: &'static str,
    lifetime: TimeDelta,
}

/// Of a social sign-in.
pub const SOCIAL: BrowserCookie = BrowserCookie { name: "socialBrowser", lifetime: db::social::STATE_LIFETIME };
/// Of somebody who came from a social provider and has yet to sign up.
pub const TICKET: BrowserCookie = BrowserCookie { name: "socialTicket", lifetime: db::social::TICKET_LIFETIME };
/// Of a verification of identity.
pub const IDENTITY: BrowserCookie = BrowserCookie { name: "identityBrowser", lifetime: db::identities::LIFETIME };

impl BrowserCookie {
    /// The `Set-Cookie` value that leaves a token with the browser.
    #[must_use]
    pub fn set(self, token: &str, request_host: &str) -> HeaderValue {
        self.line(token, self.lifetime, request_host)
    }

    /// The `Set-Cookie` value that takes it away.
    #[must_use]
    pub fn clear(self, request_host: &str) -> HeaderValue {
        self.line("", TimeDelta::zero(), request_host)
    }

    fn line(self, value: &str, lifetime: TimeDelta, request_host: &str) -> HeaderValue {
        let secure = if host::is_local(request_host) { "" } else { "; Secure" };
        let text = format!(
            "{}={value}; Path=/api/v1/patients; Max-Age={}; HttpOnly; SameSite=Lax{secure}",
            self.name,
            lifetime.num_seconds()
        );
        HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
    }

    /// The token that the browser brings, if it is of a token's form.
    #[must_use]
    pub fn of(self, visitor: &Visitor) -> Option<&str> {
        let lines = visitor.headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut own = pairs.filter(|(name, _)| *name == self.name).map(|(_, value)| value);
        own.find(|value| value.len() == token::LENGTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_a_browser_carries_is_not_shown() {
        let token = "s".repeat(token::LENGTH);
        let request = http::Request::builder().header("host", "a.kr").header("cookie", format!("socialTicket={token}"));
        let (mut parts, ()) = request.body(()).expect("a request").into_parts();
        let Ok(visitor) = Visitor::from_request_parts(&mut parts, &()).await;
        assert_eq!(TICKET.of(&visitor), Some(token.as_str()));
        assert!(!format!("{visitor:?}").contains(&token));
    }
}
