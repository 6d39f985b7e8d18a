//! Hotels' readings: stored once, applied to states, aggregated by day, and partitioned by month; and the savings
//! through refilling.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use db::hotel::readings::NewReading;
use db::hotel::{dashboard, environment, readings, rooms, sensors};
use domain::hotel::HotelScope;
use domain::hotel::environment::Savings;
use domain::hotel::room::{DispenserStatus, RoomState};
use domain::hotel::sensor::SensorState;
use testing::factory;

use crate::hotel_fixture::HotelFixture;
use crate::support::connect;

#[tokio::test]
async fn silent_sensor_requires_until_refilled() {
    let hotel = HotelFixture::new().await;
    let now = factory::now();
    hotel.read(&[(now, 100.0)], now).await;
    let mark = async |now: DateTime<Utc>| {
        let mut tx = hotel.tx().await;
        let marked = sensors::mark_silent(&mut tx, now, now.date_naive()).await.expect("marked");
        tx.commit().await.expect("committed");
        marked
    };
    assert_eq!((mark(now + TimeDelta::hours(23)).await, hotel.room().await), (0, (RoomState::Stable, 300)));
    let later = now + TimeDelta::hours(24);
    assert_eq!((mark(later).await, mark(later).await), (1, 0));
    assert_eq!(hotel.room().await, (RoomState::Require, 300));
    // the dispenser is full: the visit counts as a check, and the stock does not change
    hotel.refill(None, later).await.expect("visited");
    assert_eq!((hotel.room().await, hotel.stock_ml().await), ((RoomState::Stable, 300), 0));
    assert_eq!(mark(later + TimeDelta::hours(23)).await, 0);
    assert_eq!(mark(later + TimeDelta::hours(24)).await, 1);
    // a reading resolves it too
    let again = later + TimeDelta::hours(25);
    hotel.read(&[(again, 90.0)], again).await;
    assert_eq!(hotel.room().await, (RoomState::Stable, 270));
    let statistics =
        dashboard::list_statistics(&mut connect(&hotel.db).await, HotelScope::ALL, None).await.expect("statistics");
    assert_eq!((statistics[0].rooms, statistics[0].require, statistics[0].sensors.normal), (1, 0, 1));
}

#[tokio::test]
async fn sensor_due_to_be_replaced_needs_a_check() {
    let hotel = HotelFixture::new().await;
    let (now, today) = (factory::now(), factory::now().date_naive());
    for (replace_date, marked) in [(today + TimeDelta::days(1), 0), (today, 1)] {
        sqlx::query("update hotel_sensors set replace_date = $1")
            .bind(replace_date)
            .execute(&mut hotel.database.superuser().await)
            .await
            .expect("set");
        let mut tx = hotel.tx().await;
        assert_eq!(sensors::mark_silent(&mut tx, now, today).await.expect("marked"), marked, "{replace_date}");
        tx.commit().await.expect("committed");
    }
    assert_eq!(hotel.room().await.0, RoomState::Require);
}

#[tokio::test]
async fn readings_are_stored_once_in_any_order() {
    let hotel = HotelFixture::new().await;
    let at = |minutes| factory::now() + TimeDelta::minutes(minutes);
    assert_eq!(hotel.read(&[(at(2), 50.0), (at(1), 80.0), (at(2), 50.0)], at(2)).await, 2);
    assert_eq!(hotel.room().await, (RoomState::Stable, 150));
    assert_eq!(hotel.read(&[(at(1), 80.0), (at(2), 50.0)], at(3)).await, 0);
    // an older reading that arrives late changes no state
    assert_eq!(hotel.read(&[(at(0), 5.0)], at(3)).await, 1);
    assert_eq!(hotel.room().await, (RoomState::Stable, 150));
    let sensor = sensors::find(&mut connect(&hotel.db).await, HotelScope::ALL, hotel.sensor).await.expect("a sensor");
    assert_eq!(sensor.and_then(|sensor| sensor.level_percent), Some(50.0));
    // a reading from before a refill does not revert it
    hotel.count_stock(1_000).await;
    hotel.refill(None, at(10)).await.expect("refilled");
    hotel.read(&[(at(9), 49.0)], at(11)).await;
    assert_eq!(hotel.room().await, (RoomState::Stable, 300));
    hotel.read(&[(at(12), 5.0)], at(12)).await;
    assert_eq!(hotel.room().await, (RoomState::Require, 15));
    let sensor = sensors::find(&mut connect(&hotel.db).await, HotelScope::ALL, hotel.sensor).await.expect("a sensor");
    assert_eq!(sensor.map(|sensor| sensor.state), Some(SensorState::Normal));
}

