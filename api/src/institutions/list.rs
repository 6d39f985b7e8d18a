//! `GET /patients/institutions`

use axum::response::Json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::InstitutionBody;
use crate::guard::Tenant;
use crate::http::Query;
use crate::problem::{Problem, ProblemBody};

/// What to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InstitutionsQuery {
    /// Part of the name, the representative or the address; all clinics when left out.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
}

/// Clinics, by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstitutionsAnswer {
    /// The clinics.
    institutions: Vec<InstitutionBody>,
}

/// The tenant's clinics whose name, representative or address contains a text; at most 100.
#[utoipa::path(
    get, path = "/patients/institutions", tag = "institutions", operation_id = "listInstitutions",
    params(InstitutionsQuery),
    responses(
        (status = 200, body = InstitutionsAnswer),
        (status = 404, description = "unknown_tenant", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    tenant: Tenant,
    Query(query): Query<InstitutionsQuery>,
) -> Result<Json<InstitutionsAnswer>, Problem> {
    let rows = db::institutions::list(&mut tenant.db.acquire().await?, &query.q).await?;
    Ok(Json(InstitutionsAnswer { institutions: rows.into_iter().map(Into::into).collect() }))
}
