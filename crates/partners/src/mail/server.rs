//! The SMTP session of a mail (RFC 5321), step by step: a retry is safe only before the mail is transferred.

use std::borrow::Cow;
use std::time::Duration;

use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use tokio::time::{error::Elapsed, timeout};
use url::Url;

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the commands before the mail may take.
const ENVELOPE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the server may take to accept the mail.
const DATA_TIMEOUT: Duration = Duration::from_secs(15);

/// How the connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encryption {
    /// Not at all, for a server in a trusted network.
    None,
    /// With STARTTLS.
    StartTls,
    /// With TLS from the first byte.
    Tls,
}

/// The server and our credentials.
#[derive(Clone, Debug)]
pub(super) struct Server {
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
}

/// Why a mail is not known to be delivered.
#[derive(Debug)]
pub(super) enum DeliveryError {
    /// The server did not accept the mail.
    NotSent(Reason),
    /// The server received the mail and did not confirm it.
    Unconfirmed,
}

/// Why the server did not accept a mail.
#[derive(Debug)]
pub(super) enum Reason {
    /// No reply in time.
    Timeout,
    /// An SMTP error.
    Smtp(Error),
}

impl From<Elapsed> for DeliveryError {
    fn from(_: Elapsed) -> Self {
        Self::NotSent(Reason::Timeout)
    }
}

impl From<Error> for DeliveryError {
    fn from(error: Error) -> Self {
        Self::NotSent(Reason::Smtp(error))
    }
}

impl Server {
    /// Parses `smtp[s]://[user:password@]host[:port][?tls=required]`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let url: Url = text.parse().ok()?;
        let needs_tls = url.query_pairs().any(|(name, value)| name == "tls" && value == "required");
        let (encryption, port) = match url.scheme() {
            "smtps" => (Encryption::Tls, 465),
            "smtp" if needs_tls => (Encryption::StartTls, 587),
            "smtp" => (Encryption::None, 25),
            _ => return None,
        };
        let decode = |text| percent_decode_str(text).decode_utf8().map(Cow::into_owned).ok();
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decode(url.username())?, decode(password)?)),
            None => None,
        };
        Some(Self { host: url.host_str()?.to_owned(), port: url.port().unwrap_or(port), encryption, credentials })
    }

    /// Delivers a mail.
    pub(super) async fn deliver(&self, mail: &Message) -> Result<(), DeliveryError> {
        let mut connection = timeout(ENVELOPE_TIMEOUT, self.send_envelope(mail)).await??;
        let response = timeout(DATA_TIMEOUT, connection.message(&mail.formatted())).await;
        match response {
            Ok(Ok(_)) => {}
            // an error reply means that the server did not accept the mail
            Ok(Err(error)) if error.status().is_some() => return Err(error.into()),
            Ok(Err(_)) | Err(_) => return Err(DeliveryError::Unconfirmed),
        }
        // the mail is accepted, regardless of the reply to QUIT
        let _ = timeout(CONNECT_TIMEOUT, connection.quit()).await;
        Ok(())
    }

    /// Connects and sends everything before the mail itself.
    async fn send_envelope(&self, mail: &Message) -> Result<AsyncSmtpConnection, Error> {
        let hello = ClientId::default();
        let tls = || TlsParameters::new(self.host.clone());
        let implicit_tls = if self.encryption == Encryption::Tls { Some(tls()?) } else { None };
        let address = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, Some(CONNECT_TIMEOUT), &hello, implicit_tls, None).await?;
        if self.encryption == Encryption::StartTls {
            connection.starttls(tls()?, &hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(&[Mechanism::Plain, Mechanism::Login], credentials).await?;
        }
        let envelope = mail.envelope();
        connection.command(Mail::new(envelope.from().cloned(), Vec::new())).await?;
        for recipient in envelope.to() {
            connection.command(Rcpt::new(recipient.clone(), Vec::new())).await?;
        }
        connection.command(Data).await?;
        Ok(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_is_parsed() {
        let parse = |text: &str| {
            let server = Server::parse(text).expect("a URL");
            (server.host, server.port, server.encryption, server.credentials)
        };
        let credentials = Some(Credentials::new("u@kr".into(), "p:w".into()));
        assert_eq!(parse("smtps://u%40kr:p%3Aw@mail.kr"), ("mail.kr".into(), 465, Encryption::Tls, credentials));
        assert_eq!(parse("smtp://mail.kr?tls=required"), ("mail.kr".into(), 587, Encryption::StartTls, None));
        assert_eq!(parse("smtp://127.0.0.1:2525"), ("127.0.0.1".into(), 2525, Encryption::None, None));
        for url in ["http://mail.kr", "mail.kr", "smtp://", ""] {
            assert!(Server::parse(url).is_none(), "{url}");
        }
    }
}
