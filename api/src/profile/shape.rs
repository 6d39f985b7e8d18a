//! A patient's own data in responses.

use chrono::{DateTime, Utc};
use db::TenantConn;
use domain::{NameRequest, Patient, PostalAddress, ProfileChange};
use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;

/// A patient's own data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnProfile {
    /// The name.
    name: String,
    /// A name that a clinic requests to accept.
    #[schema(required)]
    name_request: Option<OwnNameRequest>,
    /// Mobile number, digits only.
    #[schema(example = "01012345678")]
    phone_number: String,
    /// The e-mail address.
    #[schema(required)]
    email: Option<String>,
    /// An e-mail address whose link was sent and not used yet.
    #[schema(required)]
    unconfirmed_email: Option<String>,
    /// The postcode.
    #[schema(required)]
    zipcode: Option<String>,
    /// The road address.
    #[schema(required)]
    address: Option<String>,
    /// The rest of the address.
    #[schema(required)]
    address_detail: Option<String>,
    /// The latest changes, newest first.
    changes: Vec<ProfileChangeBody>,
}

/// A name that a clinic read on a document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnNameRequest {
    /// The name.
    name: String,
    /// The clinic's name.
    clinic: String,
    /// When the request expires.
    expires_at: DateTime<Utc>,
}

impl From<NameRequest> for OwnNameRequest {
    fn from(request: NameRequest) -> Self {
        Self { name: request.name.as_str().to_owned(), clinic: request.clinic, expires_at: request.expires_at }
    }
}

/// A change of the own data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProfileChange)]
pub struct ProfileChangeBody {
    /// `name`, `phone_number`, email or address.
    #[schema(example = "phone_number")]
    field: String,
    /// How it was verified: identity, code, link, session or clinic.
    #[schema(example = "code")]
    proof: String,
    /// The value before, masked; empty where there was none.
    #[schema(example = "010-****-5678")]
    old_value: String,
    /// The time.
    changed_at: DateTime<Utc>,
}

impl From<ProfileChange> for ProfileChangeBody {
    fn from(change: ProfileChange) -> Self {
        Self {
            field: change.field.as_str().to_owned(),
            proof: change.proof.as_str().to_owned(),
            old_value: change.old_value,
            changed_at: change.changed_at,
        }
    }
}

/// The patient's own data.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnProfileResponse {
    /// The data.
    profile: OwnProfile,
}

impl OwnProfileResponse {
    /// Loads a patient's own data, including the changes of this call.
    pub async fn load(conn: &mut TenantConn, patient: &Patient, now: DateTime<Utc>) -> Result<Self, Problem> {
        let unconfirmed = db::profile::find_unconfirmed_email(conn, patient.id, now).await?;
        let PostalAddress { zipcode, address, address_detail } = db::profile::find_address(conn, patient.id).await?;
        let changes = db::profile::list_changes(conn, patient.id).await?;
        let request = db::name_requests::find(conn, patient.id, now).await?;
        let present = db::patients::find(conn, patient.id).await?;
        let present = present.as_ref().unwrap_or(patient);
        let profile = OwnProfile {
            name: present.name.as_str().to_owned(),
            name_request: request.map(Into::into),
            phone_number: present.phone_number.as_str().to_owned(),
            email: present.email.as_ref().map(|email| email.as_str().to_owned()),
            unconfirmed_email: unconfirmed.map(|email| email.as_str().to_owned()),
            zipcode,
            address,
            address_detail,
            changes: changes.into_iter().map(Into::into).collect(),
        };
        Ok(Self { profile })
    }
}
