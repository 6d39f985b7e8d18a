//! `GET /patients/institutions`

use axum::extract::State;
use axum::response::Json;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::InstitutionBody;
use crate::App;
use crate::guard::MaybePatient;
use crate::guard::limiter::CLINICS_ADDRESS;
use crate::http::{ClientAddress, Query, search_text};
use crate::problem::{Problem, ProblemBody};

/// How many clinics a search answers.
const MOST: i64 = 20;
/// How long ago the most recent application may be.
const RECENT: TimeDelta = TimeDelta::days(7);

/// What to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InstitutionsQuery {
    /// Parts of the name, the representative or the address, or initial consonants; every word must be found. Left out, no
    /// clinic is answered but the recent one.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
}

/// Clinics.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstitutionsAnswer {
    /// Those found, at most 20; who is called so comes first.
    institutions: Vec<InstitutionBody>,
    /// The clinic of the patient's most recent application within seven days.
    #[schema(required)]
    recent: Option<InstitutionBody>,
}

/// Finds clinics. Signed in, the clinic of the most recent application is answered beside.
#[utoipa::path(
    get, path = "/patients/institutions", tag = "institutions", operation_id = "listInstitutions",
    params(InstitutionsQuery),
    responses(
        (status = 200, body = InstitutionsAnswer),
        (status = 404, description = "unknown_tenant", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    asker: MaybePatient,
    address: ClientAddress,
    Query(query): Query<InstitutionsQuery>,
) -> Result<Json<InstitutionsAnswer>, Problem> {
    let q = search_text(&query.q)?;
    app.limiter.count(CLINICS_ADDRESS, &address.0.to_string()).await?;
    let mut conn = asker.tenant.db.acquire().await?;
    let rows = db::institutions::search(&mut conn, q, MOST).await?;
    let recent = match &asker.row {
        Some(patient) => db::applications::find_recent_clinic(&mut conn, patient.id, app.clock.now() - RECENT).await?,
        None => None,
    };
    Ok(Json(InstitutionsAnswer {
        institutions: rows.into_iter().map(Into::into).collect(),
        recent: recent.map(Into::into),
    }))
}
