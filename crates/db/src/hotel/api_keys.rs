//! API keys of partners' machines.

use chrono::{DateTime, NaiveDate, Utc};
use domain::hotel::{ApiKeyUse, HotelClientName, HotelScope, UsagePeriod};
use domain::{HotelApiKeyId, HotelClientId, HotelUserId, TokenHash};

use crate::{Result, TenantConn};

/// A key in a list. Only its hash is stored, so the key itself cannot be shown.
#[derive(Clone, Debug)]
pub struct ApiKey {
    /// The id.
    pub id: HotelApiKeyId,
    /// The partner.
    pub partner: HotelClientName,
    /// The name.
    pub name: String,
    /// Its purpose.
    pub category: String,
    /// The key's first characters.
    pub key_prefix: String,
    /// The facts that decide whether it may be used.
    pub usage: ApiKeyUse,
}

struct Row {
    id: i64,
    client_id: i64,
    client_name: String,
    name: String,
    category: String,
    key_prefix: String,
    valid_from: NaiveDate,
    valid_to: NaiveDate,
    revoked_at: Option<DateTime<Utc>>,
    last_used_at: Option<DateTime<Utc>>,
}

macro_rules! select_keys {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            r#"select k.id, k.client_id, c.name as client_name, k.name, k.category, k.key_prefix, k.valid_from, k.valid_to,
                      k.revoked_at, k.last_used_at
               from hotel_api_keys k join hotel_clients c on c.id = k.client_id "# + $which,
            $($argument),+
        )
    };
}

impl From<Row> for ApiKey {
    fn from(row: Row) -> Self {
        Self {
            id: HotelApiKeyId::new(row.id),
            partner: HotelClientName { id: HotelClientId::new(row.client_id), name: row.client_name },
            name: row.name,
            category: row.category,
            key_prefix: row.key_prefix,
            usage: ApiKeyUse {
                period: UsagePeriod { from: row.valid_from, to: row.valid_to },
                revoked_at: row.revoked_at,
                last_used_at: row.last_used_at,
            },
        }
    }
}

/// A new key.
#[derive(Clone, Debug)]
pub struct NewApiKey<'a> {
    /// The partner.
    pub partner: HotelClientId,
    /// The user who creates it.
    pub created_by: HotelUserId,
    /// The name.
    pub name: &'a str,
    /// Its purpose.
    pub category: &'a str,
    /// The hash of the key.
    pub key: &'a TokenHash,
    /// The key's first characters.
    pub key_prefix: &'a str,
    /// The period in which it may be used.
    pub period: UsagePeriod,
}

/// Inserts a key.
pub async fn insert(conn: &mut TenantConn, new: &NewApiKey<'_>, now: DateTime<Utc>) -> Result<HotelApiKeyId> {
    let id = sqlx::query_scalar!(
        "insert into hotel_api_keys (client_id, created_by, name, category, key_hash, key_prefix, valid_from, valid_to,
                                     created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id",
        new.partner.get(),
        new.created_by.get(),
        new.name,
        new.category,
        new.key.as_bytes().as_slice(),
        new.key_prefix,
        new.period.from,
        new.period.to,
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(HotelApiKeyId::new(id))
}

/// Finds a key of the scope's partner. The scope of all clients includes every partner.
pub async fn find(conn: &mut TenantConn, scope: HotelScope, id: HotelApiKeyId) -> Result<Option<ApiKey>> {
    let row = select_keys!("where k.id = $1 and ($2::bigint is null or k.client_id = $2)", id.get(), scope.client())
        .fetch_optional(conn.connection())
        .await?;
    Ok(row.map(ApiKey::from))
}

/// Lists the keys of the scope's partner, or of every partner, the newest first, at most 1,000.
pub async fn list(conn: &mut TenantConn, scope: HotelScope) -> Result<Vec<ApiKey>> {
    let rows =
        select_keys!("where $1::bigint is null or k.client_id = $1 order by k.id desc limit 1000", scope.client())
            .fetch_all(conn.connection())
            .await?;
    Ok(rows.into_iter().map(ApiKey::from).collect())
}

/// The mutable fields of a key.
#[derive(Clone, Copy, Debug)]
pub struct ApiKeyForm<'a> {
    /// The name.
    pub name: &'a str,
    /// Its purpose.
    pub category: &'a str,
    /// The period in which it may be used.
    pub period: UsagePeriod,
}

/// Changes a key. Returns false when it is revoked.
pub async fn set(conn: &mut TenantConn, id: HotelApiKeyId, form: ApiKeyForm<'_>) -> Result<bool> {
    let done = sqlx::query!(
        "update hotel_api_keys set name = $2, category = $3, valid_from = $4, valid_to = $5
         where id = $1 and revoked_at is null",
        id.get(),
        form.name,
        form.category,
        form.period.from,
        form.period.to
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Revokes a key. Returns false when it was already revoked.
pub async fn revoke(conn: &mut TenantConn, id: HotelApiKeyId, now: DateTime<Utc>) -> Result<bool> {
    let done =
        sqlx::query!("update hotel_api_keys set revoked_at = $2 where id = $1 and revoked_at is null", id.get(), now)
            .execute(conn.connection())
            .await?;
    Ok(done.rows_affected() == 1)
}

/// A key sent by a machine.
#[derive(Clone, Copy, Debug)]
pub struct PresentedKey {
    /// The id.
    pub id: HotelApiKeyId,
    /// The partner.
    pub partner: HotelClientId,
    /// The facts that decide whether it may be used.
    pub usage: ApiKeyUse,
}

/// Finds the key with this hash, if its partner is active.
pub async fn find_presented(conn: &mut TenantConn, key: &TokenHash) -> Result<Option<PresentedKey>> {
    let row = sqlx::query!(
        "select k.id, k.client_id, k.valid_from, k.valid_to, k.revoked_at, k.last_used_at
         from hotel_api_keys k join hotel_clients c on c.id = k.client_id
         where k.key_hash = $1 and c.active",
        key.as_bytes().as_slice()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(row.map(|row| PresentedKey {
        id: HotelApiKeyId::new(row.id),
        partner: HotelClientId::new(row.client_id),
        usage: ApiKeyUse {
            period: UsagePeriod { from: row.valid_from, to: row.valid_to },
            revoked_at: row.revoked_at,
            last_used_at: row.last_used_at,
        },
    }))
}

/// Sets when a key was last used.
pub async fn set_used(conn: &mut TenantConn, id: HotelApiKeyId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update hotel_api_keys set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)",
        id.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
