//! A person in requests.

use chrono::NaiveDate;
use db::people::ConsentRecord;
use domain::people::{PersonForm, PersonInput};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::Patient;
use crate::http::ClientAddress;
use crate::problem::Problem;

/// The version of the declarations about a person: the effective date of their text.
const CONSENT_VERSION: NaiveDate = NaiveDate::from_ymd_opt(2026, 12, 1).expect("a day of the calendar");

/// A person that the holder of the account adds or corrects.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AccountPersonRequest {
    /// `child`, `parent`, `spouse` or `other`.
    #[schema(required, example = "child")]
    relation: String,
    /// The name.
    #[schema(required, max_length = 50)]
    name: String,
    /// Date of birth: YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD.
    #[schema(required, example = "20180131")]
    birth: String,
    /// 0 man, 1 woman; null or omitted when unknown.
    #[schema(minimum = 0, maximum = 1)]
    gender: Option<i16>,
    /// What the holder declares: `guardian`, to be the legal guardian and to agree for a person under 14; `agreed`, that the person, 14
    /// or older, agreed.
    #[schema(required, example = "guardian")]
    consent: String,
}

impl AccountPersonRequest {
    /// Parses the person.
    ///
    /// # Errors
    /// A validation problem with every invalid field.
    pub(super) fn parse(&self, patient: &Patient, today: NaiveDate) -> Result<PersonForm, Problem> {
        let input = PersonInput {
            relation: &self.relation,
            name: &self.name,
            birth: &self.birth,
            gender: self.gender,
            consent: &self.consent,
        };
        PersonForm::parse(input, patient.row.birth, today).map_err(Problem::validation)
    }
}

/// Returns the record of a declaration that comes from this address.
pub(super) fn consent_record(address: &ClientAddress) -> ConsentRecord {
    ConsentRecord { version: CONSENT_VERSION, client_address: Some(address.0) }
}
