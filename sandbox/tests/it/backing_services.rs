//! The backing services as the product sees them: `sandbox exec`, SMTP and the endpoint for text messages.

use std::process::Command;

use anyhow::{Context as _, Result};
use hmac::{Hmac, Mac as _};
use sandbox::clock;
use sandbox::inbox::{Inbox, router, smtp, solapi::Account};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

#[test]
fn exec_provides_services_and_the_exit_code() -> Result<()> {
    let script = r#"
        psql "$DATABASE_URL" -XtAqc "show listen_addresses; show unix_socket_directories; create role someone"
        redis-cli -u "$REDIS_URL" config get appendonly; redis-cli -u "$REDIS_URL" config get maxmemory-policy
        echo "$S3_BUCKET $HYEOBOM_ENVIRONMENT"; exit 7"#;
    let output = Command::new(env!("CARGO_BIN_EXE_sandbox"))
        .args(["exec", "--", "sh", "-c", script])
        .env_remove("DATABASE_URL")
        .env_remove("REDIS_URL")
        .env_remove("S3_ENDPOINT")
        .output()?;
    let output_text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(7), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<&str> = output_text.lines().collect();
    assert_eq!(lines, ["127.0.0.1", "", "appendonly", "yes", "maxmemory-policy", "noeviction", "hyeobom local"]);
    Ok(())
}

#[test]
fn exec_uses_existing_services() -> Result<()> {
    let output = Command::new(env!("CARGO_BIN_EXE_sandbox"))
        .args(["exec", "--", "sh", "-c", "echo $DATABASE_URL $REDIS_URL $S3_ENDPOINT $S3_PUBLIC_URL"])
        .env("DATABASE_URL", "postgres://existing/db")
        .env("REDIS_URL", "redis://existing")
        .env("S3_ENDPOINT", "http://existing:9000")
        .env_remove("S3_PUBLIC_URL")
        .output()?;
    let output_text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output_text.trim(), "postgres://existing/db redis://existing http://existing:9000 http://existing:9000");
    Ok(())
}

#[tokio::test]
async fn smtp_mail_arrives_in_the_inbox() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let inbox = Inbox::default();
    tokio::spawn(smtp::serve(listener, inbox.clone()));
    let (reader, mut writer) = TcpStream::connect(address).await?.into_split();
    let mut lines = BufReader::new(reader).lines();
    let mail = "From: a@hyeobom.kr\r\nSubject: =?UTF-8?B?7J247Kad67KI7Zi4?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; \
                boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n123456\r\n..dot\r\n--b\r\nContent-Type: \
                text/html; charset=utf-8\r\n\r\n<b>123456</b>\r\n--b--\r\n.\r\n";
    let dialogue = [
        ("", "220"),
        ("RCPT TO:<early@x.kr>\r\n", "503"),
        ("EHLO test\r\n", "250"),
        ("MAIL FROM:<a@hyeobom.kr> BODY=8BITMIME\r\n", "250"),
        ("RCPT TO:<Bom@Example.com>\r\n", "250"),
        ("DATA\r\n", "354"),
        (mail, "250"),
        ("RSET\r\n", "250"),
        ("DATA\r\n", "503"),
        ("BOGUS\r\n", "502"),
        ("QUIT\r\n", "221"),
    ];
    for (say, expected) in dialogue {
        writer.write_all(say.as_bytes()).await?;
        let mut reply = lines.next_line().await?.context("a reply")?;
        while reply.as_bytes().get(3) == Some(&b'-') {
            reply = lines.next_line().await?.context("more of the reply")?;
        }
        assert!(reply.starts_with(expected), "{say:?} returned {reply:?}");
    }
    let messages = inbox.list(Some("bom@example.com"));
    assert_eq!(messages.len(), 1);
    assert_eq!((messages[0].subject.as_str(), messages[0].text.as_str()), ("인증번호", "123456\r\n.dot"));
    assert_eq!(messages[0].html.as_deref(), Some("<b>123456</b>"));
    Ok(())
}

#[tokio::test]
async fn text_message_requires_a_valid_signature() -> Result<()> {
    let inbox = Inbox::default();
    let account = Account { key: "KEY".into(), secret: "SECRET".into() };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let app = router(inbox, account);
    tokio::spawn(async move { axum::serve(listener, app).await });
    let client = reqwest::Client::builder().no_proxy().build()?;
    let send = async |secret: &str, message: Value| -> Result<(u16, Value)> {
        let response = client
            .post(format!("{base}/messages/v4/send-many/detail"))
            .header("authorization", header(secret)?)
            .json(&json!({ "messages": [message] }))
            .send()
            .await?;
        Ok((response.status().as_u16(), response.json().await?))
    };
    let message = json!({ "to": "01012345678", "from": "021234567", "text": "[혀봄] 인증번호 123456" });
    let (status, body) = send("WRONG", message.clone()).await?;
    assert_eq!((status, &body["errorCode"]), (401, &json!("Unauthorized")));
    let (status, body) = send("SECRET", message).await?;
    assert_eq!((status, &body["groupInfo"]["count"]["registeredSuccess"]), (200, &json!(1)), "{body}");
    let (status, body) = send("SECRET", json!({ "to": "010-1", "from": "021234567", "text": "x" })).await?;
    assert_eq!((status, &body["failedMessageList"][0]["statusCode"]), (200, &json!("1011")));
    let listed: Value = client.get(format!("{base}/messages?to=010-1234-5678")).send().await?.json().await?;
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    assert_eq!(listed[0]["text"], "[혀봄] 인증번호 123456");
    assert_eq!(listed[0]["channel"], "sms");
    Ok(())
}

