//! `GET /institutions/experts`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::StaffWith;
use crate::extract::permission::ReadApplications;
use crate::problem::{Problem, StaffProblems};

/// The clinic's experts.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExpertsResponse {
    /// The clinic's active staff, by name.
    experts: Vec<ExpertBody>,
}

/// A person who takes or scores pictures.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExpertBody {
    /// The account's id.
    id: i64,
    /// The person's name.
    name: String,
    /// `shooting_expert`, `analysis_expert` or `clinic_admin`.
    #[schema(example = "shooting_expert")]
    role: String,
}

/// The clinic's experts.
#[utoipa::path(
    get, path = "/institutions/experts", tag = "staff", operation_id = "listExperts", security(("staff" = [])),
    responses(
        (status = 200, body = ExpertsResponse),
        StaffProblems,
    )
)]
pub async fn handle(StaffWith(staff, _): StaffWith<ReadApplications>) -> Result<Json<ExpertsResponse>, Problem> {
    let found = db::staff::list_experts(&mut staff.tenant.db.acquire().await?, staff.clinic()).await?;
    let experts = found.into_iter().map(|(expert, role)| ExpertBody {
        id: expert.id.get(),
        name: expert.name,
        role: role.as_str().to_owned(),
    });
    Ok(Json(ExpertsResponse { experts: experts.collect() }))
}
