//! Claims and orders against the database: every step, allowed and not, raced; the ledger; what leaving does.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use db::claims::{self, NewClaim, SealedText};
use db::findings::{self, FindingKind};
use db::orders::{self, NewOrder, Settled};
use db::seed::AccountSeed;
use db::{Owner, TenantDb, leaving, ledger};
use domain::claim::{Actor, ClaimForm, ClaimInput, Facts, FormRules, Options, OptionsInput};
use domain::{
    ClaimId, ClaimStatus, Oid, OrderId, OrderStatus, PatientId, ProviderName, ProviderPayment, ProviderStatus,
    TokenHash, Won,
};
use serde_json::json;
use sqlx::AssertSqlSafe;
use testing::{Database, factory};

const AMOUNT: i64 = 3_630;

struct Desk {
    database: Database,
    db: TenantDb,
    patient: PatientId,
    account: i64,
}

impl Desk {
    async fn new() -> Self {
        let database = Database::create().await;
        let mut owner = Owner::connect(&database.url).await.expect("the owner");
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

    async fn claim(&self) -> NewClaim {
        let insurers = db::insurers::list(&mut self.db.acquire().await.expect("a connection")).await.expect("a list");
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
        let rules = FormRules { today: factory::now().date_naive(), full_resident: false, mailed: false };
        let sealed = || SealedText { bytes: vec![7; 40], key_id: 1 };
        NewClaim {
            institution_id: self.database.first.institutions[0],
            insurer_id: insurers[0].id,
            prior: None,
            options: Options::parse(&options).expect("options"),
            form: ClaimForm::parse(&input, rules).expect("a form"),
            account: sealed(),
            resident: sealed(),
        }
    }

    async fn order(&self, oid: &str, claim: Option<ClaimId>) -> OrderId {
        let new = NewOrder {
            oid: Oid::parse(oid).expect("a number"),
            patient_id: self.patient,
            account_id: self.account,
            claim_id: claim,
            amount: Won::new(AMOUNT),
            lines: json!([]),
            mobile: false,
            checkout: TokenHash::of("t"),
        };
        let draft = self.claim().await;
        let mut tx = self.db.begin().await.expect("a transaction");
        let id = orders::insert(&mut tx, &new, factory::now()).await.expect("written");
        if claim.is_none() {
            claims::insert_draft(&mut tx, id, &draft, factory::now()).await.expect("written");
        }
        tx.commit().await.expect("committed");
        id
    }

    async fn unpaid_claim(&self) -> ClaimId {
        let new = self.claim().await;
        let mut tx = self.db.begin().await.expect("a transaction");
        let id = claims::insert(&mut tx, self.patient, &new, factory::now()).await.expect("written");
        tx.commit().await.expect("committed");
        id
    }

    async fn settle(&self, order: OrderId, seen: Option<&ProviderPayment>) -> Settled {
        let mut tx = self.db.begin().await.expect("a transaction");
        let settled = orders::settle(&mut tx, order, seen, factory::now()).await.expect("an answer").expect("an order");
        tx.commit().await.expect("committed");
        settled
    }

    async fn status(&self, order: OrderId) -> OrderStatus {
        let mut conn = self.db.acquire().await.expect("a connection");
        orders::find(&mut conn, order).await.expect("an answer").expect("an order").status
    }

    /// Calls a claim off as its patient does.
    async fn cancel(&self, claim: ClaimId) -> Option<OrderId> {
        let mut tx = self.db.begin().await.expect("a transaction");
        let locked = claims::lock(&mut tx, claim).await.expect("an answer").expect("a claim");
        let facts = Facts { by: Actor::Patient, paid: locked.paid_order.is_some(), all_issued: false };
        locked.status.step(ClaimStatus::Canceled, facts).expect("it may be called off");
        let refund = claims::cancel(&mut tx, &locked, None, factory::now()).await.expect("called off");
        tx.commit().await.expect("committed");
        refund
    }

    async fn ledger(&self) -> Vec<(String, i64)> {
        sqlx::query_as("select kind, amount from ledger order by id")
            .fetch_all(&mut self.database.superuser().await)
            .await
            .expect("a list")
    }

    async fn balanced(&self) -> bool {
        let mut conn = self.db.acquire().await.expect("a connection");
        ledger::list_unbalanced(&mut conn).await.expect("a list").is_empty()
    }
}

fn seen(oid: &str, status: ProviderStatus) -> ProviderPayment {
    ProviderPayment {
        oid: Oid::parse(oid).expect("a number"),
        provider_key: format!("pay-{oid}"),
        status,
        amount: Won::new(AMOUNT),
        balance: if status == ProviderStatus::Canceled { Won::ZERO } else { Won::new(AMOUNT) },
        currency: "KRW".to_owned(),
        method: Some("카드".to_owned()),
        approved_at: Some(factory::now()),
        receipt_url: None,
        transaction_key: Some(format!("{}-{oid}", status.as_str())),
        failure: None,
    }
}

#[tokio::test]
async fn a_paid_order_makes_its_claim_once_whoever_notices() {
    let desk = Desk::new().await;
    let order = desk.order("clm_first", None).await;
    assert_eq!(desk.settle(order, None).await, Settled::Waits);
    let done = seen("clm_first", ProviderStatus::Done);
    // the browser's return, a hint and two jobs at the same moment
    let both = tokio::join!(
        desk.settle(order, Some(&done)),
        desk.settle(order, Some(&done)),
        desk.settle(order, Some(&done)),
        desk.settle(order, Some(&done))
    );
    let Settled::Paid(claim) = both.0 else { panic!("{both:?}") };
    assert_eq!(both, (both.0, both.0, both.0, both.0), "all come to the same end");
    assert_eq!(desk.ledger().await, [("charge".to_owned(), AMOUNT)]);
    let mut conn = desk.db.acquire().await.expect("a connection");
    let made = claims::find_own(&mut conn, desk.patient, claim).await.expect("an answer").expect("a claim");
    assert_eq!(
        (made.status, made.account_masked.as_str(), made.documents.len()),
        (ClaimStatus::Requested, "*******8901", 1)
    );
    assert_eq!(made.payment.expect("paid").amount, AMOUNT);
    let told = db::notifications::list(&mut conn, desk.patient, None, 9).await.expect("a list");
    let told: Vec<_> = told.iter().map(|one| (one.kind, one.claim_id)).collect();
    assert_eq!(told, [(domain::NotificationKind::ClaimPaid, Some(claim))]);
    assert!(desk.balanced().await);
    let drafts: i64 = sqlx::query_scalar("select count(*) from claim_drafts")
        .fetch_one(&mut desk.database.superuser().await)
        .await
        .expect("a count");
    assert_eq!(drafts, 0);
}

#[tokio::test]
async fn a_claim_is_paid_once_and_the_second_payment_goes_back() {
    let desk = Desk::new().await;
    let claim = desk.unpaid_claim().await;
    let (one, two) = (desk.order("clm_one-1", Some(claim)).await, desk.order("clm_two-2", Some(claim)).await);
    let (first, second) = (seen("clm_one-1", ProviderStatus::Done), seen("clm_two-2", ProviderStatus::Done));
    let (a, b) = tokio::join!(desk.settle(one, Some(&first)), desk.settle(two, Some(&second)));
    let mut ends = [a, b];
    ends.sort_by_key(|end| matches!(end, Settled::Refund(_)));
    assert_eq!(ends, [Settled::Paid(claim), Settled::Refund(Won::new(AMOUNT))]);
    assert!(desk.balanced().await);
    let (loser, oid) = if matches!(a, Settled::Refund(_)) { (one, "clm_one-1") } else { (two, "clm_two-2") };
    assert_eq!(desk.status(loser).await, OrderStatus::Refunding);
    assert_eq!(desk.settle(loser, Some(&seen(oid, ProviderStatus::Canceled))).await, Settled::Refunded);
    assert!(desk.balanced().await);
    assert_eq!(desk.ledger().await.iter().map(|(_, amount)| amount).sum::<i64>(), AMOUNT);
}

#[tokio::test]
async fn calling_off_against_paying_loses_no_money() {
    for round in 0..6 {
        let desk = Desk::new().await;
        let claim = desk.unpaid_claim().await;
        let order = desk.order("clm_race", Some(claim)).await;
        let done = seen("clm_race", ProviderStatus::Done);
        let (refund, settled) = if round % 2 == 0 {
            tokio::join!(desk.cancel(claim), desk.settle(order, Some(&done)))
        } else {
            let (settled, refund) = tokio::join!(desk.settle(order, Some(&done)), desk.cancel(claim));
            (refund, settled)
        };
        // either it was paid first and calling off sends the money back, or it was called off first
        let either = match settled {
            Settled::Paid(_) => refund == Some(order),
            Settled::Refund(_) => refund.is_none(),
            _ => false,
        };
        assert!(either, "{settled:?} {refund:?}");
        assert_eq!(desk.status(order).await, OrderStatus::Refunding);
        assert_eq!(desk.settle(order, Some(&seen("clm_race", ProviderStatus::Canceled))).await, Settled::Refunded);
        // an answer to the confirmation that was on its way all the time
        let mut tx = desk.db.begin().await.expect("a transaction");
        let late = orders::settle_confirmed(&mut tx, order, &done, factory::now()).await;
        assert_eq!(late.expect("settled"), Some(Settled::Refunded));
        assert!(db::findings::list_open(&mut tx, 9).await.expect("a list").is_empty());
        tx.commit().await.expect("committed");
        assert!(desk.balanced().await);
        assert_eq!(desk.ledger().await.iter().map(|(_, amount)| amount).sum::<i64>(), 0);
    }
}

#[tokio::test]
async fn money_without_a_draft_goes_back_and_other_amounts_are_for_a_person() {
    let desk = Desk::new().await;
    let order = desk.order("clm_late", None).await;
    let later = factory::now() + chrono::TimeDelta::hours(25);
    let mut tx = desk.db.begin().await.expect("a transaction");
    assert_eq!(orders::expire_drafts(&mut tx, later, later).await.expect("expired"), 1);
    tx.commit().await.expect("committed");
    assert_eq!(desk.status(order).await, OrderStatus::Expired);
    assert_eq!(desk.settle(order, None).await, Settled::Closed(OrderStatus::Expired));
    let done = seen("clm_late", ProviderStatus::Done);
    assert_eq!(desk.settle(order, Some(&done)).await, Settled::Refund(Won::new(AMOUNT)));
    assert_eq!(desk.status(order).await, OrderStatus::Refunding);

    let other = desk.order("clm_other", None).await;
    let lying =
        ProviderPayment { amount: Won::new(1), balance: Won::new(1), ..seen("clm_other", ProviderStatus::Done) };
    for _ in 0..2 {
        assert_eq!(desk.settle(other, Some(&lying)).await, Settled::Finding(FindingKind::AmountMismatch));
    }
    assert_eq!(desk.status(other).await, OrderStatus::Pending);
    let mut conn = desk.db.acquire().await.expect("a connection");
    let open = findings::list_open(&mut conn, 9).await.expect("a list");
    let open: Vec<_> = open.iter().map(|f| (f.kind, f.our_amount, f.their_amount, f.needs_person)).collect();
    assert_eq!(open, [(FindingKind::AmountMismatch, Some(AMOUNT), Some(1), true)], "found once");
    let id: i64 = sqlx::query_scalar("select id from payment_findings")
        .fetch_one(&mut desk.database.superuser().await)
        .await
        .expect("a finding");
    assert!(findings::resolve(&mut conn, id, factory::now()).await.expect("an answer"));
    assert!(!findings::resolve(&mut conn, id, factory::now()).await.expect("an answer"));
    assert!(findings::list_open(&mut conn, 9).await.expect("a list").is_empty());
}

#[tokio::test]
async fn the_database_allows_an_order_the_domains_steps_alone() {
    let desk = Desk::new().await;
    let mut superuser = desk.database.superuser().await;
    // each state by a way that is allowed
    let ways: BTreeMap<OrderStatus, &[&str]> = BTreeMap::from([
        (OrderStatus::Pending, [].as_slice()),
        (OrderStatus::Confirming, &["confirming"]),
        (OrderStatus::Paid, &["paid"]),
        (OrderStatus::Failed, &["failed"]),
        (OrderStatus::Canceled, &["canceled"]),
        (OrderStatus::Expired, &["expired"]),
        (OrderStatus::Refunding, &["paid", "refunding"]),
        (OrderStatus::Refunded, &["paid", "refunding", "refunded"]),
    ]);
    let mut number = 0;
    for from in OrderStatus::ALL {
        for to in OrderStatus::ALL.iter().filter(|to| *to != from) {
            number += 1;
            let order = desk.order(&format!("clm_{number:04}"), None).await;
            let mut set = async |to: &str| {
                let statement = format!("update orders set status = '{to}', provider_key = 'k' where id = {order}");
                sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut superuser).await
            };
            for step in ways[from] {
                set(step).await.expect("an allowed step");
            }
            assert_eq!(set(to.as_str()).await.is_ok(), from.allows(*to), "{from:?} -> {to:?}");
        }
    }
    for change in ["amount = 1", "oid = 'clm_changed'", "lines = '[1]'"] {
        let statement = AssertSqlSafe(format!("update orders set {change}"));
        let refused = sqlx::raw_sql(statement).execute(&mut superuser).await.expect_err(change).to_string();
        assert!(refused.contains("keeps its amount"), "{refused}");
    }
}

