//! Messages through the sandbox's mail server and carrier, run by the queue as in production.

use chrono::TimeDelta;
use domain::phone_code::SmsCode;
use domain::{Channel, LinkToken, Locale, MessageKind, NotificationKind, Phone};
use queue::jobs::{SendMessage, SendPhoneCode};
use runtime::Clock as _;
use serde_json::Value;
use testing::factory;

use crate::tests::{TestMailbox, carrier, inbox, keep_real_time, text};

/// Returns the token of the link in a text.
fn token(text: &str) -> String {
    let (_, rest) = text.split_once("/reset-password/").expect("a link");
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_lists_every_id_of_the_address() {
    let mailbox = TestMailbox::new("ids").await;
    let second = factory::patient(&mailbox.db(), "second22").await;
    // addresses are compared without case, and another tenant's account is not included
    let same = sqlx::query("update patients set email = upper($1) where id = any($2)");
    let same = same.bind(&mailbox.email).bind([second.id.get(), mailbox.database.second.patient.get()]);
    same.execute(&mut mailbox.database.superuser().await).await.expect("changed");
    let id = mailbox.message(MessageKind::LoginIds, Channel::Mail, Locale::Ko).await;
    assert_eq!(mailbox.work(&[id]).await, (1, 0));
    let mails = inbox(&mailbox.email).await;
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0]["channel"], "mail");
    assert_eq!(mails[0]["subject"], "[혀봄 first] 아이디를 알려 드려요");
    for part in ["text", "html"] {
        let body = text(&mails[0], part);
        assert!(body.contains("demo1") && body.contains("second22"), "{body}");
        assert!(body.contains("http://first.localhost:8400/auth/signin"), "{body}");
    }
    assert!(text(&mails[0], "html").contains("<html lang=\"ko\">"));
    assert!(!text(&mails[0], "html").contains("{{"));
    // a second run does not send it again
    assert_eq!(mailbox.work(&[id]).await, (2, 0));
    assert_eq!(inbox(&mailbox.email).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn link_token_is_only_in_the_mail() {
    let mailbox = TestMailbox::new("link").await;
    let id = mailbox.message(MessageKind::PasswordReset, Channel::Mail, Locale::En).await;
    assert_eq!(mailbox.work(&[id]).await, (1, 0));
    let mails = inbox(&mailbox.email).await;
    assert_eq!(mails[0]["subject"], "[혀봄 first] Reset your password");
    let sent = token(text(&mails[0], "text"));
    assert!(text(&mails[0], "html").contains(&sent) && LinkToken::parse(&sent).is_some(), "{sent}");
    assert!(mailbox.is_valid_token(&sent).await);

    // a worker that crashed after sending recorded nothing
    let forget = sqlx::query("update messages set sent_at = null");
    forget.execute(&mut mailbox.database.superuser().await).await.expect("changed");
    assert_eq!(mailbox.work(&[id]).await, (2, 0));
    let mails = inbox(&mailbox.email).await;
    assert_eq!(mails.len(), 2);
    let newer = token(text(&mails[0], "text"));
    assert!(
        newer != sent && mailbox.is_valid_token(&newer).await && !mailbox.is_valid_token(&sent).await,
        "the older link ends"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_message_with_link_fits_90_bytes() {
    let (mailbox, _carrier) = (TestMailbox::new("sms").await, carrier());
    keep_real_time(&mailbox);
    let ids = mailbox.message(MessageKind::LoginIds, Channel::Sms, Locale::Ko).await;
    assert_eq!(mailbox.work(&[ids]).await, (1, 0));
    let reset = mailbox.message(MessageKind::PasswordReset, Channel::Sms, Locale::Ko).await;
    assert_eq!(mailbox.work(&[reset]).await, (2, 0));
    let sent = inbox(&mailbox.phone).await;
    assert_eq!((sent.len(), &sent[0]["channel"]), (2, &Value::from("sms")));
    assert_eq!(text(&sent[1], "text"), "[혀봄 first] 가입한 아이디: demo1");
    let link = text(&sent[0], "text");
    assert!(link.starts_with("[혀봄 first] http://first.localhost:8400/reset-password/"), "{link}");
    assert!(link.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>() <= 90, "{link}");
    assert!(mailbox.is_valid_token(&token(link)).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn message_arrives_once_despite_faults() {
    let (mailbox, _carrier) = (TestMailbox::new("faults").await, carrier());
    keep_real_time(&mailbox);
    let phone = Phone::parse(&mailbox.phone).expect("a number");
    // a lost response, a slow response, and a failure after which the job succeeds
    for (fault, attempts) in [("lost_answer", 1), ("slow", 1), ("error", 2)] {
        let before = inbox(&mailbox.phone).await.len();
        let message = mailbox.message(MessageKind::LoginIds, Channel::Sms, Locale::Ko).await;
        let code = SmsCode::from_number(123_456);
        let mut conn = mailbox.db().acquire().await.expect("a connection");
        let now = mailbox.clock.now();
        let code = db::phone_codes::insert(&mut conn, &phone, &code, &[1; 32], now).await.expect("a code");
        drop(conn);
        let jobs = (SendMessage { message_id: message }, SendPhoneCode { phone_code_id: code });
        assert_eq!(mailbox.attempts_despite(fault, jobs.0).await, attempts, "{fault}");
        assert_eq!(mailbox.attempts_despite(fault, jobs.1).await, attempts, "{fault}");
        let came: Vec<String> = inbox(&mailbox.phone).await.iter().map(|sent| text(sent, "text").to_owned()).collect();
        assert_eq!(came.len() - before, 2, "{fault}: {came:?}");
        assert!(came[0].contains("123456") && came[1].contains("demo1"), "{fault}: {came:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unsent_export_link_notifies_patient() {
    let mailbox = TestMailbox::new("unsent").await;
    // the exported file no longer exists
    let export = mailbox.message(MessageKind::ExportReady, Channel::Mail, Locale::Ko).await;
    assert_eq!(mailbox.work(&[export]).await, (0, 1));
    let injected = sqlx::query("update patients set email = 'a@example.com' || chr(13) || 'x' where id = $1");
    injected.bind(mailbox.patient().get()).execute(&mut mailbox.database.superuser().await).await.expect("changed");
    let ids = mailbox.message(MessageKind::LoginIds, Channel::Mail, Locale::Ko).await;
    assert_eq!(mailbox.work(&[ids]).await, (0, 2));
    let mut conn = mailbox.db().acquire().await.expect("a connection");
    let notifications = db::notifications::list(&mut conn, mailbox.patient(), None, 9).await.expect("a list");
    let kinds: Vec<_> = notifications.iter().map(|notification| notification.kind).collect();
    assert_eq!(kinds, [NotificationKind::ExportFailed]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unsendable_message_is_dead_late_one_skipped() {
    let mailbox = TestMailbox::new("late").await;
    let late = mailbox.message(MessageKind::LoginIds, Channel::Mail, Locale::Ko).await;
    mailbox.clock.advance(TimeDelta::minutes(30));
    assert_eq!(mailbox.work(&[late]).await, (1, 0));
    let broken = mailbox.message(MessageKind::LoginIds, Channel::Mail, Locale::Ko).await;
    let injected = format!("{}\r\nBcc: all@example.com", mailbox.email);
    let change =
        sqlx::query("update patients set email = $1 where id = $2").bind(injected).bind(mailbox.patient().get());
    change.execute(&mut mailbox.database.superuser().await).await.expect("changed");
    assert_eq!(mailbox.work(&[broken]).await, (1, 1));
    let error: Option<String> = sqlx::query_scalar("select last_error from jobs where state = 'dead'")
        .fetch_one(&mut mailbox.database.superuser().await)
        .await
        .expect("the job");
    assert_eq!(error.as_deref(), Some("the mail was rejected: a control character in a header"));
    assert_eq!(inbox(&mailbox.email).await, Vec::<Value>::new());
    assert_eq!(inbox("all@example.com").await, Vec::<Value>::new());
}
