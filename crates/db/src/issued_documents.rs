//! The documents that clinics issue for claims.
//!
//! A file's key is that of an upload, taken by the document. A document that is replaced, withdrawn or whose time is over gives its
//! upload up, and the sweep deletes the object as it does with every upload that nobody took.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::{ClaimId, Document, ObjectKey, PatientId, StaffId, UploadId};

use crate::{Error, Result, TenantConn, TenantTx};

/// How a file came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Staff uploaded it.
    Uploaded,
    /// It was made here from what staff entered.
    Generated,
}

impl Origin {
    /// The origin as database and API spell it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Uploaded => "uploaded",
            Self::Generated => "generated",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        [Self::Uploaded, Self::Generated].into_iter().find(|origin| origin.as_str() == code)
    }
}

/// A document to be issued.
#[derive(Clone, Copy, Debug)]
pub struct NewIssued {
    /// For which claim.
    pub claim: ClaimId,
    /// Which of its documents.
    pub document: Document,
    /// The file's upload, taken in the same transaction.
    pub upload: UploadId,
    /// How it came to be.
    pub origin: Origin,
    /// Bytes.
    pub size: i32,
    /// Pages.
    pub pages: i16,
    /// SHA-256 of the file.
    pub hash: [u8; 32],
    /// Who issues it.
    pub staff: StaffId,
}

/// An issued document.
#[derive(Clone, Debug)]
pub struct Issued {
    /// Which.
    pub document: Document,
    /// Where the file is; none once it was erased.
    pub object_key: Option<ObjectKey>,
    /// How it came to be.
    pub origin: Origin,
    /// Bytes.
    pub size: i32,
    /// Pages.
    pub pages: i16,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// Issues a document of a locked claim in state 1, or puts another file in its place.
///
/// # Errors
/// Only [`Error`]; the trigger `issued_documents_open` refuses every other state.
pub async fn put(tx: &mut TenantTx, new: &NewIssued, now: DateTime<Utc>) -> Result<()> {
    let before = sqlx::query_scalar!(
        "select upload_id from issued_documents where claim_id = $1 and code = $2 and upload_id is not null",
        new.claim.get(),
        new.document.as_str()
    )
    .fetch_optional(tx.connection())
    .await?;
    sqlx::query!(
        "insert into issued_documents (claim_id, code, upload_id, origin, size, pages, hash, staff_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (claim_id, code) do update
         set upload_id = excluded.upload_id, origin = excluded.origin, size = excluded.size, pages = excluded.pages,
             hash = excluded.hash, staff_id = excluded.staff_id, created_at = excluded.created_at",
        new.claim.get(),
        new.document.as_str(),
        new.upload.get(),
        new.origin.as_str(),
        new.size,
        new.pages,
        &new.hash[..],
        new.staff.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    let replaced: Vec<i64> = before.flatten().into_iter().collect();
    give_up(tx, &replaced, now).await
}

/// Takes back what was issued for a claim that is called off.
///
/// # Errors
/// Only [`Error`].
pub async fn withdraw(tx: &mut TenantTx, claim: ClaimId, now: DateTime<Utc>) -> Result<()> {
    let uploads = sqlx::query_scalar!("select upload_id from issued_documents where claim_id = $1", claim.get())
        .fetch_all(tx.connection())
        .await?;
    sqlx::query!("delete from issued_documents where claim_id = $1", claim.get()).execute(tx.connection()).await?;
    let uploads: Vec<i64> = uploads.into_iter().flatten().collect();
    give_up(tx, &uploads, now).await
}

/// Lets go of the files whose time of downloading was over at `now`; answers how many. What was issued, and when, stays.
///
/// # Errors
/// Only [`Error`].
pub async fn end(tx: &mut TenantTx, kept: TimeDelta, now: DateTime<Utc>) -> Result<u64> {
    let uploads = sqlx::query_scalar!(
        r#"select i.upload_id as "upload_id!" from issued_documents i join claims c on c.id = i.claim_id
           where i.upload_id is not null and c.released_at < $1 order by i.id limit 1000"#,
        now - kept
    )
    .fetch_all(tx.connection())
    .await?;
    forget(tx, &uploads, now).await?;
    Ok(uploads.len() as u64)
}

/// Lets go of every file that was issued for a patient who left.
///
/// # Errors
/// Only [`Error`].
pub async fn erase_of(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<()> {
    let uploads = sqlx::query_scalar!(
        r#"select i.upload_id as "upload_id!" from issued_documents i join claims c on c.id = i.claim_id
           where i.upload_id is not null and c.patient_id = $1"#,
        patient.get()
    )
    .fetch_all(tx.connection())
    .await?;
    forget(tx, &uploads, now).await
}

/// Lets go of the files of claims that end altogether.
///
/// # Errors
/// Only [`Error`].
pub(crate) async fn erase_for(tx: &mut TenantTx, claims: &[i64], now: DateTime<Utc>) -> Result<()> {
    let uploads = sqlx::query_scalar!(
        r#"select upload_id as "upload_id!" from issued_documents where claim_id = any($1) and upload_id is not null"#,
        claims
    )
    .fetch_all(tx.connection())
    .await?;
    forget(tx, &uploads, now).await
}

async fn forget(tx: &mut TenantTx, uploads: &[i64], now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update issued_documents set upload_id = null where upload_id = any($1)", uploads)
        .execute(tx.connection())
        .await?;
    give_up(tx, uploads, now).await
}

/// Leaves objects to the sweep, which deletes those of uploads that nobody took in time.
async fn give_up(tx: &mut TenantTx, uploads: &[i64], now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update uploads set used_at = null, expires_at = least(expires_at, $2) where id = any($1)",
        uploads,
        now - TimeDelta::seconds(1)
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// What was issued for claims, by claim.
///
/// # Errors
/// Only [`Error`].
pub async fn list(conn: &mut TenantConn, claims: &[ClaimId]) -> Result<HashMap<ClaimId, Vec<Issued>>> {
    let ids: Vec<i64> = claims.iter().map(|id| id.get()).collect();
    let rows = sqlx::query!(
        r#"select i.claim_id, i.code, i.origin, i.size, i.pages, i.created_at, u.object_key as "object_key?"
           from issued_documents i left join uploads u on u.id = i.upload_id
           where i.claim_id = any($1) order by i.claim_id, i.code desc"#,
        &ids
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    let mut issued: HashMap<ClaimId, Vec<Issued>> = HashMap::new();
    for row in rows {
        issued.entry(ClaimId::new(row.claim_id)).or_default().push(Issued {
            document: Document::from_code(&row.code).ok_or(Error::Stored("issued_documents.code"))?,
            object_key: row.object_key.map(ObjectKey::from_stored),
            origin: Origin::from_code(&row.origin).ok_or(Error::Stored("issued_documents.origin"))?,
            size: row.size,
            pages: row.pages,
            created_at: row.created_at,
        });
    }
    Ok(issued)
}

/// What was issued for one claim.
///
/// # Errors
/// Only [`Error`].
pub async fn of(conn: &mut TenantConn, claim: ClaimId) -> Result<Vec<Issued>> {
    Ok(list(conn, &[claim]).await?.remove(&claim).unwrap_or_default())
}
