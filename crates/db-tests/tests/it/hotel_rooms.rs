//! Hotels' rooms, dispensers and sensors: uniqueness, removal and lists.

use chrono::TimeDelta;
use db::hotel::refills::{self, NewRefill, RefillError, RefillFilter};
use db::hotel::rooms::{self, RoomFilter, WriteError};
use db::hotel::sensors::{self, NewState, SensorFilter, SensorForm};
use db::hotel::{dashboard, dispensers};
use domain::hotel::room::{DispenserSpec, RequireReason, RoomSpec, RoomState};
use domain::hotel::sensor::{SensorState, SensorType};
use domain::hotel::{HotelClientKind, HotelScope};
use domain::{DispenserId, HotelRoomId, SensorId};
use sqlx::{AssertSqlSafe, Connection as _};
use testing::factory;

use crate::hotel_fixture::{HotelFixture, insert_client};
use crate::support::{connect, wait_for_a_lock};

fn spec(number: &str, floor: i32) -> RoomSpec {
    RoomSpec { number: number.to_owned(), floor }
}

fn form(serial: &str, dispenser: Option<DispenserId>) -> SensorForm {
    SensorForm {
        serial: serial.to_owned(),
        kind: SensorType::Weight,
        location: "Bathroom shelf".to_owned(),
        dispenser,
        replace_date: None,
    }
}

impl HotelFixture {
    async fn insert_room(&self, number: &str, floor: i32) -> Result<HotelRoomId, WriteError> {
        rooms::insert(&mut connect(&self.db).await, self.hotel, &spec(number, floor), factory::now()).await
    }

    async fn insert_dispenser(&self, room: HotelRoomId) -> Result<DispenserId, WriteError> {
        let mut conn = connect(&self.db).await;
        let room = rooms::find(&mut conn, HotelScope::ALL, room).await.expect("a result").expect("the room");
        let size = DispenserSpec { capacity_ml: 300, threshold_percent: 20 };
        dispensers::insert(&mut conn, &room, self.product.id, size, factory::now()).await
    }

    async fn insert_sensor(&self, form: &SensorForm) -> Result<SensorId, sensors::WriteError> {
        let mut tx = self.tx().await;
        let id = sensors::insert(&mut tx, self.hotel, form, factory::now()).await?;
        tx.commit().await.expect("committed");
        Ok(id)
    }

    async fn find_sensor(&self, id: SensorId) -> sensors::Sensor {
        let found = sensors::find(&mut connect(&self.db).await, HotelScope::ALL, id).await;
        found.expect("a result").expect("the sensor")
    }

    async fn list_rooms(&self, filter: RoomFilter) -> Vec<String> {
        let listed = rooms::list(&mut connect(&self.db).await, self.hotel, filter).await.expect("a list");
        listed.into_iter().map(|room| room.number).collect()
    }
}

#[tokio::test]
async fn room_number_is_free_after_removal() {
    let hotel = HotelFixture::new().await;
    let taken = hotel.insert_room("201", 3).await;
    assert!(matches!(taken, Err(WriteError::Taken)), "{taken:?}");
    let other = hotel.insert_room("202", 2).await.expect("inserted");
    let renamed = rooms::set(&mut connect(&hotel.db).await, other, &spec("201", 2)).await;
    assert!(matches!(renamed, Err(WriteError::Taken)), "{renamed:?}");
    let mut tx = hotel.tx().await;
    rooms::remove(&mut tx, hotel.room, factory::now()).await.expect("removed");
    tx.commit().await.expect("committed");
    hotel.insert_room("201", 2).await.expect("the number is free");
    assert_eq!(hotel.list_rooms(RoomFilter::default()).await, ["201", "202"]);
}

