//! Authenticator codes and recovery codes of operators: their creation and verification.

use db::operators;
use db::{SystemConn, SystemTx};
use domain::OperatorId;
use domain::staff::{RECOVERY_CODES, generate_recovery_code, normalize_recovery_code};
use runtime::seal::Sealed;

use crate::App;
use crate::problem::{Code, Problem};
use crate::services::totp::AuthenticatorSecret;

/// Consumes a code of the account's authenticator app.
///
/// # Errors
/// [`Code::CodeMismatch`] when it is wrong or was already used.
pub async fn use_app_code(app: &App, conn: &mut SystemConn, operator: OperatorId, code: &str) -> Result<(), Problem> {
    let totp = operators::find_totp(conn, operator).await?.ok_or(Code::CodeMismatch)?;
    let sealed = Sealed { key_id: totp.key_id, bytes: totp.sealed };
    let secret = app.sealer.open(&operators::totp_context(operator), &sealed).map_err(Problem::internal)?;
    let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let step = AuthenticatorSecret::from_bytes(secret)?.find_step(&digits, app.clock.now());
    let step = step.filter(|step| *step > totp.last_step).ok_or(Code::CodeMismatch)?;
    if !operators::use_totp_step(conn, operator, step).await? {
        return Err(Code::CodeMismatch.into());
    }
    Ok(())
}

/// Consumes a recovery code. Returns whether it was valid.
///
/// # Errors
/// A database failure.
pub async fn use_recovery_code(
    app: &App,
    conn: &mut SystemConn,
    operator: OperatorId,
    code: &str,
) -> Result<bool, Problem> {
    let Some(code) = normalize_recovery_code(code) else { return Ok(false) };
    let hash = hash_recovery_code(app, operator, &code);
    Ok(operators::use_recovery_code(conn, operator, &hash, app.clock.now()).await?)
}

/// Replaces the recovery codes with new ones.
///
/// # Errors
/// A database failure.
pub async fn make_recovery_codes(app: &App, tx: &mut SystemTx, operator: OperatorId) -> Result<Vec<String>, Problem> {
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| generate_recovery_code(app.random.bytes())).collect();
    let normal = codes.iter().filter_map(|code| normalize_recovery_code(code));
    let hashes: Vec<Vec<u8>> = normal.map(|code| hash_recovery_code(app, operator, &code).to_vec()).collect();
    operators::set_recovery_codes(tx, operator, &hashes, app.clock.now()).await?;
    Ok(codes)
}

fn hash_recovery_code(app: &App, operator: OperatorId, code: &str) -> [u8; 32] {
    app.sealer.hash(&format!("operator_recovery_codes.code:{operator}"), code)
}
