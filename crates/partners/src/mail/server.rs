//! One conversation with an SMTP server a mail (RFC 5321), step by step: who sends again must know how far it came.

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

/// How long the server may take to be reached.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// How long the conversation up to the mail itself may take.
const GREETING_LIMIT: Duration = Duration::from_secs(10);
/// How long the server may take to file the mail.
const FILING_LIMIT: Duration = Duration::from_secs(15);

/// How the way to the server is kept from others' eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tls {
    /// Not at all: the server is on this machine, or on the way to it nobody listens.
    Absent,
    /// The conversation begins in clear and goes on under TLS.
    Started,
    /// From the first byte.
    Wrapped,
}

/// Where the server is and how to be let in.
#[derive(Clone, Debug)]
pub(super) struct Server {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
}

/// How far a mail came that was not filed.
#[derive(Debug)]
pub(super) enum Stop {
    /// The server has nothing of it.
    Before(Reason),
    /// The server had all of it and did not say what became of it.
    After,
}

/// Why.
#[derive(Debug)]
pub(super) enum Reason {
    /// No answer in time.
    Slow,
    /// What lettre says.
    Smtp(Error),
}

impl From<Elapsed> for Stop {
    fn from(_: Elapsed) -> Self {
        Self::Before(Reason::Slow)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Before(Reason::Smtp(error))
    }
}

impl Server {
    /// Reads `smtp[s]://[user:password@]host[:port][?tls=required]`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let url: Url = text.parse().ok()?;
        let required = url.query_pairs().any(|(name, value)| name == "tls" && value == "required");
        let (tls, port) = match url.scheme() {
            "smtps" => (Tls::Wrapped, 465),
            "smtp" if required => (Tls::Started, 587),
            "smtp" => (Tls::Absent, 25),
            _ => return None,
        };
        let decoded = |text| percent_decode_str(text).decode_utf8().map(Cow::into_owned).ok();
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        Some(Self { host: url.host_str()?.to_owned(), port: url.port().unwrap_or(port), tls, credentials })
    }

    /// Hands one mail over.
    pub(super) async fn file(&self, mail: &Message) -> Result<(), Stop> {
        let mut connection = timeout(GREETING_LIMIT, self.begin(mail)).await??;
        let answer = timeout(FILING_LIMIT, connection.message(&mail.formatted())).await;
        match answer {
            Ok(Ok(_)) => {}
            // a reply is a clear word: it was not filed
            Ok(Err(error)) if error.status().is_some() => return Err(error.into()),
            Ok(Err(_)) | Err(_) => return Err(Stop::After),
        }
        // it is filed, whatever becomes of the farewell
        let _ = timeout(CONNECT_LIMIT, connection.quit()).await;
        Ok(())
    }

    /// Everything up to the mail itself.
    async fn begin(&self, mail: &Message) -> Result<AsyncSmtpConnection, Error> {
        let hello = ClientId::default();
        let tls = || TlsParameters::new(self.host.clone());
        let wrapped = if self.tls == Tls::Wrapped { Some(tls()?) } else { None };
        let address = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, Some(CONNECT_LIMIT), &hello, wrapped, None).await?;
        if self.tls == Tls::Started {
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
    fn an_address_says_how_to_be_let_in() {
        let read = |text: &str| {
            let server = Server::parse(text).expect("an address");
            (server.host, server.port, server.tls, server.credentials)
        };
        let known = Some(Credentials::new("u@kr".into(), "p:w".into()));
        assert_eq!(read("smtps://u%40kr:p%3Aw@mail.kr"), ("mail.kr".into(), 465, Tls::Wrapped, known));
        assert_eq!(read("smtp://mail.kr?tls=required"), ("mail.kr".into(), 587, Tls::Started, None));
        assert_eq!(read("smtp://127.0.0.1:2525"), ("127.0.0.1".into(), 2525, Tls::Absent, None));
        for wrong in ["http://mail.kr", "mail.kr", "smtp://", ""] {
            assert!(Server::parse(wrong).is_none(), "{wrong}");
        }
    }
}
