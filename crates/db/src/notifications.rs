//! What patients are told in the app.

use chrono::{DateTime, Utc};
use domain::{ApplicationId, Notification, NotificationId, NotificationKind, PatientId, PictureId, TciId};

use crate::{Error, Result, TenantConn};

/// Something to tell a patient about the reading of a picture.
#[derive(Clone, Copy, Debug)]
pub struct NewNotification {
    /// Whom.
    pub patient_id: PatientId,
    /// What.
    pub kind: NotificationKind,
    /// About which analysis.
    pub tci_id: TciId,
    /// About which picture: it is told once.
    pub picture_id: PictureId,
}

/// A patient's notifications, the newest first: those older than `before`, at most `limit`.
///
/// # Errors
/// Only [`Error`].
pub async fn list(
    conn: &mut TenantConn,
    patient: PatientId,
    before: Option<NotificationId>,
    limit: i64,
) -> Result<Vec<Notification>> {
    let rows = sqlx::query!(
        "select id, kind, tci_id, application_id, created_at, read_at from notifications
         where patient_id = $1 and id < $2 order by id desc limit $3",
        patient.get(),
        before.map_or(i64::MAX, NotificationId::get),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    conn.settle();
    rows.into_iter()
        .map(|r| {
            Ok(Notification {
                id: NotificationId::new(r.id),
                kind: NotificationKind::from_code(&r.kind).ok_or(Error::Stored("notifications.kind"))?,
                tci_id: r.tci_id.map(TciId::new),
                application_id: r.application_id.map(ApplicationId::new),
                created_at: r.created_at,
                read_at: r.read_at,
            })
        })
        .collect()
}

/// Tells a patient something; none when it was told before.
///
/// # Errors
/// Only [`Error`].
pub async fn insert(
    conn: &mut TenantConn,
    new: &NewNotification,
    now: DateTime<Utc>,
) -> Result<Option<NotificationId>> {
    let id = sqlx::query_scalar!(
        "insert into notifications (patient_id, kind, tci_id, picture_id, created_at) values ($1, $2, $3, $4, $5)
         on conflict (picture_id, kind) do nothing
         returning id",
        new.patient_id.get(),
        new.kind.as_str(),
        new.tci_id.get(),
        new.picture_id.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(id.map(NotificationId::new))
}

/// Tells a patient something that is about no picture.
///
/// # Errors
/// Only [`Error`].
pub async fn insert_plain(
    conn: &mut TenantConn,
    patient: PatientId,
    kind: NotificationKind,
    now: DateTime<Utc>,
) -> Result<NotificationId> {
    let id = sqlx::query_scalar!(
        "insert into notifications (patient_id, kind, created_at) values ($1, $2, $3) returning id",
        patient.get(),
        kind.as_str(),
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(NotificationId::new(id))
}

/// Tells a patient what became of an application; of a released analysis once for its picture, of the rest once. Nobody is
/// told of an application without an account.
///
/// # Errors
/// Only [`Error`].
pub async fn insert_for_application(
    conn: &mut TenantConn,
    kind: NotificationKind,
    application: ApplicationId,
    released: Option<TciId>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into notifications (patient_id, kind, application_id, tci_id, picture_id, created_at)
         select a.patient_id, $2, a.id, p.tci_id, p.id, $4
         from applications a
         left join pictures p on p.tci_id = $3 and p.current
         where a.id = $1 and a.patient_id is not null
         on conflict do nothing",
        application.get(),
        kind.as_str(),
        released.map(TciId::get),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Notes that a patient read their notification; false when there is no such one. Reading again keeps the first time.
///
/// # Errors
/// Only [`Error`].
pub async fn set_read(
    conn: &mut TenantConn,
    patient: PatientId,
    id: NotificationId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "update notifications set read_at = coalesce(read_at, $3) where id = $1 and patient_id = $2",
        id.get(),
        patient.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    conn.settle();
    Ok(done.rows_affected() == 1)
}