/// A gateway that was offline sends many readings at once, and not each has the battery's charge.
#[tokio::test]
async fn newest_battery_charge_of_a_batch_counts() {
    let hotel = HotelFixture::new().await;
    let at = |minutes| factory::now() + TimeDelta::minutes(minutes);
    for (first, charges, state) in [
        (1, [Some(80.0), None], SensorState::Normal),
        (3, [Some(9.0), None], SensorState::Abnormal),
        (5, [None, None], SensorState::Abnormal),
        (7, [Some(9.0), Some(70.0)], SensorState::Normal),
    ] {
        let new: Vec<NewReading> = (first..)
            .zip(charges)
            .map(|(minutes, battery_percent)| NewReading {
                sensor: hotel.sensor,
                at: at(minutes),
                level_percent: 90.0,
                battery_percent,
            })
            .collect();
        let now = at(first + 1);
        let mut tx = hotel.tx().await;
        let batch = readings::insert_batch(&mut tx, hotel.key, &new, now).await.expect("stored").batch;
        readings::fold(&mut tx, batch.expect("a batch"), now, now.date_naive()).await.expect("folded");
        tx.commit().await.expect("committed");
        let sensor = sensors::find(&mut connect(&hotel.db).await, HotelScope::ALL, hotel.sensor).await;
        let sensor = sensor.expect("a result").expect("the sensor");
        assert_eq!(sensor.state, state, "{charges:?}");
    }
}

#[tokio::test]
async fn months_are_made_folded_and_dropped() {
    let hotel = HotelFixture::new().await;
    let day: NaiveDate = "2025-10-31".parse().expect("a day");
    // ten in the evening and two at night in Korea
    let evening: DateTime<Utc> = "2025-10-31T13:00:00Z".parse().expect("a time");
    let night: DateTime<Utc> = "2025-10-31T17:00:00Z".parse().expect("a time");
    let new_month: DateTime<Utc> = "2025-11-01T01:00:00Z".parse().expect("a time");
    hotel.read(&[(evening, 40.0), (evening + TimeDelta::minutes(1), 39.0)], evening).await;
    hotel.read(&[(night, 30.0), (new_month, 20.0)], new_month).await;
    let mut superuser = hotel.database.superuser().await;
    let months = "select relname::text from pg_class where relnamespace = 'hotel_reading_months'::regnamespace
                  and relkind = 'r' order by 1";
    let list: Vec<String> = sqlx::query_scalar(months).fetch_all(&mut superuser).await.expect("the months");
    assert_eq!(list, ["m2025_10", "m2025_11"]);

    let days = async || {
        let days = readings::list_days(&mut connect(&hotel.db).await, hotel.sensor, day).await.expect("days");
        let percents = |day: &readings::Day| [day.min_percent, day.max_percent, day.last_percent];
        days.iter().map(|day| (day.day.to_string(), day.readings, percents(day))).collect::<Vec<_>>()
    };
    let expected =
        vec![("2025-10-31".to_owned(), 2, [39.0, 40.0, 39.0]), ("2025-11-01".to_owned(), 2, [20.0, 30.0, 20.0])];
    assert_eq!(days().await, expected);
    let drop = async || {
        let mut conn = hotel.database.db.system().acquire().await.expect("a connection");
        readings::drop_partitions(&mut conn, "2026-01-01T00:00:00Z".parse().expect("a time")).await.expect("dropped")
    };
    assert_eq!(drop().await, 0, "nothing is folded");
    for (day, dropped) in [("2025-10-31", 0), ("2025-11-01", 1)] {
        let day = day.parse().expect("a day");
        let mut tx = hotel.tx().await;
        readings::fold_day(&mut tx, day).await.expect("folded");
        readings::set_folded_to(&mut tx, day).await.expect("noted");
        tx.commit().await.expect("committed");
        assert_eq!(drop().await, dropped, "{day}");
    }
    assert_eq!(days().await, expected, "the days stay");
    let list: Vec<String> = sqlx::query_scalar(months).fetch_all(&mut superuser).await.expect("the months");
    assert_eq!(list, ["m2025_11"]);
    // the product accesses readings only through the parent table
    let refused = sqlx::query("select from hotel_reading_months.m2025_11")
        .execute(hotel.db.acquire().await.expect("a connection").connection())
        .await;
    assert!(refused.is_err_and(|error| error.to_string().contains("permission denied")));
}

