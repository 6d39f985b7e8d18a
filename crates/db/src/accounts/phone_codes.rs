//! Codes that confirm phone numbers.

use chrono::{DateTime, Utc};
use domain::phone_code::{CODE_LIFETIME, MAX_ATTEMPTS, PROOF_LIFETIME, SmsCode};
use domain::{Phone, PhoneCodeId, TokenHash};

use crate::{Result, TenantConn, column};

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

/// Inserts a code. Only the newest code of a number is valid.
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
    /// There is no valid code: none was requested, or it expired, is closed or was used.
    Closed,
}

/// Checks a code for a number. It is a single statement, so that concurrent attempts all count.
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
    Ok(match entered {
        None => Verification::Closed,
        Some(row) if row.verified => Verification::Verified,
        Some(row) => Verification::Wrong { left: MAX_ATTEMPTS - row.attempts },
    })
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
