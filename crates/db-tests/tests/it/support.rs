//! Fixtures for several tests.

use std::time::Duration;

use db::claims::{self, NewClaim};
use db::orders::{self, NewOrder, Settled};
use db::seed::AccountSeed;
use db::{OwnerConn, TenantConn, TenantDb, ledger};
use domain::claim::{Actor, ClaimForm, ClaimInput, ClaimOptions, ClaimOptionsInput, FormRules, StepContext};
use domain::{
    ClaimId, ClaimStatus, Krw, Oid, OrderId, OrderStatus, PatientId, ProviderName, ProviderPayment, ProviderStatus,
    TokenHash,
};
use serde_json::json;
use testing::{Database, eventually, factory};

/// Takes a connection of a tenant.
pub async fn connect(db: &TenantDb) -> TenantConn {
    db.acquire().await.expect("a connection")
}

/// Waits until a transaction waits for the lock of another.
pub async fn wait_for_a_lock(database: &Database) {
    let mut superuser = database.superuser().await;
    let waiting = "select exists(select from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock')";
    eventually("a transaction waits", Duration::from_secs(10), async || {
        sqlx::query_scalar(waiting).fetch_one(&mut superuser).await.expect("a result")
    })
    .await;
}

pub const AMOUNT: i64 = 3_630;
/// Makes every claim one whose documents are forwarded, with the data for the other insurer's form.
pub const FORWARD_CLAIMS: &str = "
    update claims c
    set forwarding = true, bank_name = '국민은행', account_sealed = 'x', account_key_id = 1, account_masked = '****1234',
        depositor = '홍길동', resident_sealed = 'x', resident_key_id = 1,
        forward_insurer_id = (select max(i.id) from insurers i where i.tenant_id = c.tenant_id and i.id <> c.insurer_id)";

/// A patient who pays for claims.
pub struct OrderFixture {
    pub database: Database,
    pub db: TenantDb,
    pub patient: PatientId,
    pub account: i64,
}

impl OrderFixture {
    pub async fn new() -> Self {
        let database = Database::create().await;
        let mut owner = OwnerConn::connect(&database.url).await.expect("the owner");
        let account = AccountSeed {
            provider: ProviderName::Toss,
            client_id: "test_ck".to_owned(),
            secret_sealed: vec![1],
            secret_key_id: 1,
        };
        let seeded = db::seed::payment_accounts(&mut owner, database.first.id, &[account], factory::now()).await;
        seeded.expect("the account is written");
        let db = database.tenant();
        let accounts = db::payment_accounts::list(&mut db.acquire().await.expect("a connection")).await;
        let account = accounts.expect("a list")[0].id;
        Self { patient: database.first.patient, db, database, account }
    }

    pub async fn new_claim(&self) -> NewClaim {
        let insurers = db::insurers::list(&mut self.db.acquire().await.expect("a connection")).await.expect("a list");
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
        let rules =
            FormRules { today: factory::now().date_naive(), full_resident: false, mailed: false, forwarded: false };
        NewClaim {
            person_id: None,
            institution_id: self.database.first.institutions[0],
            insurer_id: insurers[0].id,
            forward_insurer_id: None,
            prior: None,
            options: ClaimOptions::parse(&options).expect("options"),
            form: ClaimForm::parse(&input, rules).expect("a form"),
            sealed: None,
        }
    }

    pub async fn order(&self, oid: &str, claim: Option<ClaimId>) -> OrderId {
        let new = NewOrder {
            oid: Oid::parse(oid).expect("a number"),
            patient_id: self.patient,
            account_id: self.account,
            claim_id: claim,
            amount: Krw::new(AMOUNT),
            lines: json!([]),
            mobile: false,
            checkout: TokenHash::from_token("t"),
        };
        let draft = self.new_claim().await;
        let mut tx = self.db.begin().await.expect("a transaction");
        let id = orders::insert(&mut tx, &new, factory::now()).await.expect("written");
        if claim.is_none() {
            claims::insert_draft(&mut tx, id, &draft, factory::now()).await.expect("written");
        }
        tx.commit().await.expect("committed");
        id
    }

    pub async fn unpaid_claim(&self) -> ClaimId {
        let new = self.new_claim().await;
        let mut tx = self.db.begin().await.expect("a transaction");
        let id = claims::insert(&mut tx, self.patient, &new, factory::now()).await.expect("written");
        tx.commit().await.expect("committed");
        id
    }

    pub async fn settle(&self, order: OrderId, seen: Option<&ProviderPayment>) -> Settled {
        let mut tx = self.db.begin().await.expect("a transaction");
        let settled = orders::settle(&mut tx, order, seen, factory::now()).await.expect("a result").expect("an order");
        tx.commit().await.expect("committed");
        settled
    }

    pub async fn status(&self, order: OrderId) -> OrderStatus {
        let mut conn = self.db.acquire().await.expect("a connection");
        orders::find(&mut conn, order).await.expect("a result").expect("an order").status
    }

    /// Cancels a claim like its patient.
    pub async fn cancel(&self, claim: ClaimId) -> Option<OrderId> {
        let mut tx = self.db.begin().await.expect("a transaction");
        let locked = claims::lock(&mut tx, claim).await.expect("a result").expect("a claim");
        let context = StepContext {
            by: Actor::Patient,
            is_paid: locked.paid_order.is_some(),
            all_issued: false,
            any_issued: false,
        };
        locked.status.step(ClaimStatus::Canceled, context).expect("it may be called off");
        let refund = orders::cancel_claim(&mut tx, &locked, None, factory::now()).await.expect("called off");
        tx.commit().await.expect("committed");
        refund
    }

    pub async fn ledger(&self) -> Vec<(String, i64)> {
        sqlx::query_as("select kind, amount from ledger order by id")
            .fetch_all(&mut self.database.superuser().await)
            .await
            .expect("a list")
    }

    pub async fn is_balanced(&self) -> bool {
        let mut conn = self.db.acquire().await.expect("a connection");
        ledger::list_unbalanced_orders(&mut conn).await.expect("a list").is_empty()
    }
}

pub fn provider_payment(oid: &str, status: ProviderStatus) -> ProviderPayment {
    ProviderPayment {
        oid: Oid::parse(oid).expect("a number"),
        provider_key: format!("pay-{oid}"),
        status,
        amount: Krw::new(AMOUNT),
        balance: if status == ProviderStatus::Canceled { Krw::ZERO } else { Krw::new(AMOUNT) },
        currency: "KRW".to_owned(),
        method: Some("카드".to_owned()),
        approved_at: Some(factory::now()),
        receipt_url: None,
        transaction_key: Some(format!("{}-{oid}", status.as_str())),
        failure: None,
    }
}
