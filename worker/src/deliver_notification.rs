//! Job `deliver_notification`: sends a notification outside the app, as 알림톡 or as a text message.
//!
//! A delivery is marked as begun in the database before the carrier receives it, so a worker that crashes in between
//! never sends a message twice. The message may then be lost, but the notification is in the app in any case.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use db::deliveries::{self, Delivery, KakaoTemplate};
use db::{Database, TenantTx};
use domain::delivery::{LINK_VARIABLE, SERVICE_VARIABLE, Template, allowed_time};
use domain::{DeliveryChannel, Locale, Tenant};
use partners::sms::{Alimtalk, Message, SmsError, Solapi};
use queue::jobs::DeliverNotification;
use queue::{Done, Failure, JobRun, NewJob, Outcome};
use runtime::config::WebOrigin;
use runtime::{Random, SharedClock};
use url::Url;

/// The maximum number of deliveries of a tenant that are created in one minute.
const MAX_NEW_DELIVERIES: i64 = 500;

/// The dependencies of deliveries.
pub struct DeliveryContext {
    /// For the tenant's name, hosts and sender.
    pub database: Database,
    /// The text message service.
    pub solapi: Solapi,
    /// The origin of links.
    pub web: WebOrigin,
    /// The clock: messages are not sent at night.
    pub clock: SharedClock,
    /// The clock of each request's signature, which the carrier compares with its own.
    pub signature_clock: SharedClock,
    /// The source of each request's salt.
    pub random: Random,
}

/// Enqueues a job for each notification of a tenant that needs one, at the next time at which messages are allowed.
///
/// # Errors
/// When the database fails.
pub async fn enqueue_due(tx: &mut TenantTx, now: DateTime<Utc>) -> db::Result<()> {
    for delivery_id in deliveries::insert_due(tx, MAX_NEW_DELIVERIES, now).await? {
        queue::enqueue(tx, NewJob::new(DeliverNotification { delivery_id }).at(allowed_time(now))).await?;
    }
    Ok(())
}

/// Runs the job.
///
/// # Errors
/// Is postponed at night; retries while the service or the database fails; fails when the service rejects the message.
pub async fn run(context: Arc<DeliveryContext>, run: JobRun<DeliverNotification>) -> Outcome {
    let (id, now) = (run.job.delivery_id, context.clock.now());
    check_quiet_hours(now)?;
    let delivery = deliveries::find_open(&mut run.tenant_db().acquire().await?, id, now).await?;
    let Some(mut delivery) = delivery else { return Ok(Done::without_effect()) };
    let Some(template) = Template::find(delivery.kind) else { return Ok(Done::without_effect()) };
    delivery.settings = delivery.settings.for_topic(template.topic);
    let tenant = db::tenants::find(&mut context.database.system().acquire().await?, run.tenant).await?;
    let tenant = tenant.ok_or_else(|| Failure::fail("the tenant is gone"))?;
    let outgoing = OutgoingMessage::new(&context.web, &tenant, &delivery, template)?;
    if !deliveries::begin(&mut run.tenant_db().acquire().await?, id, now).await? {
        return Ok(Done::without_effect());
    }
    match context.send(&outgoing).await {
        Ok(Some(channel)) => {
            let mut tx = run.tenant_db().begin().await?;
            deliveries::set_sent(&mut tx, id, channel, now).await?;
            run.complete(tx).await
        }
        Ok(None) => Ok(Done::without_effect()),
        // the patient still has the notification in the app
        Err(error @ SmsError::Blocked { .. }) => {
            tracing::info!(delivery = id.get(), %error, "not delivered");
            Ok(Done::without_effect())
        }
        Err(error @ SmsError::Unavailable(_)) => {
            deliveries::reset(&mut run.tenant_db().acquire().await?, id).await?;
            Err(Failure::retry(error))
        }
        Err(error) => Err(Failure::fail(error)),
    }
}

/// A message, ready for either channel.
struct OutgoingMessage<'a> {
    tenant: &'a Tenant,
    delivery: &'a Delivery,
    /// The text message.
    sms: String,
    /// The link without its scheme.
    short_link: String,
}

