//! `GET /ops/model/agreement`

use axum::extract::State;
use axum::response::Json;
use chrono::NaiveDate;
use db::agreements;
use db::edit::clinics;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::OperatorWith;
use crate::extract::operator::ReadModel;
use crate::problem::{OperatorProblems, Problem};

/// The agreement of a clinic's experts with a version over ninety days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsAgreement)]
pub struct AgreementBody {
    /// The tenant's id.
    tenant_id: i64,
    /// The tenant's key.
    tenant: String,
    /// The clinic's id.
    clinic_id: i64,
    /// The clinic's name.
    clinic: String,
    /// The version.
    version: String,
    /// The last day that counts.
    day: NaiveDate,
    /// The released analyses.
    analyses: i32,
    /// The share of cells with the same score, 0 to 1.
    same_cells: f32,
    /// Quadratic-weighted kappa.
    kappa: f32,
    /// The lower end of its 95 % interval.
    kappa_low: f32,
    /// The upper end.
    kappa_high: f32,
    /// The mean difference of the index, in points of 100.
    mean_difference: f32,
}

/// The agreement of all clinics.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsAgreementsResponse)]
pub struct AgreementsResponse {
    /// By tenant and clinic, as it was last counted.
    agreements: Vec<AgreementBody>,
}

/// The agreement between the model and each clinic's experts. Computed nightly, without personal data.
#[utoipa::path(
    get, path = "/ops/model/agreement", tag = "ops-model", operation_id = "listAgreements", security(("operator" = [])),
    responses((status = 200, body = AgreementsResponse), OperatorProblems)
)]
pub async fn handle(State(app): State<App>, _: OperatorWith<ReadModel>) -> Result<Json<AgreementsResponse>, Problem> {
    let tenants = db::tenants::list(&mut app.databases.system().acquire().await?).await?;
    let mut all = Vec::new();
    for tenant in tenants {
        let found = agreements::list_newest(&mut app.databases.tenant(tenant.id).acquire().await?).await?;
        if found.is_empty() {
            continue;
        }
        let known = clinics::list(&mut app.databases.directory().await?, tenant.id).await?;
        let name = |id: i64| known.iter().find(|row| row.record.id == id).map(|row| row.record.settings.name.clone());
        all.extend(found.into_iter().map(|one| AgreementBody {
            tenant_id: tenant.id.get(),
            tenant: tenant.key.clone(),
            clinic_id: one.institution_id.get(),
            clinic: name(one.institution_id.get()).unwrap_or_default(),
            version: one.model_version,
            day: one.day,
            analyses: one.photos,
            same_cells: one.exact,
            kappa: one.kappa,
            kappa_low: one.kappa_interval[0],
            kappa_high: one.kappa_interval[1],
            mean_difference: one.index_error,
        }));
    }
    Ok(Json(AgreementsResponse { agreements: all }))
}
