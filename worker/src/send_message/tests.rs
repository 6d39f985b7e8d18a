//! Messages through the sandbox's mail server and carrier, run by the queue as in production.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use db::TenantDb;
use db::messages::NewMessage;
use domain::phone_code::SmsCode;
use domain::{Channel, Locale, MessageId, MessageKind, PatientId, Phone, TokenHash};
use partners::mail::SmtpConfig;
use partners::sms::SolapiConfig;
use queue::{NewJob, Queue, Registry, Runner, Settings, Transport};
use runtime::{Clock as _, ManualClock};
use serde_json::Value;
use testing::{Database, PrivateRedis, factory};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::send_phone_code::SendPhoneCode;

/// Jobs of a database, done by this process.
struct Desk {
    database: Database,
    clock: Arc<ManualClock>,
    redis: PrivateRedis,
    /// What the first tenant's messages go to, so that no other test's are among them.
    email: String,
    phone: String,
}

impl Desk {
    async fn new(name: &str) -> Self {
        let (database, redis) = (Database::create().await, PrivateRedis::start().await);
        let unique = database.url.rsplit('_').next().and_then(|end| end.split('?').next()).expect("a name").to_owned();
        let email = format!("{name}-{unique}@example.com");
        let digits = unique.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let phone = format!("010{:08}", digits % 100_000_000);
        let desk = Self { database, clock: ManualClock::at(factory::now()), redis, email, phone };
        let mine = sqlx::query("update patients set email = $1, phone_number = $2 where id = $3");
        let mine = mine.bind(&desk.email).bind(&desk.phone).bind(desk.database.first.patient.get());
        mine.execute(&mut desk.database.superuser().await).await.expect("changed");
        desk
    }

    fn db(&self) -> TenantDb {
        self.database.tenant()
    }

    fn patient(&self) -> PatientId {
        self.database.first.patient
    }

    async fn message(&self, kind: MessageKind, channel: Channel, locale: Locale) -> MessageId {
        let now = self.clock.now();
        let patient_id = self.patient();
        let new = NewMessage { patient_id, kind, channel, locale, expires_at: now + TimeDelta::minutes(30) };
        db::messages::insert(&mut self.db().acquire().await.expect("a connection"), &new, now).await.expect("a message")
    }

    /// Makes a job for each message and waits until all jobs have ended; answers how many ended in each state.
    async fn work(&self, messages: &[MessageId]) -> (i64, i64) {
        for id in messages {
            self.job(NewJob { max_attempts: 1, ..NewJob::new(Queue::Notifications, "send_message", id.get()) }).await;
        }
        self.run().await
    }

    async fn job(&self, job: NewJob) {
        let mut tx = self.db().begin().await.expect("a transaction");
        queue::enqueue(&mut tx, &job).await.expect("a job");
        tx.commit().await.expect("committed");
    }

