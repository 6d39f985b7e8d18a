//! One text message, handed to the carrier as a job does it.

use chrono::{DateTime, Utc};
use partners::sms::{Message, SmsError, Solapi};
use queue::Failure;
use runtime::Random;

/// Sends a message, or says whether the job should be tried again.
///
/// A message without an answer counts as sent: once more could double it, and whoever misses it can ask again.
pub async fn send(solapi: &Solapi, message: Message<'_>, now: DateTime<Utc>, random: &Random) -> Result<(), Failure> {
    let salt = hex::encode(random.bytes::<16>());
    match solapi.send(message, now, &salt).await {
        Ok(receipt) => tracing::info!(group = receipt.group_id, "the carrier took the message"),
        Err(error @ SmsError::Unanswered(_)) => tracing::warn!(%error, "counted as sent"),
        Err(error @ SmsError::Rejected { .. }) => return Err(Failure::fail(error)),
        Err(error @ SmsError::Unavailable(_)) => return Err(Failure::retry(error)),
    }
    Ok(())
}
