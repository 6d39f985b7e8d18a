//! The data of a request that operations need, apart from its body.

use axum::extract::FromRequestParts;
use domain::Locale;
use http::request::Parts;

use super::Language;
use super::idempotency::IdempotencyKey;
use crate::App;
use crate::http::{ClientAddress, RequestHost, RequestId, RequestPermit};
use crate::problem::Problem;

/// The data of a request that an operation needs, apart from its body.
#[derive(Clone, Debug)]
pub struct RequestContext {
    /// The idempotency key, if the client sent one.
    pub key: IdempotencyKey,
    /// The client's address.
    pub address: ClientAddress,
    /// The host that the request was sent to.
    pub host: RequestHost,
    /// The request's id.
    pub request_id: RequestId,
    /// The request's permit to be in work.
    pub permit: RequestPermit,
    /// The language of the response.
    pub locale: Locale,
}

impl FromRequestParts<App> for RequestContext {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Ok(address) = ClientAddress::from_request_parts(parts, app).await;
        let Ok(host) = RequestHost::from_request_parts(parts, app).await;
        let Ok(Language(locale)) = Language::from_request_parts(parts, app).await;
        Ok(Self {
            key: IdempotencyKey::from_request_parts(parts, app).await?,
            address,
            host,
            request_id: RequestId::from_request_parts(parts, app).await?,
            permit: RequestPermit::from_request_parts(parts, app).await?,
            locale,
        })
    }
}
