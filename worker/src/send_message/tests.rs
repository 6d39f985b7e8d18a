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
use queue::{Job, JobHandlers, NewJob, Runner, Settings, Transport};
use runtime::{Clock as _, ManualClock};
use serde_json::Value;
use testing::{Database, PrivateRedis, eventually, factory, required};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use super::*;
use queue::jobs::SendPhoneCode;

use crate::deliver_notification::{self, DeliveryContext};
use crate::send_phone_code::{self, CodeContext};

/// A database whose jobs this process runs, and the addresses of its first patient.
pub(crate) struct TestMailbox {
    pub(crate) database: Database,
    pub(crate) clock: Arc<ManualClock>,
    redis: PrivateRedis,
    /// What the first tenant's messages go to, so that no other test's are among them.
    pub(crate) email: String,
    pub(crate) phone: String,
}

impl TestMailbox {
    pub(crate) async fn new(name: &str) -> Self {
        let (database, redis) = (Database::create().await, PrivateRedis::start().await);
        let unique = database.url.rsplit('_').next().and_then(|end| end.split('?').next()).expect("a name").to_owned();
        let email = format!("{name}-{unique}@example.com");
        let digits = unique.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        let phone = format!("010{:08}", digits % 100_000_000);
        let mailbox = Self { database, clock: ManualClock::at(factory::now()), redis, email, phone };
        let mine = sqlx::query("update patients set email = $1, phone_number = $2 where id = $3");
        let mine = mine.bind(&mailbox.email).bind(&mailbox.phone).bind(mailbox.database.first.patient.get());
        mine.execute(&mut mailbox.database.superuser().await).await.expect("changed");
        mailbox
    }

    pub(crate) fn db(&self) -> TenantDb {
        self.database.tenant()
    }

    pub(crate) fn patient(&self) -> PatientId {
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
            self.enqueue(NewJob::new(SendMessage { message_id: *id }).with_max_attempts(1)).await;
        }
        self.run().await
    }

    pub(crate) async fn enqueue<J: Job>(&self, job: impl Into<NewJob<J>>) {
        let mut tx = self.db().begin().await.expect("a transaction");
        queue::enqueue(&mut tx, job).await.expect("a job");
        tx.commit().await.expect("committed");
    }

    /// Works until all jobs have ended; answers how many ended in each state.
    pub(crate) async fn run(&self) -> (i64, i64) {
        let short = Duration::from_millis(100);
        let settings = Settings { relay_interval: short, backoff: short, max_backoff: short, ..Settings::default() };
        let transport = Transport::lazy(&self.redis.url(), settings).expect("an address");
        let handlers = JobHandlers::new()
            .handle_with_on_dead(&Arc::new(self.message_context()), run, on_dead)
            .handle(&Arc::new(self.message_context()), crate::announce_order::run)
            .handle(&Arc::new(self.code_context()), send_phone_code::run)
            .handle(&Arc::new(self.delivery_context()), deliver_notification::run)
            .handle(&Arc::new(self.delivery_context()), crate::send_walk_in_link::run);
        let stop = CancellationToken::new();
        let runner = Runner::new(self.database.db.clone(), transport, settings, handlers);
        let running = tokio::spawn(runner.run(stop.clone()));
        let mut ended = (0, 0);
        let mut superuser = self.database.superuser().await;
        eventually("the end of the jobs", Duration::from_secs(30), async || {
            let count = "select count(*) filter (where state = 'done'), count(*) filter (where state = 'dead'),
                                count(*) filter (where state in ('queued', 'running')) from jobs";
            let (done, dead, left): (i64, i64, i64) =
                sqlx::query_as(count).fetch_one(&mut superuser).await.expect("a count");
            ended = (done, dead);
            left == 0
        })
        .await;
        stop.cancel();
        running.await.expect("no panic").expect("an orderly end");
        ended
    }

    /// Runs a job while the service fails once, then a second one as a repair enqueues when it does not know how the first
    /// ended; returns the attempts of the first.
    async fn attempts_despite<J: Job + Clone>(&self, fault: &str, job: J) -> i32 {
        order(fault, 1).await;
        self.enqueue(job.clone()).await;
        let (_, dead) = self.run().await;
        self.enqueue(job).await;
        assert_eq!((dead, self.run().await.1), (0, 0), "{fault} {}", J::KIND);
        sqlx::query_scalar(
            "select max(attempts)::int from jobs where kind = $1 and id > (select max(id) - 2 from jobs)",
        )
        .bind(J::KIND)
        .fetch_one(&mut self.database.superuser().await)
        .await
        .expect("the jobs")
    }

    fn code_context(&self) -> CodeContext {
        CodeContext {
            database: self.database.db.clone(),
            solapi: solapi(),
            clock: self.clock.clone(),
            random: Random::secure(),
        }
    }

    fn delivery_context(&self) -> DeliveryContext {
        DeliveryContext {
            database: self.database.db.clone(),
            solapi: solapi(),
            web: "http://localhost:8400".parse().expect("an origin"),
            clock: self.clock.clone(),
            random: Random::secure(),
        }
    }

    fn message_context(&self) -> MessageContext {
        MessageContext {
            database: self.database.db.clone(),
            mailer: Mailer::new(&SmtpConfig { url: required("SMTP_URL").into() }).expect("a client"),
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
        db::recovery::exists_reset(&mut conn, &TokenHash::from_token(token), now).await.expect("an answer")
    }
}

