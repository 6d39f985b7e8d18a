//! Codes that confirm phone numbers.

use chrono::{DateTime, Utc};
use domain::phone_code::{CODE_LIFETIME, MAX_ATTEMPTS, PROOF_LIFETIME, SmsCode};
use domain::{Phone, PhoneCodeId, TokenHash};

use crate::{Result, TenantConn, TenantTx, column};

/// A code to send.
#[derive(Clone, Debug)]
pub struct PhoneCode {
    /// Its id.
    pub id: PhoneCodeId,
    /// The number that it is sent to.
    pub phone: Phone,
    /// The code.
    pub code: SmsCode,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
    /// When the carrier accepted it.
    pub sent_at: Option<DateTime<Utc>>,
}

/// The keyed hash of a number and of the network that requested a code for it.
pub type RequesterHash = [u8; 32];

/// Inserts a code.
pub async fn insert(
    conn: &mut TenantConn,
    phone: &Phone,
    code: &SmsCode,
    requester: &RequesterHash,
    now: DateTime<Utc>,
) -> Result<PhoneCodeId> {
    let id = sqlx::query_scalar!(
        "insert into phone_codes (phone_number, code, requester_hash, created_at, expires_at)
         values ($1, $2, $3, $4, $5) returning id",
        phone.as_str(),
        code.reveal(),
        requester.as_slice(),
        now,
        now + CODE_LIFETIME
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(PhoneCodeId::new(id))
}

/// Finds the code with this id.
pub async fn find(conn: &mut TenantConn, id: PhoneCodeId) -> Result<Option<PhoneCode>> {
    let found =
        sqlx::query!("select id, phone_number, code, expires_at, sent_at from phone_codes where id = $1", id.get())
            .fetch_optional(conn.connection())
            .await?;
    found
        .map(|r| {
            Ok(PhoneCode {
                id: PhoneCodeId::new(r.id),
                phone: Phone::from_stored(r.phone_number),
                code: column("phone_codes", "code", r.id).check(SmsCode::parse(&r.code))?,
                expires_at: r.expires_at,
                sent_at: r.sent_at,
            })
        })
        .transpose()
}

/// Sets when the carrier accepted a code. Returns false when that was already set.
pub async fn set_sent(conn: &mut TenantConn, id: PhoneCodeId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!("update phone_codes set sent_at = $2 where id = $1 and sent_at is null", id.get(), now)
        .execute(conn.connection())
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The result of entering a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verification {
    /// It is correct. The token whose hash was passed now proves the number.
    Verified,
    /// It is wrong.
    Wrong {
        /// The number of attempts left. At 0 the code is closed.
        left: i16,
    },
    /// There is no valid code: none was requested, or all expired, are closed or were used.
    Closed,
}

/// A code that somebody entered.
#[derive(Clone, Copy, Debug)]
pub struct EnteredCode<'a> {
    /// The number.
    pub phone: &'a Phone,
    /// The digits.
    pub code: &'a SmsCode,
    /// Who entered them, as for [`insert`].
    pub requester: &'a RequesterHash,
    /// The hash of the token that proves the number if the code is right.
    pub proof: &'a TokenHash,
}

/// Checks a code against every valid code of the number that the same network requested; without one, against those that
/// other networks requested, because a phone may change its network in between. The attempts of both are counted apart,
/// so that strangers close no code for the person who requested it. [`MAX_ATTEMPTS`] says how likely a guess is.
///
/// The number's codes are locked until the transaction ends, so that concurrent attempts all count. Commit it, even after
/// a wrong code.
pub async fn verify(tx: &mut TenantTx, entered: &EnteredCode<'_>, now: DateTime<Utc>) -> Result<Verification> {
    let mut codes = lock_valid(tx, entered, now).await?;
    let is_own = codes.iter().any(|code| code.is_own);
    codes.retain(|code| code.is_own == is_own && code.left() > 0);
    if let Some(right) = codes.iter().find(|code| code.code == entered.code.reveal()) {
        set_verified(tx, right.id, entered.proof, now).await?;
        return Ok(Verification::Verified);
    }
    let Some(left) = codes.iter().map(ValidCode::left).max() else { return Ok(Verification::Closed) };
    let ids: Vec<_> = codes.iter().map(|code| code.id).collect();
    count_attempt(tx, &ids, is_own).await?;
    Ok(Verification::Wrong { left: left - 1 })
}

/// A code that is neither expired nor used.
struct ValidCode {
    id: i64,
    code: String,
    attempts: i16,
    other_attempts: i16,
    /// Whether the network that enters it requested it.
    is_own: bool,
}

impl ValidCode {
    fn left(&self) -> i16 {
        MAX_ATTEMPTS - if self.is_own { self.attempts } else { self.other_attempts }
    }
}

/// Locks the valid codes of a number, in the order of their ids, because concurrent attempts lock the same.
async fn lock_valid(tx: &mut TenantTx, entered: &EnteredCode<'_>, now: DateTime<Utc>) -> Result<Vec<ValidCode>> {
    let codes = sqlx::query_as!(
        ValidCode,
        r#"select id, code, attempts, other_attempts, coalesce(requester_hash = $2, true) as "is_own!"
           from phone_codes
           where tenant_id = current_tenant() and phone_number = $1 and verified_at is null and expires_at > $3
           order by id desc for no key update"#,
        entered.phone.as_str(),
        entered.requester.as_slice(),
        now
    )
    .fetch_all(tx.connection())
    .await?;
    Ok(codes)
}

async fn set_verified(tx: &mut TenantTx, id: i64, proof: &TokenHash, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update phone_codes set verified_at = $2, token_hash = $3 where id = $1",
        id,
        now,
        proof.as_bytes().as_slice()
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

async fn count_attempt(tx: &mut TenantTx, ids: &[i64], is_own: bool) -> Result<()> {
    let (own, other) = if is_own { (1, 0) } else { (0, 1) };
    sqlx::query!(
        "update phone_codes set attempts = attempts + $2, other_attempts = other_attempts + $3 where id = any($1)",
        ids,
        own,
        other
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Consumes the proof of a number. Returns false when there is none for this number, or it was used or has expired.
pub async fn consume(conn: &mut TenantConn, proof: &TokenHash, phone: &Phone, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update phone_codes set used_at = $3
         where token_hash = $1 and phone_number = $2 and used_at is null and verified_at > $4",
        proof.as_bytes().as_slice(),
        phone.as_str(),
        now,
        now - PROOF_LIFETIME
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
