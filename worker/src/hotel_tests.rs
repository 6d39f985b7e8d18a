//! Fixtures for the jobs of hotels, and tests of those that the schedule or a gateway's readings enqueue.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use db::TenantTx;
use db::hotel::api_keys::{self, NewApiKey};
use db::hotel::clients::{self, ClientForm};
use db::hotel::products::{self, Product};
use db::hotel::readings::{self, NewReading};
use db::hotel::refills::{self, NewRefill};
use db::hotel::sensors::{self, SensorForm};
use db::hotel::stock::{self, Count, StockKey};
use db::hotel::users::{self, NewUser};
use db::hotel::{dispensers, environment, rooms};
use domain::calendar::korean_day;
use domain::hotel::environment::Savings;
use domain::hotel::product::{ProductInput, ProductSpec};
use domain::hotel::room::{DispenserSpec, RoomSpec, RoomState};
use domain::hotel::sensor::SensorType;
use domain::hotel::{HotelClientKind, HotelRole, HotelScope, UsagePeriod, UserDetails};
use domain::{
    DispenserId, HotelClientId, HotelRoomId, HotelUserId, LoginUserId, Name, PasswordHash, SensorId, TokenHash,
};
use queue::jobs::{CheckSilentSensors, FoldReadingDays, FoldReadings, ReportEnvironment};
use queue::{Job, JobHandlers};
use runtime::{Clock as _, ManualClock};
use testing::{Database, PrivateRedis, factory, store};

use crate::sweep::SweepContext;
use crate::tests::run_jobs;
use crate::{check_silent_sensors, fold_reading_days, fold_readings, report_environment};

/// A hotel with a room, an empty dispenser of 300 ml and its sensor, and the worker that runs its jobs.
struct HotelWorker {
    database: Database,
    redis: PrivateRedis,
    clock: Arc<ManualClock>,
    user: HotelUserId,
    room: HotelRoomId,
    dispenser: DispenserId,
    sensor: SensorId,
}

pub(crate) async fn insert_client(tx: &mut TenantTx, kind: HotelClientKind, name: &str) -> HotelClientId {
    let (headquarters, partner) = (None, None);
    let form = ClientForm { name: name.into(), address: "1".into(), headquarters, partner, active: true };
    clients::insert(tx, kind, &form, factory::now()).await.expect("a client")
}

/// Inserts a hotel's manager, or a super admin if there is no client.
pub(crate) async fn insert_user(tx: &mut TenantTx, client: Option<HotelClientId>, contact: &str) -> HotelUserId {
    let (role, login) = match client {
        Some(_) => (HotelRole::HotelClient, "manager1"),
        None => (HotelRole::SuperAdmin, "supplier1"),
    };
    let new = NewUser {
        client,
        role,
        login_id: LoginUserId::parse(login).expect("a name"),
        password_hash: PasswordHash::new("$argon2id$x".to_owned()),
        name: Name::parse("Kim Haneul").expect("a name"),
        details: UserDetails { contact: contact.to_owned(), ..UserDetails::default() },
    };
    users::insert(tx, &new, factory::now()).await.expect("a user")
}

pub(crate) async fn insert_product(tx: &mut TenantTx) -> Product {
    let spec = ProductSpec::parse(&ProductInput {
        code: "SH-300",
        kind: "shampoo",
        name: "Shampoo",
        fragrance: "White tea",
        bottle_ml: 300,
        bottles_per_box: 20,
        unit_price: 96_000,
    });
    let spec = spec.expect("a product");
    let id = products::insert(tx, &spec, factory::now()).await.expect("a product");
    Product { id, spec, active: true }
}

