//! The person of an application in requests.

use chrono::NaiveDate;
use domain::{BirthDate, Gender, Name, Person, Phone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::{FieldErrors, Problem};

/// A person.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonRequest {
    /// The name.
    #[serde(default)]
    #[schema(required, max_length = 50)]
    pub name: String,
    /// Date of birth: YYYYMMDD, YYYY-MM-DD or YYYY.MM.DD.
    #[serde(default)]
    #[schema(required, example = "19900131")]
    pub birth: String,
    /// 0 man, 1 woman; null or left out when unknown.
    #[schema(minimum = 0, maximum = 1)]
    pub gender: Option<i16>,
    /// Mobile number, digits only.
    #[serde(default)]
    #[schema(required, example = "01012345678")]
    pub phone_number: String,
}

impl PersonRequest {
    /// Parses the person.
    ///
    /// # Errors
    /// A validation problem with every invalid field.
    pub fn parse(&self, today: NaiveDate) -> Result<Person, Problem> {
        let mut errors = FieldErrors::default();
        let name = errors.check(Name::parse(&self.name));
        let birth = errors.check(BirthDate::parse(&self.birth, today));
        let gender = errors.check(self.gender.map(Gender::from_number).transpose());
        let phone = errors.check(Phone::parse(&self.phone_number));
        if let (Some(name), Some(birth), Some(gender), Some(phone_number)) = (name, birth, gender, phone) {
            return Ok(Person { name, birth, gender, phone_number });
        }
        errors.finish()?;
        unreachable!("a missing field has an error")
    }
}
