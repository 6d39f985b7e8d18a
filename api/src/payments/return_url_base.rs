//! Our own URLs that lead a payer's browser back to the same tenant.

use axum::extract::FromRequestParts;
use http::request::Parts;
use url::Url;

use crate::App;
use crate::http::{RequestHost, host};
use crate::problem::Problem;

/// The host that a browser uses, and the tenant that a local page selects in its query.
#[derive(Clone, Debug)]
pub struct ReturnUrlBase {
    /// The host that the request was sent to, without its port.
    pub host: String,
    /// The host of the tenant that the query selects. Only on local hosts.
    pub tenant_override: Option<String>,
}

impl FromRequestParts<App> for ReturnUrlBase {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Ok(RequestHost(host)) = RequestHost::from_request_parts(parts, app).await;
        let tenant_override = host::is_local(&host).then(|| host::query_override(&parts.uri)).flatten();
        Ok(Self { host, tenant_override })
    }
}

impl ReturnUrlBase {
    /// Returns the full URL of an API path, which may contain a query.
    ///
    /// # Errors
    /// When the host is invalid.
    pub fn api(&self, app: &App, path: &str) -> Result<Url, Problem> {
        let mut url = app.web_origin.address(&self.host, &format!("/api/v1{path}")).map_err(Problem::internal)?;
        if let Some(tenant_override) = &self.tenant_override {
            url.query_pairs_mut().append_pair("host", tenant_override);
        }
        Ok(url)
    }

    /// Returns the path of a page of the web app, with a query.
    #[must_use]
    pub fn page(&self, path: &str, pairs: &[(&str, &str)]) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(pairs);
        if let Some(tenant_override) = &self.tenant_override {
            query.append_pair("subDomain", tenant_override);
        }
        format!("{path}?{}", query.finish())
    }
}