#[tokio::test]
async fn removed_room_puts_its_sensor_into_store() {
    let hotel = HotelFixture::new().await;
    assert_eq!(hotel.find_sensor(hotel.sensor).await.room, Some((hotel.room, "201".to_owned())));
    let mut tx = hotel.tx().await;
    rooms::remove(&mut tx, hotel.room, factory::now()).await.expect("removed");
    tx.commit().await.expect("committed");
    let mut conn = connect(&hotel.db).await;
    assert!(rooms::find(&mut conn, HotelScope::ALL, hotel.room).await.expect("a result").is_none());
    assert!(dispensers::find_room(&mut conn, HotelScope::ALL, hotel.dispenser).await.expect("a result").is_none());
    let sensor = hotel.find_sensor(hotel.sensor).await;
    assert_eq!((sensor.dispenser, sensor.room), (None, None));
    let refill = hotel.refill(None, factory::now()).await;
    assert!(matches!(refill, Err(RefillError::NotFound)), "{refill:?}");
    let statistics = dashboard::list_statistics(&mut conn, HotelScope::ALL, None).await.expect("statistics").remove(0);
    assert_eq!((statistics.rooms, statistics.require), (0, 0));
    // and it can be moved to another dispenser
    let room = hotel.insert_room("301", 3).await.expect("inserted");
    let dispenser = hotel.insert_dispenser(room).await.expect("inserted");
    let state = NewState { checked_at: factory::now(), state: SensorState::Normal };
    let mut tx = hotel.tx().await;
    sensors::set(&mut tx, hotel.sensor, &form("HB-1", Some(dispenser)), state).await.expect("moved");
    tx.commit().await.expect("committed");
    assert_eq!(hotel.find_sensor(hotel.sensor).await.room, Some((room, "301".to_owned())));
}

/// A refill locks the sensor and then the dispenser: a removal that had the dispenser first would deadlock with it.
#[tokio::test]
async fn removal_locks_sensors_before_dispensers() {
    for is_of_room in [true, false] {
        let hotel = HotelFixture::new().await;
        let mut superuser = hotel.database.superuser().await;
        let mut refill = superuser.begin().await.expect("a transaction");
        let [sensor, dispenser] =
            ["hotel_sensors", "hotel_dispensers"].map(|table| format!("select from {table} for no key update"));
        sqlx::query(AssertSqlSafe(sensor)).execute(&mut *refill).await.expect("locked");
        let remove = async {
            let mut tx = hotel.tx().await;
            let removed = if is_of_room {
                rooms::remove(&mut tx, hotel.room, factory::now()).await
            } else {
                dispensers::remove(&mut tx, hotel.dispenser, factory::now()).await
            };
            removed.expect("removed");
            tx.commit().await.expect("committed");
        };
        let finish = async {
            wait_for_a_lock(&hotel.database).await;
            sqlx::query(AssertSqlSafe(dispenser)).execute(&mut *refill).await.expect("locked");
            refill.commit().await.expect("committed");
        };
        tokio::join!(remove, finish);
        assert_eq!(hotel.find_sensor(hotel.sensor).await.dispenser, None);
    }
}

/// The removal waits for a sensor that is being put into the dispenser, and takes it out again.
#[tokio::test]
async fn removal_detaches_a_sensor_of_a_racing_edit() {
    for is_of_room in [true, false] {
        let hotel = HotelFixture::new().await;
        let room = hotel.insert_room("301", 3).await.expect("inserted");
        let dispenser = hotel.insert_dispenser(room).await.expect("inserted");
        let state = NewState { checked_at: factory::now(), state: SensorState::Normal };
        let mut edit = hotel.tx().await;
        sensors::lock(&mut edit, HotelScope::ALL, hotel.sensor).await.expect("a result").expect("the sensor");
        sensors::set(&mut edit, hotel.sensor, &form("HB-1", Some(dispenser)), state).await.expect("moved");
        let remove = async {
            let mut tx = hotel.tx().await;
            let removed = if is_of_room {
                rooms::remove(&mut tx, room, factory::now()).await
            } else {
                dispensers::remove(&mut tx, dispenser, factory::now()).await
            };
            removed.expect("removed");
            tx.commit().await.expect("committed");
        };
        let finish = async {
            wait_for_a_lock(&hotel.database).await;
            edit.commit().await.expect("committed");
        };
        tokio::join!(remove, finish);
        assert_eq!(hotel.find_sensor(hotel.sensor).await.dispenser, None);
    }
}

#[tokio::test]
async fn room_has_one_dispenser_of_a_product() {
    let hotel = HotelFixture::new().await;
    let again = hotel.insert_dispenser(hotel.room).await;
    assert!(matches!(again, Err(WriteError::Taken)), "{again:?}");
    let mut tx = hotel.tx().await;
    dispensers::remove(&mut tx, hotel.dispenser, factory::now()).await.expect("removed");
    tx.commit().await.expect("committed");
    assert_eq!(hotel.find_sensor(hotel.sensor).await.dispenser, None, "its sensor is in store");
    let new = hotel.insert_dispenser(hotel.room).await.expect("its place is free");
    let room = rooms::find(&mut connect(&hotel.db).await, HotelScope::ALL, hotel.room).await.expect("a result");
    let room = room.expect("the room");
    assert_eq!((room.dispensers.len(), room.dispensers[0].id, &room.dispensers[0].sensor), (1, new, &None));
    assert_eq!(room.dispensers[0].status.level_ml, 300, "a new one is full");
}

