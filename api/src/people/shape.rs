//! The people of an account in responses.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{AccountPerson, PersonLabel};
use serde::Serialize;
use utoipa::ToSchema;

/// The person that a record belongs to.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, ToSchema)]
#[schema(as = PersonLabel)]
pub struct PersonLabelBody {
    /// The person's id.
    id: i64,
    /// The name.
    name: String,
    /// The relation to the account's holder: `self`, `child`, `parent`, `spouse` or `other`.
    #[schema(example = "self")]
    relation: String,
}

impl From<PersonLabel> for PersonLabelBody {
    fn from(label: PersonLabel) -> Self {
        Self { id: label.id.get(), name: label.name.as_str().to_owned(), relation: label.relation.as_str().to_owned() }
    }
}

/// A person of the patient's account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountPerson)]
pub struct AccountPersonBody {
    /// Id, name and relation.
    #[serde(flatten)]
    label: PersonLabelBody,
    /// Date of birth, YYYY.MM.DD; null when it is not known.
    #[schema(required, example = "2018.01.31")]
    birth: Option<String>,
    /// 0 man, 1 woman, null when unknown.
    #[schema(required, minimum = 0, maximum = 1)]
    gender: Option<i16>,
    /// What the holder declared: `guardian` or `agreed`; null for the holder, and before it is declared.
    #[schema(required)]
    consent: Option<String>,
    /// The time.
    #[schema(required)]
    consent_at: Option<DateTime<Utc>>,
    /// The declaration that the holder must make before new requests for the person; null when none is missing.
    #[schema(required)]
    missing_consent: Option<String>,
    /// Whether the person has an application, an analysis or a claim. The birth date then cannot change.
    has_records: bool,
}

impl AccountPersonBody {
    /// Creates a person on a day in Korea.
    #[must_use]
    pub fn new(row: AccountPerson, today: NaiveDate) -> Self {
        Self {
            missing_consent: row.missing_consent(today).map(|consent| consent.as_str().to_owned()),
            birth: row.birth.map(|birth| birth.to_string()),
            gender: row.gender.map(domain::Gender::number),
            consent: row.consent.map(|consent| consent.as_str().to_owned()),
            consent_at: row.consent_at,
            has_records: row.has_records,
            label: row.label.into(),
        }
    }
}

/// One person.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccountPersonResponse {
    /// The person.
    pub person: AccountPersonBody,
}

/// The people of the account, its holder first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccountPeopleResponse {
    /// The people.
    pub people: Vec<AccountPersonBody>,
}
