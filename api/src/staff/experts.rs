//! `GET /institutions/experts`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::guard::Staff;
use crate::problem::{Problem, ProblemBody};

/// Those who may be named as experts.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExpertsAnswer {
    /// The clinic's active staff, by name.
    experts: Vec<ExpertBody>,
}

/// Somebody who takes or scores pictures.
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
        (status = 200, body = ExpertsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "password_change_required", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(staff: Staff) -> Result<Json<ExpertsAnswer>, Problem> {
    let found = db::staff::list_experts(&mut staff.tenant.db.acquire().await?, staff.clinic()).await?;
    let experts = found.into_iter().map(|(expert, role)| ExpertBody {
        id: expert.id.get(),
        name: expert.name,
        role: role.as_str().to_owned(),
    });
    Ok(Json(ExpertsAnswer { experts: experts.collect() }))
}
