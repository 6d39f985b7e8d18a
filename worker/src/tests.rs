//! Test fixtures for jobs: a worker in this process, and the sandbox's mail server, carrier and inbox.

use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use db::TenantDb;
use db::messages::NewMessage;
use domain::{Channel, Locale, MessageId, MessageKind, PatientId, TokenHash};
use partners::mail::{Mailer, SmtpConfig};
use partners::sms::{Solapi, SolapiConfig};
use queue::jobs::SendMessage;
use queue::{Job, JobHandlers, NewJob, Runner, Settings, Transport};
use runtime::{Clock as _, ManualClock, Random, SystemClock};
use serde_json::Value;
use testing::{Database, PrivateRedis, eventually, factory, required};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

use crate::deliver_notification::{self, DeliveryContext};
use crate::send_message::{self, MessageContext};
use crate::send_phone_code::{self, CodeContext};
use crate::{announce_order, send_walk_in_link};

/// A database whose jobs this process runs, with the contacts of its first patient.
pub(crate) struct TestMailbox {
    pub(crate) database: Database,
    pub(crate) clock: Arc<ManualClock>,
    redis: PrivateRedis,
    /// The e-mail address of the first tenant's patient, unique to this test.
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

    pub(crate) async fn message(&self, kind: MessageKind, channel: Channel, locale: Locale) -> MessageId {
        let now = self.clock.now();
        let patient_id = self.patient();
        let new = NewMessage { patient_id, kind, channel, locale, expires_at: now + TimeDelta::minutes(30) };
        db::messages::insert(&mut self.db().acquire().await.expect("a connection"), &new, now).await.expect("a message")
    }

    /// Enqueues a job for each message and waits until all jobs have ended. Returns the numbers of done and dead jobs.
    pub(crate) async fn work(&self, messages: &[MessageId]) -> (i64, i64) {
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

    /// Works until all jobs have ended. Returns the numbers of done and dead jobs.
    pub(crate) async fn run(&self) -> (i64, i64) {
        let handlers = JobHandlers::new()
            .handle_with_on_dead(&Arc::new(self.message_context()), send_message::run, send_message::on_dead)
            .handle(&Arc::new(self.message_context()), announce_order::run)
            .handle(&Arc::new(self.code_context()), send_phone_code::run)
            .handle(&Arc::new(self.delivery_context()), deliver_notification::run)
            .handle_with_on_dead(
                &Arc::new(self.delivery_context()),
                send_walk_in_link::run,
                send_walk_in_link::on_dead,
            );
        run_jobs(&self.database, &self.redis, handlers).await
    }

    /// Works from a night, in which nothing may arrive, until the next morning, when all jobs end.
    pub(crate) async fn run_over_night(&self) {
        self.clock.set("2025-10-09T13:00:00Z".parse().expect("a time"));
        let before = inbox(&self.phone).await.len();
        let write = async |statement: &'static str| {
            sqlx::raw_sql(statement).execute(&mut self.database.superuser().await).await.expect("written");
        };
        write("update jobs set run_at = now() where state = 'queued'").await;
        let morning = async {
            let mut superuser = self.database.superuser().await;
            eventually("a postponed job", Duration::from_secs(30), async || {
                let postponed = "select exists (select from jobs where state = 'queued' and attempts = 0
                                                and run_at > now() + interval '9 hours')";
                sqlx::query_scalar(postponed).fetch_one(&mut superuser).await.expect("a result")
            })
            .await;
            assert_eq!(inbox(&self.phone).await.len(), before, "nothing arrives at night");
            self.clock.set("2025-10-09T23:00:00Z".parse().expect("a time"));
            write("update jobs set run_at = now() where state = 'queued'").await;
        };
        assert_eq!(tokio::join!(self.run(), morning).0.1, 0);
    }

    /// Runs a job while the service fails once, then a second one, as a repair enqueues when the first one's result is
    /// unknown. Returns the attempts of the first.
    pub(crate) async fn attempts_despite<J: Job + Clone>(&self, fault: &str, job: J) -> i32 {
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
            signature_clock: SystemClock::shared(),
            random: Random::secure(),
        }
    }

    fn message_context(&self) -> MessageContext {
        MessageContext {
            database: self.database.db.clone(),
            mailer: Mailer::new(&SmtpConfig { url: required("SMTP_URL").into() }).expect("a client"),
            solapi: solapi(),
            web: "http://localhost:8400".parse().expect("an origin"),
            // the carrier rejects signatures from another day
            clock: self.clock.clone(),
            random: Random::secure(),
        }
    }

    /// Returns whether a link's token is valid.
    pub(crate) async fn is_valid_token(&self, token: &str) -> bool {
        let mut conn = self.db().acquire().await.expect("a connection");
        let now = self.clock.now();
        db::recovery::exists_reset(&mut conn, &TokenHash::from_token(token), now).await.expect("a result")
    }
}

