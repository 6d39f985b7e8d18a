//! The payment jobs against the sandbox's providers.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use db::claims::{self, NewClaim};
use db::orders::{self, NewOrder};
use db::payment_discrepancies;
use db::seed::AccountSeed;
use db::{OwnerConn, ledger};
use domain::claim::{ClaimForm, ClaimInput, ClaimOptions, ClaimOptionsInput, FormRules};
use domain::{Krw, Oid, OrderId, OrderStatus, ProviderName, TokenHash};
use partners::payment::{PaymentUrls, Payments};
use queue::jobs::{CompareDay, CompareSettlements, ExpireDrafts, ReconcileOrder, RefundOrder, SweepOrders};
use queue::{Job, Runner, Settings, Transport};
use runtime::config::Env;
use runtime::seal::Sealer;
use runtime::{Clock as _, ManualClock, Random};
use serde_json::{Value, json};
use testing::{Database, PrivateRedis, eventually, factory, required};
use tokio_util::sync::CancellationToken;

use super::{PaymentContext, handlers};

const AMOUNT: i64 = 3_630;
/// The merchant of the sandbox's Inicis.
const INICIS_MERCHANT: &str = "INIpayTest";

fn sealer() -> Sealer {
    let pairs = [
        ("HYEOBOM_ENVIRONMENT", "local"),
        ("SEAL_KEYS", "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="),
        ("CI_PEPPER", "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM="),
    ];
    Sealer::load(&Env::from_pairs(pairs).expect("an environment")).expect("keys")
}

/// A tenant that uses the sandbox's provider, with its own merchant for each test.
struct TestPayments {
    database: Database,
    redis: PrivateRedis,
    clock: Arc<ManualClock>,
    context: Arc<PaymentContext>,
    secret: String,
    account: i64,
    http: reqwest::Client,
}

impl TestPayments {
    async fn new() -> Self {
        let secret = format!("test_sk_sandbox_{}", testing::key_prefix());
        Self::with_account(ProviderName::Toss, "test_ck", secret).await
    }

    /// Creates a tenant whose provider has no lists. All tests share its only merchant.
    async fn inicis() -> Self {
        Self::with_account(ProviderName::Inicis, INICIS_MERCHANT, "ItEQKi3rY7uvDS8l".to_owned()).await
    }

    async fn with_account(provider: ProviderName, client_id: &str, secret: String) -> Self {
        let (database, redis) = (Database::create().await, PrivateRedis::start().await);
        let sealed = sealer().seal(
            &db::payment_accounts::secret_context(database.first.id),
            secret.as_bytes(),
            &Random::secure(),
        );
        let account = AccountSeed {
            provider,
            client_id: client_id.to_owned(),
            secret_sealed: sealed.bytes,
            secret_key_id: sealed.key_id,
        };
        let mut owner = OwnerConn::connect(&database.url).await.expect("the owner");
        let seeded = db::seed::payment_accounts(&mut owner, database.first.id, &[account], factory::now()).await;
        seeded.expect("the account is written");
        let mut conn = database.tenant().acquire().await.expect("a connection");
        let account = db::payment_accounts::list(&mut conn).await.expect("a list")[0].id;
        drop(conn);
        let url = |name: &str| required(name).parse().expect("a URL");
        let urls = PaymentUrls { toss: url("TOSS_URL"), inicis: url("INICIS_URL"), inicis_api: url("INICIS_API_URL") };
        // the sandbox's provider uses the machine's clock
        let clock = ManualClock::at(machine_time());
        let context = Arc::new(PaymentContext {
            payments: Payments::new(urls).expect("clients"),
            sealer: sealer(),
            clock: Arc::clone(&clock) as runtime::SharedClock,
        });
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        Self { database, redis, clock, context, secret, account, http }
    }