#[tokio::test]
async fn smaller_dispenser_holds_no_more() {
    let hotel = HotelFixture::new().await;
    for (capacity_ml, level_ml) in [(250, 250), (400, 250), (20_000, 250)] {
        let size = DispenserSpec { capacity_ml, threshold_percent: 0 };
        dispensers::set(&mut connect(&hotel.db).await, hotel.dispenser, None, size).await.expect("set");
        let room = rooms::find(&mut connect(&hotel.db).await, HotelScope::ALL, hotel.room).await.expect("a result");
        let status = room.expect("the room").dispensers[0].status;
        assert_eq!((status.capacity_ml, status.level_ml), (capacity_ml, level_ml));
    }
}

#[tokio::test]
async fn serial_and_dispenser_have_one_sensor() {
    let hotel = HotelFixture::new().await;
    let serial = hotel.insert_sensor(&form("HB-1", None)).await;
    assert!(matches!(serial, Err(sensors::WriteError::SerialTaken)), "{serial:?}");
    let dispenser = hotel.insert_sensor(&form("HB-2", Some(hotel.dispenser))).await;
    assert!(matches!(dispenser, Err(sensors::WriteError::DispenserTaken)), "{dispenser:?}");
    let stored = hotel.insert_sensor(&form("HB-2", None)).await.expect("inserted");
    let mut tx = hotel.tx().await;
    let state = NewState { checked_at: factory::now(), state: SensorState::Normal };
    let renamed = sensors::set(&mut tx, stored, &form("HB-1", None), state).await;
    assert!(matches!(renamed, Err(sensors::WriteError::SerialTaken)), "{renamed:?}");
    let other = hotel.database.other_tenant();
    let elsewhere = insert_client(&mut connect(&other).await, HotelClientKind::GeneralHotel, "Elsewhere").await;
    let mut tx = other.begin().await.expect("a transaction");
    sensors::insert(&mut tx, elsewhere, &form("HB-1", None), factory::now()).await.expect("of another tenant");
}

/// The database itself prevents that a sensor is put into another hotel's dispenser.
#[tokio::test]
async fn sensor_stays_in_its_own_hotel() {
    let hotel = HotelFixture::new().await;
    let other = insert_client(&mut connect(&hotel.db).await, HotelClientKind::GeneralHotel, "Lone Pine").await;
    let mut tx = hotel.tx().await;
    let refused = sensors::insert(&mut tx, other, &form("HB-2", Some(hotel.dispenser)), factory::now()).await;
    assert!(matches!(&refused, Err(sensors::WriteError::Db(_) | sensors::WriteError::DispenserTaken)), "{refused:?}");
    let mut superuser = hotel.database.superuser().await;
    let statement = format!(
        "insert into hotel_sensors (tenant_id, hotel_id, serial, type, dispenser_id, checked_at, created_at)
         select tenant_id, {other}, 'HB-3', 'level', null, now(), now() from hotel_sensors;
         update hotel_sensors set dispenser_id = null where serial = 'HB-1';
         update hotel_sensors set dispenser_id = {} where serial = 'HB-3'",
        hotel.dispenser
    );
    let error = sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut superuser).await.expect_err("refused");
    assert!(error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation), "{error}");
}

#[tokio::test]
async fn sensors_are_found_by_serial_place_and_room() {
    let hotel = HotelFixture::new().await;
    let stored = hotel.insert_sensor(&form("KX-77", None)).await.expect("inserted");
    let list = async |filter: SensorFilter<'_>| {
        let listed = sensors::list(&mut connect(&hotel.db).await, hotel.hotel, &filter).await.expect("a list");
        listed.into_iter().map(|sensor| sensor.id).collect::<Vec<_>>()
    };
    let all = SensorFilter { limit: 9, ..SensorFilter::default() };
    for (filter, expected) in [
        (all, vec![hotel.sensor, stored]),
        (SensorFilter { text: "kx", ..all }, vec![stored]),
        (SensorFilter { text: "SHELF", ..all }, vec![stored]),
        (SensorFilter { text: "201", ..all }, vec![hotel.sensor]),
        (SensorFilter { text: "20", ..all }, vec![]),
        (SensorFilter { state: Some(SensorState::Abnormal), ..all }, vec![]),
        (SensorFilter { state: Some(SensorState::Normal), ..all }, vec![hotel.sensor, stored]),
        (SensorFilter { after: Some(hotel.sensor), ..all }, vec![stored]),
        (SensorFilter { limit: 1, ..all }, vec![hotel.sensor]),
    ] {
        assert_eq!(list(filter).await, expected, "{filter:?}");
    }
}

