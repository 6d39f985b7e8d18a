//! The product of one tenant: database, Redis, api, worker, and the proxies before and behind them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use db::OwnerConn;
use db::consents::{NewConsent, NewRecipient};
use db::seed::AccountSeed;
use domain::{ConsentKind, PatientId, ProviderName, Recipient, TokenHash};
use queue::jobs::{CompareDay, SweepOrders};
use queue::{Job as _, NewJob};
use reqwest::Client;
use runtime::config::Env;
use runtime::seal::Sealer;
use runtime::{Clock as _, Random};
use serde_json::Value;
use sqlx::PgConnection;
use testing::{Database, PrivateRedis, factory};
use tokio::time::sleep;

use super::programs::{KilledProcess, Programs};
use super::proxy::{Proxy, Upstream, listen};

/// How long the orders of all cells may take to settle.
const SETTLE_TIMEOUT: Duration = Duration::from_mins(3);
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// The jobs that orders wait for, and a comparison that is due.
const OPEN_JOBS: &str = "jobs where state in ('queued', 'running')
    and (kind in ('reconcile_order', 'refund_order') or kind = 'compare_day' and run_at <= now())";

/// The product, between its proxies.
pub struct TestCluster {
    pub programs: Arc<Programs>,
    /// The proxy before the api, for browsers and webhooks.
    pub front: Proxy,
    /// The proxy before the provider, for api and worker.
    pub back: Proxy,
    /// The host of the web app.
    pub host: String,
    /// The URL of the front proxy.
    pub address: String,
    pub http: Client,
    pub database: Database,
    /// The merchant's secret key at the provider.
    pub secret: String,
    toss: String,
    _redis: PrivateRedis,
}

/// A signed-in patient with the consents for a claim.
pub struct Patient {
    pub id: PatientId,
    pub token: String,
    /// The claim that they submit.
    pub claim: Value,
}

pub fn now() -> DateTime<Utc> {
    runtime::SystemClock.now()
}

