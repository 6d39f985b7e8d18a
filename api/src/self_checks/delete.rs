//! `DELETE /patients/tcis/self-check/{tciId}`

use axum::extract::State;
use db::access_log::{self, Action, Entry};
use http::StatusCode;

use crate::App;
use crate::extract::{Patient, RequestContext};
use crate::http::PathParams;
use crate::problem::{Code, NotFoundProblem, Problem, SignedInProblems};
use crate::uploads::copy::delete_object;

/// Deletes a self-check with its photos, scores and notifications. This cannot be undone.
#[utoipa::path(
    delete, path = "/patients/tcis/self-check/{tciId}", tag = "self-checks", operation_id = "deleteSelfCheck",
    security(("session" = [])),
    params(("tciId" = i64, Path, description = "The analysis's id")),
    responses(
        (status = 204, description = "Deleted"),
        SignedInProblems, NotFoundProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    context: RequestContext,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, Problem> {
    let now = app.clock.now();
    let mut tx = patient.tenant.db.begin().await?;
    let objects = db::tcis::delete(&mut tx, patient.row.id, id.into(), now).await?.ok_or(Code::NotFound)?;
    let entry = Entry {
        client_address: Some(context.address.0),
        patient_ids: &[patient.row.id],
        request_id: Some(context.request_id.as_str()),
        ..Entry::new(Action::SelfCheckDeleted)
    };
    access_log::insert(&mut tx, &entry, now).await?;
    tx.commit().await?;
    for key in &objects {
        delete_object(&app, key).await;
    }
    Ok(StatusCode::NO_CONTENT)
}