impl<'a> OutgoingMessage<'a> {
    fn new(web: &WebOrigin, tenant: &'a Tenant, delivery: &'a Delivery, template: &Template) -> Result<Self, Failure> {
        let host = tenant.hosts.first().ok_or_else(|| Failure::fail("the tenant has no host"))?;
        let link =
            web.address(host, &delivery.subject.path()).map_err(|_| Failure::fail("the tenant's host is no host"))?;
        let locale = delivery.settings.locale.unwrap_or(tenant.default_locale);
        let sms = template.sms(locale, &tenant.name, link.as_str());
        Ok(Self { tenant, delivery, sms, short_link: without_scheme(&link) })
    }

    /// Returns the template to use, if 알림톡 is allowed, the tenant has one, and the patient reads Korean.
    fn kakao_template(&self) -> Option<&KakaoTemplate> {
        let settings = self.delivery.settings;
        let reads_korean = settings.locale.unwrap_or(self.tenant.default_locale) == Locale::Ko;
        self.delivery.template.as_ref().filter(|_| settings.alimtalk && reads_korean)
    }
}

impl DeliveryContext {
    /// Sends a message on the first allowed channel that accepts it. Returns `None` if the patient allows none of the
    /// available channels. A message without a response counts as sent.
    async fn send(&self, outgoing: &OutgoingMessage<'_>) -> Result<Option<DeliveryChannel>, SmsError> {
        if let Some(template) = outgoing.kakao_template() {
            match self.send_alimtalk(outgoing, template).await {
                Ok(()) => return Ok(Some(DeliveryChannel::Alimtalk)),
                // the template was withdrawn or changed: operators are warned, and the patient gets a text message
                Err(SmsError::TemplateRejected { code }) => {
                    metrics::counter!(crate::metrics::ALIMTALK_REJECTED.name).increment(1);
                    tracing::warn!(code, template = template.template_id, "the carrier rejected the template");
                }
                Err(error @ SmsError::Rejected { .. }) => tracing::warn!(%error, "sent as a text message instead"),
                Err(error) => return Err(error),
            }
        }
        if !outgoing.delivery.settings.sms {
            return Ok(None);
        }
        let (to, from) = (outgoing.delivery.phone.as_str(), outgoing.tenant.sms_from.as_str());
        let message = Message { to, from, text: &outgoing.sms };
        ignore_unconfirmed(self.solapi.send(message, self.signature_clock.now(), &self.salt()).await)?;
        Ok(Some(DeliveryChannel::Sms))
    }

    async fn send_alimtalk(&self, outgoing: &OutgoingMessage<'_>, template: &KakaoTemplate) -> Result<(), SmsError> {
        let message = Alimtalk {
            to: outgoing.delivery.phone.as_str(),
            from: &outgoing.tenant.sms_from,
            pf_id: &template.pf_id,
            template_id: &template.template_id,
            variables: &[(SERVICE_VARIABLE, &outgoing.tenant.name), (LINK_VARIABLE, &outgoing.short_link)],
            disable_sms: !outgoing.delivery.settings.sms,
        };
        ignore_unconfirmed(self.solapi.send_alimtalk(message, self.signature_clock.now(), &self.salt()).await)
    }

    fn salt(&self) -> String {
        hex::encode(self.random.bytes::<16>())
    }
}

/// Postpones a job that runs at night, after a retry or a backlog, until messages are allowed again.
pub(crate) fn check_quiet_hours(now: DateTime<Utc>) -> Result<(), Failure> {
    match (allowed_time(now) - now).to_std() {
        Ok(pause) if !pause.is_zero() => Err(Failure::Postponed { reason: "messages are not sent at night", pause }),
        _ => Ok(()),
    }
}

/// Counts a message without a response as sent, because a retry could send it twice.
fn ignore_unconfirmed(result: Result<partners::sms::Receipt, SmsError>) -> Result<(), SmsError> {
    match result {
        Ok(receipt) => tracing::info!(group = receipt.group_id, "the message was accepted"),
        Err(error @ SmsError::Unconfirmed(_)) => tracing::warn!(%error, "counted as sent"),
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Returns the URL without `https://`.
fn without_scheme(link: &Url) -> String {
    link.as_str().split_once("://").map_or_else(|| link.to_string(), |(_, rest)| rest.to_owned())
}
