//! `PUT` and `DELETE /patients/institutions/{id}/favorite`

use axum::extract::State;
use domain::institution::MAX_FAVORITE_CLINICS;
use http::StatusCode;

use crate::App;
use crate::extract::Patient;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// Marks a clinic as one of the patient's favorites, which the clinic search returns without `q`. Marking it again changes
/// nothing.
#[utoipa::path(
    put, path = "/patients/institutions/{id}/favorite", tag = "institutions", operation_id = "putFavoriteInstitution",
    security(("session" = [])), params(("id" = i64, Path, description = "The clinic's id")),
    responses(
        (status = 204, description = "Marked"),
        SignedInProblems, NotFoundProblem,
        (status = 409, description = "too_many_favorites"),
    )
)]
pub async fn put(
    State(app): State<App>,
    patient: Patient,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = patient.tenant.db.begin().await?;
    let clinic = db::institutions::find(&mut tx, id.into()).await?.ok_or(Code::NotFound)?.id;
    let others = db::favorite_clinics::count_others_locked(&mut tx, patient.row.id, clinic).await?;
    if others.ok_or(Code::Unauthorized)? >= MAX_FAVORITE_CLINICS {
        return Err(Code::TooManyFavorites.into());
    }
    db::favorite_clinics::insert(&mut tx, patient.row.id, clinic, app.clock.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a clinic from the patient's favorites. For other clinics, nothing changes.
#[utoipa::path(
    delete, path = "/patients/institutions/{id}/favorite", tag = "institutions",
    operation_id = "deleteFavoriteInstitution", security(("session" = [])),
    params(("id" = i64, Path, description = "The clinic's id")),
    responses(
        (status = 204, description = "Removed"),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn delete(patient: Patient, PathParams(id): PathParams<i64>) -> Result<StatusCode, Problem> {
    let mut conn = patient.tenant.db.acquire().await?;
    db::favorite_clinics::delete(&mut conn, patient.row.id, id.into()).await?;
    Ok(StatusCode::NO_CONTENT)
}
