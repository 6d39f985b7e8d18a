//! Consents in responses.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{NamedRecipient, Recipient};
use serde::Serialize;
use utoipa::ToSchema;

/// A consent.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Consent)]
pub struct ConsentBody {
    /// health, terms, privacy, age14, provide or training.
    #[schema(example = "health")]
    kind: String,
    /// Who receives the data, for `provide`.
    #[schema(required)]
    recipient: Option<ConsentRecipient>,
    /// The effective date of the text that was agreed to.
    version: NaiveDate,
    /// When it was given.
    given_at: DateTime<Utc>,
    /// When it was withdrawn. Null while it is in effect.
    #[schema(required)]
    withdrawn_at: Option<DateTime<Utc>>,
}

/// Who receives data by a consent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConsentRecipient {
    /// `clinic` or `insurer`. Null where an old consent's name could belong to several.
    #[schema(required, example = "clinic")]
    kind: Option<&'static str>,
    /// The id of the clinic or insurer.
    #[schema(required)]
    id: Option<i64>,
    /// The name that was shown.
    name: String,
}

impl From<NamedRecipient> for ConsentRecipient {
    fn from(named: NamedRecipient) -> Self {
        Self { kind: named.recipient.map(Recipient::kind), id: named.recipient.map(Recipient::id), name: named.name }
    }
}

/// The patient's consents, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConsentsResponse {
    /// The consents, including withdrawn ones.
    consents: Vec<ConsentBody>,
}

impl From<Vec<domain::Consent>> for ConsentsResponse {
    fn from(rows: Vec<domain::Consent>) -> Self {
        let consents = rows.into_iter().map(|row| ConsentBody {
            kind: row.kind.as_str().to_owned(),
            recipient: row.recipient.map(Into::into),
            version: row.version,
            given_at: row.given_at,
            withdrawn_at: row.withdrawn_at,
        });
        Self { consents: consents.collect() }
    }
}