#[tokio::test]
async fn the_database_allows_a_claim_the_domains_steps_alone() {
    let desk = Desk::new().await;
    let mut superuser = desk.database.superuser().await;
    let set = |claim: ClaimId, to: i16| {
        AssertSqlSafe(format!(
            "update claims set status = {to}, canceled_at = now(), released_at = now() where id = {claim}"
        ))
    };
    let mut number = 0;
    for paid in [false, true] {
        for from in ClaimStatus::ALL {
            for to in ClaimStatus::ALL.into_iter().filter(|to| *to != from) {
                let claim = desk.unpaid_claim().await;
                // without any, every document is there: what is missing has tests of its own
                let none = AssertSqlSafe(format!("delete from claim_documents where claim_id = {claim}"));
                sqlx::raw_sql(none).execute(&mut superuser).await.expect("deleted");
                number += 1;
                let oid = format!("clm_{number:04}");
                let ways: &[i16] = match from {
                    ClaimStatus::Requested => &[],
                    ClaimStatus::Canceled => &[-1],
                    ClaimStatus::Issuing => &[1],
                    ClaimStatus::Issued => &[1, 2],
                };
                // what is issued has been paid
                if !paid && matches!(from, ClaimStatus::Issuing | ClaimStatus::Issued) {
                    continue;
                }
                if paid {
                    let order = desk.order(&oid, Some(claim)).await;
                    desk.settle(order, Some(&seen(&oid, ProviderStatus::Done))).await;
                }
                for step in ways {
                    sqlx::raw_sql(set(claim, *step)).execute(&mut superuser).await.expect("an allowed step");
                }
                let done = sqlx::raw_sql(set(claim, to.number())).execute(&mut superuser).await.is_ok();
                let facts = Facts { by: Actor::Staff, paid, all_issued: true };
                assert_eq!(done, from.step(to, facts).is_ok(), "{from:?} -> {to:?}, {paid}");
            }
        }
    }
    let kept: i64 =
        sqlx::query_scalar("select count(*) from claims where status in (-1, 2) and resident_sealed is not null")
            .fetch_one(&mut superuser)
            .await
            .expect("a count");
    assert_eq!(kept, 0, "the resident number ends with the claim");
}