/// Works until all jobs have ended. Returns the numbers of done and dead jobs.
pub(crate) async fn run_jobs(database: &Database, redis: &PrivateRedis, handlers: JobHandlers) -> (i64, i64) {
    let short = Duration::from_millis(100);
    let settings = Settings { relay_interval: short, backoff: short, max_backoff: short, ..Settings::default() };
    let transport = Transport::lazy(&redis.url(), settings).expect("an address");
    let stop = CancellationToken::new();
    let runner = Runner::new(database.db.clone(), transport, settings, handlers);
    let running = tokio::spawn(runner.run(stop.clone()));
    let mut ended = (0, 0);
    let mut superuser = database.superuser().await;
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
    running.await.expect("no panic");
    ended
}

fn solapi() -> Solapi {
    let config = SolapiConfig {
        url: required("SOLAPI_URL").parse().expect("a URL"),
        api_key: required("SOLAPI_API_KEY"),
        api_secret: required("SOLAPI_API_SECRET").into(),
    };
    Solapi::new(config).expect("a client")
}

/// Locks the carrier for one test, across processes: faults that one test orders would affect the messages of another.
pub(crate) fn carrier() -> File {
    let port = required("SOLAPI_URL").parse::<url::Url>().expect("a URL").port().expect("a port");
    let lock = File::create(std::env::temp_dir().join(format!("hyeobom-carrier-{port}"))).expect("a file");
    lock.lock().expect("the lock");
    lock
}

/// Makes the carrier's next calls fail with this fault.
pub(crate) async fn order(fault: &str, times: u32) {
    let body = serde_json::json!({"kind": fault, "times": times, "seconds": 2}).to_string();
    let length = body.len();
    let head = format!("POST /__sandbox/faults HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: {length}");
    assert_eq!(ask("SOLAPI_URL", &head, &body).await["kind"], fault);
}

/// Returns the inbox's messages to an address or number, the newest first.
pub(crate) async fn inbox(to: &str) -> Vec<Value> {
    let found = ask("INBOX_URL", &format!("GET /messages?to={to} HTTP/1.1"), "").await;
    serde_json::from_value(found).expect("a list")
}

/// Sends a request to the sandbox whose URL is in the variable `address`.
async fn ask(address: &str, head: &str, body: &str) -> Value {
    let url: url::Url = required(address).parse().expect("a URL");
    let (host, port) = (url.host_str().expect("a host"), url.port().expect("a port"));
    let mut stream = TcpStream::connect((host, port)).await.expect("the sandbox answers");
    let request = format!("{head}\r\nhost: {host}\r\nconnection: close\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).await.expect("asked");
    let mut response = String::new();
    stream.read_to_string(&mut response).await.expect("text");
    let (_, body) = response.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).expect("JSON")
}

pub(crate) fn text<'a>(message: &'a Value, part: &str) -> &'a str {
    message[part].as_str().expect("text")
}

/// Sets the clock to the machine's, because the carrier compares the signature's time with its own.
pub(crate) fn keep_real_time(mailbox: &TestMailbox) {
    mailbox.clock.set(SystemClock.now());
}
