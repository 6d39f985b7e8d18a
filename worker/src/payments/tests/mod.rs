//! The jobs about money against the sandbox's provider.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Datelike as _, NaiveDate, TimeDelta, Utc};
use db::claims::{self, NewClaim, SealedText};
use db::findings;
use db::orders::{self, NewOrder};
use db::seed::AccountSeed;
use db::{Owner, ledger};
use domain::claim::{ClaimForm, ClaimInput, FormRules, Options, OptionsInput};
use domain::{Oid, OrderId, OrderStatus, ProviderName, TokenHash, Won};
use partners::payment::{PaymentUrls, Payments};
use queue::{NewJob, Queue, Registry, Runner, Settings, Transport};
use runtime::config::Env;
use runtime::seal::Sealer;
use runtime::{Clock as _, ManualClock, Random};
use serde_json::{Value, json};
use testing::{Database, PrivateRedis, factory};
use tokio_util::sync::CancellationToken;

use super::Cashier;
use super::compare_day::CompareDay;
use super::compare_settlements::CompareSettlements;
use super::expire_drafts::ExpireDrafts;
use super::reconcile_order::ReconcileOrder;
use super::refund_order::RefundOrder;
use super::sweep_orders::SweepOrders;

const AMOUNT: i64 = 3_630;

fn variable(name: &str) -> String {
    testing::optional(name).expect("run by `sandbox exec`")
}

fn sealer() -> Sealer {
    let pairs = [
        ("HYEOBOM_ENVIRONMENT", "local"),
        ("SEAL_KEYS", "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="),
        ("CI_PEPPER", "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM="),
    ];
    Sealer::load(&Env::from_pairs(pairs).expect("an environment")).expect("keys")
}

/// A tenant whose provider is the sandbox's, as a merchant that no other test has.
struct Till {
    database: Database,
    redis: PrivateRedis,
    clock: Arc<ManualClock>,
    cashier: Cashier,
    secret: String,
    account: i64,
    http: reqwest::Client,
}

impl Till {
    async fn open() -> Self {
        let (database, redis) = (Database::create().await, PrivateRedis::start().await);
        let secret = format!("test_sk_sandbox_{}", testing::key_prefix());
        let sealed = sealer().seal(
            &db::payment_accounts::secret_context(database.first.id),
            secret.as_bytes(),
            &Random::secure(),
        );
        let account = AccountSeed {
            provider: ProviderName::Toss,
            client_id: "test_ck".to_owned(),
            secret_sealed: sealed.bytes,
            secret_key_id: sealed.key_id,
        };
        let mut owner = Owner::connect(&database.url).await.expect("the owner");
        let seeded = db::seed::payment_accounts(&mut owner, database.first.id, &[account], factory::now()).await;
        seeded.expect("the account is written");
        let mut conn = database.tenant().acquire().await.expect("a connection");
        let account = db::payment_accounts::list(&mut conn).await.expect("a list")[0].id;
        drop(conn);
        let url = |name: &str| variable(name).parse().expect("a URL");
        let urls = PaymentUrls { toss: url("TOSS_URL"), inicis: url("INICIS_URL"), inicis_api: url("INICIS_API_URL") };
        // the provider's own clock is the machine's
        let clock = ManualClock::at(machine_time());
        let cashier = Cashier {
            payments: Payments::new(urls).expect("clients"),
            sealer: sealer(),
            clock: Arc::clone(&clock) as runtime::SharedClock,
        };
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self { database, redis, clock, cashier, secret, account, http }
    }

