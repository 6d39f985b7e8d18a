//! The person that a request is about.

use chrono::NaiveDate;
use db::{TenantConn, TenantTx};
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

/// Finds the person with this id of the patient's account, and locks it for a change.
///
/// # Errors
/// Those of [`find_person`].
pub async fn lock_person(tx: &mut TenantTx, patient: &Patient, id: i64) -> Result<AccountPerson, Problem> {
    let found = db::people::lock_own(tx, patient.row.id, Some(id.into())).await?;
    Ok(found.ok_or(Code::NotFound)?)
}

/// Finds the person that something new will belong to, and locks it, so that it still is who the request names when the
/// transaction ends.
///
/// # Errors
/// Those of [`find_person`], and [`Code::ConsentRequired`] when the person's consent is missing.
pub async fn find_person_with_consent(
    tx: &mut TenantTx,
    patient: &Patient,
    id: Option<i64>,
    today: NaiveDate,
) -> Result<AccountPerson, Problem> {
    let found = db::people::lock_own_shared(tx, patient.row.id, id.map(Into::into)).await?;
    require_consent(found, today)
}

/// As [`find_person_with_consent`], except that calls for the same person run one after the other.
///
/// # Errors
/// Those of [`find_person_with_consent`].
pub async fn lock_person_with_consent(
    tx: &mut TenantTx,
    patient: &Patient,
    id: Option<i64>,
    today: NaiveDate,
) -> Result<AccountPerson, Problem> {
    let found = db::people::lock_own(tx, patient.row.id, id.map(Into::into)).await?;
    require_consent(found, today)
}

fn require_consent(found: Option<AccountPerson>, today: NaiveDate) -> Result<AccountPerson, Problem> {
    let person = found.ok_or(Code::NotFound)?;
    if person.missing_consent(today).is_some() {
        return Err(Code::ConsentRequired.into());
    }
    Ok(person)
}
