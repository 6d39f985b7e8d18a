//! Clinics in requests and responses.

use db::edit::clinics::{self, ClinicRecord};
use domain::TenantId;
use domain::directory::ClinicInput;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::ops::directory::read;
use crate::problem::{Code, Problem};

/// The settings of a clinic.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OpsClinicSettings)]
pub struct ClinicForm {
    /// The name, unique in the tenant.
    #[schema(required, max_length = 100)]
    name: String,
    /// The legal representative.
    #[schema(required, max_length = 100)]
    representative_name: String,
    /// The address.
    #[schema(required, max_length = 200)]
    address: String,
    /// The telephone number, digits only.
    #[schema(required, example = "0212345678")]
    phone_number: String,
}

/// A clinic.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsClinic)]
pub struct Clinic {
    /// The id.
    id: i64,
    /// The name.
    name: String,
    /// The legal representative.
    representative_name: String,
    /// The address.
    address: String,
    /// The telephone number, digits only.
    phone_number: String,
    /// Whether patients can choose it and its staff can sign in.
    active: bool,
    /// How many admins can sign in.
    admins: i64,
    /// The version; send it back with a change.
    version: i32,
}

/// One clinic.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsClinicResponse)]
pub struct ClinicResponse {
    /// The clinic.
    pub clinic: Clinic,
}

impl From<ClinicForm> for ClinicInput {
    fn from(form: ClinicForm) -> Self {
        let ClinicForm { name, representative_name, address, phone_number } = form;
        Self { name, representative_name, address, phone_number }
    }
}

impl From<ClinicRecord> for Clinic {
    fn from(row: ClinicRecord) -> Self {
        let ClinicRecord { record, admins } = row;
        Self {
            id: record.id,
            name: record.settings.name,
            representative_name: record.settings.representative_name,
            address: record.settings.address,
            phone_number: record.settings.phone_number,
            active: record.settings.active,
            admins,
            version: record.version,
        }
    }
}

/// Lists a tenant's clinics.
pub(super) async fn list(app: &App, tenant: TenantId) -> Result<Vec<Clinic>, Problem> {
    let mut tx = read(app, tenant).await?;
    Ok(clinics::list(&mut tx, tenant).await?.into_iter().map(Into::into).collect())
}

/// Returns a clinic as it is now.
pub(super) async fn load_response(app: &App, tenant: TenantId, id: i64) -> Result<ClinicResponse, Problem> {
    let clinic = list(app, tenant).await?.into_iter().find(|clinic| clinic.id == id).ok_or(Code::NotFound)?;
    Ok(ClinicResponse { clinic })
}
