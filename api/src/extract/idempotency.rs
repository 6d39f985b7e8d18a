//! `Idempotency-Key`: replays the first response of a call that must not be repeated.
//!
//! The key's row is written in the transaction of the operation. A second call with the same key waits at the row's unique
//! index until the first commits, and then replays its response. If the first failed, the second does the work.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::idempotency::{self, CallState};
use db::{TenantDb, TenantTx};
use http::request::Parts;
use http::{HeaderName, HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::problem::{Code, Problem};

pub use db::idempotency::Account;

/// Set to `true` on a replayed response.
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

/// One call of a creating operation: its account, its operation and its request.
#[derive(Clone, Debug)]
pub struct Call(Option<KeyedCall>);

#[derive(Clone, Debug)]
struct KeyedCall {
    account: Account,
    operation: &'static str,
    key: String,
    request_hash: [u8; 32],
    /// The hash that the release before stores for the same request.
    earlier_hash: Option<[u8; 32]>,
}

impl KeyedCall {
    fn as_row(&self) -> idempotency::Call<'_> {
        self.row_of(&self.request_hash)
    }

    fn row_of<'a>(&'a self, request_hash: &'a [u8; 32]) -> idempotency::Call<'a> {
        idempotency::Call { account: self.account, operation: self.operation, key: &self.key, request_hash }
    }
}

impl IdempotencyKey {
    /// Binds the key to a call. A repetition must have the same `request`. Leave secrets out of it, because only a hash
    /// protects it. Without a session, `account` is [`Account::Nobody`].
    ///
    /// # Errors
    /// An internal problem when the request cannot be serialized.
    pub fn bind(
        self,
        account: impl Into<Account>,
        operation: &'static str,
        request: &impl Serialize,
    ) -> Result<Call, Problem> {
        self.bind_with_secrets(account, operation, request, None)
    }

    /// Binds the key to a call as [`Self::bind`] does, and to a keyed hash of the secrets that `request` leaves out.
    ///
    /// The release before does not compare secrets. A call that it answered is repeated here without comparing them, and
    /// a call that was answered here is a mismatch there, until the update is complete.
    ///
    /// # Errors
    /// As [`Self::bind`].
    pub fn bind_with_secrets(
        self,
        account: impl Into<Account>,
        operation: &'static str,
        request: &impl Serialize,
        secrets: Option<[u8; 32]>,
    ) -> Result<Call, Problem> {
        let Some(key) = self.0 else { return Ok(Call(None)) };
        let request = serde_json::to_vec(request).map_err(Problem::internal)?;
        let plain = Sha256::digest(&request).into();
        let with_secrets = secrets.map(|secrets| Sha256::new().chain_update(&request).chain_update(secrets).finalize());
        let request_hash = with_secrets.map_or(plain, Into::into);
        let earlier_hash = secrets.map(|_| plain);
        Ok(Call(Some(KeyedCall { account: account.into(), operation, key, request_hash, earlier_hash })))
    }
}

impl Call {
    /// Finds the response of an earlier call, before work that needs no transaction.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub async fn find_earlier(&self, db: &TenantDb, now: DateTime<Utc>) -> Result<Option<EarlierResponse>, Problem> {
        if self.0.is_none() {
            return Ok(None);
        }
        // this transaction is rolled back: the call begins again in the transaction of its work
        self.begin(&mut db.begin().await?, now).await
    }

    /// Begins the call in the transaction of the operation. Returns the earlier response, or `None` if the operation
    /// must run.
    ///
    /// # Errors
    /// [`Code::IdempotencyMismatch`] when the key was used with another request, [`Code::InProgress`] while the first call
    /// runs, or a database failure.
    pub async fn begin(&self, tx: &mut TenantTx, now: DateTime<Utc>) -> Result<Option<EarlierResponse>, Problem> {
        let Some(call) = &self.0 else { return Ok(None) };
        let mut state = idempotency::begin(tx, &call.as_row(), now).await?;
        if let (CallState::Mismatch, Some(hash)) = (&state, &call.earlier_hash) {
            state = idempotency::begin(tx, &call.row_of(hash), now).await?;
        }
        match state {
            CallState::New => Ok(None),
            CallState::Repeat { status, body } => {
                let status = StatusCode::from_u16(status).map_err(Problem::internal)?;
                Ok(Some(EarlierResponse { status, body }))
            }
            CallState::InProgress => Err(Code::InProgress.into()),
            CallState::Mismatch => Err(Code::IdempotencyMismatch.into()),
        }
    }

    /// Stores the response in the transaction of the operation.
    ///
    /// # Errors
    /// A database failure.
    pub async fn finish(&self, tx: &mut TenantTx, status: StatusCode, body: &impl Serialize) -> Result<(), Problem> {
        let Some(call) = &self.0 else { return Ok(()) };
        let body = serde_json::to_value(body).map_err(Problem::internal)?;
        idempotency::finish(tx, &call.as_row(), status.as_u16(), &body).await?;
        Ok(())
    }
}

/// The response of an earlier call with the same key.
#[derive(Clone, Debug)]
pub struct EarlierResponse {
    /// Its status.
    pub status: StatusCode,
    /// Its body; null without one.
    pub body: Value,
}

impl EarlierResponse {
    /// Returns the response, marked as replayed.
    #[must_use]
    pub fn into_response(self) -> Response {
        let mut response = match self.body {
            Value::Null => self.status.into_response(),
            body => (self.status, Json(body)).into_response(),
        };
        response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        response
    }
}
