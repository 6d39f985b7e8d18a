//! Job `send_phone_code`: sends the six digits that confirm a phone number.

use db::Database;
use domain::PhoneCodeId;
use futures::future::BoxFuture;
use partners::sms::{Message, Solapi};
use queue::{Done, Failure, Handler, JobRun, Outcome};
use runtime::{Random, SharedClock};

use crate::carrier;

/// Sends codes.
pub struct SendPhoneCode {
    /// For the tenant's name and sender.
    pub database: Database,
    /// The carrier.
    pub solapi: Solapi,
    /// The present moment: an expired code is not sent.
    pub clock: SharedClock,
    /// For the salt of each call.
    pub random: Random,
}

impl Handler for SendPhoneCode {
    fn run<'a>(&'a self, run: &'a JobRun) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let id = PhoneCodeId::new(run.job.ref_id);
            let code = db::phone_codes::find(&mut run.tenant_db().acquire().await?, id).await?;
            let now = self.clock.now();
            let Some(code) = code.filter(|code| code.sent_at.is_none() && now < code.expires_at) else {
                return Ok(Done::nothing());
            };
            let tenants = db::tenants::list(&mut self.database.system().acquire().await?).await?;
            let tenant = tenants.into_iter().find(|tenant| tenant.id == run.job.tenant);
            let tenant = tenant.ok_or_else(|| Failure::fail("the tenant is gone"))?;
            let text = text(&tenant.name, code.code.reveal());
            let message = Message { to: code.phone.as_str(), from: &tenant.sms_from, text: &text };
            carrier::send(&self.solapi, message, now, &self.random).await?;
            let mut tx = run.tenant_db().begin().await?;
            db::phone_codes::set_sent(&mut tx, id, now).await?;
            run.complete(tx).await
        })
    }
}

fn text(tenant: &str, code: &str) -> String {
    format!("[{tenant}] 인증번호 {code} (3분 안에 입력해 주세요)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_the_tenant_and_fits_into_one_sms() {
        let text = text("혀봄", "012345");
        assert_eq!(text, "[혀봄] 인증번호 012345 (3분 안에 입력해 주세요)");
        // carriers count two bytes for a Korean letter, and take 90 in one message
        let bytes: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        assert!(bytes <= 90, "{bytes}");
    }
}
