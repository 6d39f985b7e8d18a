//! The account and the consents without which nothing new is accepted.

use db::TenantTx;
use domain::{PatientId, Recipient};

use crate::problem::{Code, Problem};

/// Locks the patient's account, so that it is not deleted before the transaction ends. The deletion of an account locks
/// it first: a call that also locks a person or an application of the account must call this before.
///
/// # Errors
/// [`Code::Unauthorized`] when the account was deleted after the session was checked.
pub async fn lock_account(tx: &mut TenantTx, patient: PatientId) -> Result<(), Problem> {
    if db::patients::lock_open(tx, patient).await? { Ok(()) } else { Err(Code::Unauthorized.into()) }
}

/// Locks the patient's account, the consent to the processing of health data, and the consents to providing data to the
/// recipients, so that none ends before the transaction does.
///
/// # Errors
/// [`Code::ConsentRequired`] when one is missing.
pub async fn require_consents(tx: &mut TenantTx, patient: PatientId, recipients: &[Recipient]) -> Result<(), Problem> {
    if db::consents::lock(tx, patient, recipients).await? { Ok(()) } else { Err(Code::ConsentRequired.into()) }
}
