//! Payment discrepancies, settlements and the ledger.

use chrono::TimeDelta;
use db::ledger::{self, LedgerEntry};
use db::payment_discrepancies::{self, DiscrepancyKind, NewDiscrepancy, clinic};
use db::settlements::{self, NewSettlement};
use db::staff::{self, NewStaff};
use domain::{Krw, LoginUserId, Name, OrderId, PasswordHash, ProviderStatus, StaffId, StaffRole};
use testing::factory;

use crate::support::{AMOUNT, OrderFixture, connect, provider_payment};

fn discrepancy(kind: DiscrepancyKind, order: Option<OrderId>) -> NewDiscrepancy<'static> {
    NewDiscrepancy {
        kind,
        order,
        transaction_key: "",
        our_amount: Some(Krw::new(AMOUNT)),
        provider_amount: Some(Krw::ZERO),
    }
}

async fn member(fixture: &OrderFixture) -> StaffId {
    let new = NewStaff {
        institution_id: fixture.database.first.institutions[0],
        login_id: LoginUserId::parse("manager1").expect("a name"),
        password_hash: PasswordHash::new("x".to_owned()),
        name: Name::parse("실장").expect("a name"),
        role: StaffRole::ClinicAdmin,
    };
    staff::insert(&mut connect(&fixture.db).await, &new, factory::now()).await.expect("inserted")
}

async fn open_kinds(fixture: &OrderFixture) -> Vec<DiscrepancyKind> {
    let open = payment_discrepancies::list_open(&mut connect(&fixture.db).await, 99).await.expect("a list");
    open.into_iter().map(|one| one.kind).collect()
}

#[tokio::test]
async fn discrepancy_is_inserted_once_while_open() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_one", None).await;
    let (mut conn, now) = (connect(&fixture.db).await, factory::now());
    let new = discrepancy(DiscrepancyKind::Stuck, Some(order));
    assert!(payment_discrepancies::insert(&mut conn, &new, now).await.expect("a result"));
    assert!(!payment_discrepancies::insert(&mut conn, &new, now).await.expect("a result"));
    let other = discrepancy(DiscrepancyKind::Unpaid, Some(order));
    assert!(payment_discrepancies::insert(&mut conn, &other, now).await.expect("a result"), "another kind");
    assert_eq!(open_kinds(&fixture).await, [DiscrepancyKind::Unpaid, DiscrepancyKind::Stuck]);
    let count = payment_discrepancies::count_open(&mut conn, DiscrepancyKind::Stuck).await.expect("a count");
    assert_eq!(count, 1);
    let id = payment_discrepancies::list_open(&mut conn, 1).await.expect("a list")[0].id;
    assert!(payment_discrepancies::resolve(&mut conn, id, "환불함", now).await.expect("a result"));
    assert!(!payment_discrepancies::resolve(&mut conn, id, "환불함", now).await.expect("a result"), "it is not open");
    assert!(payment_discrepancies::insert(&mut conn, &other, now).await.expect("a result"), "the next one");
}

#[tokio::test]
async fn repair_closes_named_kinds_of_one_order() {
    let fixture = OrderFixture::new().await;
    let (first, second) = (fixture.order("clm_one", None).await, fixture.order("clm_two", None).await);
    let (mut conn, now) = (connect(&fixture.db).await, factory::now());
    for (kind, order) in [
        (DiscrepancyKind::Stuck, first),
        (DiscrepancyKind::Unpaid, first),
        (DiscrepancyKind::Unrecorded, first),
        (DiscrepancyKind::Stuck, second),
    ] {
        payment_discrepancies::insert(&mut conn, &discrepancy(kind, Some(order)), now).await.expect("inserted");
    }
    let kinds = [DiscrepancyKind::Stuck, DiscrepancyKind::Unrecorded];
    assert_eq!(payment_discrepancies::set_repaired(&mut conn, first, &kinds, now).await.expect("repaired"), 2);
    assert_eq!(payment_discrepancies::set_repaired(&mut conn, first, &kinds, now).await.expect("repaired"), 0);
    assert_eq!(open_kinds(&fixture).await, [DiscrepancyKind::Stuck, DiscrepancyKind::Unpaid]);
}

