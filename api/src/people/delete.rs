//! `DELETE /patients/people/{id}`

use axum::extract::State;
use domain::Relation;
use http::StatusCode;

use super::choose::lock_person;
use crate::App;
use crate::extract::Patient;
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};

/// Removes a person from the patient's account. The person's analyses and applications are hidden immediately and erased
/// after 30 days. Drafts of claims are deleted immediately: an order that is paid anyway is refunded. Claims stay as
/// records of contracts, and their issued documents can be downloaded for another 30 days at most.
#[utoipa::path(
    delete, path = "/patients/people/{id}", tag = "people", operation_id = "deletePerson",
    security(("session" = [])), params(("id" = i64, Path, description = "The person's id")),
    responses(
        (status = 204, description = "Removed"),
        SignedInProblems, NotFoundProblem,
        (status = 409, description = "person_in_use: an application of the person is in state 0 or 1, a claim is in state 0 or 1, or an order for a claim is pending or confirming"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let mut tx = patient.tenant.db.begin().await?;
    let person = lock_person(&mut tx, &patient, id).await?.label;
    if person.relation == Relation::Holder {
        return Err(Code::NotFound.into());
    }
    if db::people::exists_open_record(&mut tx, person.id).await? {
        return Err(Code::PersonInUse.into());
    }
    if !db::people::remove(&mut tx, patient.row.id, person.id, app.clock.now()).await? {
        return Err(Code::NotFound.into());
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