    async fn order(&self, oid: &str) -> OrderId {
        let now = self.clock.now();
        let db = self.database.tenant();
        let mut tx = db.begin().await.expect("a transaction");
        let insurer = db::insurers::list(&mut tx).await.expect("a list")[0].id;
        let documents = ["medical_bill_receipt".to_owned()];
        let options = ClaimOptionsInput { documents: &documents, ..ClaimOptionsInput::default() };
        let input = ClaimInput {
            insured_name: "홍길동",
            mobile: "01012345678",
            onset_date: "2025-10-01",
            accident_type: "dental",
            reason: "충치 치료",
            ..ClaimInput::default()
        };
        let rules = FormRules { today: now.date_naive(), full_resident: false, mailed: false, forwarded: false };
        let claim = NewClaim {
            person_id: None,
            institution_id: self.database.first.institutions[0],
            insurer_id: insurer,
            forward_insurer_id: None,
            prior: None,
            options: ClaimOptions::parse(&options).expect("options"),
            form: ClaimForm::parse(&input, rules).expect("a form"),
            sealed: None,
        };
        let new = NewOrder {
            oid: Oid::parse(oid).expect("a number"),
            patient_id: self.database.first.patient,
            account_id: self.account,
            claim_id: None,
            amount: Krw::new(AMOUNT),
            lines: json!([]),
            mobile: false,
            checkout: TokenHash::from_token(oid),
        };
        let id = orders::insert(&mut tx, &new, now).await.expect("written");
        claims::insert_draft(&mut tx, id, &claim, now).await.expect("written");
        tx.commit().await.expect("committed");
        id
    }

    /// Lets the provider take money, as for a payer whose browser never returned. Returns the transactions.
    async fn take_payment(&self, oid: &str, amount: i64) -> Value {
        let body = json!({"secret": self.secret, "orderId": oid, "amount": amount});
        let made = self.http.post(format!("{}/sandbox/payments", required("TOSS_URL"))).json(&body).send().await;
        made.expect("a result").json::<Value>().await.expect("JSON")["transactions"].clone()
    }

    /// Pays at Inicis' page, as a payer whose browser never returns. Returns the number of the payment.
    async fn pay_at_inicis(&self, oid: &str, amount: i64) -> String {
        let url = |path: &str| format!("{}{path}", required("INICIS_URL").trim_end_matches('/'));
        let amount = amount.to_string();
        let form = [
            ("P_MID", INICIS_MERCHANT),
            ("P_OID", oid),
            ("P_AMT", &amount),
            ("P_GOODS", "insurance"),
            ("P_NEXT_URL", "http://127.0.0.1:1/"),
            ("choice", "pay"),
        ];
        let page = self.http.post(url("/smart/payment/choice")).form(&form).send().await.expect("a response");
        let page = page.text().await.expect("a page");
        let after = page.split("name=\"P_TID\" value=\"").nth(1).expect("the number of the payment");
        let tid = after.split('"').next().expect("its end");
        let form = [("P_MID", INICIS_MERCHANT), ("P_TID", tid)];
        let response = self.http.post(url("/smart/payReq.ini")).form(&form).send().await.expect("a response");
        assert!(response.text().await.expect("pairs").starts_with("P_STATUS=00"));
        tid.to_owned()
    }

    /// Refunds a payment without our knowledge, as Inicis' merchant site does.
    async fn refund_at_inicis(&self, tid: &str) {
        let url = format!("{}/smart/payNetCancel.ini", required("INICIS_URL").trim_end_matches('/'));
        let form = [("P_MID", INICIS_MERCHANT), ("P_TID", tid)];
        let response = self.http.post(url).form(&form).send().await.expect("a response");
        assert!(response.text().await.expect("pairs").starts_with("P_STATUS=00"));
    }

    async fn list_amounts(&self, oid: &str) -> Vec<i64> {
        let path = format!("{}/sandbox/book?orderId={oid}", required("TOSS_URL"));
        let list_amounts: Value = self.http.get(path).send().await.expect("a response").json().await.expect("JSON");
        let rows = list_amounts["transactions"].as_array().expect("a list").iter();
        rows.map(|row| row["amount"].as_i64().expect("an amount")).collect()
    }

    async fn enqueue<J: Job>(&self, job: J) {
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        queue::enqueue(&mut tx, job).await.expect("a job");
        tx.commit().await.expect("committed");
    }

    /// Runs every due job to its end.
    async fn work(&self) {
        let settings = Settings {
            relay_interval: Duration::from_millis(50),
            relay_grace: Duration::ZERO,
            backoff: Duration::from_millis(50),
            ..Settings::default()
        };
        let transport = Transport::lazy(&self.redis.url(), settings).expect("an address");
        let handlers = handlers(&self.context);
        let stop = CancellationToken::new();
        let runner = Runner::new(self.database.db.clone(), transport, settings, handlers);
        let running = tokio::spawn(runner.run(stop.clone()));
        let open = "select count(*) from jobs where state = 'running' or (state = 'queued' and run_at <= now())";
        let mut superuser = self.database.superuser().await;
        eventually("the end of the jobs", Duration::from_mins(1), async || {
            let count: i64 = sqlx::query_scalar(open).fetch_one(&mut superuser).await.expect("a count");
            count == 0
        })
        .await;
        stop.cancel();
        running.await.expect("no panic");
    }