#[tokio::test]
async fn the_ledger_is_only_added_to() {
    let desk = Desk::new().await;
    let order = desk.order("clm_first", None).await;
    desk.settle(order, Some(&seen("clm_first", ProviderStatus::Done))).await;
    let mut superuser = desk.database.superuser().await;
    for change in [
        "update ledger set amount = 1",
        "delete from ledger",
        "truncate ledger",
        "insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
         select tenant_id, order_id, 'charge', amount, 'other', at, at from ledger",
        "insert into ledger (tenant_id, order_id, kind, amount, transaction_key, at, created_at)
         select tenant_id, order_id, 'refund', 1, 'back', at, at from ledger",
    ] {
        sqlx::raw_sql(change).execute(&mut superuser).await.expect_err(change);
    }
    assert_eq!(desk.ledger().await, [("charge".to_owned(), AMOUNT)]);
}

#[tokio::test]
async fn who_leaves_is_paid_back_and_records_of_payments_stay() {
    let desk = Desk::new().await;
    let paid = desk.order("clm_paid", None).await;
    desk.settle(paid, Some(&seen("clm_paid", ProviderStatus::Done))).await;
    let open = desk.order("clm_open", None).await;
    desk.unpaid_claim().await;
    let now: DateTime<Utc> = factory::now();
    let mut tx = desk.db.begin().await.expect("a transaction");
    assert!(leaving::leave(&mut tx, desk.patient, now).await.expect("left"));
    tx.commit().await.expect("committed");
    assert_eq!((desk.status(paid).await, desk.status(open).await), (OrderStatus::Refunding, OrderStatus::Canceled));
    desk.settle(paid, Some(&seen("clm_paid", ProviderStatus::Canceled))).await;
    let mut tx = desk.db.begin().await.expect("a transaction");
    leaving::erase_service(&mut tx, desk.patient, now).await.expect("erased");
    tx.commit().await.expect("committed");
    let counts: (i64, i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from claims), 
                (select count(*) from claims
                 where account_sealed is not null or resident_sealed is not null or reason <> '-' or bank_name <> '-'
                       or depositor <> '-' or account_masked <> '' or mobile <> '01000000000' or accident_type <> 'other'
                       or onset_date <> (created_at at time zone 'Asia/Seoul')::date),
                (select count(*) from claim_drafts), (select count(*) from ledger)",
    )
    .fetch_one(&mut desk.database.superuser().await)
    .await
    .expect("counts");
    assert_eq!(counts, (1, 0, 0, 2));
    assert!(desk.balanced().await);
}
