//! `GET /patients/people`

use axum::extract::State;
use axum::response::Json;
use domain::calendar::korean_day;

use super::shape::{AccountPeopleResponse, AccountPersonBody};
use crate::App;
use crate::extract::Patient;
use crate::problem::{Problem, SignedInProblems};

/// The people of the patient's account: its holder and those the holder added.
#[utoipa::path(
    get, path = "/patients/people", tag = "people", operation_id = "listPeople", security(("session" = [])),
    responses(
        (status = 200, body = AccountPeopleResponse),
        SignedInProblems,
    )
)]
pub async fn handle(State(app): State<App>, patient: Patient) -> Result<Json<AccountPeopleResponse>, Problem> {
    let today = korean_day(app.clock.now());
    let found = db::people::list(&mut patient.tenant.db.acquire().await?, patient.row.id).await?;
    let people = found.into_iter().map(|row| AccountPersonBody::new(row, today)).collect();
    Ok(Json(AccountPeopleResponse { people }))
}
