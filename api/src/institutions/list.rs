//! `GET /patients/institutions`

use axum::extract::State;
use axum::response::Json;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::shape::InstitutionBody;
use crate::App;
use crate::extract::MaybePatient;
use crate::http::{ClientAddress, Query, parse_search_text};
use crate::problem::{MalformedProblem, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::CLINICS_ADDRESS;

/// The number of clinics in a search result.
const MAX_RESULTS: i64 = 20;
/// The period in which the latest application counts as recent.
const RECENT_PERIOD: TimeDelta = TimeDelta::days(7);
/// The number of clinics of earlier applications and claims.
const MAX_PREVIOUS: i64 = 5;

/// The search.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InstitutionsQuery {
    /// Parts of the name, the representative or the address, or initial consonants. Every word must match. Without it, only the
    /// clinics that the patient knows are returned.
    #[serde(default)]
    #[param(required = false, max_length = 100)]
    q: String,
}

/// Clinics.
#[derive(Debug, Serialize, ToSchema)]
pub struct InstitutionsResponse {
    /// The matching clinics, at most 20. Clinics whose name matches come first.
    institutions: Vec<InstitutionBody>,
    /// The clinic of the patient's most recent application within seven days.
    #[schema(required)]
    recent: Option<InstitutionBody>,
    /// Without `q`: the clinics of the patient's applications and claims, at most five, latest first.
    previous: Vec<InstitutionBody>,
    /// Without `q`: the patient's favorite clinics, latest first.
    favorites: Vec<InstitutionBody>,
}

/// Searches clinics. With a session, also returns favorite clinics and those of earlier applications and claims.
#[utoipa::path(
    get, path = "/patients/institutions", tag = "institutions", operation_id = "listInstitutions",
    params(InstitutionsQuery),
    responses(
        (status = 200, body = InstitutionsResponse),
        PublicProblems, MalformedProblem, ValidationProblem, RateLimitProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    visitor: MaybePatient,
    address: ClientAddress,
    Query(query): Query<InstitutionsQuery>,
) -> Result<Json<InstitutionsResponse>, Problem> {
    let q = parse_search_text(&query.q)?;
    app.limiter.count(CLINICS_ADDRESS, &address.network()).await?;
    let mut conn = visitor.tenant.db.acquire().await?;
    let rows = db::institutions::search(&mut conn, &q, MAX_RESULTS).await?;
    let recent = match &visitor.row {
        Some(patient) => {
            db::applications::find_recent_clinic(&mut conn, patient.id, app.clock.now() - RECENT_PERIOD).await?
        }
        None => None,
    };
    let (previous, favorites) = match &visitor.row {
        Some(patient) if q.is_empty() => (
            db::applications::list_previous_clinics(&mut conn, patient.id, MAX_PREVIOUS).await?,
            db::favorite_clinics::list(&mut conn, patient.id).await?,
        ),
        _ => Default::default(),
    };
    Ok(Json(InstitutionsResponse {
        institutions: rows.into_iter().map(Into::into).collect(),
        recent: recent.map(Into::into),
        previous: previous.into_iter().map(Into::into).collect(),
        favorites: favorites.into_iter().map(Into::into).collect(),
    }))
}
