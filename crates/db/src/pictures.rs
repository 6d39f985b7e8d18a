//! Pictures of analyses.

use chrono::{DateTime, Utc};
use domain::{ObjectKey, PatientId, PictureId, Size, Square, TciId, TciStatus};

use crate::tcis::PictureChange;
use crate::{Error, Result, TenantConn};

/// A picture that is to be read.
#[derive(Clone, Debug)]
pub struct PictureToRead {
    /// Its id.
    pub id: PictureId,
    /// The analysis it belongs to.
    pub tci_id: TciId,
    /// Whose analysis that is; none for who came by a clinic without an account.
    pub patient_id: Option<PatientId>,
    /// Where the file is.
    pub object_key: ObjectKey,
    /// The part that is read; none reads all of it.
    pub crop: Option<Square>,
    /// Whether it is still the current picture of its analysis; reading another is of no use.
    pub current: bool,
    /// Whether its result is written already.
    pub read: bool,
    /// The state of its analysis.
    pub tci_status: TciStatus,
}

/// The picture with this id, for who reads it.
///
/// # Errors
/// Only [`Error`].
pub async fn find(conn: &mut TenantConn, id: PictureId) -> Result<Option<PictureToRead>> {
    let found = sqlx::query!(
        r#"select p.id, p.tci_id, p.object_key, p.crop_left, p.crop_top, p.crop_size, p.current, t.patient_id, t.status,
                  exists(select from results r where r.picture_id = p.id) as "read!"
           from pictures p
           join tcis t on t.id = p.tci_id
           where p.id = $1"#,
        id.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    conn.settle();
    found
        .map(|r| {
            Ok(PictureToRead {
                id: PictureId::new(r.id),
                tci_id: TciId::new(r.tci_id),
                patient_id: r.patient_id.map(PatientId::new),
                object_key: ObjectKey::from_stored(r.object_key),
                crop: crop(r.crop_left, r.crop_top, r.crop_size)?,
                current: r.current,
                read: r.read,
                tci_status: TciStatus::from_number(r.status).ok_or(Error::Stored("tcis.status"))?,
            })
        })
        .transpose()
}

/// Makes another picture the current one of a locked analysis, and answers which; none when there is none to take another
/// part of.
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
    let (upload_id, object_key, crop, size) = match (change, old) {
        (PictureChange::Upload { upload, crop }, _) => {
            (upload.id.get(), upload.object_key.as_str().to_owned(), crop, (None, None))
        }
        (PictureChange::Crop(crop), Some(old)) => (old.upload_id, old.object_key, crop, (old.width, old.height)),
        (PictureChange::Crop(_), None) => return Ok(None),
    };
    let pixels = |part: fn(Square) -> u32| crop.map(|square| i32::try_from(part(square)).unwrap_or(i32::MAX));
    let id = sqlx::query_scalar!(
        "insert into pictures (tci_id, upload_id, object_key, crop_left, crop_top, crop_size, width, height, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         returning id",
        tci.get(),
        upload_id,
        object_key,
        pixels(Square::left),
        pixels(Square::top),
        pixels(Square::side),
        size.0,
        size.1,
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(Some(PictureId::new(id)))
}

pub(crate) fn size(width: Option<i32>, height: Option<i32>) -> Result<Option<Size>> {
    let (Some(width), Some(height)) = (width, height) else { return Ok(None) };
    Ok(Some(Size::new(width.unsigned_abs(), height.unsigned_abs()).ok_or(Error::Stored("pictures.width"))?))
}

pub(crate) fn crop(left: Option<i32>, top: Option<i32>, side: Option<i32>) -> Result<Option<Square>> {
    let (Some(left), Some(top), Some(side)) = (left, top, side) else { return Ok(None) };
    let square = Square::new(left.unsigned_abs(), top.unsigned_abs(), side.unsigned_abs());
    Ok(Some(square.ok_or(Error::Stored("pictures.crop_size"))?))
}
