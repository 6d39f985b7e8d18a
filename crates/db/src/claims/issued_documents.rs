//! The documents that clinics issue for claims.
//!
//! The file of a document is an upload that the document claimed. When a document is replaced, withdrawn or expired,
//! its upload is released, and the sweep deletes the object like that of any unclaimed upload.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::{ClaimId, Document, ObjectKey, PatientId, StaffId, UploadId};

use crate::{Result, TenantConn, TenantTx, column, uploads};

/// The origin of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Staff uploaded it.
    Uploaded,
    /// It was generated from data that staff entered.
    Generated,
}

impl Origin {
    /// Returns the origin's name in the database and the API.
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

/// How a doctor signed a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentSignature {
    /// With the clinic's stored seal and signature.
    Seal,
    /// By hand, on the scan that staff checked.
    Scan,
}

impl DocumentSignature {
    /// Returns the signature's name in the database and the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Seal => "seal",
            Self::Scan => "scan",
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        [Self::Seal, Self::Scan].into_iter().find(|way| way.as_str() == code)
    }
}

/// A new document.
#[derive(Clone, Copy, Debug)]
pub struct NewIssuedDocument {
    /// The claim.
    pub claim: ClaimId,
    /// Which of the claim's documents.
    pub document: Document,
    /// The upload of the file, claimed in the same transaction.
    pub upload: UploadId,
    /// The origin of the file.
    pub origin: Origin,
    /// The size in bytes.
    pub size: i32,
    /// The number of pages.
    pub pages: i16,
    /// SHA-256 of the file.
    pub hash: [u8; 32],
    /// How a doctor signed it.
    pub signature: Option<DocumentSignature>,
    /// The member of staff who issues it.
    pub staff: StaffId,
}

/// An issued document.
#[derive(Clone, Debug)]
pub struct IssuedDocument {
    /// Which document.
    pub document: Document,
    /// The object of the file. None after it was erased.
    pub object_key: Option<ObjectKey>,
    /// The origin of the file.
    pub origin: Origin,
    /// The size in bytes.
    pub size: i32,
    /// The number of pages.
    pub pages: i16,
    /// SHA-256 of the file.
    pub hash: [u8; 32],
    /// How a doctor signed it. None if unsigned.
    pub signature: Option<DocumentSignature>,
    /// When it was issued.
    pub created_at: DateTime<Utc>,
}

/// Issues a document of a locked claim with status 1, or replaces its file.
///
/// # Errors
/// When the claim has another status, which the trigger `issued_documents_open` rejects.
pub async fn upsert(tx: &mut TenantTx, new: &NewIssuedDocument, now: DateTime<Utc>) -> Result<()> {
    let before = sqlx::query_scalar!(
        "select upload_id from issued_documents where claim_id = $1 and code = $2 and upload_id is not null",
        new.claim.get(),
        new.document.as_str()
    )
    .fetch_optional(tx.connection())
    .await?;
    sqlx::query!(
        "insert into issued_documents (claim_id, code, upload_id, origin, size, pages, hash, staff_id, created_at, signature)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (claim_id, code) do update
         set upload_id = excluded.upload_id, origin = excluded.origin, size = excluded.size, pages = excluded.pages,
             hash = excluded.hash, staff_id = excluded.staff_id, created_at = excluded.created_at,
             signature = excluded.signature",
        new.claim.get(),
        new.document.as_str(),
        new.upload.get(),
        new.origin.as_str(),
        new.size,
        new.pages,
        &new.hash[..],
        new.staff.get(),
        now,
        new.signature.map(DocumentSignature::as_str)
    )
    .execute(tx.connection())
    .await?;
    let replaced: Vec<i64> = before.flatten().into_iter().collect();
    uploads::release(tx, &replaced, now).await
}

/// Deletes the documents of a claim that is canceled.
pub async fn withdraw(tx: &mut TenantTx, claim: ClaimId, now: DateTime<Utc>) -> Result<()> {
    let uploads = sqlx::query_scalar!("select upload_id from issued_documents where claim_id = $1", claim.get())
        .fetch_all(tx.connection())
        .await?;
    sqlx::query!("delete from issued_documents where claim_id = $1", claim.get()).execute(tx.connection()).await?;
    let uploads: Vec<i64> = uploads.into_iter().flatten().collect();
    uploads::release(tx, &uploads, now).await
}