    async fn order(&self, oid: &str) -> OrderId {
        let now = self.clock.now();
        let db = self.database.tenant();
        let mut tx = db.begin().await.expect("a transaction");
        let insurer = db::insurers::list(&mut tx).await.expect("a list")[0].id;
        let documents = ["medical_bill_receipt".to_owned()];
        let options = OptionsInput { documents: &documents, ..OptionsInput::default() };
        let input = ClaimInput {
            insured_name: "홍길동",
            mobile: "01012345678",
            onset_date: "2025-10-01",
            accident_type: "dental",
            reason: "충치 치료",
            bank_name: "국민은행",
            account_number: "12345678901",
            depositor: "홍길동",
            resident_front: "900315",
            resident_back: "1",
            ..ClaimInput::default()
        };
        let rules = FormRules { today: now.date_naive(), full_resident: false, mailed: false };
        let sealed = || SealedText { bytes: vec![7; 40], key_id: 1 };
        let claim = NewClaim {
            institution_id: self.database.first.institutions[0],
            insurer_id: insurer,
            prior: None,
            options: Options::parse(&options).expect("options"),
            form: ClaimForm::parse(&input, rules).expect("a form"),
            account: sealed(),
            resident: sealed(),
        };
        let new = NewOrder {
            oid: Oid::parse(oid).expect("a number"),
            patient_id: self.database.first.patient,
            account_id: self.account,
            claim_id: None,
            amount: Won::new(AMOUNT),
            lines: json!([]),
            mobile: false,
            checkout: TokenHash::of(oid),
        };
        let id = orders::insert(&mut tx, &new, now).await.expect("written");
        claims::insert_draft(&mut tx, id, &claim, now).await.expect("written");
        tx.commit().await.expect("committed");
        id
    }

    /// Lets the provider take money, as for a payer whose browser never came back; answers the movements.
    async fn taken(&self, oid: &str, amount: i64) -> Value {
        let body = json!({"secret": self.secret, "orderId": oid, "amount": amount});
        let made = self.http.post(format!("{}/sandbox/payments", variable("TOSS_URL"))).json(&body).send().await;
        made.expect("an answer").json::<Value>().await.expect("JSON")["transactions"].clone()
    }

    async fn book(&self, oid: &str) -> Vec<i64> {
        let path = format!("{}/sandbox/book?orderId={oid}", variable("TOSS_URL"));
        let book: Value = self.http.get(path).send().await.expect("an answer").json().await.expect("JSON");
        let rows = book["transactions"].as_array().expect("a list").iter();
        rows.map(|row| row["amount"].as_i64().expect("an amount")).collect()
    }

    async fn enqueue(&self, kind: &'static str, about: i64) {
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        queue::enqueue(&mut tx, &NewJob::new(Queue::Payments, kind, about)).await.expect("a job");
        tx.commit().await.expect("committed");
    }