fn solapi() -> Solapi {
    let config = SolapiConfig {
        url: required("SOLAPI_URL").parse().expect("a URL"),
        api_key: required("SOLAPI_API_KEY"),
        api_secret: required("SOLAPI_API_SECRET").into(),
    };
    Solapi::new(config).expect("a client")
}

/// The carrier for one test alone, in whatever process the others run: faults that one orders would meet another's messages.
pub(crate) fn carrier() -> File {
    let port = required("SOLAPI_URL").parse::<url::Url>().expect("a URL").port().expect("a port");
    let lock = File::create(std::env::temp_dir().join(format!("hyeobom-carrier-{port}"))).expect("a file");
    lock.lock().expect("the lock");
    lock
}

/// Lets the carrier's next calls fail in a way.
pub(crate) async fn order(fault: &str, times: u32) {
    let body = serde_json::json!({"kind": fault, "times": times, "seconds": 2}).to_string();
    let length = body.len();
    let head = format!("POST /__sandbox/faults HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: {length}");
    assert_eq!(ask("SOLAPI_URL", &head, &body).await["kind"], fault);
}

/// What the inbox holds for an address or number, the newest first.
pub(crate) async fn inbox(to: &str) -> Vec<Value> {
    let found = ask("INBOX_URL", &format!("GET /messages?to={to} HTTP/1.1"), "").await;
    serde_json::from_value(found).expect("a list")
}

/// Asks the sandbox at the address in a variable.
async fn ask(address: &str, head: &str, body: &str) -> Value {
    let url: url::Url = required(address).parse().expect("a URL");
    let (host, port) = (url.host_str().expect("a host"), url.port().expect("a port"));
    let mut stream = TcpStream::connect((host, port)).await.expect("the sandbox answers");
    let request = format!("{head}\r\nhost: {host}\r\nconnection: close\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await.expect("asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("text");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).expect("JSON")
}

pub(crate) fn text<'a>(message: &'a Value, part: &str) -> &'a str {
    message[part].as_str().expect("text")
}

/// The token of the link in a text.
fn token(text: &str) -> String {
    let (_, rest) = text.split_once("/reset-password/").expect("a link");
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

/// Moves the clock to the computer's: the carrier compares the signature's time with its own.
pub(crate) fn keep_real_time(mailbox: &TestMailbox) {
    mailbox.clock.set(runtime::SystemClock.now());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_lists_every_id_of_the_address() {
    let mailbox = TestMailbox::new("ids").await;
    let second = factory::patient(&mailbox.db(), "second22").await;
    // the case of an address does not count, and another tenant's account does not either
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
    // run again it is still sent once
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
    assert!(mailbox.opens(&sent).await);

    // a worker that died after sending had noted nothing
    let forget = sqlx::query("update messages set sent_at = null");
    forget.execute(&mut mailbox.database.superuser().await).await.expect("changed");
    assert_eq!(mailbox.work(&[id]).await, (2, 0));
    let mails = inbox(&mailbox.email).await;
    assert_eq!(mails.len(), 2);
    let newer = token(text(&mails[0], "text"));
    assert!(newer != sent && mailbox.opens(&newer).await && !mailbox.opens(&sent).await, "the older link ends");
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
    assert!(mailbox.opens(&token(link)).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn message_arrives_once_despite_faults() {
    let (mailbox, _carrier) = (TestMailbox::new("faults").await, carrier());
    keep_real_time(&mailbox);
    let phone = Phone::parse(&mailbox.phone).expect("a number");
    // an answer that is lost, one that takes its time, and a failure that the job comes back from
    for (fault, attempts) in [("lost_answer", 1), ("slow", 1), ("error", 2)] {
        let before = inbox(&mailbox.phone).await.len();
        let message = mailbox.message(MessageKind::LoginIds, Channel::Sms, Locale::Ko).await;
        let code = SmsCode::from_number(123_456);
        let mut conn = mailbox.db().acquire().await.expect("a connection");
        let code = db::phone_codes::insert(&mut conn, &phone, &code, mailbox.clock.now()).await.expect("a code");
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
    let mailbox = TestMailbox::new("untold").await;
    // there is no file any more that it could lead to
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
