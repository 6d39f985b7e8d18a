//! Analyses.

pub mod clinic;
pub(crate) mod row;

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar::korean_day;
use domain::{ObjectKey, PatientId, PersonId, Picture, PictureId, Square, Tci, TciId, TciNumber, TciStatus};

use crate::uploads::{self, Upload};
use crate::{Result, TenantConn, people, pictures};
use row::select_tcis;

/// A new self-check.
#[derive(Clone, Debug)]
pub struct NewTci {
    /// The patient.
    pub patient_id: PatientId,
    /// The person whose tongue it is. None for the account's holder.
    pub person_id: Option<PersonId>,
    /// The object, claimed by [`crate::uploads::claim`] in the same transaction.
    pub upload: Upload,
    /// When the photo was taken, as far as is known.
    pub shooting_at: DateTime<Utc>,
}

/// Inserts a self-check with its first picture and the day's next number.
///
/// Requires a short transaction, because the day's counter stays locked until it ends.
pub async fn insert(conn: &mut TenantConn, new: &NewTci, now: DateTime<Utc>) -> Result<Tci> {
    let (day, count) = next_of_day(conn, now).await?;
    let number = TciNumber::self_check(day, count);
    let inserted = sqlx::query!(
        "with tci as (
             insert into tcis (patient_id, tci_number, shooting_at, created_at, updated_at, person_id)
             values ($1, $2, $3, $4, $4, $7)
             returning id, person_id
         ), picture as (
             insert into pictures (tci_id, upload_id, object_key, created_at)
             select id, $5, $6, $4 from tci
             returning id, tci_id
         )
         select picture.id, picture.tci_id, h.id as person_id, h.name, h.relation
         from picture join tci on tci.id = picture.tci_id join people h on h.id = tci.person_id",
        new.patient_id.get(),
        number.as_str(),
        new.shooting_at,
        now,
        new.upload.id.get(),
        new.upload.object_key.as_str(),
        new.person_id.map(PersonId::get)
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(Tci {
        id: TciId::new(inserted.tci_id),
        number,
        place: None,
        correction: None,
        person: Some(people::label(inserted.person_id, inserted.name, &inserted.relation)?),
        status: TciStatus::Requested,
        shooting_at: new.shooting_at,
        created_at: now,
        updated_at: now,
        shooting_expert: None,
        analysis_expert: None,
        comment: String::new(),
        failure: None,
        version: 1,
        picture: Some(Picture {
            id: PictureId::new(inserted.id),
            object_key: new.upload.object_key.clone(),
            size: None,
            crop: None,
            view: None,
            read: None,
            expert: None,
            expert_outline: None,
        }),
    })
}

/// Returns the day in Korea and its next number. The counter stays locked until the transaction ends.
async fn next_of_day(conn: &mut TenantConn, now: DateTime<Utc>) -> Result<(NaiveDate, u32)> {
    let day = korean_day(now);
    let count = sqlx::query_scalar!(
        "insert into tci_counters (day, count) values ($1, 1)
         on conflict (tenant_id, day) do update set count = tci_counters.count + 1
         returning count",
        day
    )
    .fetch_one(conn.connection())
    .await?;
    Ok((day, count.unsigned_abs()))
}

/// Finds a patient's own self-check, unless its person was removed.
pub async fn find_own(conn: &mut TenantConn, patient: PatientId, id: TciId) -> Result<Option<Tci>> {
    let row = select_tcis!(
        "where t.id = $1 and t.patient_id = $2 and t.application_id is null and h.removed_at is null",
        id.get(),
        patient.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    row.map(Tci::try_from).transpose()
}

/// Lists the self-checks of one person of an account that are older than `before`, the newest first, at most `limit`;
/// of the holder when `person` is none.
pub async fn list_own(
    conn: &mut TenantConn,
    patient: PatientId,
    person: Option<PersonId>,
    before: Option<TciId>,
    limit: i64,
) -> Result<Vec<Tci>> {
    let rows = select_tcis!(
        "where t.person_id = (select id from people where patient_id = $1 and removed_at is null
                                     and case when $4::bigint is null then relation = 'self' else id = $4 end)
               and t.application_id is null and t.id < $2
         order by t.id desc limit $3",
        patient.get(),
        before.map_or(i64::MAX, TciId::get),
        limit,
        person.map(PersonId::get)
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Tci::try_from).collect()
}

/// A replacement of an analysis' picture.
#[derive(Clone, Debug)]
pub enum PictureChange {
    /// Another photo, claimed by [`crate::uploads::claim`] in the same transaction.
    Upload {
        /// The object.
        upload: Upload,
        /// The part to read. None for the whole photo.
        crop: Option<Square>,
    },
    /// Another crop of the same photo. None for the whole photo.
    Crop(Option<Square>),
}

/// Replaces the picture of a patient's own self-check. The self-check must be read again, and an earlier failure is
/// void. A new photo is as old as the change.
///
/// Requires a transaction. Returns none when there is no such self-check, or no photo to crop.
pub async fn set_picture(
    conn: &mut TenantConn,
    patient: PatientId,
    id: TciId,
    change: &PictureChange,
    now: DateTime<Utc>,
) -> Result<Option<Tci>> {
    if !lock_own(conn, patient, id).await? || pictures::replace(conn, id, change, now).await?.is_none() {
        return Ok(None);
    }
    sqlx::query!(
        "update tcis set status = 0, failure_code = null, version = version + 1, updated_at = $2,
                         shooting_at = case when $3 then $2 else shooting_at end
         where id = $1",
        id.get(),
        now,
        matches!(change, PictureChange::Upload { .. })
    )
    .execute(conn.connection())
    .await?;
    find_own(conn, patient, id).await
}

/// Deletes a patient's own self-check with its pictures, results and notifications. Returns the objects of its
/// pictures, or none when there is no such self-check. The sweep deletes the objects that the caller does not.
///
/// Requires a transaction.
pub async fn delete(
    conn: &mut TenantConn,
    patient: PatientId,
    id: TciId,
    now: DateTime<Utc>,
) -> Result<Option<Vec<ObjectKey>>> {
    if !lock_own(conn, patient, id).await? {
        return Ok(None);
    }
    let id = id.get();
    sqlx::query!("delete from notifications where tci_id = $1", id).execute(conn.connection()).await?;
    sqlx::query!("delete from results where picture_id in (select id from pictures where tci_id = $1)", id)
        .execute(conn.connection())
        .await?;
    let objects = sqlx::query!("delete from pictures where tci_id = $1 returning upload_id, object_key", id)
        .fetch_all(conn.connection())
        .await?;
    let released: Vec<i64> = objects.iter().map(|object| object.upload_id).collect();
    uploads::release(conn, &released, now).await?;
    sqlx::query!("delete from tcis where id = $1", id).execute(conn.connection()).await?;
    // the crops of one photo share its object
    let keys: BTreeSet<String> = objects.into_iter().map(|object| object.object_key).collect();
    Ok(Some(keys.into_iter().map(ObjectKey::from_stored).collect()))
}

/// Locks a patient's own self-check. Every writer locks the analysis before its pictures, which prevents deadlocks.
async fn lock_own(conn: &mut TenantConn, patient: PatientId, id: TciId) -> Result<bool> {
    let locked = sqlx::query_scalar!(
        "select id from tcis where id = $1 and patient_id = $2 and application_id is null for update",
        id.get(),
        patient.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(locked.is_some())
}
