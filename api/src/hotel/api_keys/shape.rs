//! An API key in responses.

use chrono::{DateTime, NaiveDate, Utc};
use db::hotel::api_keys::ApiKey;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::ApiKeyStateCode;
use crate::hotel::shape::NameBody;

/// An API key, without the key itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelApiKey)]
pub struct ApiKeyBody {
    /// The id.
    id: i64,
    /// The name.
    name: String,
    /// The partner.
    partner: NameBody,
    /// Its name.
    category: String,
    /// The key's first characters.
    #[schema(example = "hbk_Zk3x9Q")]
    key_prefix: String,
    /// The first day of the usage period, in Korea.
    valid_from: NaiveDate,
    /// Its last day.
    valid_to: NaiveDate,
    /// The state: while it is valid, whether it was used.
    #[schema(value_type = ApiKeyStateCode)]
    state: &'static str,
    /// When it was last used, to the minute; null if never.
    #[schema(required)]
    last_used_at: Option<DateTime<Utc>>,
}

impl ApiKeyBody {
    /// Creates the body about a key at `now`.
    #[must_use]
    pub fn new(row: ApiKey, now: DateTime<Utc>) -> Self {
        Self {
            id: row.id.get(),
            name: row.name,
            partner: row.partner.into(),
            category: row.category,
            key_prefix: row.key_prefix,
            valid_from: row.usage.period.from,
            valid_to: row.usage.period.to,
            state: row.usage.state(now).as_str(),
            last_used_at: row.usage.last_used_at,
        }
    }
}
