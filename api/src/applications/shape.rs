//! An application in responses, named `clinic`.

use chrono::{DateTime, Utc};
use domain::{Application, Person, TciStatus};
use serde::Serialize;
use utoipa::ToSchema;

use crate::institutions::shape::InstitutionBody;
use crate::people::shape::PersonLabelBody;
use crate::self_checks::render::Renderer;
use crate::self_checks::shape::{Expert, Tci};

/// An application for an analysis.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clinic {
    /// The application's id.
    id: i64,
    /// `application` or `walk_in`.
    #[schema(example = "application")]
    kind: String,
    /// -1 canceled, 0 waiting, 1 received, 2 complete.
    #[schema(minimum = -1, maximum = 2)]
    status: i16,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// When the clinic took it. Null while it waits.
    #[schema(required)]
    claim_at: Option<DateTime<Utc>>,
    /// The patient's account. Null for a walk-in without one.
    #[schema(required)]
    patient_id: Option<i64>,
    /// The clinic.
    institution: InstitutionBody,
    /// The person of the account; null for a walk-in without one.
    #[schema(required)]
    person: Option<PersonLabelBody>,
    /// Whether the clinic makes no analysis after cleaning.
    before_only: bool,
    /// The person, as entered.
    patient_institution: PatientInstitution,
    /// The analysis before cleaning. Null until there is a picture.
    #[schema(required)]
    before_tci: Option<Tci>,
    /// The analysis after cleaning; null until there is a picture.
    #[schema(required)]
    after_tci: Option<Tci>,
}

/// An application as the clinic's staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffClinic {
    /// The application.
    #[serde(flatten)]
    clinic: Clinic,
    /// Whether it needs work and no member of the staff has opened it.
    unread: bool,
    /// Whether it needs work: it is waiting or received.
    needs_work: bool,
    /// The assigned analyst; null until one takes it.
    #[schema(required)]
    assignee: Option<Expert>,
    /// How many of its analyses have a picture.
    #[schema(minimum = 0, maximum = 2)]
    photos: usize,
    /// How many of its analyses are released.
    #[schema(minimum = 0, maximum = 2)]
    released: usize,
    /// The code of the invitation that it came through.
    #[schema(required)]
    invite_code: Option<String>,
}

/// The person of an application.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PatientInstitution {
    /// The name.
    name: String,
    /// Date of birth, YYYY.MM.DD.
    #[schema(example = "1990.01.31")]
    birth: String,
    /// 0 man, 1 woman, null when unknown.
    #[schema(required, minimum = 0, maximum = 1)]
    gender: Option<i16>,
    /// Mobile number, digits only.
    phone_number: String,
}

/// One application.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClinicResponse {
    /// The application.
    pub clinic: Clinic,
}

/// A page of applications, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClinicsResponse {
    /// The applications.
    pub clinics: Vec<Clinic>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

/// One application, for staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffClinicResponse {
    /// The application.
    pub clinic: StaffClinic,
}

/// A page of a clinic's applications, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffClinicsResponse {
    /// The applications.
    pub clinics: Vec<StaffClinic>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

impl From<Person> for PatientInstitution {
    fn from(person: Person) -> Self {
        Self {
            name: person.name.as_str().to_owned(),
            birth: person.birth.to_string(),
            gender: person.gender.map(domain::Gender::number),
            phone_number: person.phone_number.as_str().to_owned(),
        }
    }
}

impl Clinic {
    /// Renders an application as its patient sees it.
    #[must_use]
    pub fn for_patient(row: Application, renderer: &Renderer<'_>) -> Self {
        Self {
            id: row.id.get(),
            kind: row.kind.as_str().to_owned(),
            status: row.status.number(),
            created_at: row.created_at,
            claim_at: row.received_at,
            patient_id: row.patient_id.map(domain::PatientId::get),
            institution: row.institution.into(),
            person: row.account_person.map(Into::into),
            before_only: row.before_only,
            patient_institution: row.person.into(),
            before_tci: row.before.map(|tci| renderer.tci(tci)),
            after_tci: row.after.map(|tci| renderer.tci(tci)),
        }
    }
}

impl StaffClinic {
    /// Renders an application.
    #[must_use]
    pub fn new(row: Application, renderer: &Renderer<'_>) -> Self {
        let invite_code = row.invite.as_ref().map(|code| code.as_str().to_owned());
        Self {
            unread: row.is_unread(),
            needs_work: row.status.needs_work(),
            assignee: row.assignee.clone().map(Into::into),
            photos: row.analyses().filter(|tci| tci.picture.is_some()).count(),
            released: row.analyses().filter(|tci| tci.status == TciStatus::Complete).count(),
            invite_code,
            clinic: Clinic::for_patient(row, &renderer.for_staff()),
        }
    }
}
