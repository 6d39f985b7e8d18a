//! One tenant's product, long-lived: database, Redis, both programs, and the proxies before them and behind them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Datelike as _, Utc};
use db::Owner;
use db::consents::NewConsent;
use db::seed::AccountSeed;
use domain::{ConsentKind, PatientId, ProviderName, TokenHash};
use queue::{NewJob, Queue};
use reqwest::Client;
use runtime::config::Env;
use runtime::seal::Sealer;
use runtime::{Clock as _, Random};
use serde_json::Value;
use sqlx::PgConnection;
use testing::{Database, PrivateRedis, factory};
use tokio::time::sleep;

use super::programs::{Programs, Victim};
use super::proxy::{Proxy, Upstream, listen};

/// How long the orders of all cells may take to be settled.
const PATIENCE: Duration = Duration::from_mins(1);
/// Jobs that an order waits for, and a comparison that is due.
const OPEN: &str = "jobs where state in ('queued', 'running')
    and (kind in ('reconcile_order', 'refund_order') or kind = 'compare_day' and run_at <= now())";

/// The product, between its proxies.
pub struct House {
    pub programs: Arc<Programs>,
    /// Before the api: browsers, returns and webhooks come through it.
    pub front: Proxy,
    /// Before the provider: api and worker call through it.
    pub back: Proxy,
    /// The host that browsers use.
    pub host: String,
    /// Where the front proxy listens.
    pub address: String,
    pub http: Client,
    pub database: Database,
    /// The merchant's secret, by which the provider's book is read.
    pub secret: String,
    toss: String,
    _redis: PrivateRedis,
}

/// A patient who is signed in and agreed to what a claim needs.
pub struct Patient {
    pub id: PatientId,
    pub token: String,
    /// The claim that they will make.
    pub claim: Value,
}

pub fn now() -> DateTime<Utc> {
    runtime::SystemClock.now()
}

