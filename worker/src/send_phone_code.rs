//! Job `send_phone_code`: sends the six digits that confirm a phone number.

use std::sync::Arc;

use db::Database;
use partners::sms::{Message, Solapi};
use queue::jobs::SendPhoneCode;
use queue::{Done, Failure, JobRun, Outcome};
use runtime::{Random, SharedClock};

use crate::sms;

/// The dependencies of phone codes.
pub struct CodeContext {
    /// For the tenant's name and sender.
    pub database: Database,
    /// The text message service.
    pub solapi: Solapi,
    /// The clock: an expired code is not sent.
    pub clock: SharedClock,
    /// The source of each request's salt.
    pub random: Random,
}

/// Runs the job.
///
/// # Errors
/// Retries while the service or the database fails; fails when the service rejects the message.
pub async fn run(context: Arc<CodeContext>, run: JobRun<SendPhoneCode>) -> Outcome {
    let id = run.job.phone_code_id;
    let now = context.clock.now();
    let code = db::phone_codes::find(&mut run.tenant_db().acquire().await?, id).await?;
    let Some(code) = code.filter(|code| code.sent_at.is_none() && now < code.expires_at) else {
        return Ok(Done::without_effect());
    };
    let tenant = db::tenants::find(&mut context.database.system().acquire().await?, run.tenant).await?;
    let tenant = tenant.ok_or_else(|| Failure::fail("the tenant is gone"))?;
    let text = text(&tenant.name, code.code.reveal());
    let message = Message { to: code.phone.as_str(), from: &tenant.sms_from, text: &text };
    sms::send(&context.solapi, message, now, &context.random).await?;
    let mut tx = run.tenant_db().begin().await?;
    db::phone_codes::set_sent(&mut tx, id, now).await?;
    run.complete(tx).await
}

fn text(tenant: &str, code: &str) -> String {
    format!("[{tenant}] 인증번호 {code} (3분 안에 입력해 주세요)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_names_tenant_and_fits_one_sms() {
        let text = text("혀봄", "012345");
        assert_eq!(text, "[혀봄] 인증번호 012345 (3분 안에 입력해 주세요)");
        // carriers count two bytes for a Korean letter, and one message has 90 bytes
        let bytes: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        assert!(bytes <= 90, "{bytes}");
    }
}
