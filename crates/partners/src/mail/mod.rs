//! E-mail through an SMTP server.

mod server;

use std::fmt;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{Address, Message};
use secrecy::{ExposeSecret as _, SecretString};

use server::{Reason, Server, Stop};

/// Where the mail server is.
#[derive(Clone, Debug)]
pub struct SmtpConfig {
    /// `smtps://user:password@host:465`, or `smtp://host:port` for a server on the way to which nobody listens;
    /// `smtp://…?tls=required` begins in clear and goes on under TLS.
    pub url: SecretString,
}

/// A mail to one address.
#[derive(Clone, Copy)]
pub struct Mail<'a> {
    /// Names the mail: a second sending carries the same Message-ID. Letters, digits, `-` and `.`.
    pub id: &'a str,
    /// The sender's name.
    pub from_name: &'a str,
    /// The sender's address.
    pub from: &'a str,
    /// The recipient's address.
    pub to: &'a str,
    /// What it is about.
    pub subject: &'a str,
    /// The words, for readers that show no HTML.
    pub text: &'a str,
    /// The same as HTML.
    pub html: &'a str,
}

impl fmt::Debug for Mail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Why a mail was not sent. No text holds an address or a part of the mail.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// It cannot be sent, now or later.
    #[error("the mail was rejected: {code}")]
    Rejected {
        /// The server's reply code, or what is wrong with the mail.
        code: String,
    },
    /// The server cannot be reached, is busy or fails, and has nothing of the mail: trying again later may help.
    #[error("the mail server is unavailable: {0}")]
    Unavailable(String),
    /// The server had the whole mail and did not say what became of it: sending it again may double it.
    #[error("the mail server did not answer to the mail")]
    Unanswered,
}

/// A client of the mail server. Each mail has a connection of its own: one that was given up in the middle of a
/// conversation would hand the next mail the late answer to the one before.
#[derive(Clone, Debug)]
pub struct Mailer {
    server: Server,
}

impl Mailer {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn new(config: &SmtpConfig) -> Result<Self, MailError> {
        // the address holds the password: why it cannot be read is not told
        let unreadable = || MailError::Unavailable("SMTP_URL cannot be read".to_owned());
        Ok(Self { server: Server::parse(config.url.expose_secret()).ok_or_else(unreadable)? })
    }

    /// Sends one mail.
    ///
    /// # Errors
    /// Any [`MailError`].
    pub async fn send(&self, mail: Mail<'_>, now: DateTime<Utc>) -> Result<(), MailError> {
        let message = compose(mail, now)?;
        self.server.file(&message).await.map_err(|stop| match stop {
            Stop::After => MailError::Unanswered,
            Stop::Before(Reason::Slow) => MailError::Unavailable("no answer in time".to_owned()),
            Stop::Before(Reason::Smtp(error)) => classify(&error),
        })
    }
}

