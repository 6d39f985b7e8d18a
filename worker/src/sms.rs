//! Sends one text message from a job.

use chrono::{DateTime, Utc};
use partners::sms::{Message, SmsError, Solapi};
use queue::Failure;
use runtime::Random;

/// Sends a message.
///
/// A message without a response counts as sent: a retry could send it twice, and the patient can request another.
///
/// # Errors
/// Retries when the service is unavailable; fails when it rejects the message or the number is blocked.
pub async fn send(solapi: &Solapi, message: Message<'_>, now: DateTime<Utc>, random: &Random) -> Result<(), Failure> {
    let salt = hex::encode(random.bytes::<16>());
    match solapi.send(message, now, &salt).await {
        Ok(receipt) => tracing::info!(group = receipt.group_id, "the text message was accepted"),
        Err(error @ SmsError::Unconfirmed(_)) => tracing::warn!(%error, "counted as sent"),
        Err(error @ SmsError::Unavailable(_)) => return Err(Failure::retry(error)),
        Err(error) => return Err(Failure::fail(error)),
    }
    Ok(())
}
