//! Results of reading pictures. A picture has at most one result, and only the current picture changes its analysis.

use chrono::{DateTime, Utc};
use domain::{FailureCode, PatientId, PictureId, Reading, Size, TciId};
use sqlx::types::Json;

use crate::{Result, TenantConn};

/// Whether a result or a failure changed an analysis whose patient must be notified. A clinic notifies its patients by
/// releasing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordOutcome {
    /// The patient's analysis changed: notify the patient.
    Changed {
        /// The analysis.
        tci_id: TciId,
        /// The patient.
        patient_id: PatientId,
    },
    /// It was already recorded, the analysis has another picture by now, or the analysis belongs to a clinic.
    Unchanged,
}

impl RecordOutcome {
    fn from_columns(tci: i64, patient: Option<i64>) -> Self {
        patient.map_or(Self::Unchanged, |patient| Self::Changed {
            tci_id: TciId::new(tci),
            patient_id: PatientId::new(patient),
        })
    }
}

/// A new result.
#[derive(Clone, Copy, Debug)]
pub struct NewResult<'a> {
    /// The size of the upright picture.
    pub size: Size,
    /// The result.
    pub reading: &'a Reading,
    /// The version of the model.
    pub model_version: &'a str,
}

/// Inserts the result of a picture, and moves the analysis from requested to read if the picture is still its current
/// one. A second result of the picture changes nothing. Requires a transaction.
pub async fn insert(
    conn: &mut TenantConn,
    picture: PictureId,
    result: &NewResult<'_>,
    now: DateTime<Utc>,
) -> Result<RecordOutcome> {
    lock(conn, picture).await?;
    let NewResult { size, reading, model_version } = *result;
    let scores: Vec<i16> = reading.scores.numbers().into_iter().map(i16::from).collect();
    let moved = sqlx::query!(
        "with picture as (
             update pictures set width = $2, height = $3 where id = $1 returning id, tci_id, current
         ), result as (
             insert into results (picture_id, scores, confidences, outline, grid_left, grid_top, grid_width, grid_height,
                                  grid_angle, unfamiliar, model_version, brightness, sharpness, created_at)
             select id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 from picture
             on conflict (picture_id) do nothing
             returning picture_id
         )
         update tcis t
         -- at a clinic the version counts what people change, so that a reading is no conflict for who is scoring
         set status = 1, failure_code = null, version = version + (t.application_id is null)::integer, updated_at = $16
         from picture p
         join result r on r.picture_id = p.id
         where t.id = p.tci_id and p.current and t.status = 0
         returning t.id, case when t.application_id is null then t.patient_id end as patient_id,
                   pg_notify('tci_read', t.id::text)::text as notified",
        picture.get(),
        i32::try_from(size.width()).unwrap_or(i32::MAX),
        i32::try_from(size.height()).unwrap_or(i32::MAX),
        &scores,
        &reading.confidences.get(),
        Json(reading.outline.points()) as _,
        reading.grid.left,
        reading.grid.top,
        reading.grid.width,
        reading.grid.height,
        reading.grid.angle,
        reading.unfamiliar,
        model_version,
        reading.brightness,
        reading.sharpness,
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(moved.map_or(RecordOutcome::Unchanged, |t| RecordOutcome::from_columns(t.id, t.patient_id)))
}

/// Sets the reason why a picture could not be read, if it is still the current one and its analysis is pending. A
/// second failure changes nothing. Requires a transaction.
pub async fn insert_failure(
    conn: &mut TenantConn,
    picture: PictureId,
    size: Option<Size>,
    failure: FailureCode,
    now: DateTime<Utc>,
) -> Result<RecordOutcome> {
    lock(conn, picture).await?;
    let moved = sqlx::query!(
        "with picture as (
             update pictures set width = coalesce($2, width), height = coalesce($3, height)
             where id = $1
             returning tci_id, current
         )
         update tcis t
         set failure_code = $4, version = version + (t.application_id is null)::integer, updated_at = $5
         from picture p
         where t.id = p.tci_id and p.current and t.status = 0 and t.failure_code is null
         returning t.id, case when t.application_id is null then t.patient_id end as patient_id,
                   pg_notify('tci_read', t.id::text)::text as notified",
        picture.get(),
        size.map(|s| i32::try_from(s.width()).unwrap_or(i32::MAX)),
        size.map(|s| i32::try_from(s.height()).unwrap_or(i32::MAX)),
        failure.as_str(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(moved.map_or(RecordOutcome::Unchanged, |t| RecordOutcome::from_columns(t.id, t.patient_id)))
}

/// Locks the analysis of a picture, so that the next statement sees whether it has another picture by now.
async fn lock(conn: &mut TenantConn, picture: PictureId) -> Result<()> {
    sqlx::query!(
        "select t.id from tcis t where t.id = (select tci_id from pictures where id = $1) for update",
        picture.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(())
}
