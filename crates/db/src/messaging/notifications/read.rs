//! Which notifications a patient has read.

use chrono::{DateTime, Utc};
use domain::{ApplicationId, ClaimId, NotificationId, PatientId, TciId};

use crate::{Result, TenantConn};

/// Sets when a patient first read a notification. Returns false when there is none.
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
    Ok(done.rows_affected() == 1)
}

/// Counts a patient's unread notifications.
pub async fn count_unread(conn: &mut TenantConn, patient: PatientId) -> Result<i64> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from notifications where patient_id = $1 and read_at is null"#,
        patient.get()
    );
    Ok(count.fetch_one(conn.connection()).await?)
}

/// Marks a patient's unread notifications up to this one as read.
pub async fn set_all_read(
    conn: &mut TenantConn,
    patient: PatientId,
    up_to: NotificationId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update notifications set read_at = $3 where patient_id = $1 and id <= $2 and read_at is null",
        patient.get(),
        up_to.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Marks a patient's notifications about an application, or about one of its analyses, as read.
pub async fn set_read_for_application(
    conn: &mut TenantConn,
    patient: PatientId,
    application: ApplicationId,
    tci: Option<TciId>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update notifications set read_at = $4
         where patient_id = $1 and application_id = $2 and ($3::bigint is null or tci_id = $3) and read_at is null",
        patient.get(),
        application.get(),
        tci.map(TciId::get),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Marks a patient's notifications about a claim as read.
pub async fn set_read_for_claim(
    conn: &mut TenantConn,
    patient: PatientId,
    claim: ClaimId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update notifications n set read_at = $3
         where n.patient_id = $1 and n.read_at is null
           and (n.claim_id = $2 or n.order_id in (select id from orders where claim_id = $2))",
        patient.get(),
        claim.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Marks a patient's notifications about a self-check as read.
pub async fn set_read_for_tci(conn: &mut TenantConn, patient: PatientId, tci: TciId, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update notifications set read_at = $3
         where patient_id = $1 and tci_id = $2 and application_id is null and read_at is null",
        patient.get(),
        tci.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
