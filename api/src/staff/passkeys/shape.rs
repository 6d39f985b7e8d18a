//! Passkeys in requests and responses.

use chrono::{DateTime, Utc};
use db::passkeys::StoredPasskey;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::problem::{Code, Problem};

/// A passkey.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Passkey)]
pub struct PasskeyBody {
    /// Its number.
    id: i64,
    /// What its owner calls it.
    name: String,
    /// The host that it is for.
    host: String,
    /// When it was made.
    created_at: DateTime<Utc>,
    /// When it signed in last.
    #[schema(required)]
    used_at: Option<DateTime<Utc>>,
}

impl From<StoredPasskey> for PasskeyBody {
    fn from(row: StoredPasskey) -> Self {
        Self { id: row.id, name: row.name, host: row.host, created_at: row.created_at, used_at: row.used_at }
    }
}

/// What the browser is called with.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyOptionsAnswer {
    /// The argument of `navigator.credentials.create` or `get`, with bytes in base64url.
    #[schema(value_type = Object)]
    pub options: Value,
}

/// What the browser answered.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PasskeyAnswerRequest {
    /// The credential, with bytes in base64url.
    #[serde(default)]
    #[schema(required, value_type = Object)]
    pub credential: Value,
}

/// Reads a credential.
///
/// # Errors
/// [`Code::PasskeyRejected`] when it is invalid.
pub fn parse_credential<T: serde::de::DeserializeOwned>(credential: Value) -> Result<T, Problem> {
    serde_json::from_value(credential).map_err(|_| Code::PasskeyRejected.into())
}