    /// Works until all jobs have ended; answers how many ended in each state.
    async fn run(&self) -> (i64, i64) {
        let (relay_every, backoff) = (Duration::from_millis(100), Duration::from_millis(100));
        let settings = Settings { relay_every, backoff, backoff_limit: backoff, ..Settings::default() };
        let transport = Transport::lazy(&self.redis.url(), settings).expect("an address");
        let limit = Duration::from_secs(30);
        let registry = Registry::new().with(Queue::Notifications, "send_message", limit, self.handler()).with(
            Queue::Notifications,
            "send_phone_code",
            limit,
            self.code_handler(),
        );
        let stop = CancellationToken::new();
        let runner = Runner::new(self.database.db.clone(), transport, settings, registry);
        let running = tokio::spawn(runner.run(stop.clone()));
        let mut ended = (0, 0);
        for _ in 0..600 {
            let count = "select count(*) filter (where state = 'done'), count(*) filter (where state = 'dead'),
                                count(*) filter (where state in ('queued', 'running')) from jobs";
            let (done, dead, left): (i64, i64, i64) =
                sqlx::query_as(count).fetch_one(&mut self.database.superuser().await).await.expect("a count");
            ended = (done, dead);
            if left == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        stop.cancel();
        running.await.expect("no panic").expect("an orderly end");
        ended
    }

    fn code_handler(&self) -> SendPhoneCode {
        SendPhoneCode {
            database: self.database.db.clone(),
            solapi: solapi(),
            clock: self.clock.clone(),
            random: Random::secure(),
        }
    }

    fn handler(&self) -> SendMessage {
        SendMessage {
            database: self.database.db.clone(),
            mailer: Mailer::new(&SmtpConfig { url: variable("SMTP_URL").into() }).expect("a client"),
            solapi: solapi(),
            web: "http://localhost:8400".parse().expect("an origin"),
            // the carrier refuses signatures of another day
            clock: self.clock.clone(),
            random: Random::secure(),
        }
    }

    /// Whether a link's token opens, by its hash.
    async fn opens(&self, token: &str) -> bool {
        let mut conn = self.db().acquire().await.expect("a connection");
        let now = self.clock.now();
        db::recovery::exists_reset(&mut conn, &TokenHash::of(token), now).await.expect("an answer")
    }
}

fn variable(name: &str) -> String {
    testing::optional(name).expect("run by `sandbox exec`")
}

fn solapi() -> Solapi {
    let config = SolapiConfig {
        url: variable("SOLAPI_URL").parse().expect("a URL"),
        api_key: variable("SOLAPI_API_KEY"),
        api_secret: variable("SOLAPI_API_SECRET").into(),
    };
    Solapi::new(config).expect("a client")
}

/// The carrier for one test alone, in whatever process the others run: faults that one orders would meet another's messages.
fn carrier() -> File {
    let port = variable("SOLAPI_URL").parse::<url::Url>().expect("a URL").port().expect("a port");
    let lock = File::create(std::env::temp_dir().join(format!("hyeobom-carrier-{port}"))).expect("a file");
    lock.lock().expect("the lock");
    lock
}

/// Lets the carrier's next calls fail in a way.
async fn order(fault: &str, times: u32) {
    let body = serde_json::json!({"kind": fault, "times": times, "seconds": 2}).to_string();
    let length = body.len();
    let head = format!("POST /__sandbox/faults HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: {length}");
    assert_eq!(ask("SOLAPI_URL", &head, &body).await["kind"], fault);
}

/// What the inbox holds for an address or number, the newest first.
async fn inbox(to: &str) -> Vec<Value> {
    let found = ask("INBOX_URL", &format!("GET /messages?to={to} HTTP/1.1"), "").await;
    serde_json::from_value(found).expect("a list")
}

/// Asks the sandbox at the address in a variable.
async fn ask(address: &str, head: &str, body: &str) -> Value {
    let url: url::Url = variable(address).parse().expect("a URL");
    let (host, port) = (url.host_str().expect("a host"), url.port().expect("a port"));
    let mut stream = TcpStream::connect((host, port)).await.expect("the sandbox answers");
    let request = format!("{head}\r\nhost: {host}\r\nconnection: close\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await.expect("asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("text");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).expect("JSON")
}

fn text<'a>(message: &'a Value, part: &str) -> &'a str {
    message[part].as_str().expect("text")
}

