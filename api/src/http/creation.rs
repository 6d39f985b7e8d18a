//! What a creating call brings besides its body.

use axum::extract::FromRequestParts;
use domain::Locale;
use http::request::Parts;

use super::{ClientAddress, Language, RequestHost, RequestId};
use crate::App;
use crate::guard::idempotency::IdempotencyKey;
use crate::problem::Problem;

/// The parts of a request that a creating call may need.
#[derive(Clone, Debug)]
pub struct Creation {
    /// The key under which the answer is repeated.
    pub key: IdempotencyKey,
    /// Where the request comes from.
    pub address: ClientAddress,
    /// The host that it was sent to.
    pub host: RequestHost,
    /// Its id.
    pub request_id: RequestId,
    /// Its reader's language.
    pub locale: Locale,
}

impl FromRequestParts<App> for Creation {
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
            locale,
        })
    }
}
