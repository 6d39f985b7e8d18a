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
    host: String,
    tenant_override: Option<String>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_keeps_the_tenant_override() {
        let base = |tenant_override: Option<&str>| ReturnUrlBase {
            host: "localhost".into(),
            tenant_override: tenant_override.map(ToOwned::to_owned),
        };
        let pairs = [("oid", "clm_1"), ("msg", "한도 초과&x")];
        assert_eq!(
            base(None).page("/payment/close", &pairs),
            "/payment/close?oid=clm_1&msg=%ED%95%9C%EB%8F%84+%EC%B4%88%EA%B3%BC%26x"
        );
        assert_eq!(
            base(Some("two")).page("/payment/complete", &pairs[..1]),
            "/payment/complete?oid=clm_1&subDomain=two"
        );
    }
}
