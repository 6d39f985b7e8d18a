//! `Idempotency-Key`: the first answer of a creating POST, repeated.
//!
//! The key's row is written in the transaction of the effect. A second call with the same key waits at the row's unique
//! index until the first has committed, and then repeats its answer; if the first failed, the second does the work.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::TenantTx;
use db::idempotency::{self, Begin};

pub use db::idempotency::Account;
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::problem::{Code, Problem};

/// Set to `true` on an answer that was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The request's key, if it has one.
#[derive(Clone, Debug)]
pub struct IdempotencyKey(Option<String>);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        let text = value.to_str().ok().filter(|text| (1..=200).contains(&text.len()));
        text.map(|text| Self(Some(text.to_owned()))).ok_or_else(|| Code::Malformed.into())
    }
}

/// One creating call: who makes it, which it is, and what it asks for.
#[derive(Clone, Debug)]
pub struct Call(Option<Keyed>);

#[derive(Clone, Debug)]
struct Keyed {
    account: Account,
    operation: &'static str,
    key: String,
    request_hash: [u8; 32],
}

impl Keyed {
    fn call(&self) -> idempotency::Call<'_> {
        idempotency::Call {
            account: self.account,
            operation: self.operation,
            key: &self.key,
            request_hash: &self.request_hash,
        }
    }
}

impl IdempotencyKey {
    /// Binds the key to a call. `request` is what must be the same for a repetition; secrets are left out of it, as only
    /// its hash protects it. Called signed out, `account` is [`Account::Nobody`].
    ///
    /// # Errors
    /// An internal problem when the request cannot be written as JSON.
    pub fn bind(
        self,
        account: impl Into<Account>,
        operation: &'static str,
        request: &impl Serialize,
    ) -> Result<Call, Problem> {
        let Some(key) = self.0 else { return Ok(Call(None)) };
        let request = serde_json::to_vec(request).map_err(Problem::internal)?;
        let request_hash = Sha256::digest(request).into();
        Ok(Call(Some(Keyed { account: account.into(), operation, key, request_hash })))
    }
}

impl Call {
    /// Begins the call in the transaction of its effect: the earlier answer, or none and the effect may be written.
    ///
    /// # Errors
    /// [`Code::IdempotencyMismatch`] when the key was used with another request, or a database failure.
    pub async fn begin(&self, tx: &mut TenantTx, now: DateTime<Utc>) -> Result<Option<Earlier>, Problem> {
        let Some(keyed) = &self.0 else { return Ok(None) };
        match idempotency::begin(tx, &keyed.call(), now).await? {
            Begin::New => Ok(None),
            Begin::Repeat { status, body } => {
                let status = StatusCode::from_u16(status).map_err(Problem::internal)?;
                Ok(Some(Earlier { status, body }))
            }
            Begin::InProgress => Err(Code::InProgress.into()),
            Begin::Mismatch => Err(Code::IdempotencyMismatch.into()),
        }
    }

    /// Stores the answer in the transaction of the effect.
    ///
    /// # Errors
    /// A database failure.
    pub async fn finish(&self, tx: &mut TenantTx, status: StatusCode, body: &impl Serialize) -> Result<(), Problem> {
        let Some(keyed) = &self.0 else { return Ok(()) };
        let body = serde_json::to_value(body).map_err(Problem::internal)?;
        idempotency::finish(tx, &keyed.call(), status.as_u16(), &body).await?;
        Ok(())
    }
}

/// An answer that was given before.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// Its status.
    pub status: StatusCode,
    /// Its body.
    pub body: Value,
}

impl Earlier {
    /// The answer, marked as repeated.
    #[must_use]
    pub fn into_response(self) -> Response {
        let mut answer = match self.body {
            // an answer that had no body has none again
            Value::Null => self.status.into_response(),
            body => (self.status, Json(body)).into_response(),
        };
        answer.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        answer
    }
}