impl HotelWorker {
    async fn new() -> Self {
        let (database, redis) = (Database::create().await, PrivateRedis::start().await);
        let now = factory::now();
        let mut tx = database.tenant().begin().await.expect("a transaction");
        let hotel = insert_client(&mut tx, HotelClientKind::GeneralHotel, "Hanbit Seoul").await;
        let user = insert_user(&mut tx, Some(hotel), "").await;
        let product = insert_product(&mut tx).await.id;
        let count = Count { ml: 6_000, user, reason: "counted" };
        stock::book_count(&mut tx, StockKey { hotel, product }, &count, now).await.expect("counted");
        let room = RoomSpec { number: "201".into(), floor: 2 };
        let room = rooms::insert(&mut tx, hotel, &room, now).await.expect("a room");
        let found = rooms::find(&mut tx, HotelScope::ALL, room).await.expect("a room").expect("the room");
        let dispenser = DispenserSpec { capacity_ml: 300, threshold_percent: 20 };
        let dispenser = dispensers::insert(&mut tx, &found, product, dispenser, now).await.expect("a dispenser");
        let sensor = SensorForm {
            serial: "HB-1".into(),
            kind: SensorType::Level,
            location: String::new(),
            dispenser: Some(dispenser),
            replace_date: None,
        };
        let sensor = sensors::insert(&mut tx, hotel, &sensor, now).await.expect("a sensor");
        tx.commit().await.expect("committed");
        let clock = ManualClock::at(now);
        Self { database, redis, clock, user, room, dispenser, sensor }
    }

    async fn run<J: Job>(&self, job: J) {
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        queue::enqueue(&mut tx, job).await.expect("a job");
        tx.commit().await.expect("committed");
        let database = self.database.db.clone();
        let context = Arc::new(SweepContext { database, store: store(), clock: self.clock.clone() });
        let handlers = JobHandlers::new()
            .handle(&context, check_silent_sensors::run)
            .handle(&context, fold_reading_days::run)
            .handle(&context, fold_readings::run)
            .handle(&context, report_environment::run);
        let (_, dead) = run_jobs(&self.database, &self.redis, handlers).await;
        assert_eq!(dead, 0, "{}", J::KIND);
    }

    async fn room_state(&self) -> RoomState {
        let mut conn = self.database.tenant().acquire().await.expect("a connection");
        rooms::find(&mut conn, HotelScope::ALL, self.room).await.expect("a room").expect("the room").state
    }

    /// Empties the dispenser and refills it at the clock's time.
    async fn refill(&self) {
        let empty = "update hotel_dispensers set level_ml = 0";
        sqlx::raw_sql(empty).execute(&mut self.database.superuser().await).await.expect("emptied");
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        let new = NewRefill { scope: HotelScope::ALL, dispenser: self.dispenser, user: self.user, poured_ml: None };
        refills::insert(&mut tx, &new, self.clock.now()).await.expect("refilled");
        tx.commit().await.expect("committed");
    }

    /// Stores a reading of the sensor as a gateway's call does, a minute later. Returns the job that applies it.
    async fn insert_reading(&self, level_percent: f32) -> FoldReadings {
        self.clock.advance(TimeDelta::minutes(1));
        self.insert_readings(&[(self.clock.now(), level_percent)]).await
    }

    /// Stores a batch of readings of the sensor. Returns the job that applies it.
    async fn insert_readings(&self, readings: &[(DateTime<Utc>, f32)]) -> FoldReadings {
        let now = self.clock.now();
        let mut tx = self.database.tenant().begin().await.expect("a transaction");
        let partner = insert_client(&mut tx, HotelClientKind::Partner, "Sensor Works").await;
        let new = NewApiKey {
            partner,
            created_by: self.user,
            name: "gateway",
            category: "readings",
            key: &TokenHash::new([7; 32]),
            key_prefix: "hbk_012345",
            period: UsagePeriod { from: now.date_naive(), to: now.date_naive() },
        };
        let key = api_keys::insert(&mut tx, &new, now).await.expect("a key");
        let sensor = self.sensor;
        let new: Vec<NewReading> = readings
            .iter()
            .map(|&(at, level_percent)| NewReading { sensor, at, level_percent, battery_percent: None })
            .collect();
        let inserted = readings::insert_batch(&mut tx, key, &new, now).await.expect("stored");
        tx.commit().await.expect("committed");
        FoldReadings { batch_id: inserted.batch.expect("a batch") }
    }

    /// Folds the days that are complete at this time.
    async fn fold_days(&self, now: DateTime<Utc>) {
        self.clock.set(now);
        self.run(FoldReadingDays { day: korean_day(now) }).await;
    }

