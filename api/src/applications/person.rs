//! The person of an application in requests.

use chrono::NaiveDate;
use db::TenantTx;
use domain::{BirthDate, Gender, Name, Person, PersonId, Phone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::Patient;
use crate::people::choose::find_person_with_consent;
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
    /// 0 man, 1 woman; null or omitted when unknown.
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

/// Finds and locks the person of the account that an application is for, and checks that the application names this person.
///
/// # Errors
/// No such person, a missing consent, or a validation problem with the name or the birth date.
pub(super) async fn choose_subject(
    tx: &mut TenantTx,
    patient: &Patient,
    id: Option<i64>,
    subject: &Person,
    today: NaiveDate,
) -> Result<PersonId, Problem> {
    let person = find_person_with_consent(tx, patient, id, today).await?;
    let mut errors = FieldErrors::default();
    errors.check(person.check_name("name", &subject.name));
    errors.check(person.check_birth(subject.birth));
    errors.finish()?;
    Ok(person.label.id)
}
