//! Analyses.

use chrono::{DateTime, Utc};
use domain::number::korean_day;
use domain::tci::{AiResult, Picture};
use domain::{
    Confidences, FailureCode, Grid, ObjectKey, Outline, PatientId, PictureId, Reading, Scores, Square, Tci, TciId,
    TciNumber, TciStatus,
};
use sqlx::types::Json;

use crate::uploads::Upload;
use crate::{Error, Result, TenantConn, pictures};

/// An analysis with its current picture and what was read from it.
struct Row {
    id: i64,
    tci_number: String,
    status: i16,
    shooting_at: DateTime<Utc>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    comment: String,
    failure_code: Option<String>,
    version: i32,
    picture_id: Option<i64>,
    object_key: Option<String>,
    width: Option<i32>,
    height: Option<i32>,
    crop_left: Option<i32>,
    crop_top: Option<i32>,
    crop_size: Option<i32>,
    scores: Option<Vec<i16>>,
    confidences: Option<Vec<f32>>,
    outline: Option<Json<Vec<[f32; 2]>>>,
    grid: Option<Vec<f32>>,
    model_version: Option<String>,
    read_at: Option<DateTime<Utc>>,
}

macro_rules! select_tcis {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            r#"select t.id, t.tci_number, t.status, t.shooting_at, t.created_at, t.updated_at, t.comment, t.failure_code,
                      t.version, p.id as "picture_id?", p.object_key as "object_key?", p.width, p.height, p.crop_left,
                      p.crop_top, p.crop_size, r.scores as "scores?", r.confidences as "confidences?",
                      r.outline as "outline?: Json<Vec<[f32; 2]>>",
                      case when r.picture_id is not null
                           then array[r.grid_left, r.grid_top, r.grid_width, r.grid_height, r.grid_angle] end as "grid?",
                      r.model_version as "model_version?", r.created_at as "read_at?"
               from tcis t
               left join pictures p on p.tci_id = t.id and p.current
               left join results r on r.picture_id = p.id
               "# + $which,
            $($argument),+
        )
    };
}

impl TryFrom<Row> for Tci {
    type Error = Error;

    fn try_from(mut row: Row) -> Result<Self> {
        let failure = row.failure_code.as_deref();
        Ok(Self {
            id: TciId::new(row.id),
            status: TciStatus::from_number(row.status).ok_or(Error::Stored("tcis.status"))?,
            failure: match failure {
                None => None,
                Some(code) => Some(FailureCode::from_code(code).ok_or(Error::Stored("tcis.failure_code"))?),
            },
            picture: row.take_picture()?,
            number: TciNumber::from_stored(row.tci_number),
            shooting_at: row.shooting_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
            comment: row.comment,
            version: row.version,
        })
    }
}

impl Row {
    fn take_picture(&mut self) -> Result<Option<Picture>> {
        let (Some(id), Some(object_key)) = (self.picture_id, self.object_key.take()) else { return Ok(None) };
        Ok(Some(Picture {
            id: PictureId::new(id),
            object_key: ObjectKey::from_stored(object_key),
            size: pictures::size(self.width, self.height)?,
            crop: pictures::crop(self.crop_left, self.crop_top, self.crop_size)?,
            read: self.take_reading()?,
        }))
    }

    fn take_reading(&mut self) -> Result<Option<AiResult>> {
        let (Some(scores), Some(confidences), Some(Json(outline)), Some(grid), Some(model_version), Some(created_at)) = (
            self.scores.take(),
            self.confidences.take(),
            self.outline.take(),
            self.grid.take(),
            self.model_version.take(),
            self.read_at,
        ) else {
            return Ok(None);
        };
        let [left, top, width, height, angle] = grid[..] else { return Err(Error::Stored("results.grid")) };
        let confidences = confidences.try_into().ok().and_then(Confidences::new);
        let reading = Reading {
            scores: Scores::from_numbers(&scores).ok_or(Error::Stored("results.scores"))?,
            confidences: confidences.ok_or(Error::Stored("results.confidences"))?,
            outline: Outline::new(outline).ok_or(Error::Stored("results.outline"))?,
            grid: Grid { left, top, width, height, angle },
            model_version,
        };
        Ok(Some(AiResult { reading, created_at }))
    }
}

