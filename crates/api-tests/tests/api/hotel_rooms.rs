//! Hotels' rooms, sensors, refills and the readings that machines send.

use std::time::Duration;

use api::services::limiter::READINGS_KEY;
use axum::http::Method;
use chrono::{DateTime, TimeDelta, Utc};
use db::hotel::{dispensers, readings};
use domain::ReadingBatchId;
use runtime::Clock as _;
use serde_json::{Value, json};

use crate::client::TestResponse;
use crate::hotel::{HotelMember, Hotels};
use crate::races::{call_during, wait_for_a_lock};
use crate::test_app::{PASSWORD, TestApp};

/// A room of the hotel with a dispenser and a sensor, and a key of its partner.
pub struct EquippedHotel {
    pub hotels: Hotels,
    pub product: i64,
    pub room: i64,
    pub dispenser: i64,
    pub sensor: i64,
    pub key: String,
}

impl EquippedHotel {
    pub async fn new(app: &TestApp) -> Self {
        let hotels = Hotels::new(app).await;
        let product = hotels.product(app, "SH-300").await;
        let manager = &hotels.hotel_client;
        let path = format!("/hotel/hotels/{}/rooms", hotels.hotel);
        let room = hotels.post(app, manager, &path, &json!({"number": "1204", "floor": 12})).await.expect(201);
        let room = room["id"].as_i64().expect("an id");
        let body = json!({"productId": product, "capacityMl": 300, "thresholdPercent": 20});
        let made = hotels.post(app, manager, &format!("/hotel/rooms/{room}/dispensers"), &body).await.expect(201);
        let dispenser = made["dispensers"][0]["id"].as_i64().expect("an id");
        let body = json!({"serial": "hb-1", "type": "level", "location": "Shower", "dispenserId": dispenser});
        let path = format!("/hotel/hotels/{}/sensors", hotels.hotel);
        let sensor = hotels.post(app, manager, &path, &body).await.expect(201);
        let key = Self::make_key(app, &hotels, &hotels.partner_user).await;
        Self { product, room, dispenser, sensor: sensor["id"].as_i64().expect("an id"), key, hotels }
    }

    async fn make_key(app: &TestApp, hotels: &Hotels, member: &HotelMember) -> String {
        let day = |days| (app.clock.now() + TimeDelta::days(days)).date_naive().to_string();
        let body = json!({"name": "gateway", "category": "readings", "validFrom": day(0), "validTo": day(30)});
        let made = hotels.post(app, member, "/hotel/api-keys", &body).await.expect(201);
        made["key"].as_str().expect("a key").to_owned()
    }

    async fn send(&self, app: &TestApp, key: &str, readings: &Value) -> TestResponse {
        let call = app.call_host(self.hotels.host, Method::POST, "/hotel/readings");
        call.token(key).json(&json!({"readings": readings})).send().await
    }

    /// Applies the pending batches, like the worker.
    async fn fold(&self, app: &TestApp) {
        let mut tx = self.hotels.db.begin().await.expect("a transaction");
        let waiting: Vec<i64> = sqlx::query_scalar("select id from hotel_reading_batches order by id")
            .fetch_all(tx.connection())
            .await
            .expect("a list");
        let now = app.clock.now();
        for id in waiting {
            readings::fold(&mut tx, ReadingBatchId::new(id), now, now.date_naive()).await.expect("folded");
        }
        tx.commit().await.expect("committed");
    }

    async fn room(&self, app: &TestApp) -> Value {
        let path = format!("/hotel/hotels/{}/rooms", self.hotels.hotel);
        self.hotels.get(app, &self.hotels.housekeeper, &path).await.expect(200)["items"][0].clone()
    }

    async fn stock(&self, app: &TestApp, ml: i64) {
        let path = format!("/hotel/hotels/{}/stock/{}/counts", self.hotels.hotel, self.product);
        let body = json!({"ml": ml, "reason": "Counted"});
        self.hotels.post(app, &self.hotels.hotel_client, &path, &body).await.expect(204);
    }

    async fn refill(&self, app: &TestApp, body: &Value) -> TestResponse {
        let path = format!("/hotel/dispensers/{}/refills", self.dispenser);
        self.hotels.post(app, &self.hotels.housekeeper, &path, body).await
    }
}

fn at(time: DateTime<Utc>, minutes: i64) -> String {
    (time + TimeDelta::minutes(minutes)).to_rfc3339()
}