    /// The stored days of the sensor: day, number of readings, and lowest, highest and last level.
    async fn folded_days(&self) -> Vec<(String, i32, [f32; 3])> {
        let days: Vec<(NaiveDate, i32, f32, f32, f32)> = sqlx::query_as(
            "select day, readings, min_percent, max_percent, last_percent from hotel_reading_days order by day",
        )
        .fetch_all(&mut self.database.superuser().await)
        .await
        .expect("the days");
        days.into_iter().map(|(day, count, min, max, last)| (day.to_string(), count, [min, max, last])).collect()
    }

    async fn count_readings(&self) -> i64 {
        let count = sqlx::query_scalar("select count(*) from hotel_readings");
        count.fetch_one(&mut self.database.superuser().await).await.expect("a count")
    }

    async fn savings(&self, month: NaiveDate) -> Savings {
        let mut conn = self.database.tenant().acquire().await.expect("a connection");
        let months = environment::list(&mut conn, HotelScope::ALL, None, month..=month).await.expect("a list");
        months[0].savings
    }
}

#[tokio::test]
async fn room_of_silent_sensor_requires_after_a_day() {
    let hotel = HotelWorker::new().await;
    hotel.clock.advance(TimeDelta::hours(23));
    hotel.run(CheckSilentSensors {}).await;
    assert_eq!(hotel.room_state().await, RoomState::Stable);
    hotel.clock.advance(TimeDelta::hours(1));
    hotel.run(CheckSilentSensors {}).await;
    assert_eq!(hotel.room_state().await, RoomState::Require);
}

#[tokio::test]
async fn low_reading_requires_once_its_batch_is_folded() {
    let hotel = HotelWorker::new().await;
    let job = hotel.insert_reading(5.0).await;
    assert_eq!(hotel.room_state().await, RoomState::Stable);
    hotel.run(job.clone()).await;
    assert_eq!(hotel.room_state().await, RoomState::Require);
    hotel.refill().await;
    hotel.run(job).await;
    assert_eq!(hotel.room_state().await, RoomState::Stable, "a repeated job changes nothing");
}

#[tokio::test]
async fn readings_are_folded_by_day_then_purged() {
    let at = |time: &str| time.parse::<DateTime<Utc>>().expect("a time");
    let hotel = HotelWorker::new().await;
    let readings = [
        ("2025-09-08T01:00:00Z", 40.0),
        ("2025-09-08T14:59:59Z", 30.0),
        // past midnight in Korea
        ("2025-09-08T15:00:00Z", 29.0),
        ("2025-10-08T01:00:00Z", 20.0),
    ];
    hotel.insert_readings(&readings.map(|(time, level)| (at(time), level))).await;
    let day = |day: &str, count: i32, levels: [f32; 3]| (day.to_owned(), count, levels);
    let september = [day("2025-09-08", 2, [30.0, 40.0, 30.0]), day("2025-09-09", 1, [29.0; 3])];
    for _ in 0..2 {
        hotel.fold_days(factory::now()).await;
        assert_eq!(hotel.folded_days().await, september, "a day is open while gateways may send its readings");
        assert_eq!(hotel.count_readings().await, 4, "a month is kept for 31 days");
    }
    hotel.fold_days(at("2025-10-31T23:59:59Z")).await;
    let all = [september.as_slice(), &[day("2025-10-08", 1, [20.0; 3])]].concat();
    assert_eq!((hotel.folded_days().await, hotel.count_readings().await), (all.clone(), 4));
    for _ in 0..2 {
        hotel.fold_days(at("2025-11-01T00:00:00Z")).await;
        assert_eq!((hotel.folded_days().await, hotel.count_readings().await), (all.clone(), 1));
    }
}

#[tokio::test]
async fn month_is_reported_once() {
    let hotel = HotelWorker::new().await;
    let month = NaiveDate::from_ymd_opt(2025, 10, 1).expect("a day");
    hotel.refill().await;
    hotel.run(ReportEnvironment { month }).await;
    let reported = hotel.savings(month).await;
    assert_eq!((reported.refill_ml, reported.bottles_replaced), (300, 10));
    hotel.refill().await;
    hotel.run(ReportEnvironment { month }).await;
    assert_eq!(hotel.savings(month).await, reported, "a report never changes");
    let before = NaiveDate::from_ymd_opt(2025, 9, 1).expect("a day");
    assert_eq!(hotel.savings(before).await, Savings::default());
}
