//! Fixtures for tests of hotels.

use chrono::{DateTime, Utc};
use db::hotel::api_keys::{self, NewApiKey};
use db::hotel::clients::{self, ClientForm};
use db::hotel::orders::{self, Actor, ChangeError, NewLine, NewOrder, Step};
use db::hotel::products::{self, Product};
use db::hotel::readings::{self, NewReading};
use db::hotel::refills::{self, NewRefill, RefillError};
use db::hotel::sensors::{self, SensorForm};
use db::hotel::stock::{self, Count, StockKey};
use db::hotel::users::{self, NewUser};
use db::hotel::{dispensers, rooms};
use db::{TenantConn, TenantDb, TenantTx};
use domain::hotel::order::{HotelOrderState, OrderActor, Parcel};
use domain::hotel::price::{PriceInput, price};
use domain::hotel::product::{ProductInput, ProductSpec};
use domain::hotel::room::{DispenserSpec, RoomSpec, RoomState};
use domain::hotel::sensor::SensorType;
use domain::hotel::{HotelClientKind, HotelRole, HotelScope, UsagePeriod, UserDetails};
use domain::{
    DispenserId, HotelApiKeyId, HotelClientId, HotelOrderEventId, HotelOrderId, HotelRoomId, HotelUserId, LoginUserId,
    Name, PasswordHash, SensorId, TokenHash,
};
use testing::{Database, factory};

use crate::support::connect;

/// A hotel with a room, a dispenser of 300 ml and its sensor.
pub struct HotelFixture {
    pub database: Database,
    pub db: TenantDb,
    pub hotel: HotelClientId,
    pub user: HotelUserId,
    pub key: HotelApiKeyId,
    pub product: Product,
    pub room: HotelRoomId,
    pub dispenser: DispenserId,
    pub sensor: SensorId,
}

pub async fn insert_client(conn: &mut TenantConn, kind: HotelClientKind, name: &str) -> HotelClientId {
    let partner = None;
    let form =
        ClientForm { name: name.into(), address: "1 Test Road".into(), headquarters: None, partner, active: true };
    clients::insert(conn, kind, &form, factory::now()).await.expect("a client")
}

impl HotelFixture {
    pub async fn new() -> Self {
        let database = Database::create().await;
        let db = database.tenant();
        let now = factory::now();
        let mut tx = db.begin().await.expect("a transaction");
        let hotel = insert_client(&mut tx, HotelClientKind::GeneralHotel, "Hanbit Seoul").await;
        let partner = insert_client(&mut tx, HotelClientKind::Partner, "Sensor Works").await;
        let new = NewUser {
            client: Some(hotel),
            role: HotelRole::HotelClient,
            login_id: LoginUserId::parse("manager1").expect("a name"),
            password_hash: PasswordHash::new("$argon2id$x".to_owned()),
            name: Name::parse("Kim Haneul").expect("a name"),
            details: UserDetails { contact: "kim@hotel.example".into(), ..UserDetails::default() },
        };
        let user = users::insert(&mut tx, &new, now).await.expect("a user");
        let key = NewApiKey {
            partner,
            created_by: user,
            name: "gateway",
            category: "readings",
            key: &TokenHash::new([7; 32]),
            key_prefix: "hbk_012345",
            period: UsagePeriod { from: now.date_naive(), to: now.date_naive() },
        };
        let key = api_keys::insert(&mut tx, &key, now).await.expect("a key");
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
        let id = products::insert(&mut tx, &spec, now).await.expect("a product");
        let product = Product { id, spec, active: true };
        let room =
            rooms::insert(&mut tx, hotel, &RoomSpec { number: "201".into(), floor: 2 }, now).await.expect("a room");
        let found = rooms::find(&mut tx, HotelScope::ALL, room).await.expect("a room").expect("the room");
        let dispenser = DispenserSpec { capacity_ml: 300, threshold_percent: 20 };
        let dispenser = dispensers::insert(&mut tx, &found, id, dispenser, now).await.expect("a dispenser");
        let form = SensorForm {
            serial: "HB-1".into(),
            kind: SensorType::Level,
            location: String::new(),
            dispenser: Some(dispenser),
            replace_date: None,
        };
        let sensor = sensors::insert(&mut tx, hotel, &form, now).await.expect("a sensor");
        tx.commit().await.expect("committed");
        Self { database, db, hotel, user, key, product, room, dispenser, sensor }
    }