#[tokio::test]
async fn readings_make_a_room_require_until_refilled() {
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    app.clock.advance(TimeDelta::minutes(1));
    let now = app.clock.now();
    let low = json!([{"serial": "hb-1", "at": at(now, 0), "levelPercent": 10, "batteryPercent": 80.5}]);
    let first = hotel.send(&app, &hotel.key, &low).await.expect(202);
    assert_eq!(first, json!({"accepted": 1, "duplicates": 0, "rejected": []}));
    let again = hotel.send(&app, &hotel.key, &low).await.expect(202);
    assert_eq!(again, json!({"accepted": 0, "duplicates": 1, "rejected": []}));
    assert_eq!(app.count("jobs where kind = 'fold_readings' and queue = 'maintenance'").await, 1);
    hotel.fold(&app).await;
    let room = hotel.room(&app).await;
    assert_eq!((&room["state"], &room["dispensers"][0]["levelMl"]), (&json!("require"), &json!(30)));
    assert_eq!(room["reasons"], json!([{"dispenserId": hotel.dispenser, "kind": "low"}]));

    app.clock.advance(TimeDelta::minutes(1));
    let short = hotel.refill(&app, &json!({})).await;
    assert_eq!((short.problem(409).as_str(), &short.expect(409)["missingMl"]), ("stock_short", &json!(270)));
    assert_eq!(hotel.refill(&app, &json!({"ml": 0})).await.invalid_fields(), ["ml.range"]);
    hotel.stock(&app, 1_000).await;
    let done = hotel.refill(&app, &json!({})).await.expect(201);
    assert_eq!((&done["refill"]["ml"], &done["room"]["state"]), (&json!(270), &json!("stable")));
    let path = format!("/hotel/hotels/{}/dashboard", hotel.hotels.hotel);
    let dashboard = hotel.hotels.get(&app, &hotel.hotels.hotel_client, &path).await.expect(200);
    assert_eq!((&dashboard["rooms"], &dashboard["stock"][0]["ml"]), (&json!({"total": 1, "require": 0}), &json!(730)));
    assert_eq!(
        dashboard["month"],
        json!({"month": "2025-10", "refillMl": 270, "bottlesReplaced": 9, "plasticGrams": 13})
    );
    let saved = hotel.hotels.get(&app, &hotel.hotels.super_admin, "/hotel/environment?from=2025-10").await.expect(200);
    assert_eq!(saved["months"], json!([dashboard["month"]]));
    let path = format!("/hotel/hotels/{}/refills?mine=true&day=2025-10-09", hotel.hotels.hotel);
    let list = hotel.hotels.get(&app, &hotel.hotels.housekeeper, &path).await.expect(200);
    assert_eq!((&list["items"][0]["roomNumber"], &list["items"][0]["ml"]), (&json!("1204"), &json!(270)));
    let days =
        hotel.hotels.get(&app, &hotel.hotels.partner_user, &format!("/hotel/sensors/{}/days", hotel.sensor)).await;
    let days = days.expect(200);
    assert_eq!((&days["sensor"]["serial"], &days["items"][0]["lastPercent"]), (&json!("HB-1"), &json!(10.0)));
}

#[tokio::test]
async fn day_of_another_form_is_refused() {
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    let sensors = format!("/hotel/hotels/{}/sensors", hotel.hotels.hotel);
    for day in ["2025-10-9", "+025-10-09", "2025/10/09", "2025-02-29"] {
        let path = format!("/hotel/hotels/{}/refills?day={}", hotel.hotels.hotel, day.replace('+', "%2B"));
        let list = hotel.hotels.get(&app, &hotel.hotels.housekeeper, &path).await;
        assert_eq!(list.invalid_fields(), ["day.format"], "{day}");
        let sensor = json!({"serial": "HB-9", "type": "level", "replaceDate": day});
        let made = hotel.hotels.post(&app, &hotel.hotels.hotel_client, &sensors, &sensor).await;
        assert_eq!(made.invalid_fields(), ["replaceDate.format"], "{day}");
    }
}