    /// Works until every job that is due has ended.
    async fn work(&self) {
        let settings = Settings {
            relay_every: Duration::from_millis(50),
            relay_grace: Duration::ZERO,
            backoff: Duration::from_millis(50),
            ..Settings::default()
        };
        let transport = Transport::lazy(&self.redis.url(), settings).expect("an address");
        let (call, list) = (Duration::from_secs(30), Duration::from_mins(1));
        let cashier = || self.cashier.clone();
        let registry = Registry::new()
            .with(Queue::Payments, "reconcile_order", call, ReconcileOrder { cashier: cashier() })
            .with(Queue::Payments, "refund_order", call, RefundOrder { cashier: cashier() })
            .with(Queue::Payments, "sweep_orders", call, SweepOrders { cashier: cashier() })
            .with(Queue::Payments, "expire_drafts", call, ExpireDrafts { clock: cashier().clock })
            .with(Queue::Payments, "compare_day", list, CompareDay { cashier: cashier() })
            .with(Queue::Payments, "compare_settlements", list, CompareSettlements { cashier: cashier() });
        let stop = CancellationToken::new();
        let runner = Runner::new(self.database.db.clone(), transport, settings, registry);
        let running = tokio::spawn(runner.run(stop.clone()));
        let open = "select count(*) from jobs where state = 'running' or (state = 'queued' and run_at <= now())";
        for _ in 0..1_200 {
            let count: i64 =
                sqlx::query_scalar(open).fetch_one(&mut self.database.superuser().await).await.expect("a count");
            if count == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        stop.cancel();
        running.await.expect("no panic").expect("an orderly end");
    }

    async fn status(&self, order: OrderId) -> OrderStatus {
        let mut conn = self.database.tenant().acquire().await.expect("a connection");
        orders::find(&mut conn, order).await.expect("an answer").expect("an order").status
    }

    async fn set(&self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(&mut self.database.superuser().await).await.expect("changed");
    }

    /// The open findings, and those that were put right by themselves.
    async fn findings(&self) -> (Vec<&'static str>, i64) {
        let mut conn = self.database.tenant().acquire().await.expect("a connection");
        let mut open: Vec<_> =
            findings::list_open(&mut conn, 99).await.expect("a list").iter().map(|found| found.kind.as_str()).collect();
        open.sort_unstable();
        let repaired = sqlx::query_scalar("select count(*) from payment_findings where repaired_at is not null");
        (open, repaired.fetch_one(&mut self.database.superuser().await).await.expect("a count"))
    }

    async fn balanced(&self) -> bool {
        let mut conn = self.database.tenant().acquire().await.expect("a connection");
        ledger::list_unbalanced(&mut conn).await.expect("a list").is_empty()
    }
}

/// The moment that it is on this machine: the sandbox's provider lives by it.
fn machine_time() -> DateTime<Utc> {
    runtime::SystemClock.now()
}

fn day_number(day: NaiveDate) -> i64 {
    day.num_days_from_ce().into()
}

/// An order's number that no other run has: the provider keeps its book.
fn oid(name: &str) -> String {
    format!("clm_{name}_{}", testing::key_prefix().replace("test-", "")).chars().take(40).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_whose_payer_never_came_back_is_paid_or_given_up() {
    let till = Till::open().await;
    let (paid, open) = (oid("paid"), oid("open"));
    let (one, two) = (till.order(&paid).await, till.order(&open).await);
    till.taken(&paid, AMOUNT).await;
    till.enqueue("reconcile_order", one.get()).await;
    till.enqueue("reconcile_order", two.get()).await;
    till.work().await;
    assert_eq!((till.status(one).await, till.status(two).await), (OrderStatus::Paid, OrderStatus::Pending));
    let later: i64 =
        sqlx::query_scalar("select count(*) from jobs where kind = 'reconcile_order' and state = 'queued'")
            .fetch_one(&mut till.database.superuser().await)
            .await
            .expect("a count");
    assert_eq!(later, 1, "the open one is asked about again");
    let claims: i64 = sqlx::query_scalar("select count(*) from claims where paid_order_id is not null")
        .fetch_one(&mut till.database.superuser().await)
        .await
        .expect("a count");
    assert_eq!(claims, 1);
    till.clock.advance(TimeDelta::minutes(31));
    till.enqueue("reconcile_order", two.get()).await;
    till.work().await;
    assert_eq!(till.status(two).await, OrderStatus::Expired);
    // and when its money is taken after all, the claim is there
    till.taken(&open, AMOUNT).await;
    till.enqueue("reconcile_order", two.get()).await;
    till.work().await;
    assert_eq!(till.status(two).await, OrderStatus::Paid);
    assert!(till.balanced().await);
    assert_eq!(till.findings().await, (vec![], 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn money_that_nothing_is_left_to_pay_for_goes_back_once() {
    let till = Till::open().await;
    let late = oid("late");
    let order = till.order(&late).await;
    till.clock.advance(TimeDelta::hours(25));
    till.enqueue("expire_drafts", 0).await;
    till.work().await;
    assert_eq!(till.status(order).await, OrderStatus::Expired);
    till.taken(&late, AMOUNT).await;
    till.enqueue("reconcile_order", order.get()).await;
    till.work().await;
    // the job that asked made the job that gives back
    assert_eq!(till.status(order).await, OrderStatus::Refunded);
    assert_eq!(till.book(&late).await, [AMOUNT, -AMOUNT]);
    for _ in 0..2 {
        till.enqueue("refund_order", order.get()).await;
        till.enqueue("reconcile_order", order.get()).await;
    }
    till.work().await;
    assert_eq!(till.book(&late).await, [AMOUNT, -AMOUNT], "once");
    assert!(till.balanced().await);
    assert_eq!(till.findings().await, (vec![], 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sweep_finds_what_is_stuck_and_its_end_clears_the_finding() {
    let till = Till::open().await;
    let stuck = oid("stuck");
    let order = till.order(&stuck).await;
    till.set("update orders set status = 'confirming', provider_key = 'k', confirming_at = created_at").await;
    till.clock.advance(TimeDelta::minutes(20));
    till.enqueue("sweep_orders", 0).await;
    till.work().await;
    assert_eq!(till.findings().await, (vec!["stuck"], 0));
    assert_eq!(till.status(order).await, OrderStatus::Confirming);
    till.taken(&stuck, AMOUNT).await;
    till.enqueue("sweep_orders", 0).await;
    till.work().await;
    assert_eq!((till.status(order).await, till.findings().await), (OrderStatus::Paid, (vec![], 1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_is_compared_movement_by_movement() {
    let till = Till::open().await;
    let (right, missed, foreign, ours, less) = (oid("right"), oid("missed"), oid("foreign"), oid("ours"), oid("less"));
    let one = till.order(&right).await;
    till.taken(&right, AMOUNT).await;
    till.enqueue("reconcile_order", one.get()).await;
    till.work().await;
    // paid there and not here; of no order here; here and not there; another amount
    let two = till.order(&missed).await;
    till.taken(&missed, AMOUNT).await;
    till.taken(&foreign, 500).await;
    let (three, four) = (till.order(&ours).await, till.order(&less).await);
    till.taken(&less, 1_000).await;
    till.set(
        "update orders set status = 'paid', provider_key = 'gone' where oid like 'clm_ours%';
         insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
         select tenant_id, id, 'charge', amount, 'gone', now(), now() from orders where oid like 'clm_ours%'",
    )
    .await;
    let today = domain::number::korean_day(machine_time());
    till.enqueue("compare_day", day_number(today)).await;
    till.work().await;
    let (open, repaired) = till.findings().await;
    assert_eq!(till.status(two).await, OrderStatus::Paid, "put right by itself");
    assert_eq!((till.status(three).await, till.status(four).await), (OrderStatus::Paid, OrderStatus::Pending));
    assert_eq!((open, repaired), (vec!["amount_mismatch", "unpaid", "unrecorded", "unrecorded"], 1));
    // again, and nothing is found twice
    till.enqueue("compare_day", day_number(today)).await;
    till.work().await;
    assert_eq!(till.findings().await.0.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pay_outs_are_noted_with_their_fees() {
    let till = Till::open().await;
    let (known, foreign) = (oid("known"), oid("foreign"));
    let order = till.order(&known).await;
    till.taken(&known, AMOUNT).await;
    till.taken(&foreign, 500).await;
    till.enqueue("reconcile_order", order.get()).await;
    till.work().await;
    let today = domain::number::korean_day(machine_time());
    // paid out within a week
    for days in 0..8 {
        till.enqueue("compare_settlements", day_number(today + TimeDelta::days(days))).await;
    }
    till.work().await;
    let (rows, fees): (i64, i64) = sqlx::query_as(
        "select (select count(*) from settlements), (select count(*) from ledger where kind = 'fee' and amount < 0)",
    )
    .fetch_one(&mut till.database.superuser().await)
    .await
    .expect("counts");
    assert_eq!((rows, fees), (2, 1));
    assert_eq!(till.findings().await, (vec!["settlement_mismatch"], 0), "of no order of ours");
    assert!(till.balanced().await);
}
