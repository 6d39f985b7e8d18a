//! A small SMTP server (RFC 5321) that accepts every recipient.

use std::time::Duration;

use anyhow::Result;
use mail_parser::MessageParser;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::{Channel, Inbox, Message};
use crate::parties::faults::Kind;

/// The maximum size of a mail.
const MAX_MAIL_BYTES: usize = 10 * 1024 * 1024;
/// The maximum length of a command line.
const MAX_LINE_BYTES: usize = 4096;
/// A connection that is idle for this long is closed.
const IDLE_TIMEOUT: Duration = Duration::from_mins(5);

/// The pause after a failed accept.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(100);

/// Accepts connections until the task is aborted.
pub async fn serve(listener: TcpListener, inbox: Inbox) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let inbox = inbox.clone();
                tokio::spawn(async move {
                    if let Err(error) = Session::new(inbox).run(stream).await {
                        tracing::debug!(%error, "SMTP connection ended");
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept an SMTP connection");
                sleep(ACCEPT_BACKOFF).await;
            }
        }
    }
}

/// The state of one connection.
struct Session {
    inbox: Inbox,
    greeted: bool,
    sender: Option<String>,
    recipients: Vec<String>,
}

impl Session {
    fn new(inbox: Inbox) -> Self {
        Self { inbox, greeted: false, sender: None, recipients: Vec::new() }
    }

    async fn run(mut self, stream: TcpStream) -> Result<()> {
        let (reader, mut writer) = stream.into_split();
        let mut reader = BufReader::new(reader);
        writer.write_all(b"220 inbox.hyeobom ESMTP\r\n").await?;
        while let Some(line) = timeout(IDLE_TIMEOUT, read_line(&mut reader, MAX_LINE_BYTES)).await?? {
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let verb = verb.to_ascii_uppercase();
            if verb == "DATA" && self.sender.is_some() && !self.recipients.is_empty() {
                writer.write_all(b"354 end with <CRLF>.<CRLF>\r\n").await?;
                let reply = match read_mail(&mut reader).await? {
                    Some(mail) => self.accept_mail(&mail).await,
                    None => Some("552 5.3.4 too large\r\n"),
                };
                self.reset();
                let Some(reply) = reply else { break };
                writer.write_all(reply.as_bytes()).await?;
                continue;
            }
            writer.write_all(self.handle_command(&verb, rest).as_bytes()).await?;
            if verb == "QUIT" {
                break;
            }
        }
        Ok(())
    }

    fn handle_command(&mut self, verb: &str, rest: &str) -> &'static str {
        match verb {
            "EHLO" => {
                self.greeted = true;
                self.reset();
                "250-inbox.hyeobom\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-PIPELINING\r\n250 SIZE 10485760\r\n"
            }
            "HELO" => {
                self.greeted = true;
                self.reset();
                "250 inbox.hyeobom\r\n"
            }
            "MAIL" if !self.greeted => "503 5.5.1 say EHLO first\r\n",
            "MAIL" => match parse_path(rest, "FROM:") {
                Some(sender) => {
                    self.reset();
                    self.sender = Some(sender);
                    "250 2.1.0 ok\r\n"
                }
                None => "501 5.5.4 MAIL FROM:<address>\r\n",
            },
            "RCPT" if self.sender.is_none() => "503 5.5.1 MAIL first\r\n",
            "RCPT" => match parse_path(rest, "TO:") {
                Some(recipient) if recipient.contains('@') => {
                    self.recipients.push(recipient);
                    "250 2.1.5 ok\r\n"
                }
                _ => "501 5.5.4 RCPT TO:<address>\r\n",
            },
            "DATA" => "503 5.5.1 MAIL and RCPT first\r\n",
            "RSET" => {
                self.reset();
                "250 2.0.0 ok\r\n"
            }
            "NOOP" => "250 2.0.0 ok\r\n",
            "QUIT" => "221 2.0.0 bye\r\n",
            _ => "502 5.5.1 not known here\r\n",
        }
    }

    /// Stores the mail, or injects a fault. Returns `None` when the response must be lost.
    async fn accept_mail(&self, mail: &[u8]) -> Option<&'static str> {
        let (kind, delay) = self.inbox.mail_faults.next_fault("");
        match kind {
            Kind::None => Some(self.store(mail)),
            Kind::Slow => {
                sleep(delay).await;
                Some(self.store(mail))
            }
            Kind::Error => Some("451 4.3.0 an injected error\r\n"),
            Kind::Malformed => {
                self.store(mail);
                Some("@@@\r\n")
            }
            Kind::LostAnswer => {
                self.store(mail);
                None
            }
        }
    }

    fn store(&self, mail: &[u8]) -> &'static str {
        let Some(parsed) = MessageParser::default().parse(mail) else {
            return "554 5.6.0 that is not a mail\r\n";
        };
        let subject = parsed.subject().unwrap_or_default().to_owned();
        let text = parsed.body_text(0).unwrap_or_default().trim_end().to_owned();
        // without this check, a mail without an HTML part would get one generated from its text
        let html = parsed
            .html_part(0)
            .filter(|part| part.is_text_html())
            .and_then(|part| part.text_contents())
            .map(str::to_owned);
        for recipient in &self.recipients {
            let (subject, text, html) = (subject.clone(), text.clone(), html.clone());
            self.inbox.push(Message { subject, text, html, ..Message::new(Channel::Mail, recipient) });
        }
        "250 2.0.0 filed\r\n"
    }

    fn reset(&mut self) {
        self.sender = None;
        self.recipients.clear();
    }
}

/// Returns the address of `FROM:<address> …` or `TO:<address>`.
fn parse_path(rest: &str, keyword: &str) -> Option<String> {
    let head = rest.get(..keyword.len())?;
    if !head.eq_ignore_ascii_case(keyword) {
        return None;
    }
    let (_, after) = rest[keyword.len()..].split_once('<')?;
    let (address, _) = after.split_once('>')?;
    Some(address.to_owned())
}

/// Reads one line including its line ending; `None` when the client disconnected. A line longer than `limit` is an
/// error.
async fn read_line(reader: &mut (impl AsyncBufRead + Unpin), limit: usize) -> Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let available = reader.fill_buf().await?;
        if available.is_empty() {
            return Ok(None);
        }
        let end = available.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(available.len(), |at| at + 1);
        line.extend_from_slice(&available[..length]);
        reader.consume(length);
        anyhow::ensure!(line.len() <= limit, "line too long");
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

/// Reads a mail up to the terminating dot and removes dot stuffing. Reads a mail that is too large to its end and
/// returns `None`.
async fn read_mail(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<Vec<u8>>> {
    let mut mail = Vec::new();
    let mut fits = true;
    loop {
        let line = timeout(IDLE_TIMEOUT, read_line(reader, MAX_MAIL_BYTES)).await??;
        let Some(line) = line else { anyhow::bail!("the connection ended within a mail") };
        if line == b".\r\n" || line == b".\n" {
            return Ok(fits.then_some(mail));
        }
        let line = if line.starts_with(b".") { &line[1..] } else { &line[..] };
        fits = fits && mail.len() + line.len() <= MAX_MAIL_BYTES;
        if fits {
            mail.extend_from_slice(line);
        }
    }
}
