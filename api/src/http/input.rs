//! Bodies, queries and path ids, refused as problems.

use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::response::IntoResponse as _;
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::problem::{Code, Problem};

/// A JSON object as a body. Fields that are not known are ignored: clients may be newer.
#[derive(Clone, Copy, Debug)]
pub struct Input<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Code::UnsupportedMediaType.into());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(refuse)?;
        // serde would take an array for a structure, field by field
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Code::Malformed.into());
        }
        serde_json::from_slice(&bytes).map(Self).map_err(|_| Code::Malformed.into())
    }
}

fn refuse(rejection: BytesRejection) -> Problem {
    let status = rejection.into_response().status();
    if status == StatusCode::PAYLOAD_TOO_LARGE { Code::TooLarge.into() } else { Code::Malformed.into() }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// A query string.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let read = axum::extract::Query::try_from_uri(&parts.uri);
        read.map(|axum::extract::Query(query)| Self(query)).map_err(|_| Code::Malformed.into())
    }
}

/// The one id in a path; one that is not a number is the id of nothing.
#[derive(Clone, Copy, Debug)]
pub struct Id(pub i64);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = Path::<i64>::from_request_parts(parts, state).await;
        read.map(|Path(id)| Self(id)).map_err(|_| Code::NotFound.into())
    }
}

/// The two ids in a path: of a thing and of a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Ids(pub i64, pub i64);

impl<S: Send + Sync> FromRequestParts<S> for Ids {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = Path::<(i64, i64)>::from_request_parts(parts, state).await;
        read.map(|Path((whole, part))| Self(whole, part)).map_err(|_| Code::NotFound.into())
    }
}

/// For `deserialize_with`: tells a field that is null from one that is not there.
///
/// # Errors
/// When the value is neither null nor of the type.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The text of a search: at most 100 characters, none of them for control.
///
/// # Errors
/// When it is none.
pub fn search_text(q: &str) -> Result<&str, Problem> {
    if q.chars().count() > 100 {
        return Err(Problem::field("q", domain::Code::TooLong));
    }
    if q.chars().any(char::is_control) {
        return Err(Problem::field("q", domain::Code::Format));
    }
    Ok(q.trim())
}
