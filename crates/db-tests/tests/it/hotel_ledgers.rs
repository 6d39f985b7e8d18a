//! Hotels' ledgers: they balance, are append-only, and book a delivery once.

use std::sync::Arc;

use chrono::TimeDelta;
use db::hotel::orders::{self, ChangeError};
use db::hotel::refills::RefillError;
use db::hotel::stock;
use domain::hotel::order::HotelOrderState;
use domain::hotel::room::RoomState;
use domain::hotel::stock::{StockEntryKind, StockShort};
use proptest::prelude::*;
use testing::factory;

use crate::hotel_fixture::HotelFixture;
use crate::support::connect;

#[tokio::test]
async fn orders_money_balances_and_reverses() {
    let hotel = HotelFixture::new().await;
    let order = hotel.place(2).await;
    let owed = async || orders::sum_receivable(&mut connect(&hotel.db).await, hotel.hotel).await.expect("a sum").get();
    hotel.change(order, 1, HotelOrderState::ProductPreparation).await.expect("a step");
    assert_eq!(owed().await, 0);
    hotel.change(order, 2, HotelOrderState::ElectronicInvoice).await.expect("a step");
    assert_eq!(owed().await, 211_200);
    let mut tx = hotel.tx().await;
    orders::cancel(&mut tx, hotel.actor(3), order, "changed", factory::now()).await.expect("canceled");
    tx.commit().await.expect("committed");
    assert_eq!(owed().await, 0);
    let mut superuser = hotel.database.superuser().await;
    let sums: Vec<(String, i64, i64)> = sqlx::query_as(
        "select account, sum(amount) filter (where booking = 'invoice')::bigint, sum(amount)::bigint
         from hotel_money_entries group by account order by account",
    )
    .fetch_all(&mut superuser)
    .await
    .expect("sums");
    let sums: Vec<_> = sums.iter().map(|(account, invoiced, all)| (account.as_str(), *invoiced, *all)).collect();
    assert_eq!(sums, [("receivable", 211_200, 0), ("sales", -192_000, 0), ("vat", -19_200, 0)]);
}

#[tokio::test]
async fn unbalanced_booking_is_refused_at_commit() {
    let hotel = HotelFixture::new().await;
    let order = hotel.place(1).await;
    let mut tx = hotel.tx().await;
    sqlx::query(
        "insert into hotel_money_entries (hotel_id, order_id, booking, account, amount, at)
         values ($1, $2, 'invoice', 'receivable', 5, now())",
    )
    .bind(hotel.hotel.get())
    .bind(order.get())
    .execute(tx.connection())
    .await
    .expect("checked at the commit");
    let error = tx.commit().await.expect_err("it does not balance");
    assert_eq!(error.constraint(), Some("hotel_money_balances"));
}