    pub async fn tx(&self) -> TenantTx {
        self.db.begin().await.expect("a transaction")
    }

    pub fn stock(&self) -> StockKey {
        StockKey { hotel: self.hotel, product: self.product.id }
    }

    pub async fn count_stock(&self, ml: i64) {
        let mut tx = self.tx().await;
        let count = Count { ml, user: self.user, reason: "counted" };
        stock::book_count(&mut tx, self.stock(), &count, factory::now()).await.expect("counted");
        tx.commit().await.expect("committed");
    }

    pub async fn stock_ml(&self) -> i64 {
        let stocks = stock::list(&mut connect(&self.db).await, self.hotel, factory::now()).await.expect("a list");
        stocks[0].ml
    }

    pub async fn place(&self, boxes: i32) -> HotelOrderId {
        self.order(boxes).await.0
    }

    pub async fn order(&self, boxes: i32) -> (HotelOrderId, HotelOrderEventId) {
        let spec = &self.product.spec;
        let input = PriceInput {
            boxes,
            bottles_per_box: spec.bottles_per_box,
            bottle_ml: spec.bottle_ml,
            unit_price: spec.unit_price,
        };
        let lines = [NewLine { product: self.product.clone(), boxes }];
        let new = NewOrder {
            hotel: self.hotel,
            ordered_by: self.user,
            lines: &lines,
            price: &price(&[input]).expect("a price"),
        };
        let mut tx = self.tx().await;
        let placed = orders::insert(&mut tx, &new, factory::now()).await.expect("an order");
        tx.commit().await.expect("committed");
        placed
    }

    pub fn actor(&self, version: i32) -> Actor {
        Actor { scope: HotelScope::ALL, user: self.user, role: OrderActor::SuperAdmin, version }
    }

    pub async fn change(&self, order: HotelOrderId, version: i32, to: HotelOrderState) -> Result<(), ChangeError> {
        let parcel = Parcel { courier_company: "CJ".into(), tracking_number: "1".into() };
        let step = if to == HotelOrderState::Shipping { Step::Ship(parcel) } else { Step::To(to) };
        let mut tx = self.tx().await;
        orders::change(&mut tx, self.actor(version), order, &step, factory::now()).await?;
        tx.commit().await.expect("committed");
        Ok(())
    }

    pub async fn ship(&self, order: HotelOrderId) {
        use HotelOrderState::{ElectronicInvoice, ProductPreparation, Shipping};
        for (version, to) in [(1, ProductPreparation), (2, ElectronicInvoice), (3, Shipping)] {
            self.change(order, version, to).await.expect("a step");
        }
    }

    pub async fn refill(&self, poured_ml: Option<i32>, now: DateTime<Utc>) -> Result<(), RefillError> {
        let new = NewRefill { scope: HotelScope::ALL, dispenser: self.dispenser, user: self.user, poured_ml };
        let mut tx = self.tx().await;
        refills::insert(&mut tx, &new, now).await?;
        tx.commit().await.expect("committed");
        Ok(())
    }

    /// Stores and applies readings with a time and a level.
    pub async fn read(&self, readings: &[(DateTime<Utc>, f32)], now: DateTime<Utc>) -> u64 {
        let new: Vec<NewReading> = readings
            .iter()
            .map(|(at, level)| NewReading {
                sensor: self.sensor,
                at: *at,
                level_percent: *level,
                battery_percent: None,
            })
            .collect();
        let mut tx = self.tx().await;
        let inserted = readings::insert_batch(&mut tx, self.key, &new, now).await.expect("stored");
        if let Some(batch) = inserted.batch {
            readings::fold(&mut tx, batch, now, now.date_naive()).await.expect("folded");
        }
        tx.commit().await.expect("committed");
        inserted.count
    }

    pub async fn room(&self) -> (RoomState, i32) {
        let room = rooms::find(&mut connect(&self.db).await, HotelScope::ALL, self.room).await.expect("a room");
        let room = room.expect("the room");
        assert_eq!(room.state, RoomState::derive(&room.dispensers.iter().map(|one| one.status).collect::<Vec<_>>()));
        (room.state, room.dispensers[0].status.level_ml)
    }
}
