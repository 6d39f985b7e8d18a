//! Notifications of patients in the app.

mod read;

use chrono::{DateTime, Utc};
use domain::{
    ApplicationId, ClaimId, CorrectionId, Krw, Notification, NotificationId, NotificationKind, OrderId, PatientId,
    Phase, PictureId, Scores, TciId,
};

use crate::{Result, TenantConn, TenantTx, column, people};

pub use read::{count_unread, set_all_read, set_read, set_read_for_application, set_read_for_claim, set_read_for_tci};

/// A new notification about the result of a picture.
#[derive(Clone, Copy, Debug)]
pub struct NewNotification {
    /// The patient.
    pub patient_id: PatientId,
    /// The kind.
    pub kind: NotificationKind,
    /// The analysis.
    pub tci_id: TciId,
    /// The picture. There is one notification of a kind for each picture.
    pub picture_id: PictureId,
}

/// Lists a patient's notifications that are older than `before`, the newest first, at most `limit`. One about a released
/// result that was withdrawn has no score.
pub async fn list(
    conn: &mut TenantConn,
    patient: PatientId,
    before: Option<NotificationId>,
    limit: i64,
) -> Result<Vec<Notification>> {
    let rows = sqlx::query!(
        r#"select n.id, n.kind, n.tci_id, n.application_id, coalesce(n.claim_id, o.claim_id) as claim_id, o.amount as "amount?",
                  t.phase as "phase?", i.name as "clinic?", h.id as "person_id?", h.name as "person_name?",
                  h.relation as "person_relation?",
                  case when n.kind = 'claim_mailed' then c.tracking_number end as tracking_number, n.created_at, n.read_at,
                  case when n.kind = 'result_ready' then r.scores
                       when n.kind in ('tci_released', 'tci_corrected') and p.current then p.expert_scores end as scores
           from notifications n
           left join orders o on o.id = n.order_id
           left join claims c on c.id = coalesce(n.claim_id, o.claim_id)
           left join tcis t on t.id = n.tci_id
           left join tci_corrections k on k.id = n.correction_id
           left join pictures p on p.id = coalesce(n.picture_id, k.picture_id,
                                                   (select id from pictures where tci_id = n.tci_id and current))
           left join results r on r.picture_id = p.id
           left join applications a on a.id = n.application_id
           left join institutions i on i.id = coalesce(a.institution_id, c.institution_id)
           left join people h on h.id = coalesce(t.person_id, a.person_id, c.person_id)
           where n.patient_id = $1 and n.id < $2 order by n.id desc limit $3"#,
        patient.get(),
        before.map_or(i64::MAX, NotificationId::get),
        limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|r| {
            Ok(Notification {
                id: NotificationId::new(r.id),
                kind: column("notifications", "kind", r.id).check(r.kind.parse::<NotificationKind>())?,
                tci_id: r.tci_id.map(TciId::new),
                application_id: r.application_id.map(ApplicationId::new),
                claim_id: r.claim_id.map(ClaimId::new),
                amount: r.amount.map(Krw::new),
                tracking_number: r.tracking_number,
                phase: r.phase.map(|code| column("tcis", "phase", r.id).check(code.parse::<Phase>())).transpose()?,
                score: r.scores.as_deref().and_then(Scores::from_numbers).map(|scores| scores.percent()),
                clinic: r.clinic,
                person: people::label_if_any(r.person_id, r.person_name, r.person_relation.as_deref())?,
                created_at: r.created_at,
                read_at: r.read_at,
            })
        })
        .collect()
}

/// Inserts a notification about a picture. Returns none when it exists already.
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

/// Inserts a notification without a subject.
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

/// Inserts a notification about an application: for an analysis that is released or withdrawn one per picture, otherwise
/// one per kind. Does nothing for an application without an account.
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

/// Inserts a notification about a correction. Does nothing for an application without an account.
pub async fn insert_for_correction(
    conn: &mut TenantConn,
    application: ApplicationId,
    tci: TciId,
    correction: CorrectionId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into notifications (patient_id, kind, application_id, tci_id, correction_id, created_at)
         select patient_id, $4, id, $2, $3, $5 from applications where id = $1 and patient_id is not null
         on conflict do nothing",
        application.get(),
        tci.get(),
        correction.get(),
        NotificationKind::TciCorrected.as_str(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Inserts a notification about a claim, one per kind.
pub async fn insert_for_claim(
    conn: &mut TenantConn,
    kind: NotificationKind,
    claim: ClaimId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into notifications (patient_id, kind, claim_id, created_at)
         select patient_id, $2, id, $3 from claims where id = $1
         on conflict do nothing",
        claim.get(),
        kind.as_str(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Replaces a notification about a claim by a new one, unread, for what has changed since.
pub async fn replace_for_claim(
    tx: &mut TenantTx,
    kind: NotificationKind,
    claim: ClaimId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!("delete from notifications where claim_id = $1 and kind = $2", claim.get(), kind.as_str())
        .execute(tx.connection())
        .await?;
    insert_for_claim(tx, kind, claim, now).await
}

/// Inserts a notification about the refund of an order, one per kind.
pub async fn insert_for_refund(
    conn: &mut TenantConn,
    kind: NotificationKind,
    order: OrderId,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into notifications (patient_id, kind, order_id, created_at)
         select patient_id, $2, id, $3 from orders where id = $1
         on conflict do nothing",
        order.get(),
        kind.as_str(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