/// Even the owner of the tables cannot change a ledger.
#[tokio::test]
async fn ledgers_are_only_added_to() {
    let hotel = HotelFixture::new().await;
    let order = hotel.place(1).await;
    hotel.ship(order).await;
    hotel.change(order, 4, HotelOrderState::DeliveryComplete).await.expect("delivered");
    hotel.refill(Some(10), factory::now()).await.expect("refilled");
    let mut superuser = hotel.database.superuser().await;
    for table in
        ["hotel_money_entries", "hotel_stock_entries", "hotel_order_events", "hotel_order_lines", "hotel_refills"]
    {
        for statement in [format!("delete from {table}"), format!("update {table} set tenant_id = tenant_id")] {
            let refused = sqlx::query(sqlx::AssertSqlSafe(statement.clone())).execute(&mut superuser).await;
            let error = refused.expect_err("refused");
            let constraint = error.as_database_error().and_then(|error| error.constraint());
            assert_eq!(constraint, Some("hotel_ledgers_stay"), "{statement}");
        }
    }
    let refused = sqlx::query("update hotel_stocks set ml = ml + 1").execute(&mut superuser).await;
    let error = refused.expect_err("refused");
    assert_eq!(error.as_database_error().and_then(|e| e.constraint()), Some("hotel_stocks_follow_entries"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn raced_delivery_is_booked_once() {
    let hotel = Arc::new(HotelFixture::new().await);
    let order = hotel.place(2).await;
    hotel.ship(order).await;
    let tasks: Vec<_> = (0..6)
        .map(|_| {
            let hotel = Arc::clone(&hotel);
            tokio::spawn(async move { hotel.change(order, 4, HotelOrderState::DeliveryComplete).await })
        })
        .collect();
    let (mut done, mut conflicts) = (0, 0);
    for task in tasks {
        match task.await.expect("the task ends") {
            Ok(()) => done += 1,
            Err(ChangeError::VersionConflict(order)) => {
                assert_eq!((order.state, order.version), (HotelOrderState::DeliveryComplete, 5));
                conflicts += 1;
            }
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!((done, conflicts, hotel.stock_ml().await), (1, 5, 12_000));
    let back = hotel.change(order, 5, HotelOrderState::Shipping).await;
    assert!(matches!(back, Err(ChangeError::IllegalStep(HotelOrderState::DeliveryComplete))), "{back:?}");
}

/// The database rejects a step back and a second booking even without the domain's checks.
#[tokio::test]
async fn database_guards_steps_and_bookings() {
    let hotel = HotelFixture::new().await;
    let order = hotel.place(1).await;
    hotel.ship(order).await;
    hotel.change(order, 4, HotelOrderState::DeliveryComplete).await.expect("delivered");
    let mut superuser = hotel.database.superuser().await;
    for (statement, constraint) in [
        ("update hotel_orders set state = 'shipping'", "hotel_orders_step"),
        ("update hotel_orders set supply_price = 1", "hotel_orders_step"),
        (
            "insert into hotel_stock_entries (tenant_id, hotel_id, product_id, kind, ml, order_line_id, user_id, at)
             select tenant_id, hotel_id, product_id, kind, ml, order_line_id, user_id, at from hotel_stock_entries",
            "hotel_stock_entries_line",
        ),
        (
            "insert into hotel_stock_entries (tenant_id, hotel_id, product_id, kind, ml, user_id, at)
             select tenant_id, hotel_id, product_id, 'count', -6001, user_id, at from hotel_stock_entries",
            "hotel_stocks_not_negative",
        ),
    ] {
        let error = sqlx::query(statement).execute(&mut superuser).await.expect_err(statement);
        assert_eq!(error.as_database_error().and_then(|e| e.constraint()), Some(constraint), "{statement}");
    }
}

/// The comparison with the ledger would find a stock that was written past the triggers.
#[tokio::test]
async fn unbalanced_stock_is_found() {
    let hotel = HotelFixture::new().await;
    hotel.count_stock(250).await;
    let mut conn = connect(&hotel.db).await;
    assert_eq!(stock::list_unbalanced(&mut conn).await.expect("a result"), []);
    let statement = "set session_replication_role = replica; update hotel_stocks set ml = ml + 1";
    sqlx::raw_sql(statement).execute(&mut hotel.database.superuser().await).await.expect("without triggers");
    assert_eq!(stock::list_unbalanced(&mut conn).await.expect("a result"), [hotel.stock()]);
}

#[tokio::test]
async fn refill_takes_what_the_stock_has() {
    let hotel = HotelFixture::new().await;
    hotel.count_stock(250).await;
    hotel.read(&[(factory::now() + TimeDelta::minutes(1), 10.0)], factory::now() + TimeDelta::minutes(1)).await;
    assert_eq!(hotel.room().await, (RoomState::Require, 30));
    let later = factory::now() + TimeDelta::minutes(2);
    let short = hotel.refill(None, later).await;
    assert!(matches!(short, Err(RefillError::Short(StockShort { missing_ml: 20 }))), "{short:?}");
    let invalid = hotel.refill(Some(301), later).await;
    assert!(matches!(invalid, Err(RefillError::Invalid(_))), "{invalid:?}");
    hotel.refill(Some(240), later).await.expect("refilled");
    assert_eq!((hotel.room().await, hotel.stock_ml().await), ((RoomState::Stable, 270), 10));
    let entries = stock::list_entries(&mut connect(&hotel.db).await, hotel.stock(), None, 10).await.expect("a list");
    let entries: Vec<_> = entries.iter().map(|one| (one.kind, one.ml, one.balance_ml)).collect();
    assert_eq!(entries, [(StockEntryKind::Refill, -240, 10), (StockEntryKind::Count, 250, 250)]);
}

#[derive(Clone, Debug)]
enum Change {
    Count(i64),
    Refill(i32),
    Deliver(i32),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let one = prop_oneof![
        (0_i64..2_000).prop_map(Change::Count),
        (1_i32..=300).prop_map(Change::Refill),
        (1_i32..3).prop_map(Change::Deliver),
    ];
    proptest::collection::vec(one, 1..12)
}

/// After any bookings, a stock is the sum of its entries, each entry contains the stock after it, and none is negative.
#[test]
fn stock_is_the_sum_of_its_entries() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let hotel = runtime.block_on(HotelFixture::new());
    let config = ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(changes in changes())| {
        runtime.block_on(async {
            for change in &changes {
                let before = hotel.stock_ml().await;
                match change {
                    Change::Count(ml) => hotel.count_stock(*ml).await,
                    Change::Refill(ml) => {
                        let is_enough = before >= i64::from(*ml);
                        assert_eq!(hotel.refill(Some(*ml), factory::now()).await.is_ok(), is_enough);
                        assert_eq!(hotel.stock_ml().await, if is_enough { before - i64::from(*ml) } else { before });
                    }
                    Change::Deliver(boxes) => {
                        let order = hotel.place(*boxes).await;
                        hotel.ship(order).await;
                        hotel.change(order, 4, HotelOrderState::DeliveryComplete).await.expect("delivered");
                        assert_eq!(hotel.stock_ml().await, before + i64::from(*boxes) * 6_000);
                    }
                }
            }
            let mut conn = connect(&hotel.db).await;
            assert_eq!(stock::list_unbalanced(&mut conn).await.expect("a result"), []);
            let entries = stock::list_entries(&mut conn, hotel.stock(), None, 10_000).await.expect("a list");
            let mut balance = 0;
            for entry in entries.iter().rev() {
                balance += entry.ml;
                assert_eq!((entry.balance_ml, balance >= 0), (balance, true));
            }
        });
    });
}