#[tokio::test]
async fn month_is_reported_as_it_was() {
    let hotel = HotelFixture::new().await;
    hotel.count_stock(1_000).await;
    hotel.refill(Some(100), factory::now()).await.expect("refilled");
    let month: NaiveDate = "2025-10-01".parse().expect("a day");
    let list = async || {
        let mut conn = connect(&hotel.db).await;
        let rows = environment::list(&mut conn, HotelScope::ALL, None, month..=month).await.expect("a list");
        rows.iter().map(|row| row.savings).collect::<Vec<_>>()
    };
    assert_eq!(list().await, [Savings { refill_ml: 100, bottles_replaced: 3, plastic_grams: 4 }]);
    let mut tx = hotel.tx().await;
    assert!(!environment::is_reported(&mut tx, month).await.expect("a result"));
    assert_eq!(environment::report(&mut tx, month, factory::now()).await.expect("reported"), 1);
    assert!(environment::is_reported(&mut tx, month).await.expect("a result"));
    tx.commit().await.expect("committed");
    hotel.refill(Some(100), factory::now()).await.expect("refilled");
    assert_eq!(list().await, [Savings::from_refills(100)], "a reported month stays");
}

/// The database derives rooms' states like the domain.
#[tokio::test]
async fn derived_rooms_are_the_domains() {
    let hotel = HotelFixture::new().await;
    let mut superuser = hotel.database.superuser().await;
    for (level, threshold) in [(0, 0), (0, 1), (59, 20), (60, 20), (61, 20), (299, 100), (300, 100)] {
        for (sensor, state) in [
            ("normal", SensorState::Normal),
            ("abnormal", SensorState::Abnormal),
            ("need_check", SensorState::NeedCheck),
        ] {
            sqlx::query("update hotel_dispensers set level_ml = $1, threshold_percent = $2")
                .bind(level)
                .bind(threshold)
                .execute(&mut superuser)
                .await
                .expect("set");
            sqlx::query("update hotel_sensors set state = $1").bind(sensor).execute(&mut superuser).await.expect("set");
            let mut tx = hotel.tx().await;
            rooms::derive_states(&mut tx, &[hotel.room.get()]).await.expect("derived");
            tx.commit().await.expect("committed");
            let status = DispenserStatus {
                capacity_ml: 300,
                level_ml: level,
                threshold_percent: threshold,
                sensor: Some(state),
            };
            assert_eq!(hotel.room().await.0, RoomState::derive(&[status]), "{status:?}");
        }
    }
}

#[tokio::test]
async fn months_wait_for_every_hotels_tenant() {
    let hotel = HotelFixture::new().await;
    let (now, other) = (factory::now(), hotel.database.other_tenant());
    // as a replica session, because the trigger prevents a change of a tenant's kind
    let set = "set session_replication_role = replica; update tenants set kind = 'hotel'";
    sqlx::raw_sql(set).execute(&mut hotel.database.superuser().await).await.expect("both have hotels");
    let mut conn = connect(&hotel.db).await;
    readings::create_partitions(&mut conn, now - TimeDelta::days(120), now).await.expect("June to October");
    readings::set_folded_to(&mut conn, now.date_naive()).await.expect("set");
    let drop_partitions = async || {
        let mut system = hotel.database.db.system().acquire().await.expect("a connection");
        readings::drop_partitions(&mut system, now - TimeDelta::days(31)).await.expect("dropped")
    };
    assert_eq!(drop_partitions().await, 0, "the other tenant has folded nothing");
    let day = |month, day| NaiveDate::from_ymd_opt(2025, month, day).expect("a day");
    // the last day of July ends in Korea before it ends in UTC
    for (folded_to, dropped) in [(day(7, 31), 1), (day(8, 1), 1), (day(10, 1), 1), (day(7, 1), 0)] {
        readings::set_folded_to(&mut connect(&other).await, folded_to).await.expect("set");
        assert_eq!(drop_partitions().await, dropped, "{folded_to}");
    }
    let found = readings::find_folded_to(&mut connect(&other).await).await.expect("a result");
    assert_eq!(found, Some(day(10, 1)), "it never goes back");
}
