use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::*;

/// How long a test waits for a connection to end.
const TEST_TIMEOUT: Duration = Duration::from_secs(15);
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

fn mailer(url: &str) -> Mailer {
    Mailer::new(&SmtpConfig { url: url.into() }).expect("a client")
}

/// What a mail server does with a command.
#[derive(Clone, Copy)]
enum SmtpFault {
    /// Replies to the command with this reply.
    Reply(&'static str, &'static str),
    /// Closes the connection instead of replying to the command.
    Hangup(&'static str),
}

/// A mail server for tests. It accepts every command, with at most one exception.
struct SmtpStub {
    listener: TcpListener,
    url: String,
}

impl SmtpStub {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        Self { listener, url }
    }

    /// Accepts a connection and returns the lines that the client sent. `.` stands for the end of the mail.
    async fn serve(&self, fault: Option<SmtpFault>) -> Vec<String> {
        let (stream, _) = self.listener.accept().await.expect("a connection");
        let (reader, mut writer) = stream.into_split();
        let mut lines = BufReader::new(reader).lines();
        let (mut received, mut is_data) = (Vec::new(), false);
        writer.write_all(b"220 test\r\n").await.expect("greeted");
        while let Ok(Some(line)) = lines.next_line().await {
            let command = line.split(' ').next().unwrap_or_default().to_owned();
            received.push(line);
            if is_data && command != "." {
                continue;
            }
            is_data = command == "DATA";
            let reply = match fault {
                Some(SmtpFault::Hangup(at)) if at == command => return received,
                Some(SmtpFault::Reply(at, reply)) if at == command => reply,
                _ if is_data => "354 go on",
                _ => "250 ok",
            };
            is_data &= reply.starts_with("354");
            writer.write_all(format!("{reply}\r\n").as_bytes()).await.expect("answered");
        }
        received
    }
}

/// Sends [`MAIL`] to a server, and returns the result and the lines that the server received.
async fn send(fault: Option<SmtpFault>) -> (Result<(), MailError>, Vec<String>) {
    let server = SmtpStub::start().await;
    let mailer = mailer(&server.url);
    let lines: JoinHandle<Vec<String>> = tokio::spawn(async move { server.serve(fault).await });
    let result = mailer.send(MAIL, now()).await;
    (result, lines.await.expect("served"))
}

#[tokio::test]
async fn mail_has_headers_text_and_html() {
    let (result, received) = send(None).await;
    result.expect("sent");
    let received = received.join("\n");
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
        assert!(received.contains(part), "{part} in {received}");
    }
}

#[tokio::test]
async fn permanent_refusal_is_rejected() {
    for fault in [
        SmtpFault::Reply("RCPT", "550 5.1.1 no kim@example.com here"),
        SmtpFault::Reply("MAIL", "553 5.1.8 kim@example.com"),
        SmtpFault::Reply(".", "554 5.7.1 spam for kim@example.com"),
    ] {
        let error = send(Some(fault)).await.0.expect_err("refused");
        assert!(matches!(&error, MailError::Rejected { code } if code.starts_with('5')), "{error}");
        assert!(!format!("{error} {error:?}").contains("kim"), "{error:?}");
    }
}

#[tokio::test]
async fn temporary_refusal_is_unavailable() {
    for fault in [
        SmtpFault::Reply("RCPT", "451 4.3.0 kim@example.com: come back later"),
        SmtpFault::Reply("MAIL", "421 4.7.0 too many connections"),
        SmtpFault::Reply(".", "452 4.3.1 disk full"),
        // an operator can fix the credentials
        SmtpFault::Reply("MAIL", "530 5.7.0 authentication required"),
    ] {
        let error = send(Some(fault)).await.0.expect_err("deferred");
        assert!(matches!(&error, MailError::Unavailable(code) if code.len() == 3), "{error}");
        assert!(!format!("{error} {error:?}").contains("kim"), "{error:?}");
    }
}

#[tokio::test]
async fn only_a_lost_confirmation_is_unconfirmed() {
    for (command, is_unconfirmed) in [("EHLO", false), ("MAIL", false), ("RCPT", false), ("DATA", false), (".", true)] {
        let error = send(Some(SmtpFault::Hangup(command))).await.0.expect_err("cut off");
        assert_eq!(matches!(error, MailError::Unconfirmed), is_unconfirmed, "{command}: {error}");
        assert!(is_unconfirmed || matches!(error, MailError::Unavailable(_)), "{command}: {error}");
    }
}

#[tokio::test]
async fn lost_farewell_is_sent() {
    send(Some(SmtpFault::Hangup("QUIT"))).await.0.expect("sent");
}

#[tokio::test]
async fn each_mail_has_its_own_connection() {
    let server = SmtpStub::start().await;
    let mailer = mailer(&server.url);
    for _ in 0..2 {
        let lines = tokio::time::timeout(TEST_TIMEOUT, server.serve(None));
        let (sent, lines) = tokio::join!(mailer.send(MAIL, now()), lines);
        sent.expect("sent");
        assert_eq!(lines.expect("closed by the client").last().map(String::as_str), Some("QUIT"));
    }
}

#[tokio::test]
async fn closed_port_is_unavailable() {
    let error = mailer("smtp://127.0.0.1:9").send(MAIL, now()).await.expect_err("nobody listens");
    assert!(matches!(error, MailError::Unavailable(_)), "{error}");
}

#[test]
fn invalid_url_is_not_quoted() {
    let error = Mailer::new(&SmtpConfig { url: "http://user:hunter2@host".into() }).expect_err("no SMTP");
    assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
}

#[test]
fn debug_hides_address_and_content() {
    assert_eq!(format!("{MAIL:?}"), r#"Mail { id: "message-1", .. }"#);
}

#[test]
fn header_injection_is_rejected() {
    let bad = "kim@example.com\r\nBcc: all@example.com";
    for mail in [
        Mail { to: bad, ..MAIL },
        Mail { from: bad, ..MAIL },
        Mail { from_name: bad, ..MAIL },
        Mail { subject: "a\nBcc: all@example.com", ..MAIL },
        Mail { id: "a\rb", ..MAIL },
    ] {
        let error = compose(mail, now()).expect_err("refused");
        assert!(matches!(error, MailError::Rejected { .. }) && !error.to_string().contains('@'), "{error}");
    }
}

#[test]
fn invalid_address_is_rejected() {
    for mail in [
        Mail { to: "two@example.com, kim@example.com", ..MAIL },
        Mail { to: "", ..MAIL },
        Mail { to: "kim", ..MAIL },
        Mail { from: "no-reply", ..MAIL },
    ] {
        let error = compose(mail, now()).expect_err("refused");
        assert!(matches!(error, MailError::Rejected { .. }) && !error.to_string().contains('@'), "{error}");
    }
}

#[test]
fn long_subject_is_folded() {
    let subject = "가".repeat(300);
    let composed = compose(Mail { subject: &subject, ..MAIL }, now()).expect("composed").formatted();
    let text = String::from_utf8(composed).expect("text");
    assert!(text.lines().take_while(|line| !line.is_empty()).all(|line| line.len() <= 78 && line.is_ascii()));
}
