//! `GET /patients/institutions`

use axum::response::Json;
use domain::Code;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::InstitutionBody;
use crate::guard::Tenant;
use crate::http::Query;
use crate::problem::{Problem, ProblemBody};

/// The longest text to look for, in characters.
const LONGEST: usize = 100;

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
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    tenant: Tenant,
    Query(query): Query<InstitutionsQuery>,
) -> Result<Json<InstitutionsAnswer>, Problem> {
    check(&query.q)?;
    let rows = db::institutions::list(&mut tenant.db.acquire().await?, &query.q).await?;
    Ok(Json(InstitutionsAnswer { institutions: rows.into_iter().map(Into::into).collect() }))
}

/// The text is one that the database can look for.
fn check(q: &str) -> Result<(), Problem> {
    if q.chars().count() > LONGEST {
        return Err(Problem::field("q", Code::TooLong));
    }
    if q.chars().any(char::is_control) {
        return Err(Problem::field("q", Code::Format));
    }
    Ok(())
}