#[tokio::test]
async fn silent_sensor_is_settled_by_a_check() {
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    app.clock.advance(TimeDelta::hours(25));
    let mut tx = hotel.hotels.db.begin().await.expect("a transaction");
    let now = app.clock.now();
    db::hotel::sensors::mark_silent(&mut tx, now, now.date_naive()).await.expect("marked");
    tx.commit().await.expect("committed");
    // user sessions last for twelve hours
    let manager = hotel.hotels.sign_in(&app, &hotel.hotels.hotel_client.login, PASSWORD).await;
    let list = format!("/hotel/hotels/{}/sensors?state=need_check&q=1204", hotel.hotels.hotel);
    let sensors = hotel.hotels.get(&app, &manager, &list).await.expect(200);
    assert_eq!(sensors["items"][0]["serial"], "HB-1");
    let rooms = format!("/hotel/hotels/{}/rooms?state=require", hotel.hotels.hotel);
    let room = hotel.hotels.get(&app, &manager, &rooms).await.expect(200)["items"][0].clone();
    assert_eq!(room["reasons"][0]["kind"], "sensor_need_check");
    let body = json!({"serial": "HB-1", "type": "level", "dispenserId": hotel.dispenser, "state": "normal"});
    let path = format!("/hotel/sensors/{}", hotel.sensor);
    assert_eq!(hotel.hotels.put(&app, &manager, &path, &body).await.expect(200)["state"], "normal");
    assert_eq!(hotel.hotels.get(&app, &manager, &rooms).await.expect(200)["items"], json!([]));
}

#[tokio::test]
async fn sensor_edit_keeps_a_concurrent_check() {
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    let body = json!({"serial": "HB-1", "type": "level", "location": "Sink", "dispenserId": hotel.dispenser});
    let path = format!("/hotel/sensors/{}", hotel.sensor);
    let edit = hotel.hotels.put(&app, &hotel.hotels.hotel_client, &path, &body);
    let check = "update hotel_sensors set checked_at = checked_at + interval '1 minute'";
    call_during(&app, check, edit).await.expect(200);
    assert_eq!(app.count("hotel_sensors where location = 'Sink' and checked_at > created_at").await, 1);
}

#[tokio::test]
async fn check_alone_keeps_a_colleagues_move() {
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    let manager = &hotel.hotels.hotel_client;
    let path = format!("/hotel/sensors/{}", hotel.sensor);
    let put = async |body: Value| hotel.hotels.put(&app, manager, &path, &body).await;
    assert_eq!(put(json!({"state": "normal"})).await.expect(200)["dispenserId"], hotel.dispenser);
    let moved = json!({"serial": "HB-7", "type": "weight", "location": "Storeroom", "replaceDate": "2027-01-31"});
    let moved = put(moved).await.expect(200);
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(put(json!({"state": "normal"})).await.expect(200), moved);
    assert_eq!(app.count("hotel_sensors where checked_at = created_at + interval '1 minute'").await, 1);
    for state in ["need_check", "", "lost"] {
        assert_eq!(put(json!({"state": state})).await.invalid_fields(), ["state.unknown"], "{state}");
    }
    // without a state, or with another field, the body has the settings
    for body in [json!({}), json!({"state": "normal", "location": "Sink"})] {
        assert_eq!(put(body.clone()).await.invalid_fields(), ["serial.required", "type.unknown"], "{body}");
    }
}

#[tokio::test]
async fn dispenser_removed_meanwhile_is_unknown() {
    for is_new in [false, true] {
        let app = TestApp::new().await;
        let hotel = EquippedHotel::new(&app).await;
        let manager = &hotel.hotels.hotel_client;
        let sensors = format!("/hotel/hotels/{}/sensors", hotel.hotels.hotel);
        let body = json!({"serial": "HB-2", "type": "level"});
        let stored = hotel.hotels.post(&app, manager, &sensors, &body).await.expect(201);
        let sensor = format!("/hotel/sensors/{}", stored["id"]);
        let body = json!({"serial": "HB-3", "type": "level", "dispenserId": hotel.dispenser});
        let mut tx = hotel.hotels.db.begin().await.expect("a transaction");
        dispensers::remove(&mut tx, hotel.dispenser.into(), app.clock.now()).await.expect("removed");
        let save = async {
            if is_new {
                hotel.hotels.post(&app, manager, &sensors, &body).await
            } else {
                hotel.hotels.put(&app, manager, &sensor, &body).await
            }
        };
        let commit = async {
            wait_for_a_lock(&mut app.superuser().await).await;
            tx.commit().await.expect("committed");
        };
        let (saved, ()) = tokio::join!(save, commit);
        assert_eq!(saved.invalid_fields(), ["dispenserId.unknown"]);
        assert_eq!(app.count("hotel_sensors where dispenser_id is not null").await, 0);
    }
}

