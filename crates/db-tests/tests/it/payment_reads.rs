//! Reads of payments: by number and provider, by day, and by clinic.

use chrono::{NaiveDate, TimeDelta};
use db::orders;
use db::payment_accounts;
use db::settlements::{self, NewSettlement, SettledDay};
use domain::{Krw, Oid, OrderId, ProviderStatus};
use testing::factory;

use crate::support::{AMOUNT, OrderFixture, connect, provider_payment};

fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2025, 10, number).expect("a day")
}

async fn insert_settlement(shop: &OrderFixture, key: &str, oid: &str, paid_out_on: NaiveDate) -> bool {
    let new = NewSettlement {
        account_id: shop.account,
        transaction_key: key,
        oid,
        amount: Krw::new(AMOUNT),
        fee: Krw::new(100),
        vat: Krw::new(10),
        paid_out: Krw::new(AMOUNT - 110),
        sold_on: day(9),
        paid_out_on,
    };
    let mut tx = shop.db.begin().await.expect("a transaction");
    let is_new = settlements::insert(&mut tx, &new, factory::now()).await.expect("a result");
    tx.commit().await.expect("committed");
    is_new
}

#[tokio::test]
async fn order_is_found_by_its_number_in_its_tenant() {
    let shop = OrderFixture::new().await;
    let id = shop.order("clm_number1", None).await;
    let oid = Oid::parse("clm_number1").expect("a number");
    let found = orders::find_by_oid(&mut connect(&shop.db).await, &oid).await.expect("a result").expect("the order");
    assert_eq!((found.id, found.amount.get()), (id, AMOUNT));
    let mut other = connect(&shop.database.other_tenant()).await;
    assert!(orders::find_by_oid(&mut other, &oid).await.expect("a result").is_none());
    let stranger = factory::patient(&shop.db, "stranger").await.id;
    let mut conn = connect(&shop.db).await;
    assert!(orders::find_own(&mut conn, stranger, &oid).await.expect("a result").is_none());
    assert!(orders::find_own(&mut conn, shop.patient, &oid).await.expect("a result").is_some());
}

#[tokio::test]
async fn payment_account_is_found_in_its_tenant() {
    let shop = OrderFixture::new().await;
    let mut conn = connect(&shop.db).await;
    let found = payment_accounts::find_by_provider(&mut conn, "toss").await.expect("a result").expect("the account");
    assert_eq!((found.id, found.client_id.as_str(), found.active), (shop.account, "test_ck", true));
    assert!(payment_accounts::find_by_provider(&mut conn, "inicis").await.expect("a result").is_none());
    let mut other = connect(&shop.database.other_tenant()).await;
    assert!(payment_accounts::find_by_provider(&mut other, "toss").await.expect("a result").is_none());
    assert!(payment_accounts::find(&mut other, shop.account).await.expect("a result").is_none());
}

#[tokio::test]
async fn settled_days_are_summed_once_and_by_clinic() {
    let shop = OrderFixture::new().await;
    let claim = shop.unpaid_claim().await;
    shop.order("clm_settled1", Some(claim)).await;
    for (key, oid, on) in [("t1", "clm_settled1", 10), ("t2", "clm_settled1", 10), ("t3", "clm_unknown1", 11)] {
        assert!(insert_settlement(&shop, key, oid, day(on)).await);
    }
    assert!(!insert_settlement(&shop, "t1", "clm_settled1", day(10)).await, "it was reported before");
    let settled = |number, count| SettledDay {
        day: day(number),
        count,
        amount: AMOUNT * count,
        fee: 110 * count,
        paid_out: (AMOUNT - 110) * count,
    };
    let mut conn = connect(&shop.db).await;
    let days = settlements::list_days(&mut conn, None, day(10)..day(12)).await.expect("a list");
    assert_eq!(days, [settled(11, 1), settled(10, 2)]);
    assert_eq!(settlements::list_days(&mut conn, None, day(9)..day(10)).await.expect("a list"), []);
    let [own, other, ..] = shop.database.first.institutions[..] else { panic!("two clinics") };
    let days = settlements::list_days(&mut conn, Some(own), day(10)..day(12)).await.expect("a list");
    assert_eq!(days, [settled(10, 2)]);
    assert_eq!(settlements::list_days(&mut conn, Some(other), day(10)..day(12)).await.expect("a list"), []);
    let mut tenant = connect(&shop.database.other_tenant()).await;
    assert_eq!(settlements::list_days(&mut tenant, None, day(10)..day(12)).await.expect("a list"), []);
}

#[tokio::test]
async fn orders_of_a_day_include_late_movements() {
    let shop = OrderFixture::new().await;
    let first = shop.order("clm_between1", None).await;
    let second = shop.order("clm_between2", None).await;
    shop.settle(second, Some(&provider_payment("clm_between2", ProviderStatus::Done))).await;
    let (mut conn, now) = (connect(&shop.db).await, factory::now());
    let second_ago = TimeDelta::seconds(1);
    let list = async |conn: &mut db::TenantConn, from: TimeDelta, to: TimeDelta, after: Option<OrderId>| {
        let found = orders::list_between(conn, shop.account, now + from..now + to, after, 9).await.expect("a list");
        found.into_iter().map(|order| order.id).collect::<Vec<_>>()
    };
    let (day, zero) = (TimeDelta::days(1), TimeDelta::zero());
    assert_eq!(list(&mut conn, zero, second_ago, None).await, [first, second]);
    assert_eq!(list(&mut conn, zero, second_ago, Some(first)).await, [second]);
    assert!(list(&mut conn, -second_ago, zero, None).await.is_empty(), "the end is not included");
    assert_eq!(list(&mut conn, day, day * 2, None).await, [first, second], "orders of the day before");
    let set = "update orders set created_at = created_at - interval '9 days'";
    sqlx::query(set).execute(&mut shop.database.superuser().await).await.expect("made earlier");
    assert_eq!(list(&mut conn, zero, second_ago, None).await, [second], "its money moved in the time");
    assert!(list(&mut conn, second_ago, day, None).await.is_empty());
}

#[tokio::test]
async fn locked_order_is_settled_after_the_lock() {
    let shop = OrderFixture::new().await;
    let order = shop.order("clm_locked1", None).await;
    let mut tx = shop.db.begin().await.expect("a transaction");
    orders::lock(&mut tx, order).await.expect("a result").expect("the order");
    let is_locked = std::cell::Cell::new(true);
    let settle = async {
        shop.settle(order, Some(&provider_payment("clm_locked1", ProviderStatus::Done))).await;
        assert!(!is_locked.get(), "it did not wait");
    };
    let release = async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        is_locked.set(false);
        tx.commit().await.expect("committed");
    };
    tokio::join!(settle, release);
    assert_eq!(shop.status(order).await, domain::OrderStatus::Paid);
}
