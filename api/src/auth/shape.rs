//! A patient in responses.

use domain::Patient;
use serde::Serialize;
use utoipa::ToSchema;

/// A patient.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Patient)]
pub struct PatientBody {
    /// The patient's id.
    pub id: i64,
    /// The patient's name.
    pub name: String,
    /// Date of birth, YYYY.MM.DD.
    #[schema(required, example = "1990.01.31")]
    pub birth: Option<String>,
    /// 0 man, 1 woman, null when unknown.
    #[schema(required, minimum = 0, maximum = 1)]
    pub gender: Option<i16>,
    /// Mobile number, digits only.
    #[schema(example = "01012345678")]
    pub phone_number: String,
    /// The login ID.
    pub login_user_id: String,
    /// The e-mail address, if one was given.
    #[schema(required)]
    pub email: Option<String>,
}

/// The signed-in patient.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PatientResponse {
    /// The patient.
    pub patient: PatientBody,
}

impl From<&Patient> for PatientBody {
    fn from(patient: &Patient) -> Self {
        Self {
            id: patient.id.get(),
            name: patient.name.as_str().to_owned(),
            birth: patient.birth.map(|birth| birth.to_string()),
            gender: patient.gender.map(domain::Gender::number),
            phone_number: patient.phone_number.as_str().to_owned(),
            login_user_id: patient.login_user_id.as_str().to_owned(),
            email: patient.email.as_ref().map(|email| email.as_str().to_owned()),
        }
    }
}
