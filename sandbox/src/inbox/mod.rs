//! The inbox: every mail and text message that the product sends ends here.
//!
//! Mail comes over real SMTP, text messages over Solapi's HTTP protocol with its signature checked.

mod page;
pub mod smtp;
pub mod solapi;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use axum::Router;
use axum::routing::{get, post};
use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;
use tokio::net::TcpListener;

use crate::clock;
use crate::machine::signals::Ending;
use crate::parties::faults::{self, Faults, with_faults};

/// Messages kept; the oldest go first.
const KEPT: usize = 500;

/// How a message came.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// SMTP.
    Mail,
    /// Solapi.
    Sms,
}

/// One message to one recipient.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    /// How it came.
    pub channel: Channel,
    /// A mail address, or a telephone number of digits only.
    pub to: String,
    /// The subject; empty for a short text message.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML part of a mail.
    pub html: Option<String>,
    /// When it came.
    pub at: DateTime<Utc>,
}

/// The messages, newest first. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// What goes wrong with the next mails.
    pub mail_faults: Faults,
    messages: Arc<Mutex<VecDeque<Message>>>,
}

impl Inbox {
    /// Takes a message in.
    pub fn put(&self, channel: Channel, to: &str, (subject, text, html): (String, String, Option<String>)) {
        let message = Message { channel, to: to.to_owned(), subject, text, html, at: clock::now() };
        let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.push_front(message);
        messages.truncate(KEPT);
    }

    /// The messages to `to`, or all, newest first.
    #[must_use]
    pub fn list(&self, to: Option<&str>) -> Vec<Message> {
        let wanted = to.map(normal);
        let messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
        messages.iter().filter(|message| wanted.as_ref().is_none_or(|to| normal(&message.to) == *to)).cloned().collect()
    }
}

/// Serves the inbox alone, for a product that runs in containers.
#[derive(Args, Clone, Debug)]
pub struct InboxServer {
    /// The address of the page and the text messages' endpoint.
    #[arg(long, env = "INBOX_LISTEN", default_value = "127.0.0.1:8405")]
    listen: SocketAddr,
    /// The address for SMTP.
    #[arg(long, env = "INBOX_SMTP_LISTEN", default_value = "127.0.0.1:8406")]
    smtp_listen: SocketAddr,
    /// The key that may send text messages.
    #[arg(long, env = "SOLAPI_API_KEY")]
    solapi_api_key: String,
    /// Its secret.
    #[arg(long, env = "SOLAPI_API_SECRET", hide_env_values = true)]
    solapi_api_secret: String,
}

/// Serves until a signal ends it.
///
/// # Errors
/// When an address is taken.
pub async fn run(options: InboxServer) -> Result<()> {
    let mut ending = Ending::listen()?;
    let inbox = Inbox::default();
    let mail = TcpListener::bind(options.smtp_listen).await?;
    let pages = TcpListener::bind(options.listen).await?;
    let account = solapi::Account { key: options.solapi_api_key, secret: options.solapi_api_secret };
    tokio::spawn(smtp::serve(mail, inbox.clone()));
    tokio::select! {
        served = async { axum::serve(pages, router(inbox, account)).await } => Ok(served?),
        _ = ending.next() => Ok(()),
    }
}

/// The page, the JSON list, the text messages' endpoint, and the orders for faults: of text messages at
/// `/__sandbox/faults`, of mail at `/smtp/__sandbox/faults`.
pub fn router(inbox: Inbox, account: solapi::Account) -> Router {
    let mail_faults = faults::desk(inbox.mail_faults.clone(), "/smtp");
    let sending = Router::new()
        .route("/messages/v4/send-many/detail", post(solapi::send))
        .with_state(solapi::Desk { inbox: inbox.clone(), account });
    Router::new()
        .route("/", get(page::show))
        .route("/messages", get(page::list))
        .route("/health", get(|| async { "ok" }))
        .with_state(inbox)
        .merge(with_faults(sending, Faults::default(), ""))
        .merge(mail_faults)
}

/// An address in the form to compare: mail in small letters, telephone numbers as digits.
fn normal(address: &str) -> String {
    if address.contains('@') {
        return address.trim().to_lowercase();
    }
    address.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_newest_and_finds_by_recipient() {
        let inbox = Inbox::default();
        for number in 0..=KEPT {
            inbox.put(Channel::Sms, "01012345678", (String::new(), number.to_string(), None));
        }
        inbox.put(Channel::Mail, "Bom@Example.com", ("hello".into(), "text".into(), None));
        assert_eq!(inbox.list(None).len(), KEPT);
        assert_eq!(inbox.list(Some("bom@example.com"))[0].subject, "hello");
        let sms = inbox.list(Some("010-1234-5678"));
        assert_eq!(sms[0].text, KEPT.to_string());
        assert_eq!(sms.len(), KEPT - 1);
    }
}
