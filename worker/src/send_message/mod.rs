//! Job `send_message`: writes a message in the patient's language and hands it to the mail server or the carrier.
//!
//! A message that carries a link has none until now: the job makes the token, keeps its hash, and only the message holds
//! the token itself. When a worker dies between sending and noting it, the job is run again: the patient then gets a
//! second message, whose link works, and the first one's has ended.

mod mail;
mod sms;
#[cfg(test)]
mod tests;
mod texts;

use db::{Database, TenantDb, TenantTx};
use domain::{Contact, LinkToken, MessageId, MessageKind, NotificationKind, Tenant};
use futures::future::BoxFuture;
use partners::mail::{Mail, MailError, Mailer};
use partners::sms::Solapi;
use queue::{Done, Failure, Handler, Job, JobRun, Outcome};
use runtime::config::WebOrigin;
use runtime::{Random, SharedClock};

use crate::carrier;
use texts::Content;

/// Sends messages.
pub struct SendMessage {
    /// For the tenant's name, hosts and senders.
    pub database: Database,
    /// The mail server.
    pub mailer: Mailer,
    /// The carrier.
    pub solapi: Solapi,
    /// Where links lead.
    pub web: WebOrigin,
    /// The present moment: an expired message is not sent.
    pub clock: SharedClock,
    /// For tokens, and the salt of each call to the carrier.
    pub random: Random,
}

impl Handler for SendMessage {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let id = MessageId::new(run.job.ref_id);
            let message = db::messages::find(&mut run.tenant_db().acquire().await?, id).await?;
            let due =
                |message: &db::messages::Message| message.sent_at.is_none() && self.clock.now() < message.expires_at;
            let Some(message) = message.filter(due) else { return Ok(Done::nothing()) };
            let contact = message.contact().ok_or_else(|| Failure::fail("the patient has no such address"))?;
            let tenants = db::tenants::list(&mut self.database.system().acquire().await?).await?;
            let tenant = tenants.into_iter().find(|tenant| tenant.id == run.job.tenant);
            let tenant = tenant.ok_or_else(|| Failure::fail("the tenant is gone"))?;
            let content = self.write(&run.tenant_db(), &tenant, &message, &contact).await?;
            self.send(&tenant, &message, &contact, &content).await?;
            let mut tx = run.tenant_db().begin().await?;
            db::messages::set_sent(&mut tx, id, self.clock.now()).await?;
            run.complete(tx).await
        })
    }

    /// Who waits for a recovery asks again soon; who waits for their data is told in the app that no link comes.
    fn dead<'a>(&'a self, job: &'a Job, tx: &'a mut TenantTx) -> BoxFuture<'a, db::Result<()>> {
        Box::pin(async move {
            let message = db::messages::find(tx, MessageId::new(job.ref_id)).await?;
            let unsent =
                |message: &db::messages::Message| message.kind == MessageKind::ExportReady && message.sent_at.is_none();
            if let Some(message) = message.filter(unsent) {
                let (patient, now) = (message.patient.id, self.clock.now());
                db::notifications::insert_plain(tx, patient, NotificationKind::ExportFailed, now).await?;
            }
            Ok(())
        })
    }
}

impl SendMessage {
    /// The words of a message, with what they need from the database.
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
                // kept before it is sent: a link that arrives works
                db::recovery::put_reset(&mut db.acquire().await?, patient, message.id, &token.hash(), now).await?;
                let link = self.link(tenant, &format!("/reset-password/{}", token.reveal()))?;
                Ok(texts::password_reset(message.locale, name, message.patient.login_user_id.as_str(), &link))
            }
            MessageKind::ExportReady => {
                let token = LinkToken::from_bytes(self.random.bytes());
                let now = self.clock.now();
                if !db::exports::put_link(&mut db.acquire().await?, message.id, &token.hash(), now).await? {
                    return Err(Failure::fail("there is nothing to download any more"));
                }
                let link = self.link(tenant, &format!("/api/v1/patients/export/{}", token.reveal()))?;
                Ok(texts::export_ready(message.locale, name, &link))
            }
        }
    }

    /// The address of a path on the tenant's main host.
    fn link(&self, tenant: &Tenant, path: &str) -> Result<String, Failure> {
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
                let (text, html) = (mail::text(content), mail::html(message.locale, tenant, content));
                let mail = Mail {
                    id: &id,
                    from_name: &tenant.name,
                    from: &tenant.mail_from,
                    to: address.as_str(),
                    subject: &content.subject,
                    text: &text,
                    html: &html,
                };
                match self.mailer.send(mail, now).await {
                    Ok(()) => tracing::info!("the mail server took the message"),
                    // once more could double it; whoever misses it can ask again
                    Err(error @ MailError::Unanswered) => tracing::warn!(%error, "counted as sent"),
                    Err(error @ MailError::Rejected { .. }) => return Err(Failure::fail(error)),
                    Err(error @ MailError::Unavailable(_)) => return Err(Failure::retry(error)),
                }
            }
            Contact::Phone(number) => {
                let text = sms::fit(&content.sms);
                let sms = partners::sms::Message { to: number.as_str(), from: &tenant.sms_from, text };
                carrier::send(&self.solapi, sms, now, &self.random).await?;
            }
        }
        Ok(())
    }
}