impl TestCluster {
    /// Starts the product.
    pub async fn start(killed: Option<KilledProcess>) -> Self {
        let (database, redis) = (Database::create().await, PrivateRedis::start().await);
        let toss = testing::required("TOSS_URL");
        let ((front, front_address), (back, back_address)) = (listen().await, listen().await);
        let variables = vec![
            ("DATABASE_URL", database.url.clone()),
            ("REDIS_URL", redis.url()),
            ("TOSS_URL", format!("http://{back_address}")),
            ("WEB_ORIGIN", format!("http://localhost:{}", front_address.port())),
        ];
        let programs = Arc::new(Programs::new(database.url.clone(), variables, KilledProcess::name(killed)));
        let secret = insert_merchant(&database).await;
        programs.start().await;
        let http = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).pool_max_idle_per_host(0);
        Self {
            front: Proxy::serve(front, Upstream::Api, Arc::clone(&programs)),
            back: Proxy::serve(back, Upstream::Url(toss.clone()), Arc::clone(&programs)),
            programs,
            host: format!("{}:{}", database.first.host, front_address.port()),
            address: format!("http://{front_address}"),
            http: http.build().expect("a client"),
            database,
            secret,
            toss,
            _redis: redis,
        }
    }

    /// Inserts a patient with this sign-in name.
    pub async fn insert_patient(&self, login: &str) -> Patient {
        let db = self.database.tenant();
        let id = factory::patient(&db, login).await.id;
        // as long as a real token
        let token = format!("{login:x<43}");
        factory::session(&db, id, &TokenHash::from_token(&token), now()).await;
        let mut conn = db.acquire().await.expect("a connection");
        let insurer = db::insurers::list(&mut conn).await.expect("a list").swap_remove(0);
        let clinic = self.database.first.institutions[0];
        let consents = [
            (ConsentKind::Health, None),
            (ConsentKind::Provide, Some(Recipient::Insurer(insurer.id))),
            (ConsentKind::Provide, Some(Recipient::Clinic(clinic))),
        ];
        for (kind, recipient) in consents {
            let recipient = recipient.map(|recipient| NewRecipient { recipient, name: "받는 곳".to_owned() });
            let version = factory::now().date_naive();
            let consent = NewConsent { patient_id: id, kind, recipient, version, client_address: None };
            db::consents::insert(&mut conn, &consent, now()).await.expect("a consent");
        }
        let claim = serde_json::json!({
            "institutionId": clinic.get(), "insurerId": insurer.id.get(), "consented": true, "insuredName": "홍길동",
            "mobile": "01012345678", "onsetDate": domain::calendar::korean_day(now()), "accidentType": "dental",
            "reason": "충치 치료", "documents": ["medical_bill_receipt", "detailed_statement"],
            "doctorSignature": false, "registeredMail": false, "forwarding": false, "kind": "new",
        });
        Patient { id, token, claim }
    }

    /// Makes jobs due until every order is settled and no call is in flight. Orders expire as if half an hour had passed.
    pub async fn settle_orders(&self) {
        let mut conn = self.superuser().await;
        let old = "update orders set created_at = created_at - interval '31 minutes'
                   where status in ('pending', 'confirming', 'refunding')";
        sqlx::query(old).execute(&mut conn).await.expect("the time passes");
        let start = Instant::now();
        while start.elapsed() < SETTLE_TIMEOUT {
            self.make_jobs_due(&mut conn).await;
            let unsettled = self.count("orders where status in ('pending', 'confirming', 'refunding')").await;
            if unsettled + self.count(OPEN_JOBS).await == 0 && self.front.is_idle() && self.back.is_idle() {
                return;
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    async fn make_jobs_due(&self, conn: &mut PgConnection) {
        // a job whose worker was killed at each attempt is dead: the sweep enqueues a new one
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        let sweep = NewJob::new(SweepOrders {}).with_unique_key(SweepOrders::KIND);
        queue::enqueue(&mut tx, sweep).await.expect("a job");
        tx.commit().await.expect("committed");
        sqlx::query(
            "update jobs set run_at = now()
             where state = 'queued' and run_at > now() and kind in ('reconcile_order', 'refund_order', 'sweep_orders')",
        )
        .execute(conn)
        .await
        .expect("jobs are made due");
    }

    /// Compares today's ledger with the provider's.
    pub async fn compare_day(&self) {
        let day = domain::calendar::korean_day(now());
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        queue::enqueue(&mut tx, CompareDay { day }).await.expect("a job");
        tx.commit().await.expect("committed");
        self.settle_orders().await;
    }

    pub async fn superuser(&self) -> PgConnection {
        self.database.superuser().await
    }

    /// Counts the rows of a table, with an optional condition.
    pub async fn count(&self, from: &str) -> i64 {
        let statement = sqlx::AssertSqlSafe(format!("select count(*) from {from}"));
        sqlx::query_scalar(statement).fetch_one(&mut self.superuser().await).await.expect("a count")
    }

    /// Returns the provider's ledger: the whole ledger of the merchant, or that of one order.
    pub async fn provider_ledger(&self, oid: &str) -> Value {
        let path = format!("{}/sandbox/book?secret={}&orderId={oid}", self.toss, self.secret);
        self.http.get(path).send().await.expect("a response").json().await.expect("JSON")
    }
}

/// Inserts a unique account at the provider and returns its secret key.
async fn insert_merchant(database: &Database) -> String {
    let sealer = Sealer::load(&Env::from_process().expect("run by `sandbox exec`")).expect("run by `sandbox exec`");
    let secret = format!("test_sk_sandbox_{}", testing::key_prefix());
    let encrypted =
        sealer.seal(&db::payment_accounts::secret_context(database.first.id), secret.as_bytes(), &Random::secure());
    let account = AccountSeed {
        provider: ProviderName::Toss,
        client_id: "test_ck".to_owned(),
        secret_sealed: encrypted.bytes,
        secret_key_id: encrypted.key_id,
    };
    let mut owner = OwnerConn::connect(&database.url).await.expect("the owner");
    let seeded = db::seed::payment_accounts(&mut owner, database.first.id, &[account], factory::now()).await;
    seeded.expect("the account is written");
    secret
}