#[tokio::test]
async fn rooms_are_filtered_by_floor_and_state() {
    let hotel = HotelFixture::new().await;
    for (number, floor) in [("1001", 10), ("B1", -1), ("202", 2)] {
        hotel.insert_room(number, floor).await.expect("inserted");
    }
    hotel.read(&[(factory::now() + TimeDelta::minutes(1), 5.0)], factory::now() + TimeDelta::minutes(1)).await;
    let all = RoomFilter::default();
    for (filter, expected) in [
        (all, vec!["B1", "201", "202", "1001"]),
        (RoomFilter { floor: Some(2), ..all }, vec!["201", "202"]),
        (RoomFilter { state: Some(RoomState::Require), ..all }, vec!["201"]),
        (RoomFilter { state: Some(RoomState::Stable), floor: Some(2), ..all }, vec!["202"]),
        (RoomFilter { room: Some(hotel.room), ..all }, vec!["201"]),
        (RoomFilter { limit: Some(2), ..all }, vec!["B1", "201"]),
    ] {
        assert_eq!(hotel.list_rooms(filter).await, expected, "{filter:?}");
    }
    let room = rooms::find(&mut connect(&hotel.db).await, HotelScope::ALL, hotel.room).await.expect("a result");
    let reasons: Vec<_> = room.expect("the room").reasons().collect();
    assert_eq!(reasons, [(hotel.dispenser, RequireReason::Low)]);
}

#[tokio::test]
async fn other_hotels_rooms_are_out_of_scope() {
    let hotel = HotelFixture::new().await;
    let other = insert_client(&mut connect(&hotel.db).await, HotelClientKind::GeneralHotel, "Lone Pine").await;
    let foreign = HotelScope::for_client(other);
    let mut conn = connect(&hotel.db).await;
    assert!(rooms::find(&mut conn, foreign, hotel.room).await.expect("a result").is_none());
    assert!(dispensers::find_room(&mut conn, foreign, hotel.dispenser).await.expect("a result").is_none());
    assert!(sensors::find(&mut conn, foreign, hotel.sensor).await.expect("a result").is_none());
    let mut tx = hotel.tx().await;
    let new = NewRefill { scope: foreign, dispenser: hotel.dispenser, user: hotel.user, poured_ml: None };
    let refused = refills::insert(&mut tx, &new, factory::now()).await;
    assert!(matches!(refused, Err(RefillError::NotFound)), "{refused:?}");
}

#[tokio::test]
async fn refills_are_listed_by_person_and_time() {
    let hotel = HotelFixture::new().await;
    hotel.count_stock(1_000).await;
    let at = |minutes| factory::now() + TimeDelta::minutes(minutes);
    for (minutes, ml) in [(1, 10), (2, 20), (3, 30)] {
        hotel.refill(Some(ml), at(minutes)).await.expect("refilled");
    }
    let all = RefillFilter { user: None, time: None, before: None, limit: 9 };
    let list = async |filter: RefillFilter| {
        let listed = refills::list(&mut connect(&hotel.db).await, hotel.hotel, &filter).await.expect("a list");
        listed.into_iter().map(|refill| (refill.id, refill.ml)).collect::<Vec<_>>()
    };
    let everything = list(all.clone()).await;
    let amounts = |rows: Vec<(domain::RefillId, i32)>| rows.into_iter().map(|(_, ml)| ml).collect::<Vec<_>>();
    assert_eq!(amounts(everything.clone()), [30, 20, 10]);
    for (filter, expected) in [
        (RefillFilter { time: Some(at(2)..at(3)), ..all.clone() }, vec![20]),
        (RefillFilter { user: Some(hotel.user), limit: 1, ..all.clone() }, vec![30]),
        (RefillFilter { user: Some(domain::HotelUserId::new(0)), ..all.clone() }, vec![]),
        (RefillFilter { before: Some(everything[0].0), ..all.clone() }, vec![20, 10]),
    ] {
        assert_eq!(amounts(list(filter.clone()).await), expected, "{filter:?}");
    }
    let found = refills::find(&mut connect(&hotel.db).await, everything[2].0).await.expect("a result");
    let found = found.expect("the refill");
    assert_eq!((found.room_number.as_str(), found.by.as_str(), found.at), ("201", "Kim Haneul", at(1)));
}
