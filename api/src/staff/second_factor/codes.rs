//! Authenticator codes and recovery codes of staff: their creation and verification.

use db::second_factors::{self, Totp};
use db::{TenantConn, TenantTx};
use domain::staff::{RECOVERY_CODES, generate_recovery_code, normalize_recovery_code};
use runtime::seal::Sealed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::extract::staff::Staff;
use crate::problem::{Code, Problem};
use crate::services::limiter::STAFF_CODE;
use crate::services::totp::AuthenticatorSecret;

/// A code.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SecondFactorCodeRequest {
    /// Six digits of the app, or a recovery code where one is accepted.
    #[serde(default)]
    #[schema(required, max_length = 40, example = "123456")]
    pub code: String,
}

/// New recovery codes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodesResponse {
    /// Ten codes, each for one sign-in without the app. They are returned only once; earlier ones no longer work.
    #[schema(example = json!(["abcde-fghij"]))]
    pub recovery_codes: Vec<String>,
}

/// Decrypts the secret of an account's app.
///
/// # Errors
/// An internal problem when the key is missing.
pub fn open_secret(app: &App, staff: &Staff, totp: &Totp) -> Result<AuthenticatorSecret, Problem> {
    let sealed = Sealed { key_id: totp.key_id, bytes: totp.sealed.clone() };
    let context = second_factors::secret_context(staff.tenant.row.id, staff.row.id);
    AuthenticatorSecret::from_bytes(app.sealer.open(&context, &sealed).map_err(Problem::internal)?)
}

/// Consumes a code of the account's app.
///
/// # Errors
/// [`Code::CodeMismatch`] when it is wrong or was already used, or a rate limit.
pub async fn use_app_code(app: &App, conn: &mut TenantConn, staff: &Staff, code: &str) -> Result<(), Problem> {
    let totp = second_factors::find_totp(conn, staff.row.id).await?.ok_or(Code::CodeMismatch)?;
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let step = open_secret(app, staff, &totp)?.find_step(&digits, app.clock.now());
    let step = step.filter(|step| *step > totp.last_step).ok_or(Code::CodeMismatch)?;
    if !second_factors::use_totp_step(conn, staff.row.id, step).await? {
        return Err(Code::CodeMismatch.into());
    }
    Ok(())
}

/// Consumes a recovery code. Returns whether it was valid.
///
/// # Errors
/// A database failure.
pub async fn use_recovery_code(app: &App, conn: &mut TenantConn, staff: &Staff, code: &str) -> Result<bool, Problem> {
    let Some(code) = normalize_recovery_code(code) else { return Ok(false) };
    let hash = hash_recovery_code(app, staff, &code);
    Ok(second_factors::use_recovery_code(conn, staff.row.id, &hash, app.clock.now()).await?)
}

/// Replaces the recovery codes with new ones.
///
/// # Errors
/// A database failure.
pub async fn make_recovery_codes(
    app: &App,
    tx: &mut TenantTx,
    staff: &Staff,
) -> Result<RecoveryCodesResponse, Problem> {
    let recovery_codes: Vec<String> = (0..RECOVERY_CODES).map(|_| generate_recovery_code(app.random.bytes())).collect();
    let normal = recovery_codes.iter().filter_map(|code| normalize_recovery_code(code));
    let hashes: Vec<Vec<u8>> = normal.map(|code| hash_recovery_code(app, staff, &code).to_vec()).collect();
    second_factors::set_recovery_codes(tx, staff.row.id, &hashes, app.clock.now()).await?;
    Ok(RecoveryCodesResponse { recovery_codes })
}

/// Counts an attempt to enter a code.
///
/// # Errors
/// A rate limit.
pub async fn count_attempt(app: &App, staff: &Staff) -> Result<(), Problem> {
    app.limiter.count(STAFF_CODE, &attempt_subject(staff)).await
}

/// Resets the attempts after a correct code.
pub async fn reset_attempts(app: &App, staff: &Staff) {
    app.limiter.reset(STAFF_CODE, &attempt_subject(staff)).await;
}

fn attempt_subject(staff: &Staff) -> String {
    format!("{}:{}", staff.tenant.row.id, staff.row.id)
}

fn hash_recovery_code(app: &App, staff: &Staff, code: &str) -> [u8; 32] {
    app.sealer.hash(&format!("staff_recovery_codes.code:{}:{}", staff.tenant.row.id, staff.row.id), code)
}
