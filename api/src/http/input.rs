//! Extractors for bodies, queries and path parameters that reject with problems.

use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::response::IntoResponse as _;
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use super::RequestPermit;
use crate::problem::{Code, Problem};

/// A JSON object as a body. Unknown fields are ignored, because clients may be newer.
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Code::UnsupportedMediaType.into());
        }
        let RawBody(bytes) = RawBody::from_request(request, state).await?;
        // serde accepts an array for a struct, field by field
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Code::Malformed.into());
        }
        serde_json::from_slice(&bytes).map(Self).map_err(|_| Code::Malformed.into())
    }
}

/// The bytes of a body. The request is not in work while they arrive, because a few clients that send slowly could
/// otherwise keep all others out.
#[derive(Clone, Debug)]
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let permit = request.extensions().get::<RequestPermit>().cloned().ok_or(Code::Internal)?;
        permit.suspend_during(Bytes::from_request(request, state)).await.map(Self).map_err(reject_bytes)
    }
}

fn reject_bytes(rejection: BytesRejection) -> Problem {
    let status = rejection.into_response().status();
    if status == StatusCode::PAYLOAD_TOO_LARGE { Code::TooLarge.into() } else { Code::Malformed.into() }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

/// A query string.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|axum::extract::Query(query)| Self(query)).map_err(|_| Code::Malformed.into())
    }
}

/// The parameters of the path. If they cannot be parsed, the path is not found.
#[derive(Clone, Copy, Debug)]
pub struct PathParams<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let params = Path::<T>::from_request_parts(parts, state).await;
        params.map(|Path(params)| Self(params)).map_err(|_| Code::NotFound.into())
    }
}

/// Normalizes (NFC) and checks the text of a search: at most 100 characters, without control characters.
///
/// # Errors
/// `too_long` or `format`, on `q`.
pub fn parse_search_text(q: &str) -> Result<String, Problem> {
    let q = domain::text::compose(q.trim());
    if q.chars().count() > 100 {
        return Err(Problem::field("q", domain::InvalidCode::TooLong));
    }
    if q.chars().any(char::is_control) {
        return Err(Problem::field("q", domain::InvalidCode::Format));
    }
    Ok(q)
}