fn compose(mail: Mail<'_>, now: DateTime<Utc>) -> Result<Message, MailError> {
    let rejected = |code: &str| MailError::Rejected { code: code.to_owned() };
    // a line break in a header begins another header: nothing with one goes out
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

/// Replies are told by their code alone: their texts repeat addresses.
fn classify(error: &SmtpError) -> MailError {
    let code = error.status().map(|code| code.to_string());
    match code {
        // who we are is refused, not the mail: an operator can mend that
        Some(code) if matches!(code.as_str(), "530" | "534" | "535" | "538") => MailError::Unavailable(code),
        Some(code) if error.is_permanent() => MailError::Rejected { code },
        Some(code) => MailError::Unavailable(code),
        None if error.is_timeout() => MailError::Unavailable("no answer in time".to_owned()),
        None if error.is_tls() => MailError::Unavailable("TLS failed".to_owned()),
        None if error.is_client() => MailError::Rejected { code: "the server does not take such a mail".to_owned() },
        None => MailError::Unavailable("the connection failed".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// What is not there by then will not come.
    const PATIENCE: Duration = Duration::from_secs(15);
    const MAIL: Mail<'_> = Mail {
        id: "message-1",
        from_name: "혀봄",
        from: "no-reply@hyeobom.kr",
        to: "kim@example.com",
        subject: "아이디 안내",
        text: "아이디는 demo1이에요.",
        html: "<p>아이디는 <b>demo1</b>이에요.</p>",
    };

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_760_000_000, 0).expect("a time")
    }

    /// A mail server that answers the recipient with `reply`, and hands out what it was told.
    async fn send(mail: Mail<'_>, reply: &'static str) -> (Result<(), MailError>, Vec<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let served = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.expect("a connection");
            let (reader, mut writer) = stream.into_split();
            let mut lines = BufReader::new(reader).lines();
            let mut told = Vec::new();
            let mut in_mail = false;
            writer.write_all(b"220 test\r\n").await.expect("greeted");
            while let Ok(Some(line)) = lines.next_line().await {
                let answer = match line.split(' ').next().unwrap_or_default() {
                    "." if in_mail => {
                        in_mail = false;
                        "250 filed\r\n"
                    }
                    _ if in_mail => "",
                    "RCPT" => reply,
                    "DATA" => {
                        in_mail = true;
                        "354 go on\r\n"
                    }
                    _ => "250 ok\r\n",
                };
                told.push(line);
                writer.write_all(answer.as_bytes()).await.expect("answered");
            }
            told
        });
        let mailer = Mailer::new(&SmtpConfig { url: url.into() }).expect("a client");
        let result = mailer.send(mail, now()).await;
        (result, served.await.expect("served"))
    }

    #[tokio::test]
    async fn a_mail_has_text_and_html_and_its_own_name() {
        let (result, told) = send(MAIL, "250 ok\r\n").await;
        result.expect("sent");
        let all = told.join("\n");
        for part in [
            "MAIL FROM:<no-reply@hyeobom.kr>",
            "RCPT TO:<kim@example.com>",
            "Message-ID: <message-1@hyeobom.kr>",
            "Date: Thu, 09 Oct 2025 08:53:20 +0000",
            "To: kim@example.com",
            "multipart/alternative",
            "text/plain; charset=utf-8",
            "text/html; charset=utf-8",
        ] {
            assert!(all.contains(part), "{part} in {all}");
        }
    }

    #[tokio::test]
    async fn refusals_are_told_apart_and_repeat_nothing() {
        let (result, _) = send(MAIL, "550 5.1.1 no kim@example.com here\r\n").await;
        let error = result.expect_err("rejected");
        assert!(matches!(&error, MailError::Rejected { code } if code == "550"), "{error}");
        assert!(!format!("{error} {error:?}").contains("kim"), "{error:?}");
        let (result, _) = send(MAIL, "451 4.3.0 kim@example.com: come back later\r\n").await;
        let error = result.expect_err("deferred");
        assert!(matches!(&error, MailError::Unavailable(code) if code == "451"), "{error}");
        assert!(!format!("{error} {error:?}").contains("kim"), "{error:?}");
    }

    /// Answers mails on a connection until the other side ends it.
    async fn converse(stream: TcpStream) {
        let (reader, mut writer) = stream.into_split();
        let mut lines = BufReader::new(reader).lines();
        let mut in_mail = false;
        writer.write_all(b"220 test\r\n").await.expect("greeted");
        while let Ok(Some(line)) = lines.next_line().await {
            let answer = match line.as_str() {
                "." if in_mail => "250 filed\r\n",
                _ if in_mail => continue,
                "DATA" => "354 go on\r\n",
                _ => "250 ok\r\n",
            };
            in_mail = line == "DATA";
            writer.write_all(answer.as_bytes()).await.expect("answered");
        }
    }

    #[test]
    fn neither_address_nor_words_are_shown() {
        assert_eq!(format!("{MAIL:?}"), r#"Mail { id: "message-1", .. }"#);
    }

    #[tokio::test]
    async fn no_mail_comes_by_the_connection_of_another() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let mailer = Mailer::new(&SmtpConfig { url: url.into() }).expect("a client");
        for _ in 0..2 {
            // a connection that was kept would leave nobody to accept, and would not end
            let serve = async {
                let (stream, _) = listener.accept().await.expect("a connection");
                converse(stream).await;
            };
            let (sent, served) = tokio::join!(mailer.send(MAIL, now()), tokio::time::timeout(PATIENCE, serve));
            sent.expect("sent");
            served.expect("a connection of its own, ended by the client");
        }
    }

    #[tokio::test]
    async fn a_mail_that_was_handed_over_without_an_answer_is_told_from_one_that_was_not() {
        for (until, unanswered) in [("DATA", false), (".", true)] {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
            let url = format!("smtp://{}", listener.local_addr().expect("an address"));
            let served = tokio::spawn(async move {
                let (stream, _) = listener.accept().await.expect("a connection");
                let (reader, mut writer) = stream.into_split();
                let mut lines = BufReader::new(reader).lines();
                writer.write_all(b"220 test\r\n").await.expect("greeted");
                let mut in_mail = false;
                while let Ok(Some(line)) = lines.next_line().await {
                    if line == until {
                        return;
                    }
                    let answer = if line == "DATA" { "354 go on\r\n" } else { "250 ok\r\n" };
                    if !in_mail {
                        writer.write_all(answer.as_bytes()).await.expect("answered");
                    }
                    in_mail |= line == "DATA";
                }
            });
            let mailer = Mailer::new(&SmtpConfig { url: url.into() }).expect("a client");
            let error = mailer.send(MAIL, now()).await.expect_err("cut off");
            assert_eq!(matches!(error, MailError::Unanswered), unanswered, "{until}: {error}");
            served.await.expect("served");
        }
    }

    #[tokio::test]
    async fn a_server_that_is_away_is_unavailable() {
        // nothing listens on the discard port
        let mailer = Mailer::new(&SmtpConfig { url: "smtp://127.0.0.1:9".into() }).expect("a client");
        let error = mailer.send(MAIL, now()).await.expect_err("nobody there");
        assert!(matches!(error, MailError::Unavailable(_)), "{error}");
        let error = Mailer::new(&SmtpConfig { url: "http://user:hunter2@host".into() }).expect_err("no SMTP");
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    }

    #[test]
    fn no_line_break_gets_into_a_header() {
        let bad = "kim@example.com\r\nBcc: all@example.com";
        let broken = [
            Mail { to: bad, ..MAIL },
            Mail { from: bad, ..MAIL },
            Mail { from_name: bad, ..MAIL },
            Mail { subject: "a\nBcc: all@example.com", ..MAIL },
            Mail { id: "a\rb", ..MAIL },
            Mail { to: "two@example.com, kim@example.com", ..MAIL },
            Mail { to: "", ..MAIL },
        ];
        for mail in broken {
            let error = compose(mail, now()).expect_err("refused");
            assert!(matches!(error, MailError::Rejected { .. }) && !error.to_string().contains('@'), "{error}");
        }
        let long = "가".repeat(300);
        let composed = compose(Mail { subject: &long, ..MAIL }, now()).expect("composed").formatted();
        let text = String::from_utf8(composed).expect("text");
        assert!(text.lines().take_while(|line| !line.is_empty()).all(|line| line.len() <= 78 && line.is_ascii()));
    }
}
