//! `PUT /patients/people/{id}`

use axum::extract::State;
use axum::response::Json;
use db::access_log::{self, Action, Entry};
use domain::Relation;
use domain::calendar::korean_day;

use super::choose::{find_person, lock_person};
use super::request::{AccountPersonRequest, consent_record};
use super::shape::{AccountPersonBody, AccountPersonResponse};
use crate::App;
use crate::consents::require::lock_account;
use crate::extract::{Patient, RequestContext};
use crate::http::{JsonBody, PathParams};
use crate::problem::{Code, JsonProblems, NotFoundProblem, Problem, SignedInProblems, ValidationProblem};

/// Corrects a person of the patient's account and renews the declaration. The birth date cannot change once the person
/// has records, so that the row cannot become somebody else; a change of the name is then logged. The holder is corrected
/// with the account.
#[utoipa::path(
    put, path = "/patients/people/{id}", tag = "people", operation_id = "putPerson",
    request_body = AccountPersonRequest, security(("session" = [])),
    params(("id" = i64, Path, description = "The person's id")),
    responses(
        (status = 200, body = AccountPersonResponse),
        SignedInProblems, JsonProblems, NotFoundProblem, ValidationProblem,
        (status = 409, description = "person_in_use: the birth date of a person with records"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    context: RequestContext,
    PathParams(id): PathParams<i64>,
    JsonBody(request): JsonBody<AccountPersonRequest>,
) -> Result<Json<AccountPersonResponse>, Problem> {
    let now = app.clock.now();
    let today = korean_day(now);
    let mut tx = patient.tenant.db.begin().await?;
    lock_account(&mut tx, patient.row.id).await?;
    let person = lock_person(&mut tx, &patient, id).await?;
    if person.label.relation == Relation::Holder {
        return Err(Code::NotFound.into());
    }
    let form = request.parse(&patient, today)?;
    if person.has_records && person.check_birth(form.birth).is_err() {
        return Err(Code::PersonInUse.into());
    }
    db::people::set_form(&mut tx, person.label.id, &form, consent_record(&context.address), now).await?;
    let changed = find_person(&mut tx, &patient, Some(id)).await?;
    // the records of one twin could be continued under the name of the other: the log shows when
    if person.has_records && person.check_name("name", &form.name).is_err() {
        let entry = Entry {
            patient_ids: &[patient.row.id],
            client_address: Some(context.address.0),
            reason: Some(&format!("person {id}")),
            request_id: Some(context.request_id.as_str()),
            ..Entry::new(Action::PersonRenamed)
        };
        access_log::insert(&mut tx, &entry, now).await?;
    }
    tx.commit().await?;
    Ok(Json(AccountPersonResponse { person: AccountPersonBody::new(changed, today) }))
}
