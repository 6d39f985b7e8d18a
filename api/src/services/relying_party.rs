//! The relying party of passkeys (WebAuthn): this tenant, on the host of the calling page.

use http::HeaderMap;
use url::Url;
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::http::origin;
use crate::problem::{Code, Problem};

/// A relying party and the host that its passkeys are for.
#[derive(Debug)]
pub struct RelyingParty {
    /// Creates challenges and verifies responses.
    pub webauthn: Webauthn,
    /// The host.
    pub host: String,
}

impl RelyingParty {
    /// Returns the relying party of a request. Browsers bind passkeys to the host of the page, so a tenant with several
    /// hosts has one for each.
    ///
    /// # Errors
    /// [`Code::Malformed`] when the page's host is an IP address, for which browsers create no passkeys.
    pub fn from_headers(headers: &HeaderMap, request_host: &str, tenant: &domain::Tenant) -> Result<Self, Problem> {
        let page = origin::own_origin(headers, request_host, Some(tenant)).and_then(|origin| origin.to_str().ok());
        let page = page.map_or_else(|| format!("https://{request_host}"), str::to_owned);
        let page = Url::parse(&page).map_err(|_| Code::Malformed)?;
        let host = page.domain().ok_or(Code::Malformed)?.to_owned();
        let webauthn = WebauthnBuilder::new(&host, &page).and_then(|builder| builder.rp_name(&tenant.name).build());
        let webauthn = webauthn.map_err(Problem::internal)?;
        Ok(Self { webauthn, host })
    }
}
