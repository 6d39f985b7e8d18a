//! Demo accounts of operators.

use chrono::{DateTime, Utc};

use crate::operators::NewOperator;
use crate::{OwnerConn, Result};

/// Inserts an operator with a permanent password. An existing account with the same sign-in name is kept unchanged.
pub async fn operator(owner: &mut OwnerConn, new: &NewOperator, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into operators (login_id, password_hash, must_change_password, name, role, created_at, temporary_until)
         values ($1, $2, false, $3, $4, $5, $5) on conflict (lower(login_id)) do nothing",
        new.login_id.as_str(),
        new.password_hash.as_str(),
        new.name.as_str(),
        new.role.as_str(),
        now
    )
    .execute(owner.connection())
    .await?;
    Ok(())
}