/// An analysis that is asked for.
#[derive(Clone, Debug)]
pub struct NewTci {
    /// By whom.
    pub patient_id: PatientId,
    /// Of which object, taken by [`crate::uploads::claim`] in the same transaction.
    pub upload: Upload,
    /// When the photo was taken, as far as known.
    pub shooting_at: DateTime<Utc>,
}

/// Makes an analysis with its first picture and the day's next number. Needs a transaction, to be committed soon: the
/// day's count is locked until then.
///
/// # Errors
/// Only [`Error`].
pub async fn insert(conn: &mut TenantConn, new: &NewTci, now: DateTime<Utc>) -> Result<Tci> {
    let day = korean_day(now);
    let count = sqlx::query_scalar!(
        "insert into tci_counters (day, count) values ($1, 1)
         on conflict (tenant_id, day) do update set count = tci_counters.count + 1
         returning count",
        day
    )
    .fetch_one(conn.connection())
    .await?;
    let number = TciNumber::self_check(day, count.unsigned_abs());
    let made = sqlx::query!(
        "with tci as (
             insert into tcis (patient_id, tci_number, shooting_at, created_at, updated_at)
             values ($1, $2, $3, $4, $4)
             returning id
         )
         insert into pictures (tci_id, upload_id, object_key, created_at)
         select id, $5, $6, $4 from tci
         returning id, tci_id",
        new.patient_id.get(),
        number.as_str(),
        new.shooting_at,
        now,
        new.upload.id.get(),
        new.upload.object_key.as_str()
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(Tci {
        id: TciId::new(made.tci_id),
        number,
        status: TciStatus::Requested,
        shooting_at: new.shooting_at,
        created_at: now,
        updated_at: now,
        comment: String::new(),
        failure: None,
        version: 1,
        picture: Some(Picture {
            id: PictureId::new(made.id),
            object_key: new.upload.object_key.clone(),
            size: None,
            crop: None,
            read: None,
        }),
    })
}

/// A patient's own analysis.
///
/// # Errors
/// Only [`Error`].
pub async fn find_own(conn: &mut TenantConn, patient: PatientId, id: TciId) -> Result<Option<Tci>> {
    let row = select_tcis!("where t.id = $1 and t.patient_id = $2", id.get(), patient.get())
        .fetch_optional(conn.connection())
        .await?;
    conn.settle();
    row.map(Tci::try_from).transpose()
}

/// A patient's own analyses, the newest first: those older than `before`, at most `limit`.
///
/// # Errors
/// Only [`Error`].
pub async fn list_own(
    conn: &mut TenantConn,
    patient: PatientId,
    before: Option<TciId>,
    limit: i64,
) -> Result<Vec<Tci>> {
    let rows = select_tcis!(
        "where t.patient_id = $1 and t.id < $2 order by t.id desc limit $3",
        patient.get(),
        before.map_or(i64::MAX, TciId::get),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter().map(Tci::try_from).collect()
}

/// Another picture for an analysis.
#[derive(Clone, Debug)]
pub enum PictureChange {
    /// Another photo, taken by [`crate::uploads::claim`] in the same transaction.
    Upload {
        /// The object.
        upload: Upload,
        /// The part that is read; none reads all of it.
        crop: Option<Square>,
    },
    /// Another part of the same photo; none reads all of it.
    Crop(Option<Square>),
}

/// Gives a patient's own analysis another picture: it waits to be read again, and a failure is forgotten. Needs a
/// transaction. None when there is no such analysis, or no picture to take another part of.
///
/// # Errors
/// Only [`Error`].
pub async fn set_picture(
    conn: &mut TenantConn,
    patient: PatientId,
    id: TciId,
    change: &PictureChange,
    now: DateTime<Utc>,
) -> Result<Option<Tci>> {
    // every writer of an analysis locks it before its pictures, so that none waits for another in a circle
    let locked = sqlx::query_scalar!(
        "select id from tcis where id = $1 and patient_id = $2 for update",
        id.get(),
        patient.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    if locked.is_none() || !pictures::replace(conn, id, change, now).await? {
        return Ok(None);
    }
    sqlx::query!(
        "update tcis set status = 0, failure_code = null, version = version + 1, updated_at = $2 where id = $1",
        id.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    find_own(conn, patient, id).await
}