    async fn status(&self, order: OrderId) -> OrderStatus {
        let mut conn = self.database.tenant().acquire().await.expect("a connection");
        orders::find(&mut conn, order).await.expect("a result").expect("an order").status
    }

    async fn set(&self, statement: &'static str) {
        sqlx::raw_sql(statement).execute(&mut self.database.superuser().await).await.expect("changed");
    }

    /// Returns the kinds of the open findings, and the number of automatically repaired ones.
    async fn findings(&self) -> (Vec<&'static str>, i64) {
        let mut conn = self.database.tenant().acquire().await.expect("a connection");
        let mut open: Vec<_> = payment_discrepancies::list_open(&mut conn, 99)
            .await
            .expect("a list")
            .iter()
            .map(|found| found.kind.as_str())
            .collect();
        open.sort_unstable();
        let repaired = sqlx::query_scalar("select count(*) from payment_findings where repaired_at is not null");
        (open, repaired.fetch_one(&mut self.database.superuser().await).await.expect("a count"))
    }

    async fn is_balanced(&self) -> bool {
        let mut conn = self.database.tenant().acquire().await.expect("a connection");
        ledger::list_unbalanced_orders(&mut conn).await.expect("a list").is_empty()
    }
}

/// Returns the machine's time, which the sandbox's provider uses.
fn machine_time() -> DateTime<Utc> {
    runtime::SystemClock.now()
}