/// The token of the link in a text.
fn token(text: &str) -> String {
    let (_, rest) = text.split_once("/reset-password/").expect("a link");
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

/// Moves the clock to the computer's: the carrier compares the signature's time with its own.
fn keep_real_time(desk: &Desk) {
    desk.clock.set(runtime::SystemClock.now());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_names_every_id_of_the_address() {
    let desk = Desk::new("ids").await;
    let second = factory::patient(&desk.db(), "second22").await;
    // the case of an address does not count, and another tenant's account does not either
    let same = sqlx::query("update patients set email = upper($1) where id = any($2)");
    let same = same.bind(&desk.email).bind([second.id.get(), desk.database.second.patient.get()]);
    same.execute(&mut desk.database.superuser().await).await.expect("changed");
    let id = desk.message(MessageKind::LoginIds, Channel::Mail, Locale::Ko).await;
    assert_eq!(desk.work(&[id]).await, (1, 0));
    let mails = inbox(&desk.email).await;
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
    // run again it is still sent once
    assert_eq!(desk.work(&[id]).await, (2, 0));
    assert_eq!(inbox(&desk.email).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_token_of_a_link_is_in_the_mail_alone() {
    let desk = Desk::new("link").await;
    let id = desk.message(MessageKind::PasswordReset, Channel::Mail, Locale::En).await;
    assert_eq!(desk.work(&[id]).await, (1, 0));
    let mails = inbox(&desk.email).await;
    assert_eq!(mails[0]["subject"], "[혀봄 first] Reset your password");
    let sent = token(text(&mails[0], "text"));
    assert!(text(&mails[0], "html").contains(&sent) && LinkToken::parse(&sent).is_some(), "{sent}");
    assert!(desk.opens(&sent).await);

    // a worker that died after sending had noted nothing
    let forget = sqlx::query("update messages set sent_at = null");
    forget.execute(&mut desk.database.superuser().await).await.expect("changed");
    assert_eq!(desk.work(&[id]).await, (2, 0));
    let mails = inbox(&desk.email).await;
    assert_eq!(mails.len(), 2);
    let newer = token(text(&mails[0], "text"));
    assert!(newer != sent && desk.opens(&newer).await && !desk.opens(&sent).await, "the older link ends");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_message_carries_a_link_in_ninety_bytes() {
    let (desk, _carrier) = (Desk::new("sms").await, carrier());
    keep_real_time(&desk);
    let ids = desk.message(MessageKind::LoginIds, Channel::Sms, Locale::Ko).await;
    assert_eq!(desk.work(&[ids]).await, (1, 0));
    let reset = desk.message(MessageKind::PasswordReset, Channel::Sms, Locale::Ko).await;
    assert_eq!(desk.work(&[reset]).await, (2, 0));
    let sent = inbox(&desk.phone).await;
    assert_eq!((sent.len(), &sent[0]["channel"]), (2, &Value::from("sms")));
    assert_eq!(text(&sent[1], "text"), "[혀봄 first] 가입한 아이디: demo1");
    let link = text(&sent[0], "text");
    assert!(link.starts_with("[혀봄 first] http://first.localhost:8400/reset-password/"), "{link}");
    assert!(link.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>() <= 90, "{link}");
    assert!(desk.opens(&token(link)).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_the_carrier_does_a_message_comes_once() {
    let (desk, _carrier) = (Desk::new("faults").await, carrier());
    keep_real_time(&desk);
    let phone = Phone::parse(&desk.phone).expect("a number");
    // an answer that is lost, one that takes its time, and a failure that the job comes back from
    for (fault, attempts) in [("lost_answer", 1), ("slow", 1), ("error", 2)] {
        let before = inbox(&desk.phone).await.len();
        let message = desk.message(MessageKind::LoginIds, Channel::Sms, Locale::Ko).await;
        let code = SmsCode::from_number(123_456);
        let mut conn = desk.db().acquire().await.expect("a connection");
        let code = db::phone_codes::insert(&mut conn, &phone, &code, desk.clock.now()).await.expect("a code");
        drop(conn);
        for (kind, id) in [("send_message", message.get()), ("send_phone_code", code.get())] {
            order(fault, 1).await;
            desk.job(NewJob::new(Queue::Notifications, kind, id)).await;
            let (_, dead) = desk.run().await;
            // a second job, as a repair makes when it does not know how the first ended
            desk.job(NewJob::new(Queue::Notifications, kind, id)).await;
            assert_eq!((dead, desk.run().await.1), (0, 0), "{fault} {kind}");
            let tries = "select max(attempts)::int from jobs where kind = $1 and ref_id = $2";
            let tries: i32 = sqlx::query_scalar(tries)
                .bind(kind)
                .bind(id)
                .fetch_one(&mut desk.database.superuser().await)
                .await
                .expect("the jobs");
            assert_eq!(tries, attempts, "{fault} {kind}");
        }
        let came: Vec<String> = inbox(&desk.phone).await.iter().map(|sent| text(sent, "text").to_owned()).collect();
        assert_eq!(came.len() - before, 2, "{fault}: {came:?}");
        assert!(came[0].contains("123456") && came[1].contains("demo1"), "{fault}: {came:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_to_ones_data_that_cannot_be_sent_is_told_in_the_app() {
    let desk = Desk::new("untold").await;
    // there is no file any more that it could lead to
    let export = desk.message(MessageKind::ExportReady, Channel::Mail, Locale::Ko).await;
    assert_eq!(desk.work(&[export]).await, (0, 1));
    let injected = sqlx::query("update patients set email = 'a@example.com' || chr(13) || 'x' where id = $1");
    injected.bind(desk.patient().get()).execute(&mut desk.database.superuser().await).await.expect("changed");
    let ids = desk.message(MessageKind::LoginIds, Channel::Mail, Locale::Ko).await;
    assert_eq!(desk.work(&[ids]).await, (0, 2));
    let mut conn = desk.db().acquire().await.expect("a connection");
    let told = db::notifications::list(&mut conn, desk.patient(), None, 9).await.expect("a list");
    let kinds: Vec<_> = told.iter().map(|told| told.kind).collect();
    assert_eq!(kinds, [NotificationKind::ExportFailed]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_sent_ends_dead_and_what_is_late_is_not_sent() {
    let desk = Desk::new("late").await;
    let late = desk.message(MessageKind::LoginIds, Channel::Mail, Locale::Ko).await;
    desk.clock.advance(TimeDelta::minutes(30));
    assert_eq!(desk.work(&[late]).await, (1, 0));
    let broken = desk.message(MessageKind::LoginIds, Channel::Mail, Locale::Ko).await;
    let injected = format!("{}\r\nBcc: all@example.com", desk.email);
    let change = sqlx::query("update patients set email = $1 where id = $2").bind(injected).bind(desk.patient().get());
    change.execute(&mut desk.database.superuser().await).await.expect("changed");
    assert_eq!(desk.work(&[broken]).await, (1, 1));
    let error: Option<String> = sqlx::query_scalar("select last_error from jobs where state = 'dead'")
        .fetch_one(&mut desk.database.superuser().await)
        .await
        .expect("the job");
    assert_eq!(error.as_deref(), Some("the mail was rejected: a control character in a header"));
    assert_eq!(inbox(&desk.email).await, Vec::<Value>::new());
    assert_eq!(inbox("all@example.com").await, Vec::<Value>::new());
}
