//! Job `send_message`: writes a message in the patient's language and sends it by mail or text message.
//!
//! The job creates the token of a message's link and stores only its hash; the token itself is only in the message. If
//! a worker crashes after sending a message and before recording it, the job runs again: the patient receives a second
//! message, and only the second link is valid.

mod mail;
mod sms_text;
#[cfg(test)]
mod tests;
pub(crate) mod texts;

use std::sync::Arc;

use db::{Database, TenantDb, TenantTx};
use domain::{Contact, Email, LinkToken, Locale, MessageKind, NotificationKind, Tenant};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use partners::mail::{Mail, MailError, Mailer};
use partners::sms::Solapi;
use queue::jobs::SendMessage;
use queue::{DeadJob, Done, Failure, JobRun, Outcome};
use runtime::config::WebOrigin;
use runtime::{Random, SharedClock};

use crate::sms;
use texts::Content;

/// The dependencies of messages.
pub struct MessageContext {
    /// For the tenant's name, hosts and senders.
    pub database: Database,
    /// The mail server.
    pub mailer: Mailer,
    /// The text message service.
    pub solapi: Solapi,
    /// The origin of links.
    pub web: WebOrigin,
    /// The clock: an expired message is not sent.
    pub clock: SharedClock,
    /// The source of tokens and of each request's salt.
    pub random: Random,
}

/// Runs the job.
///
/// # Errors
/// Retries while the mail server, the text message service or the database fails; fails when one of them rejects the
/// message, or when the message has no recipient address or no link target.
pub async fn run(context: Arc<MessageContext>, run: JobRun<SendMessage>) -> Outcome {
    let id = run.job.message_id;
    let message = db::messages::find(&mut run.tenant_db().acquire().await?, id).await?;
    let is_due =
        |message: &db::messages::Message| message.sent_at.is_none() && context.clock.now() < message.expires_at;
    let Some(message) = message.filter(is_due) else { return Ok(Done::without_effect()) };
    let contact = message.contact().ok_or_else(|| Failure::fail("the patient has no such address"))?;
    let tenant = db::tenants::find(&mut context.database.system().acquire().await?, run.tenant).await?;
    let tenant = tenant.ok_or_else(|| Failure::fail("the tenant is gone"))?;
    let written = context.write(&run.tenant_db(), &tenant, &message, &contact).await?;
    context.send(&tenant, &message, &contact, &written).await?;
    let mut tx = run.tenant_db().begin().await?;
    db::messages::set_sent(&mut tx, id, context.clock.now()).await?;
    run.complete(tx).await
}

/// Notifies a patient in the app that the link to an export could not be sent. Failed recovery messages need no
/// notification: people request another soon.
pub fn on_dead<'a>(
    context: &'a MessageContext,
    dead: &'a DeadJob<SendMessage>,
    tx: &'a mut TenantTx,
) -> BoxFuture<'a, db::Result<()>> {
    async move {
        let message = db::messages::find(tx, dead.job.message_id).await?;
        let is_unsent_link =
            |message: &db::messages::Message| message.kind == MessageKind::ExportReady && message.sent_at.is_none();
        if let Some(message) = message.filter(is_unsent_link) {
            let (patient, now) = (message.patient.id, context.clock.now());
            db::notifications::insert_plain(tx, patient, NotificationKind::ExportFailed, now).await?;
        }
        Ok(())
    }
    .boxed()
}

