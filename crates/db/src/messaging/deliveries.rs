//! Deliveries of notifications outside the app, and patients' settings for them.

use chrono::{DateTime, TimeDelta, Utc};
use domain::delivery::{DELIVERY_TIMEOUT, DeliveryChannel, DeliverySettings, DeliveryTopics, Subject, TEMPLATES};
use domain::{ApplicationId, ClaimId, DeliveryId, Locale, NotificationKind, PatientId, Phone, TciId};

use crate::{Result, TenantConn, column};

/// Notifications older than this are not delivered.
const MAX_AGE: TimeDelta = TimeDelta::hours(24);

/// The `KakaoTalk` channel of a tenant with its template for one notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KakaoTemplate {
    /// The channel's id at the carrier.
    pub pf_id: String,
    /// The template's id at the carrier.
    pub template_id: String,
}

/// A notification to send.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// The id.
    pub id: DeliveryId,
    /// The notification.
    pub kind: NotificationKind,
    /// Its subject.
    pub subject: Subject,
    /// The patient's number.
    pub phone: Phone,
    /// The patient's settings.
    pub settings: DeliverySettings,
    /// The template, if the tenant has one.
    pub template: Option<KakaoTemplate>,
}

/// Inserts a delivery for each unread notification that needs one, and returns the new ones, at most `limit`. A release
/// that also mails or forwards the documents makes several notifications; only the first is delivered. After the deletion
/// of an account only its refunds are reported, until its number is erased.
pub async fn insert_due(conn: &mut TenantConn, limit: i64, now: DateTime<Utc>) -> Result<Vec<DeliveryId>> {
    let kinds: Vec<String> = TEMPLATES.iter().map(|template| template.kind.as_str().to_owned()).collect();
    let until: Vec<DateTime<Utc>> = TEMPLATES.iter().map(|template| now - template.delay).collect();
    let topics: Vec<Option<&str>> = TEMPLATES.iter().map(|template| template.topic.map(Into::into)).collect();
    let ids = sqlx::query_scalar!(
        "insert into notification_deliveries (notification_id, created_at, expires_at)
         select n.id, $1, $2
         from notifications n
              join unnest($3::text[], $4::timestamptz[], $7::text[]) as due (kind, until, topic)
                   on n.kind = due.kind and n.created_at <= due.until
              join patients p on p.id = n.patient_id
                   and (p.left_at is null or n.kind = 'refund_done' and p.erased_at is null)
              left join notification_settings s on s.patient_id = n.patient_id
         where n.tenant_id = current_tenant() and n.created_at > $5 and n.read_at is null
           and (due.topic is null or s.patient_id is null or ((s.alimtalk or s.sms) and case due.topic
                when 'results' then s.results when 'applications' then s.applications when 'claims' then s.claims end))
           and not exists (select from notification_deliveries d where d.notification_id = n.id)
           and not (n.kind in ('claim_mailed', 'claim_forwarded')
                    and exists (select from notifications o
                                where o.claim_id = n.claim_id and o.created_at = n.created_at and o.id < n.id))
         order by n.id limit $6
         on conflict (notification_id) do nothing
         returning id",
        now,
        now + DELIVERY_TIMEOUT,
        &kinds,
        &until,
        now - MAX_AGE,
        limit,
        &topics as &[Option<&str>]
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(ids.into_iter().map(DeliveryId::new).collect())
}

/// Finds a delivery that is still due: not started, not expired, of an unread notification, and of a patient whose
/// account is not deleted, unless it is about a refund. A notification of a result that was withdrawn since, or of a
/// withdrawal after which the result was released again, is no longer due.
pub async fn find_open(conn: &mut TenantConn, id: DeliveryId, now: DateTime<Utc>) -> Result<Option<Delivery>> {
    let found = sqlx::query!(
        r#"select n.kind, n.tci_id, n.application_id, n.claim_id, p.phone_number, s.alimtalk as "alimtalk?", s.sms as "sms?",
                  s.results as "results?", s.applications as "applications?", s.claims as "claims?",
                  s.locale as "locale?", c.pf_id as "pf_id?", t.template_id as "template_id?"
           from notification_deliveries d
                join notifications n on n.id = d.notification_id
                join patients p on p.id = n.patient_id
                left join notification_settings s on s.patient_id = n.patient_id
                left join kakao_channels c on c.tenant_id = d.tenant_id
                left join kakao_templates t on t.tenant_id = d.tenant_id and t.kind = n.kind
           where d.id = $1 and d.begun_at is null and d.expires_at > $2 and n.read_at is null
                 and (p.left_at is null or n.kind = 'refund_done' and p.erased_at is null)
                 and not exists (select from notifications w
                                 where w.patient_id = n.patient_id and w.tci_id = n.tci_id and w.id > n.id
                                   and w.kind = case n.kind when 'tci_withdrawn' then 'tci_released'
                                                            else 'tci_withdrawn' end)"#,
        id.get(),
        now
    )
    .fetch_optional(conn.connection())
    .await?;
    found
        .map(|r| {
            let locale = r.locale.map(|locale| locale.parse::<Locale>()).transpose();
            Ok(Delivery {
                id,
                kind: column("notifications", "kind", id).check(r.kind.parse::<NotificationKind>())?,
                subject: Subject {
                    tci: r.tci_id.map(TciId::new),
                    application: r.application_id.map(ApplicationId::new),
                    claim: r.claim_id.map(ClaimId::new),
                },
                phone: Phone::from_stored(r.phone_number),
                settings: DeliverySettings {
                    alimtalk: r.alimtalk.unwrap_or(true),
                    sms: r.sms.unwrap_or(true),
                    topics: DeliveryTopics {
                        results: r.results.unwrap_or(true),
                        applications: r.applications.unwrap_or(true),
                        claims: r.claims.unwrap_or(true),
                    },
                    locale: column("notification_settings", "locale", id).check(locale)?,
                },
                template: r.pf_id.zip(r.template_id).map(|(pf_id, template_id)| KakaoTemplate { pf_id, template_id }),
            })
        })
        .transpose()
}

/// Marks a delivery as started. Returns false when it was already started, so that the carrier may have it.
pub async fn begin(conn: &mut TenantConn, id: DeliveryId, now: DateTime<Utc>) -> Result<bool> {
    let done = sqlx::query!(
        "update notification_deliveries set begun_at = $2 where id = $1 and begun_at is null",
        id.get(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Undoes [`begin`], because the carrier did not accept the message.
pub async fn reset(conn: &mut TenantConn, id: DeliveryId) -> Result<()> {
    sqlx::query!("update notification_deliveries set begun_at = null where id = $1 and sent_at is null", id.get())
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Sets the channel and the time at which the carrier accepted a delivery.
pub async fn set_sent(
    conn: &mut TenantConn,
    id: DeliveryId,
    channel: DeliveryChannel,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update notification_deliveries set channel = $2, sent_at = $3 where id = $1 and sent_at is null",
        id.get(),
        channel.as_str(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Returns a patient's delivery settings.
pub async fn find_settings(conn: &mut TenantConn, patient: PatientId) -> Result<DeliverySettings> {
    let found = sqlx::query!(
        "select alimtalk, sms, results, applications, claims, locale from notification_settings where patient_id = $1",
        patient.get()
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(row) = found else { return Ok(DeliverySettings::default()) };
    let locale = column("notification_settings", "locale", patient).check(row.locale.parse::<Locale>())?;
    let topics = DeliveryTopics { results: row.results, applications: row.applications, claims: row.claims };
    Ok(DeliverySettings { alimtalk: row.alimtalk, sms: row.sms, topics, locale: Some(locale) })
}

/// Sets a patient's delivery settings and the language of the messages.
pub async fn set_settings(
    conn: &mut TenantConn,
    patient: PatientId,
    settings: DeliverySettings,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "insert into notification_settings (patient_id, alimtalk, sms, results, applications, claims, locale, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (tenant_id, patient_id) do update
         set alimtalk = excluded.alimtalk, sms = excluded.sms, results = excluded.results,
             applications = excluded.applications, claims = excluded.claims, locale = excluded.locale,
             updated_at = excluded.updated_at",
        patient.get(),
        settings.alimtalk,
        settings.sms,
        settings.topics.results,
        settings.topics.applications,
        settings.topics.claims,
        settings.locale.unwrap_or(Locale::Ko).as_str(),
        now
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}
