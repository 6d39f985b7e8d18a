//! The person that a request is about.

use chrono::NaiveDate;
use db::TenantConn;
use domain::AccountPerson;

use crate::extract::Patient;
use crate::problem::{Code, Problem};

/// Finds the person with this id of the patient's account. `None` means the holder.
///
/// # Errors
/// [`Code::NotFound`] when the account has no such person.
pub async fn find_person(conn: &mut TenantConn, patient: &Patient, id: Option<i64>) -> Result<AccountPerson, Problem> {
    let found = db::people::find_own(conn, patient.row.id, id.map(Into::into)).await?;
    Ok(found.ok_or(Code::NotFound)?)
}

/// Finds the person to whom something new will belong.
///
/// # Errors
/// Those of [`find_person`], and [`Code::ConsentRequired`] when the person's consent is missing.
pub async fn find_person_with_consent(
    conn: &mut TenantConn,
    patient: &Patient,
    id: Option<i64>,
    today: NaiveDate,
) -> Result<AccountPerson, Problem> {
    let person = find_person(conn, patient, id).await?;
    if person.missing_consent(today).is_some() {
        return Err(Code::ConsentRequired.into());
    }
    Ok(person)
}
