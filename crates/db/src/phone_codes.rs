//! Phone numbers being confirmed by a code.

use chrono::{DateTime, Utc};
use domain::phone_code::{CODE_LIFETIME, MAX_ATTEMPTS, PROOF_LIFETIME, SmsCode};
use domain::{Phone, PhoneCodeId, TokenHash};

use crate::{Result, TenantConn};

/// A code that is to be sent.
#[derive(Clone, Debug)]
pub struct PhoneCode {
    /// Its id.
    pub id: PhoneCodeId,
    /// Where it goes.
    pub phone: Phone,
    /// What is sent.
    pub code: SmsCode,
    /// Until when it can be entered.
    pub expires_at: DateTime<Utc>,
    /// When it was handed to the carrier.
    pub sent_at: Option<DateTime<Utc>>,
}

/// Makes a code; only the newest of a number counts.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn insert(conn: &mut TenantConn, phone: &Phone, code: &SmsCode, now: DateTime<Utc>) -> Result<PhoneCodeId> {
    let id = sqlx::query_scalar!(
        "insert into phone_codes (phone_number, code, created_at, expires_at) values ($1, $2, $3, $4) returning id",
        phone.as_str(),
        code.reveal(),
        now,
        now + CODE_LIFETIME
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(PhoneCodeId::new(id))
}

/// The code with this id, for who sends it.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn find(conn: &mut TenantConn, id: PhoneCodeId) -> Result<Option<PhoneCode>> {
    let found =
        sqlx::query!("select id, phone_number, code, expires_at, sent_at from phone_codes where id = $1", id.get())
            .fetch_optional(conn.connection())
            .await?;
    conn.settle();
    found
        .map(|r| {
            Ok(PhoneCode {
                id: PhoneCodeId::new(r.id),
                phone: Phone::from_stored(r.phone_number),
                code: SmsCode::parse(&r.code).map_err(|_| crate::Error::Stored("phone_codes.code"))?,
                expires_at: r.expires_at,
                sent_at: r.sent_at,
            })
        })
        .transpose()
}

/// Notes that a code was handed to the carrier; false when it had been.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn set_sent(conn: &mut TenantConn, id: PhoneCodeId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!("update phone_codes set sent_at = $2 where id = $1 and sent_at is null", id.get(), now)
        .execute(conn.connection())
        .await?;
    conn.settle();
    Ok(done.rows_affected() == 1)
}

/// How many codes a number was given since a moment.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn count_since(conn: &mut TenantConn, phone: &Phone, since: DateTime<Utc>) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from phone_codes
           where tenant_id = current_tenant() and phone_number = $1 and created_at >= $2"#,
        phone.as_str(),
        since
    )
    .fetch_one(conn.connection())
    .await?;
    conn.settle();
    Ok(count)
}

/// What became of a code that was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verification {
    /// It is right: the token whose hash was given now proves the number.
    Verified,
    /// It is wrong, and this many tries are left.
    Wrong {
        /// Tries left; at 0 the code is closed.
        left: i16,
    },
    /// There is no code to enter: none was asked for, it is too old, closed, or was entered before.
    Closed,
}

/// Enters a code for a number, in one statement, so that tries at the same moment all count.
///
/// # Errors
/// Only [`crate::Error`].
pub async fn verify(
    conn: &mut TenantConn,
    phone: &Phone,
    code: &SmsCode,
    proof: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Verification> {
    let entered = sqlx::query!(
        r#"update phone_codes
           set attempts = case when code = $2 then attempts else attempts + 1 end,
               verified_at = case when code = $2 then $4::timestamptz end,
               token_hash = case when code = $2 then $3::bytea end
           where id = (select id from phone_codes where tenant_id = current_tenant() and phone_number = $1
                       order by id desc limit 1)
             and verified_at is null and attempts < $5 and expires_at > $4
           returning verified_at is not null as "verified!", attempts"#,
        phone.as_str(),
        code.reveal(),
        proof.as_bytes().as_slice(),
        now,
        MAX_ATTEMPTS
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    Ok(match entered {
        None => Verification::Closed,
        Some(row) if row.verified => Verification::Verified,
        Some(row) => Verification::Wrong { left: MAX_ATTEMPTS - row.attempts },
    })
}

/// Spends the proof of a number; false when there is no such proof, or it is of another number, spent or too old.
///
/// # Errors
/// Only [`crate::Error`].
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