#[tokio::test]
async fn readings_are_rate_limited_by_key() {
    assert_eq!((READINGS_KEY.limit, READINGS_KEY.window), (1_500, Duration::from_mins(1)));
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    let key_id: i64 = sqlx::query_scalar("select id from hotel_api_keys")
        .fetch_one(&mut app.superuser().await)
        .await
        .expect("the key");
    let other = EquippedHotel::make_key(&app, &hotel.hotels, &hotel.hotels.partner_user).await;
    let readings = json!([{"serial": "HB-1", "at": at(app.clock.now(), 0), "levelPercent": 50}]);
    for _ in 1..READINGS_KEY.limit {
        assert!(app.state.limiter.count(READINGS_KEY, &key_id.to_string()).await.is_ok());
    }
    assert_eq!(hotel.send(&app, &hotel.key, &readings).await.expect(202)["accepted"], 1, "the last allowed call");
    let refused = hotel.send(&app, &hotel.key, &readings).await;
    assert_eq!(refused.problem(429), "too_many_requests");
    let seconds: u64 = refused.header("retry-after").expect("a time").parse().expect("seconds");
    assert!((1..=61).contains(&seconds), "{seconds}");
    assert_eq!(hotel.send(&app, &other, &readings).await.expect(202)["duplicates"], 1, "another key of the partner");
}

#[tokio::test]
async fn days_are_listed_for_90_days_with_gaps() {
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    let today = app.today();
    let fold = "insert into hotel_reading_days (tenant_id, sensor_id, day, readings, min_percent, max_percent,
                                                last_percent)
                select tenant_id, id, $1::date - ago, 1440, 1, 99, ago
                from hotel_sensors, unnest(array[91, 90, 89, 40, 38]) ago";
    sqlx::query(fold).bind(today).execute(&mut app.superuser().await).await.expect("folded");
    let readings = json!([{"serial": "HB-1", "at": at(app.clock.now(), 0), "levelPercent": 55}]);
    hotel.send(&app, &hotel.key, &readings).await.expect(202);
    let list = async || {
        let manager = hotel.hotels.sign_in(&app, &hotel.hotels.hotel_client.login, PASSWORD).await;
        let path = format!("/hotel/sensors/{}/days", hotel.sensor);
        let days = hotel.hotels.get(&app, &manager, &path).await.expect(200);
        let days = days["items"].as_array().expect("a list").iter();
        days.map(|day| (day["day"].clone(), day["lastPercent"].clone())).collect::<Vec<_>>()
    };
    let day = |ago: i64, percent: f64| (json!(today - TimeDelta::days(ago)), json!(percent));
    let listed = [day(90, 90.0), day(89, 89.0), day(40, 40.0), day(38, 38.0), day(0, 55.0)];
    assert_eq!(list().await, listed);
    // the last second of the day in Korea, and midnight
    app.clock.set("2025-10-09T14:59:59Z".parse().expect("a time"));
    assert_eq!(list().await, listed);
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(list().await, listed[1..]);
}

#[tokio::test]
async fn bad_readings_are_listed_and_others_stored() {
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    let now = app.clock.now();
    let reading = |serial: &str, minutes: i64, level: f64| json!({"serial": serial, "at": at(now, minutes), "levelPercent": level});
    let readings = json!([
        reading("HB-1", -1, 50.0),
        reading("HB-2", -1, 50.0),
        reading("HB-1", -2, 100.1),
        reading("HB-1", 6, 50.0),
        reading("HB-1", -60 * 49, 50.0),
        {"serial": "HB-1", "at": at(now, -3), "levelPercent": 50, "batteryPercent": -1},
        reading("HB-1", -1, 50.0),
        reading("HB-1\0", -1, 50.0),
    ]);
    let response = hotel.send(&app, &hotel.key, &readings).await.expect(202);
    let rejected: Vec<_> =
        response["rejected"].as_array().expect("a list").iter().map(|one| one["code"].clone()).collect();
    assert_eq!(
        rejected,
        ["unknown_serial", "out_of_range", "future_time", "too_old", "out_of_range", "unknown_serial"]
    );
    assert_eq!((&response["accepted"], &response["duplicates"]), (&json!(1), &json!(1)));
    assert_eq!(response["rejected"][3]["index"], 4);

    let other = EquippedHotel::make_key(&app, &hotel.hotels, &hotel.hotels.other_partner_user).await;
    let response = hotel.send(&app, &other, &json!([reading("HB-1", 0, 50.0)])).await.expect(202);
    assert_eq!(response["rejected"], json!([{"index": 0, "code": "other_partner"}]));

    assert_eq!(hotel.send(&app, &hotel.key, &json!([])).await.invalid_fields(), ["readings.required"]);
    let many: Vec<Value> = (0..1_001).map(|minutes| reading("HB-1", -minutes, 50.0)).collect();
    assert_eq!(hotel.send(&app, &hotel.key, &json!(many)).await.invalid_fields(), ["readings.too_long"]);
    let full = hotel.send(&app, &hotel.key, &json!(many[1..])).await.expect(202);
    assert_eq!((&full["accepted"], &full["duplicates"]), (&json!(999), &json!(1)), "the largest body fits");
    app.clock.advance(TimeDelta::days(32));
    let expired = hotel.send(&app, &hotel.key, &json!([])).await;
    assert_eq!(
        (expired.problem(401).as_str(), &expired.expect(401)["reason"]),
        ("api_key_rejected", &json!("expired"))
    );
}

