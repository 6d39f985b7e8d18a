//! The inbox: receives every mail, text message and 알림톡 that the product sends.
//!
//! Mail arrives over SMTP, text messages and 알림톡 over Solapi's HTTP protocol, whose signature is verified.

pub mod kakao;
mod page;
pub mod smtp;
pub mod solapi;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::routing::{get, post};
use chrono::{DateTime, Utc};
use clap::Args;
use parking_lot::Mutex;
use runtime::server::{self, Limits};
use serde::Serialize;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::clock;
use crate::machine::signals::ShutdownSignals;
use crate::parties::faults::{self, Faults, with_faults};

/// The maximum number of messages; older ones are dropped.
const MAX_MESSAGES: usize = 500;

/// The channel of a message.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// SMTP.
    Mail,
    /// Solapi.
    Sms,
    /// Solapi, as a `KakaoTalk` business message.
    Alimtalk,
}

/// A button of a `KakaoTalk` message.
#[derive(Clone, Debug, Serialize)]
pub struct Button {
    /// The label.
    pub name: String,
    /// The link.
    pub url: String,
}

/// One message to one recipient.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    /// The channel on which it arrived.
    pub channel: Channel,
    /// A mail address, or a telephone number of digits only.
    pub to: String,
    /// The subject; empty for a short text message.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML part of a mail.
    pub html: Option<String>,
    /// The button of a `KakaoTalk` message.
    pub button: Option<Button>,
    /// When it arrived.
    pub at: DateTime<Utc>,
}

impl Message {
    /// Returns an empty message with the current time.
    #[must_use]
    pub fn new(channel: Channel, to: &str) -> Self {
        let (subject, text) = (String::new(), String::new());
        Self { channel, to: to.to_owned(), subject, text, html: None, button: None, at: clock::now() }
    }
}

/// The messages, newest first. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// The faults of the next mails.
    pub mail_faults: Faults,
    messages: Arc<Mutex<VecDeque<Message>>>,
}

impl Inbox {
    /// Adds a message.
    pub fn push(&self, message: Message) {
        let mut messages = self.messages.lock();
        messages.push_front(message);
        messages.truncate(MAX_MESSAGES);
    }

    /// Returns the messages to `to`, or all, the newest first.
    #[must_use]
    pub fn list(&self, to: Option<&str>) -> Vec<Message> {
        let recipient = to.map(normalize_address);
        let messages = self.messages.lock();
        let is_wanted = |message: &&Message| recipient.as_ref().is_none_or(|to| normalize_address(&message.to) == *to);
        messages.iter().filter(is_wanted).cloned().collect()
    }
}

/// Serves only the inbox, for a product that runs in containers.
#[derive(Args, Clone, Debug)]
pub struct InboxServer {
    /// The address of the page and the endpoint for text messages.
    #[arg(long, env = "INBOX_LISTEN", default_value = "127.0.0.1:8405")]
    listen: SocketAddr,
    /// The address for SMTP.
    #[arg(long, env = "INBOX_SMTP_LISTEN", default_value = "127.0.0.1:8406")]
    smtp_listen: SocketAddr,
    /// The API key for text messages.
    #[arg(long, env = "SOLAPI_API_KEY")]
    solapi_api_key: String,
    /// Its secret.
    #[arg(long, env = "SOLAPI_API_SECRET", hide_env_values = true)]
    solapi_api_secret: String,
}

/// Serves until a signal ends the program.
///
/// # Errors
/// An address is in use.
pub async fn run(options: InboxServer) -> Result<()> {
    let mut shutdown = ShutdownSignals::listen()?;
    let inbox = Inbox::default();
    let mail = TcpListener::bind(options.smtp_listen).await?;
    let pages = TcpListener::bind(options.listen).await?;
    let account = solapi::Account { key: options.solapi_api_key, secret: options.solapi_api_secret };
    tokio::spawn(smtp::serve(mail, inbox.clone()));
    tokio::select! {
        () = server::serve(pages, router(inbox, account), Limits::CLIENTS, CancellationToken::new()) => {}
        _ = shutdown.recv() => {}
    }
    Ok(())
}

/// Returns the page, the JSON list, the endpoint for text messages, and fault injection: of text messages at
/// `/__sandbox/faults`, of mail at `/smtp/__sandbox/faults`.
pub fn router(inbox: Inbox, account: solapi::Account) -> Router {
    let mail_faults = faults::settings_router(inbox.mail_faults.clone(), "/smtp");
    let sending = Router::new()
        .route("/messages/v4/send-many/detail", post(solapi::send))
        .with_state(solapi::Gateway { inbox: inbox.clone(), account });
    Router::new()
        .route("/", get(page::show))
        .route("/messages", get(page::list))
        .route("/health", get(|| async { "ok" }))
        .with_state(inbox)
        .merge(with_faults(sending, Faults::default(), ""))
        .merge(mail_faults)
}

/// Normalizes an address for comparison: lower case mail addresses, only the digits of phone numbers.
fn normalize_address(address: &str) -> String {
    if address.contains('@') {
        return address.trim().to_lowercase();
    }
    address.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_messages_are_found_by_recipient() {
        let inbox = Inbox::default();
        for number in 0..=MAX_MESSAGES {
            inbox.push(Message { text: number.to_string(), ..Message::new(Channel::Sms, "01012345678") });
        }
        inbox.push(Message { subject: "hello".into(), ..Message::new(Channel::Mail, "Bom@Example.com") });
        assert_eq!(inbox.list(None).len(), MAX_MESSAGES);
        assert_eq!(inbox.list(Some("bom@example.com"))[0].subject, "hello");
        let sms = inbox.list(Some("010-1234-5678"));
        assert_eq!(sms[0].text, MAX_MESSAGES.to_string());
        assert_eq!(sms.len(), MAX_MESSAGES - 1);
    }
}