/// Returns an order number that no other run uses, because the provider keeps its transactions.
fn oid(name: &str) -> String {
    format!("clm_{name}_{}", testing::key_prefix().replace("test-", "")).chars().take(40).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn order_of_absent_payer_is_paid_or_expires() {
    let payments = TestPayments::new().await;
    let (paid, open) = (oid("paid"), oid("open"));
    let (one, two) = (payments.order(&paid).await, payments.order(&open).await);
    payments.take_payment(&paid, AMOUNT).await;
    payments.enqueue(ReconcileOrder { order_id: one }).await;
    payments.enqueue(ReconcileOrder { order_id: two }).await;
    payments.work().await;
    assert_eq!((payments.status(one).await, payments.status(two).await), (OrderStatus::Paid, OrderStatus::Pending));
    let later: i64 =
        sqlx::query_scalar("select count(*) from jobs where kind = 'reconcile_order' and state = 'queued'")
            .fetch_one(&mut payments.database.superuser().await)
            .await
            .expect("a count");
    assert_eq!(later, 1, "the open one is asked about again");
    let claims: i64 = sqlx::query_scalar("select count(*) from claims where paid_order_id is not null")
        .fetch_one(&mut payments.database.superuser().await)
        .await
        .expect("a count");
    assert_eq!(claims, 1);
    payments.clock.advance(TimeDelta::minutes(31));
    payments.enqueue(ReconcileOrder { order_id: two }).await;
    payments.work().await;
    assert_eq!(payments.status(two).await, OrderStatus::Expired);
    // when the money is taken later, the order has its claim again
    payments.take_payment(&open, AMOUNT).await;
    payments.enqueue(ReconcileOrder { order_id: two }).await;
    payments.work().await;
    assert_eq!(payments.status(two).await, OrderStatus::Paid);
    assert!(payments.is_balanced().await);
    assert_eq!(payments.findings().await, (vec![], 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn payment_without_claim_is_refunded_once() {
    let payments = TestPayments::new().await;
    let late = oid("late");
    let order = payments.order(&late).await;
    payments.clock.advance(TimeDelta::hours(25));
    payments.enqueue(ExpireDrafts {}).await;
    payments.work().await;
    assert_eq!(payments.status(order).await, OrderStatus::Expired);
    payments.take_payment(&late, AMOUNT).await;
    payments.enqueue(ReconcileOrder { order_id: order }).await;
    payments.work().await;
    // the job that queried the provider enqueued the refund
    assert_eq!(payments.status(order).await, OrderStatus::Refunded);
    assert_eq!(payments.list_amounts(&late).await, [AMOUNT, -AMOUNT]);
    for _ in 0..2 {
        payments.enqueue(RefundOrder { order_id: order }).await;
        payments.enqueue(ReconcileOrder { order_id: order }).await;
    }
    payments.work().await;
    assert_eq!(payments.list_amounts(&late).await, [AMOUNT, -AMOUNT], "once");
    assert!(payments.is_balanced().await);
    assert_eq!(payments.findings().await, (vec![], 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sweep_reports_stuck_order_until_settled() {
    let payments = TestPayments::new().await;
    let stuck = oid("stuck");
    let order = payments.order(&stuck).await;
    payments.set("update orders set status = 'confirming', provider_key = 'k', confirming_at = created_at").await;
    payments.clock.advance(TimeDelta::minutes(20));
    payments.enqueue(SweepOrders {}).await;
    payments.work().await;
    assert_eq!(payments.findings().await, (vec!["stuck"], 0));
    assert_eq!(payments.status(order).await, OrderStatus::Confirming);
    payments.take_payment(&stuck, AMOUNT).await;
    payments.enqueue(SweepOrders {}).await;
    payments.work().await;
    assert_eq!((payments.status(order).await, payments.findings().await), (OrderStatus::Paid, (vec![], 1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compare_day_finds_each_difference() {
    let payments = TestPayments::new().await;
    let (right, missed, foreign, ours, less) = (oid("right"), oid("missed"), oid("foreign"), oid("ours"), oid("less"));
    let one = payments.order(&right).await;
    payments.take_payment(&right, AMOUNT).await;
    payments.enqueue(ReconcileOrder { order_id: one }).await;
    payments.work().await;
    // in turn: missing here; without an order here; missing at the provider; with another amount
    let two = payments.order(&missed).await;
    payments.take_payment(&missed, AMOUNT).await;
    payments.take_payment(&foreign, 500).await;
    let (three, four) = (payments.order(&ours).await, payments.order(&less).await);
    payments.take_payment(&less, 1_000).await;
    payments
        .set(
            "update orders set status = 'paid', provider_key = 'gone' where oid like 'clm_ours%';
         insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
         select tenant_id, id, 'charge', amount, 'gone', now(), now() from orders where oid like 'clm_ours%'",
        )
        .await;
    let today = domain::calendar::korean_day(machine_time());
    payments.enqueue(CompareDay { day: today }).await;
    payments.work().await;
    let (open, repaired) = payments.findings().await;
    assert_eq!(payments.status(two).await, OrderStatus::Paid, "put right by itself");
    assert_eq!((payments.status(three).await, payments.status(four).await), (OrderStatus::Paid, OrderStatus::Pending));
    assert_eq!((open, repaired), (vec!["amount_mismatch", "unpaid", "unrecorded", "unrecorded"], 1));
    // a second run finds nothing new
    payments.enqueue(CompareDay { day: today }).await;
    payments.work().await;
    assert_eq!(payments.findings().await.0.len(), 4);
}

/// Inicis has no daily list, so each order of the day is queried.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compare_day_asks_about_inicis_orders() {
    let payments = TestPayments::inicis().await;
    let (right, missed, ours, open, late) = (oid("iright"), oid("imissed"), oid("iours"), oid("iopen"), oid("ilate"));
    let one = payments.order(&right).await;
    payments.pay_at_inicis(&right, AMOUNT).await;
    payments.enqueue(ReconcileOrder { order_id: one }).await;
    payments.work().await;
    // in turn: missing here; missing at the provider; not paid; paid after the order had expired
    let (two, three) = (payments.order(&missed).await, payments.order(&ours).await);
    payments.pay_at_inicis(&missed, AMOUNT).await;
    payments.set("update orders set status = 'expired' where oid like 'clm_imissed%'").await;
    let (four, five) = (payments.order(&open).await, payments.order(&late).await);
    payments
        .set(
            "update orders set status = 'paid', provider_key = 'gone' where oid like 'clm_iours%';
         insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
         select tenant_id, id, 'charge', amount, 'gone', now(), now() from orders where oid like 'clm_iours%';
         update orders set created_at = created_at - interval '3 days' where oid like 'clm_ilate%'",
        )
        .await;
    payments.pay_at_inicis(&late, AMOUNT).await;
    let today = domain::calendar::korean_day(machine_time());
    for _ in 0..2 {
        payments.enqueue(CompareDay { day: today }).await;
        payments.work().await;
        assert_eq!(payments.findings().await, (vec!["unpaid"], 1), "the one put right is not found again");
    }
    let statuses = [one, two, three, four, five].map(|order| payments.status(order));
    let statuses = futures::future::join_all(statuses).await;
    let expected =
        [OrderStatus::Paid, OrderStatus::Paid, OrderStatus::Paid, OrderStatus::Pending, OrderStatus::Pending];
    assert_eq!(statuses, expected, "an order of another day is not asked about");
}

/// Inicis' merchant site can refund an order after its day was compared.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn later_refund_at_inicis_is_reported_once() {
    let payments = TestPayments::inicis().await;
    let (refunded, kept, older) = (oid("irefunded"), oid("ikept"), oid("iolder"));
    let mut tids = Vec::new();
    for oid in [&refunded, &kept, &older] {
        let order_id = payments.order(oid).await;
        tids.push(payments.pay_at_inicis(oid, AMOUNT).await);
        payments.enqueue(ReconcileOrder { order_id }).await;
    }
    payments.work().await;
    payments
        .set(
            "update orders set created_at = created_at - interval '14 days';
             update orders set created_at = created_at - interval '1 day' where oid like 'clm_iolder%'",
        )
        .await;
    payments.refund_at_inicis(&tids[0]).await;
    payments.refund_at_inicis(&tids[2]).await;
    let today = domain::calendar::korean_day(machine_time());
    let compare = async |day| {
        payments.enqueue(CompareDay { day }).await;
        payments.work().await;
        payments.findings().await
    };
    // the ledger has the charges on the day of the test, which is not the compared one
    assert_eq!(compare(today - TimeDelta::days(7)).await, (vec!["unpaid"], 0), "one week after the order");
    assert_eq!(compare(today + TimeDelta::days(7)).await, (vec!["unpaid"], 0), "once");
    payments.set("update payment_findings set resolved_at = now(), needs_person = false").await;
    assert_eq!(compare(today + TimeDelta::days(14)).await, (vec![], 0), "not again after a person resolved it");
    assert_eq!(compare(today - TimeDelta::days(8)).await, (vec!["unpaid"], 0), "the older one on another day");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compare_day_reports_unbalanced_order_once() {
    let payments = TestPayments::new().await;
    payments.order(&oid("unbalanced")).await;
    // paid, but without a charge in the ledger
    payments.set("update orders set status = 'paid', provider_key = 'k'").await;
    for _ in 0..2 {
        payments.enqueue(CompareDay { day: domain::calendar::korean_day(machine_time()) }).await;
        payments.work().await;
    }
    assert!(!payments.is_balanced().await);
    assert_eq!(payments.findings().await, (vec!["amount_mismatch"], 0));
}

/// The ledger is ours: its balance is checked although no provider can be asked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn balance_is_checked_without_any_provider() {
    let payments = TestPayments::new().await;
    payments.order(&oid("unasked")).await;
    payments.set("update orders set status = 'paid', provider_key = 'k'").await;
    payments.set("update payment_accounts set secret_sealed = '\\x00'").await;
    payments.enqueue(CompareDay { day: domain::calendar::korean_day(machine_time()) }).await;
    payments.work().await;
    assert_eq!(payments.findings().await, (vec!["amount_mismatch"], 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settlements_are_recorded_with_fees() {
    let payments = TestPayments::new().await;
    let (known, foreign) = (oid("known"), oid("foreign"));
    let order = payments.order(&known).await;
    payments.take_payment(&known, AMOUNT).await;
    payments.take_payment(&foreign, 500).await;
    payments.enqueue(ReconcileOrder { order_id: order }).await;
    payments.work().await;
    let today = domain::calendar::korean_day(machine_time());
    // paid out within a week
    for days in 0..8 {
        payments.enqueue(CompareSettlements { day: today + TimeDelta::days(days) }).await;
    }
    payments.work().await;
    let (rows, fees): (i64, i64) = sqlx::query_as(
        "select (select count(*) from settlements), (select count(*) from ledger where kind = 'fee' and amount < 0)",
    )
    .fetch_one(&mut payments.database.superuser().await)
    .await
    .expect("counts");
    assert_eq!((rows, fees), (2, 1));
    assert_eq!(payments.findings().await, (vec!["settlement_mismatch"], 0), "of no order of ours");
    assert!(payments.is_balanced().await);
}
