//! Hotels' stocks: concurrent counts and refills, and their list.

use std::time::Duration;

use chrono::TimeDelta;
use db::hotel::refills::RefillError;
use db::hotel::stock::{self, Count};
use db::hotel::{dashboard, products};
use domain::hotel::HotelScope;
use domain::hotel::order::HotelOrderState;
use domain::hotel::product::{ProductSpec, ProductType};
use domain::hotel::stock::StockEntryKind;
use testing::{eventually, factory};

use crate::hotel_fixture::HotelFixture;
use crate::support::connect;

const TIMEOUT: Duration = Duration::from_secs(20);

impl HotelFixture {
    async fn stock_row(&self) -> stock::Stock {
        let now = factory::now() + TimeDelta::days(1);
        stock::list(&mut connect(&self.db).await, self.hotel, now).await.expect("a list").remove(0)
    }

    async fn set_capacity(&self, ml: i64) {
        stock::set_capacity(&mut connect(&self.db).await, self.stock(), ml).await.expect("set");
    }
}

/// Two people count a stock that has no row yet: the second sees what the first wrote.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_first_counts_are_one_stock() {
    let hotel = HotelFixture::new().await;
    let mut first = hotel.tx().await;
    let count = Count { ml: 500, user: hotel.user, reason: "counted" };
    stock::book_count(&mut first, hotel.stock(), &count, factory::now()).await.expect("counted");
    let mut superuser = hotel.database.superuser().await;
    let (second, ()) = tokio::join!(
        async {
            let mut tx = hotel.tx().await;
            stock::book_count(&mut tx, hotel.stock(), &count, factory::now()).await.expect("counted");
            tx.commit().await
        },
        async {
            eventually("the second waits", TIMEOUT, async || {
                let waiting = "select exists (select from pg_stat_activity where wait_event_type = 'Lock'
                               and datname = current_database())";
                let mut conn = hotel.database.superuser().await;
                sqlx::query_scalar(waiting).fetch_one(&mut conn).await.expect("a result")
            })
            .await;
            first.commit().await.expect("committed");
        }
    );
    second.expect("committed");
    assert_eq!(hotel.stock_ml().await, 500, "both counted the same bottles");
    let entries: Vec<i64> = sqlx::query_scalar("select ml from hotel_stock_entries order by id")
        .fetch_all(&mut superuser)
        .await
        .expect("the ledger");
    assert_eq!(entries, [500, 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn last_millilitres_are_taken_once() {
    let hotel = HotelFixture::new().await;
    hotel.count_stock(300).await;
    let (one, two) = tokio::join!(hotel.refill(Some(200), factory::now()), hotel.refill(Some(200), factory::now()));
    let short = [one, two].into_iter().filter_map(Result::err).collect::<Vec<_>>();
    assert!(matches!(&short[..], [RefillError::Short(short)] if short.missing_ml == 100), "{short:?}");
    assert_eq!(hotel.stock_ml().await, 100);
    let rows: i64 = sqlx::query_scalar("select count(*) from hotel_refills")
        .fetch_one(&mut hotel.database.superuser().await)
        .await
        .expect("a count");
    assert_eq!(rows, 1, "what the stock does not have leaves no refill");
}

#[tokio::test]
async fn capacity_changes_nothing_in_the_ledger() {
    let hotel = HotelFixture::new().await;
    assert_eq!((hotel.stock_row().await.capacity_ml, hotel.stock_row().await.ml), (60_000, 0), "as a new one");
    hotel.set_capacity(10_000).await;
    hotel.count_stock(700).await;
    hotel.set_capacity(5_000).await;
    let row = hotel.stock_row().await;
    assert_eq!((row.capacity_ml, row.ml), (5_000, 700));
    let entries = stock::list_entries(&mut connect(&hotel.db).await, hotel.stock(), None, 9).await.expect("a list");
    assert_eq!(entries.len(), 1);
}

#[tokio::test]
async fn list_sums_use_and_orders_of_30_days() {
    let hotel = HotelFixture::new().await;
    hotel.count_stock(1_000).await;
    let now = factory::now();
    hotel.refill(Some(100), now - TimeDelta::days(30)).await.expect("refilled");
    hotel.refill(Some(50), now - TimeDelta::days(30) - TimeDelta::seconds(1)).await.expect("refilled");
    let delivered = hotel.place(1).await;
    hotel.ship(delivered).await;
    hotel.change(delivered, 4, HotelOrderState::DeliveryComplete).await.expect("delivered");
    hotel.place(2).await;
    let shipped = hotel.place(3).await;
    hotel.ship(shipped).await;
    let canceled = hotel.place(4).await;
    let mut tx = hotel.tx().await;
    db::hotel::orders::cancel(&mut tx, hotel.actor(1), canceled, "no", now).await.expect("canceled");
    tx.commit().await.expect("committed");
    let list = async |at| stock::list(&mut connect(&hotel.db).await, hotel.hotel, at).await.expect("a list").remove(0);
    let row = list(now).await;
    assert_eq!((row.used_ml, row.ml), (100, 850 + 6_000), "the older refill is not of the period");
    assert_eq!((row.ordered_ml, row.open_ml), (36_000, 30_000), "canceled orders bring nothing");
    assert_eq!(row.open_state, Some(HotelOrderState::Shipping), "the furthest of two");
    let later = list(now + TimeDelta::days(31)).await;
    assert_eq!((later.used_ml, later.ordered_ml, later.open_ml), (0, 0, 30_000), "what is open is open");
}

#[tokio::test]
async fn ended_product_is_listed_while_in_stock() {
    let hotel = HotelFixture::new().await;
    let list = async || {
        let listed = stock::list(&mut connect(&hotel.db).await, hotel.hotel, factory::now()).await;
        listed.expect("a list").len()
    };
    hotel.count_stock(10).await;
    let mut conn = connect(&hotel.db).await;
    assert!(products::set(&mut conn, hotel.product.id, &hotel.product.spec, false).await.expect("set"));
    assert_eq!(list().await, 1);
    hotel.count_stock(0).await;
    assert_eq!(list().await, 0);
}

#[tokio::test]
async fn entries_page_from_the_newest() {
    let hotel = HotelFixture::new().await;
    for ml in [100, 300, 200, 200] {
        hotel.count_stock(ml).await;
    }
    let mut conn = connect(&hotel.db).await;
    let first = stock::list_entries(&mut conn, hotel.stock(), None, 3).await.expect("a page");
    let second = stock::list_entries(&mut conn, hotel.stock(), Some(first[2].id), 3).await.expect("a page");
    let shown: Vec<_> = first.iter().chain(&second).map(|entry| (entry.ml, entry.balance_ml)).collect();
    assert_eq!(shown, [(0, 200), (-100, 200), (200, 300), (100, 100)]);
    assert!(first.iter().all(|entry| entry.kind == StockEntryKind::Count && entry.by == "Kim Haneul"));
    assert_eq!(first[0].reason.as_deref(), Some("counted"));
}

#[tokio::test]
async fn stock_is_low_below_a_fifth() {
    let hotel = HotelFixture::new().await;
    hotel.set_capacity(1_000).await;
    for (ml, low) in [(0, 1), (199, 1), (200, 0), (1_500, 0)] {
        hotel.count_stock(ml).await;
        let statistics =
            dashboard::list_statistics(&mut connect(&hotel.db).await, HotelScope::ALL, Some(hotel.hotel)).await;
        assert_eq!(statistics.expect("statistics")[0].low_stock, low, "{ml}");
    }
}

#[tokio::test]
async fn products_are_listed_by_type_then_name() {
    let hotel = HotelFixture::new().await;
    let mut conn = connect(&hotel.db).await;
    let mut ids = vec![hotel.product.id];
    for (code, kind, name) in [
        ("TR-1", ProductType::Treatment, "Balm"),
        ("SH-2", ProductType::Shampoo, "Alpine"),
        ("BC-1", ProductType::BodyCream, "Zest"),
    ] {
        let spec = ProductSpec { code: code.to_owned(), kind, name: name.to_owned(), ..hotel.product.spec.clone() };
        ids.push(products::insert(&mut conn, &spec, factory::now()).await.expect("inserted"));
        let taken = products::insert(&mut connect(&hotel.db).await, &spec, factory::now()).await;
        assert!(matches!(taken, Err(products::WriteError::CodeTaken)), "{taken:?}");
    }
    let spec = ProductSpec { code: "BC-1".to_owned(), kind: ProductType::BodyCream, ..hotel.product.spec.clone() };
    assert!(products::set(&mut conn, ids[3], &spec, false).await.expect("set"));
    let listed = products::list(&mut conn).await.expect("a list");
    assert_eq!(
        listed.iter().map(|one| one.id).collect::<Vec<_>>(),
        [ids[2], ids[0], ids[1], ids[3]],
        "ended ones last"
    );
    assert_eq!((listed[3].active, listed[3].spec.name.as_str()), (false, "Shampoo"));
    let mut other = connect(&hotel.database.other_tenant()).await;
    assert!(products::list(&mut other).await.expect("a list").is_empty());
    assert!(!products::set(&mut other, ids[0], &spec, true).await.expect("a result"), "another tenant's");
    products::insert(&mut other, &hotel.product.spec, factory::now()).await.expect("the code is free there");
}
