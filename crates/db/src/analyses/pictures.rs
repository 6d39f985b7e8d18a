//! Pictures of analyses.

use chrono::{DateTime, Utc};
use domain::{ObjectKey, PatientId, PictureId, Size, Square, TciId, TciStatus};

use crate::tcis::PictureChange;
use crate::{Result, TenantConn, column};

/// A picture to read.
#[derive(Clone, Debug)]
pub struct PictureToRead {
    /// The id.
    pub id: PictureId,
    /// The analysis.
    pub tci_id: TciId,
    /// The patient. None for a walk-in without an account.
    pub patient_id: Option<PatientId>,
    /// The object of the photo.
    pub object_key: ObjectKey,
    /// SHA-256 of the photo. None for photos that were accepted before it was kept.
    pub hash: Option<[u8; 32]>,
    /// The part to read. None for the whole photo.
    pub crop: Option<Square>,
    /// Whether it is still the current picture of its analysis. Other pictures need not be read.
    pub current: bool,
    /// Whether its result is stored already.
    pub read: bool,
    /// Whether the patient withdrew the consent to process health data, so that it may not be read.
    pub is_consent_withdrawn: bool,
    /// The status of the analysis.
    pub tci_status: TciStatus,
}

/// Finds the picture with this id.
pub async fn find(conn: &mut TenantConn, id: PictureId) -> Result<Option<PictureToRead>> {
    let found = sqlx::query!(
        r#"select p.id, p.tci_id, p.object_key, p.crop_left, p.crop_top, p.crop_size, p.current, t.patient_id, t.status, u.hash,
                  exists(select from results r where r.picture_id = p.id) as "read!",
                  exists(select from consents c
                         where c.patient_id = coalesce(t.patient_id, a.patient_id) and c.kind = 'health'
                           and not exists(select from health_consents h
                                          where h.application_id = a.id and h.given_at >= c.withdrawn_at)
                         having count(*) > 0 and count(*) = count(c.withdrawn_at)) as "is_consent_withdrawn!"
           from pictures p
           join tcis t on t.id = p.tci_id
           left join applications a on a.id = t.application_id
           join uploads u on u.id = p.upload_id
           where p.id = $1"#,
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    found
        .map(|r| {
            Ok(PictureToRead {
                id: PictureId::new(r.id),
                tci_id: TciId::new(r.tci_id),
                patient_id: r.patient_id.map(PatientId::new),
                object_key: ObjectKey::from_stored(r.object_key),
                hash: hash(r.id, r.hash)?,
                crop: crop(r.id, r.crop_left, r.crop_top, r.crop_size)?,
                current: r.current,
                read: r.read,
                is_consent_withdrawn: r.is_consent_withdrawn,
                tci_status: column("tcis", "status", r.id).require(TciStatus::from_repr(r.status))?,
            })
        })
        .transpose()
}

/// Returns the SHA-256 of a picture's file; `None` for a file that was stored before hashes were.
pub async fn find_hash(conn: &mut TenantConn, id: PictureId) -> Result<Option<[u8; 32]>> {
    let found = sqlx::query_scalar!(
        "select u.hash from pictures p join uploads u on u.id = p.upload_id where p.id = $1",
        id.get()
    );
    hash(id.get(), found.fetch_optional(conn.connection()).await?.flatten())
}

/// Returns the stored hash of an object.
pub(crate) fn hash(id: i64, bytes: Option<Vec<u8>>) -> Result<Option<[u8; 32]>> {
    bytes.map(|bytes| column("uploads", "hash", id).require(bytes.try_into().ok())).transpose()
}

/// Replaces the current picture of a locked analysis and returns the new one. Returns none when the change is a new
/// crop and there is no photo to crop.
pub(crate) async fn replace(
    conn: &mut TenantConn,
    tci: TciId,
    change: &PictureChange,
    now: DateTime<Utc>,
) -> Result<Option<PictureId>> {
    let old = sqlx::query!(
        "update pictures set current = false where tci_id = $1 and current returning upload_id, object_key, width, height",
        tci.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    let (upload_id, object_key, crop, (width, height)) = match (change, old) {
        (PictureChange::Upload { upload, crop }, _) => {
            (upload.id.get(), upload.object_key.as_str().to_owned(), crop, (None, None))
        }
        (PictureChange::Crop(crop), Some(old)) => (old.upload_id, old.object_key, crop, (old.width, old.height)),
        (PictureChange::Crop(_), None) => return Ok(None),
    };
    let [left, top, side] = pixels(*crop);
    let id = sqlx::query_scalar!(
        "insert into pictures (tci_id, upload_id, object_key, crop_left, crop_top, crop_size, width, height, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         returning id",
        tci.get(),
        upload_id,
        object_key,
        left,
        top,
        side,
        width,
        height,
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(Some(PictureId::new(id)))
}

/// Returns the columns of a crop: left, top and side.
pub(crate) fn pixels(part: Option<Square>) -> [Option<i32>; 3] {
    [Square::left, Square::top, Square::side]
        .map(|measure| part.map(|square| i32::try_from(measure(square)).unwrap_or(i32::MAX)))
}

pub(crate) fn size(picture: i64, width: Option<i32>, height: Option<i32>) -> Result<Option<Size>> {
    let (Some(width), Some(height)) = (width, height) else { return Ok(None) };
    let size = Size::new(width.unsigned_abs(), height.unsigned_abs());
    column("pictures", "width", picture).require(size).map(Some)
}

pub(crate) fn crop(picture: i64, left: Option<i32>, top: Option<i32>, side: Option<i32>) -> Result<Option<Square>> {
    let (Some(left), Some(top), Some(side)) = (left, top, side) else { return Ok(None) };
    let square = Square::new(left.unsigned_abs(), top.unsigned_abs(), side.unsigned_abs());
    column("pictures", "crop_size", picture).require(square).map(Some)
}
