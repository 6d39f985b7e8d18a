//! Erasure of claims, for an account or a person.

use domain::{PatientId, PersonId};

use crate::{Result, TenantTx};

/// The owner of the claims.
#[derive(Clone, Copy, Debug)]
pub(super) enum Claims {
    Account(PatientId),
    Person(PersonId),
}

impl Claims {
    /// Erases unpaid claims with their notifications, and from paid claims the data that the record of a contract does
    /// not need: the incident and its date, the phone number, the bank account and the resident number.
    /// [`crate::records`] deletes the rest later.
    pub(super) async fn erase(self, tx: &mut TenantTx) -> Result<()> {
        let (patient, person) = match self {
            Self::Account(id) => (Some(id.get()), None),
            Self::Person(id) => (None, Some(id.get())),
        };
        let unpaid = sqlx::query_scalar!(
            "select id from claims where (patient_id = $1 or person_id = $2) and paid_order_id is null",
            patient,
            person
        )
        .fetch_all(tx.connection())
        .await?;
        sqlx::query!("update orders set claim_id = null where claim_id = any($1)", &unpaid)
            .execute(tx.connection())
            .await?;
        sqlx::query!("delete from notifications where claim_id = any($1)", &unpaid).execute(tx.connection()).await?;
        sqlx::query!("delete from claims where id = any($1)", &unpaid).execute(tx.connection()).await?;
        sqlx::query!(
            "update claims set account_sealed = null, account_key_id = null, resident_sealed = null, resident_key_id = null,
                    account_masked = null, bank_name = null, depositor = null, mobile = '01000000000',
                    accident_type = 'other', onset_date = (created_at at time zone 'Asia/Seoul')::date, reason = '-'
             where patient_id = $1 or person_id = $2",
            patient,
            person
        )
        .execute(tx.connection())
        .await?;
        Ok(())
    }
}