#[tokio::test]
async fn clinic_sees_discrepancies_of_its_claims_only() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_one", None).await;
    let staff = member(&fixture).await;
    let (mut conn, now) = (connect(&fixture.db).await, factory::now());
    for order in [Some(order), None] {
        let new = discrepancy(DiscrepancyKind::Unrecorded, order);
        payment_discrepancies::insert(&mut conn, &new, now).await.expect("inserted");
    }
    let institutions = &fixture.database.first.institutions;
    let (own, other) = (institutions[0], institutions[1]);
    let listed = clinic::list_at(&mut conn, own, None, 9).await.expect("a list");
    let [found] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!((found.oid.as_str(), found.claim_id, found.needs_person), ("clm_one", None, true), "it is not paid");
    assert!(clinic::list_at(&mut conn, other, None, 9).await.expect("a list").is_empty());
    assert!(clinic::find_at(&mut conn, other, found.id).await.expect("a result").is_none());
    assert_eq!(clinic::count_open_at(&mut conn, own).await.expect("a count"), 1);
    let mut tx = fixture.db.begin().await.expect("a transaction");
    assert!(clinic::resolve(&mut tx, found.id, staff, "환불함", now).await.expect("a result"));
    assert!(!clinic::resolve(&mut tx, found.id, staff, "again", now).await.expect("a result"));
    tx.commit().await.expect("committed");
    let resolved = clinic::find_at(&mut conn, own, found.id).await.expect("a result").expect("it stays");
    assert_eq!((resolved.resolved_at, resolved.note.as_deref()), (Some(now), Some("환불함")));
    assert_eq!(clinic::count_open_at(&mut conn, own).await.expect("a count"), 0);
}

#[tokio::test]
async fn settlement_is_inserted_once_per_transaction() {
    let fixture = OrderFixture::new().await;
    let now = factory::now();
    let new = NewSettlement {
        account_id: fixture.account,
        transaction_key: "tx-1",
        oid: "clm_one",
        amount: Krw::new(AMOUNT),
        fee: Krw::new(100),
        vat: Krw::new(10),
        paid_out: Krw::new(AMOUNT - 110),
        sold_on: now.date_naive(),
        paid_out_on: now.date_naive(),
    };
    let mut tx = fixture.db.begin().await.expect("a transaction");
    assert!(settlements::insert(&mut tx, &new, now).await.expect("a result"));
    assert!(!settlements::insert(&mut tx, &new, now).await.expect("a result"));
    let other = NewSettlement { transaction_key: "tx-2", ..new };
    assert!(settlements::insert(&mut tx, &other, now).await.expect("a result"));
}

#[tokio::test]
async fn ledger_lists_page_without_fees() {
    let fixture = OrderFixture::new().await;
    let now = factory::now();
    let mut orders = Vec::new();
    for oid in ["clm_one", "clm_two", "clm_three"] {
        let order = fixture.order(oid, None).await;
        fixture.settle(order, Some(&provider_payment(oid, ProviderStatus::Done))).await;
        orders.push(order);
    }
    let fee = LedgerEntry { order: orders[0], kind: "fee", amount: Krw::new(-100), transaction_key: "fee-1", at: now };
    let mut tx = fixture.db.begin().await.expect("a transaction");
    assert!(ledger::insert(&mut tx, &fee, now).await.expect("inserted"));
    assert!(!ledger::insert(&mut tx, &fee, now).await.expect("inserted"), "once");
    tx.commit().await.expect("committed");
    let mut conn = connect(&fixture.db).await;
    let day = now - TimeDelta::hours(1)..now + TimeDelta::hours(1);
    let first = ledger::list_between(&mut conn, fixture.account, day.clone(), 0, 2).await.expect("a page");
    let second = ledger::list_between(&mut conn, fixture.account, day, first[1].id, 2).await.expect("a page");
    let listed: Vec<_> = first.iter().chain(&second).map(|entry| entry.order).collect();
    assert_eq!(listed, orders);
    let before = now - TimeDelta::hours(1)..now;
    assert!(ledger::list_between(&mut conn, fixture.account, before, 0, 9).await.expect("a page").is_empty());
    let keys = [first[0].transaction_key.clone(), "fee-1".to_owned(), "unknown".to_owned()];
    let by_key = ledger::list_by_keys(&mut conn, &keys).await.expect("a list");
    assert_eq!(by_key, [first[0].clone()], "a fee is no charge and no refund");
}

#[tokio::test]
async fn order_without_its_charge_is_unbalanced() {
    let fixture = OrderFixture::new().await;
    let order = fixture.order("clm_one", None).await;
    fixture.settle(order, Some(&provider_payment("clm_one", ProviderStatus::Done))).await;
    assert!(fixture.is_balanced().await);
    sqlx::raw_sql("begin; set local session_replication_role = replica; delete from ledger; commit")
        .execute(&mut fixture.database.superuser().await)
        .await
        .expect("a superuser may");
    let unbalanced = ledger::list_unbalanced_orders(&mut connect(&fixture.db).await).await.expect("a list");
    assert_eq!(unbalanced, [order]);
}