/// Releases the files that were released to the patient more than `kept` before `now`, and those of people whose data was
/// erased, and returns how many. Those that a paid claim still has to mail or forward wait for its end. The rows with the
/// kind and time of each document stay.
pub async fn purge_expired(tx: &mut TenantTx, kept: TimeDelta, now: DateTime<Utc>) -> Result<u64> {
    let uploads = sqlx::query_scalar!(
        r#"select i.upload_id as "upload_id!"
           from issued_documents i join claims c on c.id = i.claim_id join people h on h.id = c.person_id
           where i.upload_id is not null and c.released_at < greatest($1, h.erased_at)
             and not exists (select from claims f where f.prior_claim_id = c.id and f.kind in ('resend', 'forward')
                                    and f.paid_order_id is not null and f.status in (0, 1))
           order by i.id limit 1000"#,
        now - kept
    )
    .fetch_all(tx.connection())
    .await?;
    erase_files(tx, &uploads, now).await?;
    Ok(uploads.len() as u64)
}

/// Releases the files issued for a patient whose account is deleted.
pub async fn erase_for_patient(tx: &mut TenantTx, patient: PatientId, now: DateTime<Utc>) -> Result<()> {
    let uploads = sqlx::query_scalar!(
        r#"select i.upload_id as "upload_id!" from issued_documents i join claims c on c.id = i.claim_id
           where i.upload_id is not null and c.patient_id = $1"#,
        patient.get()
    )
    .fetch_all(tx.connection())
    .await?;
    erase_files(tx, &uploads, now).await
}

/// Releases the files of claims that are deleted.
pub(crate) async fn erase_for_claims(tx: &mut TenantTx, claims: &[i64], now: DateTime<Utc>) -> Result<()> {
    let uploads = sqlx::query_scalar!(
        r#"select upload_id as "upload_id!" from issued_documents where claim_id = any($1) and upload_id is not null"#,
        claims
    )
    .fetch_all(tx.connection())
    .await?;
    erase_files(tx, &uploads, now).await
}

async fn erase_files(tx: &mut TenantTx, uploads: &[i64], now: DateTime<Utc>) -> Result<()> {
    sqlx::query!("update issued_documents set upload_id = null where upload_id = any($1)", uploads)
        .execute(tx.connection())
        .await?;
    uploads::release(tx, uploads, now).await
}

/// Lists the issued documents of claims, by claim.
pub async fn list(conn: &mut TenantConn, claims: &[ClaimId]) -> Result<HashMap<ClaimId, Vec<IssuedDocument>>> {
    let ids: Vec<i64> = claims.iter().map(|id| id.get()).collect();
    let rows = sqlx::query!(
        r#"select i.claim_id, i.code, i.origin, i.size, i.pages, i.hash, i.signature, i.created_at, u.object_key as "object_key?"
           from issued_documents i left join uploads u on u.id = i.upload_id
           where i.claim_id = any($1) order by i.claim_id, i.code desc"#,
        &ids
    )
    .fetch_all(conn.connection())
    .await?;
    let mut issued: HashMap<ClaimId, Vec<IssuedDocument>> = HashMap::new();
    for row in rows {
        issued.entry(ClaimId::new(row.claim_id)).or_default().push(IssuedDocument {
            document: column("issued_documents", "code", row.claim_id).check(row.code.parse::<Document>())?,
            object_key: row.object_key.map(ObjectKey::from_stored),
            origin: column("issued_documents", "origin", row.claim_id).require(Origin::from_code(&row.origin))?,
            size: row.size,
            pages: row.pages,
            hash: column("issued_documents", "hash", row.claim_id).require(row.hash.try_into().ok())?,
            signature: row
                .signature
                .map(|code| {
                    column("issued_documents", "signature", row.claim_id).require(DocumentSignature::from_code(&code))
                })
                .transpose()?,
            created_at: row.created_at,
        });
    }
    Ok(issued)
}

/// Lists the issued documents of one claim.
pub async fn list_for_claim(conn: &mut TenantConn, claim: ClaimId) -> Result<Vec<IssuedDocument>> {
    Ok(list(conn, &[claim]).await?.remove(&claim).unwrap_or_default())
}
