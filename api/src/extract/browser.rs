//! Cookies that recognize the browser that started a flow across another company's site.

use std::fmt;

use axum::extract::FromRequestParts;
use chrono::TimeDelta;
use domain::Device;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, header};

use crate::http::cookie::HostCookie;
use crate::http::{ClientAddress, RequestHost, RequestId};
use crate::problem::Problem;
use crate::services::token;

/// A browser that follows a link or a redirect.
#[derive(Clone)]
pub struct Visitor {
    /// Its address.
    pub address: ClientAddress,
    /// The host that the request was sent to.
    pub host: String,
    /// The request's id.
    pub request_id: RequestId,
    headers: HeaderMap,
}

impl fmt::Debug for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the headers contain cookies
        f.debug_struct("Visitor").field("address", &self.address).field("host", &self.host).finish_non_exhaustive()
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let Ok(RequestHost(host)) = RequestHost::from_request_parts(parts, state).await;
        let request_id = RequestId::from_request_parts(parts, state).await?;
        Ok(Self { address, host, request_id, headers: parts.headers.clone() })
    }
}

impl Visitor {
    /// Returns the headers of the request.
    #[must_use]
    pub const fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the device that the client claims to be.
    #[must_use]
    pub fn device(&self) -> Device {
        let agent = self.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Device::from_user_agent(agent.unwrap_or_default())
    }
}

/// A cookie that pages cannot read and that is sent on redirects from other sites.
#[derive(Clone, Copy, Debug)]
pub struct BrowserCookie {
    cookie: HostCookie,
    lifetime: TimeDelta,
}

/// Recognizes the browser that started a social sign-in.
pub const SOCIAL: BrowserCookie =
    BrowserCookie::new("socialBrowser", "__Host-socialBrowser", db::social::STATE_LIFETIME);
/// Recognizes the browser that came from a social provider and has yet to sign up.
pub const TICKET: BrowserCookie =
    BrowserCookie::new("socialTicket", "__Host-socialTicket", db::social::TICKET_LIFETIME);
/// Recognizes the browser that started an identity verification.
pub const IDENTITY: BrowserCookie =
    BrowserCookie::new("identityBrowser", "__Host-identityBrowser", db::identities::VERIFICATION_LIFETIME);

impl BrowserCookie {
    const fn new(local_name: &'static str, host_name: &'static str, lifetime: TimeDelta) -> Self {
        Self { cookie: HostCookie { local_name, host_name, attributes: "HttpOnly; SameSite=Lax" }, lifetime }
    }

    /// Returns the `Set-Cookie` value that stores a token.
    #[must_use]
    pub fn set(self, token: &str, request_host: &str) -> HeaderValue {
        self.cookie.set(token, self.lifetime, request_host)
    }

    /// Returns the `Set-Cookie` value that removes the cookie.
    #[must_use]
    pub fn clear(self, request_host: &str) -> HeaderValue {
        self.cookie.set("", TimeDelta::zero(), request_host)
    }

    /// Returns the token that the browser sent, if it is well-formed and the cookie has no other value.
    #[must_use]
    pub fn read(self, visitor: &Visitor) -> Option<&str> {
        self.cookie.read(&visitor.headers, &visitor.host).filter(|value| value.len() == token::LENGTH)
    }
}
