//! E-mail over SMTP.

mod server;

use std::fmt;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{Address, Message};
use secrecy::{ExposeSecret as _, SecretString};

use server::{DeliveryError, Reason, Server};

/// The mail server's URL.
#[derive(Clone, Debug)]
pub struct SmtpConfig {
    /// `smtps://user:password@host:465` for TLS, `smtp://…?tls=required` for STARTTLS, or `smtp://host:port` without encryption for a
    /// trusted network.
    pub url: SecretString,
}

/// A mail to one address.
#[derive(Clone, Copy)]
pub struct Mail<'a> {
    /// The id of the mail. A retry sends the same Message-ID. Letters, digits, `-` and `.`.
    pub id: &'a str,
    /// The sender's name.
    pub from_name: &'a str,
    /// The sender's address.
    pub from: &'a str,
    /// The recipient's address.
    pub to: &'a str,
    /// The subject.
    pub subject: &'a str,
    /// The text, for mail programs without HTML.
    pub text: &'a str,
    /// The same content as HTML.
    pub html: &'a str,
}

impl fmt::Debug for Mail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Why sending failed. The texts contain neither addresses nor parts of the mail.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The server refuses the mail, or it is invalid. A retry does not help.
    #[error("the mail was rejected: {code}")]
    Rejected {
        /// The server's reply code, or the error in the mail.
        code: String,
    },
    /// The server cannot be reached, is busy or failed, and has not received the mail. A later retry may help.
    #[error("the mail server is unavailable: {0}")]
    Unavailable(String),
    /// The server received the mail and did not confirm it. A retry may deliver it twice.
    #[error("the mail server did not confirm the mail")]
    Unconfirmed,
}

/// A client of the mail server. Each mail has its own connection: on a connection that was abandoned during a mail, the
/// next mail would read late replies to the previous one.
#[derive(Clone, Debug)]
pub struct Mailer {
    server: Server,
}

impl Mailer {
    /// Builds a client without connecting.
    ///
    /// # Errors
    /// [`MailError::Unavailable`] for an invalid URL.
    pub fn new(config: &SmtpConfig) -> Result<Self, MailError> {
        // the URL contains the password, so the error does not quote it
        let invalid = || MailError::Unavailable("SMTP_URL is invalid".to_owned());
        Ok(Self { server: Server::parse(config.url.expose_secret()).ok_or_else(invalid)? })
    }

    /// Sends a mail.
    ///
    /// # Errors
    /// Any [`MailError`].
    pub async fn send(&self, mail: Mail<'_>, now: DateTime<Utc>) -> Result<(), MailError> {
        let message = compose(mail, now)?;
        self.server.deliver(&message).await.map_err(|error| match error {
            DeliveryError::Unconfirmed => MailError::Unconfirmed,
            DeliveryError::NotSent(Reason::Timeout) => MailError::Unavailable("no answer in time".to_owned()),
            DeliveryError::NotSent(Reason::Smtp(error)) => classify(&error),
        })
    }
}

fn compose(mail: Mail<'_>, now: DateTime<Utc>) -> Result<Message, MailError> {
    let rejected = |code: &str| MailError::Rejected { code: code.to_owned() };
    // a line break would start another header
    if [mail.id, mail.from_name, mail.from, mail.to, mail.subject].iter().any(|text| text.chars().any(char::is_control))
    {
        return Err(rejected("a control character in a header"));
    }
    let from: Address = mail.from.parse().map_err(|_| rejected("the sender's address"))?;
    let to: Address = mail.to.parse().map_err(|_| rejected("the recipient's address"))?;
    let id = format!("<{}@{}>", mail.id, from.domain());
    Message::builder()
        .message_id(Some(id))
        .date(SystemTime::from(now))
        .from(Mailbox::new(Some(mail.from_name.to_owned()), from))
        .to(Mailbox::new(None, to))
        .subject(mail.subject)
        .multipart(MultiPart::alternative_plain_html(mail.text.to_owned(), mail.html.to_owned()))
        .map_err(|_| rejected("the mail cannot be composed"))
}

/// Classifies an SMTP error by its code. The texts of replies contain addresses.
fn classify(error: &SmtpError) -> MailError {
    let code = error.status().map(|code| code.to_string());
    match code {
        // our credentials are refused, not the mail: an operator can fix that
        Some(code) if matches!(code.as_str(), "530" | "534" | "535" | "538") => MailError::Unavailable(code),
        Some(code) if error.is_permanent() => MailError::Rejected { code },
        Some(code) => MailError::Unavailable(code),
        None if error.is_timeout() => MailError::Unavailable("no answer in time".to_owned()),
        None if error.is_tls() => MailError::Unavailable("TLS failed".to_owned()),
        None if error.is_client() => MailError::Rejected { code: "the server does not support such a mail".to_owned() },
        None => MailError::Unavailable("the connection failed".to_owned()),
    }
}

#[cfg(test)]
mod tests;