#[tokio::test]
async fn rooms_are_changed_by_their_hotel_only() {
    let app = TestApp::new().await;
    let hotel = EquippedHotel::new(&app).await;
    let manager = &hotel.hotels.hotel_client;
    let path = format!("/hotel/hotels/{}/rooms", hotel.hotels.hotel);
    for (body, fields) in [
        (json!({"number": "1204", "floor": 1}), vec!["number.taken"]),
        (json!({"number": "", "floor": 500}), vec!["number.required", "floor.range"]),
    ] {
        assert_eq!(hotel.hotels.post(&app, manager, &path, &body).await.invalid_fields(), fields);
    }
    let room = format!("/hotel/rooms/{}", hotel.room);
    let body = json!({"number": "1205", "floor": 12});
    assert_eq!(hotel.hotels.put(&app, &hotel.hotels.stranger_client, &room, &body).await.problem(404), "not_found");
    assert_eq!(hotel.hotels.put(&app, manager, &room, &body).await.expect(200)["number"], "1205");
    let dispenser = format!("/hotel/dispensers/{}", hotel.dispenser);
    let body = json!({"capacityMl": 200, "thresholdPercent": 101});
    assert_eq!(hotel.hotels.put(&app, manager, &dispenser, &body).await.invalid_fields(), ["thresholdPercent.range"]);
    let body = json!({"capacityMl": 200, "thresholdPercent": 30});
    let changed = hotel.hotels.put(&app, manager, &dispenser, &body).await.expect(200);
    assert_eq!(
        (&changed["dispensers"][0]["levelMl"], &changed["dispensers"][0]["percent"]),
        (&json!(200), &json!(100))
    );
    let body = json!({"productId": hotel.product, "capacityMl": 300, "thresholdPercent": 20});
    let twice = hotel.hotels.post(&app, manager, &format!("{room}/dispensers"), &body).await;
    assert_eq!(twice.invalid_fields(), ["productId.taken"]);
    let sensor = json!({"serial": "HB-1", "type": "radar", "dispenserId": hotel.dispenser});
    let sensors = format!("/hotel/hotels/{}/sensors", hotel.hotels.hotel);
    assert_eq!(hotel.hotels.post(&app, manager, &sensors, &sensor).await.invalid_fields(), ["type.unknown"]);
    let sensor = json!({"serial": "HB-1", "type": "weight"});
    assert_eq!(hotel.hotels.post(&app, manager, &sensors, &sensor).await.invalid_fields(), ["serial.taken"]);
    let sensor = json!({"serial": "HB-9", "type": "weight", "dispenserId": hotel.dispenser});
    assert_eq!(hotel.hotels.post(&app, manager, &sensors, &sensor).await.invalid_fields(), ["dispenserId.taken"]);

    hotel.hotels.delete(&app, manager, &room).await.expect(204);
    assert_eq!(hotel.refill(&app, &json!({})).await.problem(404), "not_found");
    let list = hotel.hotels.get(&app, manager, &sensors).await.expect(200);
    assert_eq!((&list["items"][0]["dispenserId"], &list["items"][0]["room"]), (&Value::Null, &Value::Null));
}