impl MessageContext {
    /// Returns the content of a message, with data from the database.
    async fn write(
        &self,
        db: &TenantDb,
        tenant: &Tenant,
        message: &db::messages::Message,
        contact: &Contact,
    ) -> Result<Content, Failure> {
        let name = &tenant.name;
        match message.kind {
            MessageKind::LoginIds => {
                let accounts = db::recovery::list_by_contact(&mut db.acquire().await?, contact).await?;
                let ids: Vec<String> =
                    accounts.iter().map(|account| account.login_user_id.as_str().to_owned()).collect();
                let link = self.link(tenant, "/auth/signin")?;
                Ok(texts::login_ids(message.locale, name, &ids, &link))
            }
            MessageKind::PasswordReset => {
                let token = LinkToken::from_bytes(self.random.bytes());
                let (patient, now) = (message.patient.id, self.clock.now());
                // stored before the message is sent, so that a link that arrives is valid
                db::recovery::upsert_reset(&mut db.acquire().await?, patient, message.id, &token.hash(), now).await?;
                let link = self.link(tenant, &format!("/reset-password/{}", token.reveal()))?;
                Ok(texts::password_reset(message.locale, name, message.patient.login_user_id.as_str(), &link))
            }
            MessageKind::ExportReady => {
                let token = LinkToken::from_bytes(self.random.bytes());
                let now = self.clock.now();
                if !db::exports::set_link(&mut db.acquire().await?, message.id, &token.hash(), now).await? {
                    return Err(Failure::fail("there is nothing to download any more"));
                }
                let link = self.link(tenant, &format!("/api/v1/patients/export/{}", token.reveal()))?;
                Ok(texts::export_ready(message.locale, name, &link))
            }
            MessageKind::ConfirmEmail => {
                let token = LinkToken::from_bytes(self.random.bytes());
                let now = self.clock.now();
                let mut conn = db.acquire().await?;
                if !db::profile::set_confirmation_link(&mut conn, message.id, &token.hash(), now).await? {
                    return Err(Failure::fail("there is nothing to confirm any more"));
                }
                let link = self.link(tenant, &format!("/confirm-email/{}", token.reveal()))?;
                Ok(texts::confirm_email(message.locale, name, message.patient.login_user_id.as_str(), &link))
            }
            MessageKind::PhoneChanged | MessageKind::EmailChanged => {
                let link = self.link(tenant, "/auth/find-password")?;
                let id = message.patient.login_user_id.as_str();
                Ok(texts::contact_change_mail(message.locale, name, id, message.kind, &link))
            }
        }
    }

    /// Returns the URL of a path on the tenant's main host.
    pub(crate) fn link(&self, tenant: &Tenant, path: &str) -> Result<String, Failure> {
        let host = tenant.hosts.first().ok_or_else(|| Failure::fail("the tenant has no host"))?;
        self.web.address(host, path).map(String::from).map_err(|_| Failure::fail("the tenant's host is no host"))
    }

    async fn send(
        &self,
        tenant: &Tenant,
        message: &db::messages::Message,
        contact: &Contact,
        content: &Content,
    ) -> Result<(), Failure> {
        let now = self.clock.now();
        match contact {
            Contact::Email(address) => {
                let id = format!("message-{}-{}", tenant.id, message.id);
                let mail = AddressedMail { id: &id, to: address, locale: message.locale };
                self.send_mail(tenant, mail, content).await?;
            }
            Contact::Phone(number) => {
                let text = sms_text::choose_wording(&content.sms);
                let message = partners::sms::Message { to: number.as_str(), from: &tenant.sms_from, text };
                sms::send(&self.solapi, message, now, &self.random).await?;
            }
        }
        Ok(())
    }

    /// Sends a mail of a tenant.
    pub(crate) async fn send_mail(
        &self,
        tenant: &Tenant,
        addressed: AddressedMail<'_>,
        content: &Content,
    ) -> Result<(), Failure> {
        let text = mail::render_text(content);
        let html = mail::render_html(addressed.locale, tenant, content).map_err(Failure::fail)?;
        let mail = Mail {
            id: addressed.id,
            from_name: &tenant.name,
            from: &tenant.mail_from,
            to: addressed.to.as_str(),
            subject: &content.subject,
            text: &text,
            html: &html,
        };
        match self.mailer.send(mail, self.clock.now()).await {
            Ok(()) => tracing::info!("the mail server took the message"),
            // a retry could send it twice, and the recipient can request another
            Err(error @ MailError::Unconfirmed) => tracing::warn!(%error, "counted as sent"),
            Err(error @ MailError::Rejected { .. }) => return Err(Failure::fail(error)),
            Err(error @ MailError::Unavailable(_)) => return Err(Failure::retry(error)),
        }
        Ok(())
    }
}

/// The recipient of a mail.
#[derive(Clone, Copy)]
pub(crate) struct AddressedMail<'a> {
    /// The id of the mail. A retry uses the same one.
    pub id: &'a str,
    /// The address.
    pub to: &'a Email,
    /// The language.
    pub locale: Locale,
}