impl House {
    pub async fn open(victim: Option<Victim>) -> Self {
        let (database, redis) = (Database::create().await, PrivateRedis::start().await);
        let toss = testing::optional("TOSS_URL").expect("run by `sandbox exec`");
        let ((front, before), (back, behind)) = (listen().await, listen().await);
        let variables = vec![
            ("DATABASE_URL", database.url.clone()),
            ("REDIS_URL", redis.url()),
            ("TOSS_URL", format!("http://{behind}")),
            ("WEB_ORIGIN", format!("http://localhost:{}", before.port())),
        ];
        let programs = Arc::new(Programs::new(database.url.clone(), variables, Victim::name(victim)));
        let secret = merchant(&database).await;
        programs.start().await;
        let http = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).pool_max_idle_per_host(0);
        Self {
            front: Proxy::serve(front, Upstream::Api, Arc::clone(&programs)),
            back: Proxy::serve(back, Upstream::At(toss.clone()), Arc::clone(&programs)),
            programs,
            host: format!("{}:{}", database.first.host, before.port()),
            address: format!("http://{before}"),
            http: http.build().expect("a client"),
            database,
            secret,
            toss,
            _redis: redis,
        }
    }

    /// A patient of this name.
    pub async fn patient(&self, login: &str) -> Patient {
        let db = self.database.tenant();
        let id = factory::patient(&db, login).await.id;
        // as long as the product's own
        let token = format!("{login:x<43}");
        factory::session(&db, id, &TokenHash::of(&token), now()).await;
        let mut conn = db.acquire().await.expect("a connection");
        let insurer = db::insurers::list(&mut conn).await.expect("a list").swap_remove(0);
        let clinic = self.database.first.institutions[0];
        let clinic_name: String = sqlx::query_scalar("select name from institutions where id = $1")
            .bind(clinic.get())
            .fetch_one(&mut self.superuser().await)
            .await
            .expect("a clinic");
        let agreed = [
            (ConsentKind::Health, None),
            (ConsentKind::Provide, Some(insurer.name)),
            (ConsentKind::Provide, Some(clinic_name)),
        ];
        for (kind, recipient) in agreed {
            let version = factory::now().date_naive();
            let consent = NewConsent { patient_id: id, kind, recipient, version, client_address: None };
            db::consents::give(&mut conn, &consent, now()).await.expect("a consent");
        }
        let claim = serde_json::json!({
            "institutionId": clinic.get(), "insurerId": insurer.id.get(), "consented": true, "insuredName": "홍길동",
            "mobile": "01012345678", "onsetDate": domain::number::korean_day(now()), "accidentType": "dental",
            "reason": "충치 치료", "bankName": "국민은행", "accountNumber": "12345678901234", "depositor": "홍길동",
            "residentFront": "900315", "residentBack": "1", "documents": ["medical_bill_receipt", "detailed_statement"],
            "doctorSignature": false, "registeredMail": false, "forwarding": false, "kind": "new",
        });
        Patient { id, token, claim }
    }

    /// Makes due what would be due in time, until every order is settled and nothing is under way. What nobody came back for in
    /// half an hour is given up.
    pub async fn settle(&self) {
        let mut conn = self.superuser().await;
        let old = "update orders set created_at = created_at - interval '31 minutes'
                   where status in ('pending', 'confirming', 'refunding')";
        sqlx::query(old).execute(&mut conn).await.expect("the time passes");
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            self.pass_time(&mut conn).await;
            let unsettled = self.count("orders where status in ('pending', 'confirming', 'refunding')").await;
            if unsettled + self.count(OPEN).await == 0 && self.front.is_idle() && self.back.is_idle() {
                return;
            }
            sleep(Duration::from_millis(250)).await;
        }
    }

    async fn pass_time(&self, conn: &mut PgConnection) {
        // a job whose worker was killed at each attempt is given up, and the sweep makes a new one
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        let sweep = NewJob::new(Queue::Payments, "sweep_orders", self.database.first.id.get()).unique("sweep_orders");
        queue::enqueue(&mut tx, &sweep).await.expect("a job");
        tx.commit().await.expect("committed");
        sqlx::query(
            "update jobs set run_at = now()
             where state = 'queued' and run_at > now() and kind in ('reconcile_order', 'refund_order', 'sweep_orders')",
        )
        .execute(conn)
        .await
        .expect("jobs are made due");
    }

    /// Compares today with the provider's list.
    pub async fn compare_day(&self) {
        let day = domain::number::korean_day(now()).num_days_from_ce();
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        queue::enqueue(&mut tx, &NewJob::new(Queue::Payments, "compare_day", day.into())).await.expect("a job");
        tx.commit().await.expect("committed");
        self.settle().await;
    }

    pub async fn superuser(&self) -> PgConnection {
        self.database.superuser().await
    }

    /// How many rows there are of `from`: a table, perhaps with a condition.
    pub async fn count(&self, from: &str) -> i64 {
        let statement = sqlx::AssertSqlSafe(format!("select count(*) from {from}"));
        sqlx::query_scalar(statement).fetch_one(&mut self.superuser().await).await.expect("a count")
    }

    /// The provider's book: all of the merchant's, or of one order.
    pub async fn book(&self, oid: &str) -> Value {
        let path = format!("{}/sandbox/book?secret={}&orderId={oid}", self.toss, self.secret);
        self.http.get(path).send().await.expect("an answer").json().await.expect("JSON")
    }
}

/// An account at the provider that no other test has; answers its secret.
async fn merchant(database: &Database) -> String {
    let sealer = Sealer::load(&Env::from_process().expect("run by `sandbox exec`")).expect("run by `sandbox exec`");
    let secret = format!("test_sk_sandbox_{}", testing::key_prefix());
    let context = db::payment_accounts::secret_context(database.first.id);
    let kept = sealer.seal(&context, secret.as_bytes(), &Random::secure());
    let account = AccountSeed {
        provider: ProviderName::Toss,
        client_id: "test_ck".to_owned(),
        secret_sealed: kept.bytes,
        secret_key_id: kept.key_id,
    };
    let mut owner = Owner::connect(&database.url).await.expect("the owner");
    let seeded = db::seed::payment_accounts(&mut owner, database.first.id, &[account], factory::now()).await;
    seeded.expect("the account is written");
    secret
}