fn header(secret: &str) -> Result<String> {
    let (date, salt) = (clock::now().to_rfc3339(), "0123456789abcdef");
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
    mac.update(date.as_bytes());
    mac.update(salt.as_bytes());
    let signature = hex::encode(mac.finalize().into_bytes());
    Ok(format!("HMAC-SHA256 apiKey=KEY, date={date}, salt={salt}, signature={signature}"))
}

#[test]
fn exec_simulates_parties_without_override() -> Result<()> {
    let names = "$JUSO_URL $JUSO_KEY $SEAL_KEYS $CI_PEPPER";
    let unset = "for name in $VARIABLES; do printenv \"$name\" >/dev/null || echo \"no $name\"; done";
    let script = format!("{unset}; echo {names}; curl -fsS \"$INBOX_URL/parties\" | grep -c '본인인증'");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandbox"));
    command
        .args(["exec", "--", "sh", "-c", &script])
        .env("DATABASE_URL", "postgres://x/y")
        .env("REDIS_URL", "redis://x")
        .env("VARIABLES", sandbox::configuration::VARIABLES.join(" "));
    for name in sandbox::configuration::VARIABLES.iter().filter(|name| !["DATABASE_URL", "REDIS_URL"].contains(name)) {
        command.env_remove(name);
    }
    let output_text = String::from_utf8(command.output()?.stdout)?;
    let words: Vec<&str> = output_text.split_whitespace().collect();
    assert!(
        words.len() == 5 && words[0].starts_with("http://127.0.0.1:") && words[2].starts_with("1:"),
        "{output_text}"
    );
    assert_eq!(words[4], "1");
    let output =
        command.env("JUSO_URL", "http://existing").env("JUSO_KEY", "mine").env("CI_PEPPER", "pepper").output()?;
    let output_text = String::from_utf8(output.stdout)?;
    let words: Vec<&str> = output_text.split_whitespace().collect();
    assert_eq!((words[0], words[1], words[3]), ("http://existing", "mine", "pepper"), "{output_text}");
    Ok(())
}

/// Sends one mail. Returns the reply to its end; `None` when the connection ended without one.
async fn mail(address: std::net::SocketAddr, to: &str) -> Result<Option<String>> {
    let (reader, mut writer) = TcpStream::connect(address).await?.into_split();
    let mut lines = BufReader::new(reader).lines();
    let envelope = format!("EHLO test\r\nMAIL FROM:<a@b.kr>\r\nRCPT TO:<{to}>\r\nDATA\r\n");
    writer.write_all(envelope.as_bytes()).await?;
    while !lines.next_line().await?.context("a reply")?.starts_with("354") {}
    writer.write_all(b"Subject: x\r\n\r\ntext\r\n.\r\n").await?;
    Ok(lines.next_line().await.ok().flatten())
}

#[tokio::test]
async fn mail_and_text_message_faults_are_injected() -> Result<()> {
    let smtp_listener = TcpListener::bind("127.0.0.1:0").await?;
    let smtp_address = smtp_listener.local_addr()?;
    let inbox = Inbox::default();
    tokio::spawn(smtp::serve(smtp_listener, inbox.clone()));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let base = format!("http://{}", listener.local_addr()?);
    let app = router(inbox.clone(), Account { key: "KEY".into(), secret: "SECRET".into() });
    tokio::spawn(async move { axum::serve(listener, app).await });
    let client = reqwest::Client::builder().no_proxy().build()?;
    let inject = async |party: &str, kind: &str| -> Result<()> {
        let response =
            client.post(format!("{base}{party}/__sandbox/faults")).json(&json!({ "kind": kind })).send().await?;
        assert_eq!(response.status(), 200);
        Ok(())
    };
    for (kind, response, count) in
        [("error", Some("451"), 0), ("lost_answer", None, 1), ("malformed", Some("@@@"), 1), ("none", Some("250"), 1)]
    {
        inject("/smtp", kind).await?;
        let to = format!("{kind}@example.com");
        let output_text = mail(smtp_address, &to).await?;
        assert_eq!(output_text.as_deref().map(|output_text| &output_text[..3]), response, "{kind}");
        assert_eq!(inbox.list(Some(&to)).len(), count, "{kind}");
    }
    let send = async || {
        let message = json!({ "messages": [{ "to": "01012345678", "from": "021234567", "text": "x" }] });
        let url = format!("{base}/messages/v4/send-many/detail");
        let header = header("SECRET").expect("a header");
        client.post(url).header("authorization", header).json(&message).send().await
    };
    inject("", "error").await?;
    assert_eq!((send().await?.status().as_u16(), inbox.list(Some("01012345678")).len()), (500, 0));
    inject("", "lost_answer").await?;
    assert!(send().await.is_err());
    assert_eq!(inbox.list(Some("01012345678")).len(), 1, "it was sent");
    inject("", "malformed").await?;
    assert!(send().await?.json::<Value>().await.is_err());
    assert_eq!(send().await?.status(), 200);
    Ok(())
}
