//! Second factors of clinics' staff: authenticator apps and recovery codes.

use chrono::{DateTime, Utc};
use domain::{InstitutionId, StaffId, TenantId};

use crate::{Result, TenantConn};

/// Returns the context that the secret of an account's app is sealed for.
#[must_use]
pub fn secret_context(tenant: TenantId, staff: StaffId) -> String {
    format!("staff_totps.secret:{tenant}:{staff}")
}

/// The authenticator app of an account.
#[derive(Clone, Debug)]
pub struct Totp {
    /// The number of the key that sealed the secret.
    pub key_id: i16,
    /// The sealed secret.
    pub sealed: Vec<u8>,
    /// Whether a first code proved that the app has it.
    pub is_confirmed: bool,
    /// The 30-second step of the last code that was accepted.
    pub last_step: i64,
}

/// Sets the secret of an account's app, which is not confirmed yet. Returns false when the account has a confirmed app,
/// which is kept.
pub async fn set_totp(
    conn: &mut TenantConn,
    staff: StaffId,
    key_id: i16,
    sealed: &[u8],
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "insert into staff_totps (staff_id, secret_sealed, secret_key_id, created_at) values ($1, $2, $3, $4)
         on conflict (tenant_id, staff_id) do update
         set secret_sealed = excluded.secret_sealed, secret_key_id = excluded.secret_key_id,
             created_at = excluded.created_at, last_step = 0
         where staff_totps.confirmed_at is null",
        staff.get(),
        sealed,
        key_id,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Finds an account's app, confirmed or not.
pub async fn find_totp(conn: &mut TenantConn, staff: StaffId) -> Result<Option<Totp>> {
    let row = sqlx::query!(
        r#"select secret_key_id, secret_sealed, confirmed_at is not null as "is_confirmed!", last_step
           from staff_totps where staff_id = $1"#,
        staff.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(row.map(|row| Totp {
        key_id: row.secret_key_id,
        sealed: row.secret_sealed,
        is_confirmed: row.is_confirmed,
        last_step: row.last_step,
    }))
}

/// Consumes a code of an account's app by its 30-second step. Returns false when this step or a later one was used. Of
/// two concurrent calls only one succeeds.
pub async fn use_totp_step(conn: &mut TenantConn, staff: StaffId, step: i64) -> Result<bool> {
    let done =
        sqlx::query!("update staff_totps set last_step = $2 where staff_id = $1 and last_step < $2", staff.get(), step)
            .execute(conn.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Confirms an account's app.
pub async fn confirm_totp(conn: &mut TenantConn, staff: StaffId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update staff_totps set confirmed_at = $2 where staff_id = $1", staff.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Replaces an account's recovery codes, by their hashes.
pub async fn set_recovery_codes(
    conn: &mut TenantConn,
    staff: StaffId,
    hashes: &[Vec<u8>],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!("delete from staff_recovery_codes where staff_id = $1", staff.get())
        .execute(conn.connection())
        .await?;
    sqlx::query!(
        "insert into staff_recovery_codes (staff_id, code_hash, created_at) select $1, unnest($2::bytea[]), $3",
        staff.get(),
        hashes,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Consumes a recovery code. Returns whether it was valid.
pub async fn use_recovery_code(conn: &mut TenantConn, staff: StaffId, hash: &[u8], now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update staff_recovery_codes set used_at = $3 where staff_id = $1 and code_hash = $2 and used_at is null",
        staff.get(),
        hash,
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Returns the number of an account's unused recovery codes.
pub async fn count_recovery_codes(conn: &mut TenantConn, staff: StaffId) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from staff_recovery_codes where staff_id = $1 and used_at is null"#,
        staff.get()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(count)
}

/// Deletes an account's app.
pub async fn delete_totp(conn: &mut TenantConn, staff: StaffId) -> Result<()> {
    sqlx::query!("delete from staff_totps where staff_id = $1", staff.get()).execute(conn.connection()).await?;
    Ok(())
}

/// Deletes an account's recovery codes.
pub async fn delete_recovery_codes(conn: &mut TenantConn, staff: StaffId) -> Result<()> {
    sqlx::query!("delete from staff_recovery_codes where staff_id = $1", staff.get())
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Deletes an account's app, passkeys and recovery codes.
pub async fn delete_all(conn: &mut TenantConn, staff: StaffId) -> Result<()> {
    sqlx::query!("delete from staff_passkeys where staff_id = $1", staff.get()).execute(conn.connection()).await?;
    delete_totp(conn, staff).await?;
    delete_recovery_codes(conn, staff).await
}

/// Sets whether a clinic's staff must have a second factor.
pub async fn set_required(conn: &mut TenantConn, clinic: InstitutionId, required: bool) -> Result<()> {
    sqlx::query!("update institutions set second_factor_required = $2 where id = $1", clinic.get(), required)
        .execute(conn.connection())
        .await?;
    Ok(())
}
