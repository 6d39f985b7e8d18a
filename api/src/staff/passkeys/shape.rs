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
    /// Its id.
    id: i64,
    /// The owner's name for it.
    name: String,
    /// The host that it is for.
    host: String,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// When it was last used.
    #[schema(required)]
    used_at: Option<DateTime<Utc>>,
}

impl From<StoredPasskey> for PasskeyBody {
    fn from(row: StoredPasskey) -> Self {
        Self { id: row.id, name: row.name, host: row.host, created_at: row.created_at, used_at: row.used_at }
    }
}

/// The options for the browser.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyOptionsResponse {
    /// The argument of `navigator.credentials.create` or `get`, with bytes in base64url.
    #[schema(value_type = Object)]
    pub options: Value,
}

/// A sign-in with a passkey.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PasskeySignInRequest {
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
