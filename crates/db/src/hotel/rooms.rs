//! The rooms of hotels and their dispensers.

use chrono::{DateTime, Utc};
use domain::hotel::HotelScope;
use domain::hotel::room::{DispenserStatus, RequireReason, RoomSpec, RoomState};
use domain::hotel::sensor::SensorState;
use domain::{DispenserId, HotelClientId, HotelProductId, HotelRoomId, SensorId};

use super::products::{ProductName, parse_type};
use super::sensors::lock_states;
use crate::{Error, Result, TenantConn, TenantTx, column, is_unique_violation};

/// A room with its dispensers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The id.
    pub id: HotelRoomId,
    /// The hotel.
    pub hotel: HotelClientId,
    /// The number.
    pub number: String,
    /// The floor.
    pub floor: i32,
    /// The state.
    pub state: RoomState,
    /// Its dispensers, by type.
    pub dispensers: Vec<Dispenser>,
}

/// A dispenser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispenser {
    /// The id.
    pub id: DispenserId,
    /// The product.
    pub product: ProductName,
    /// Level and sensor.
    pub status: DispenserStatus,
    /// Its sensor.
    pub sensor: Option<RoomSensor>,
}

/// The sensor of a dispenser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomSensor {
    /// The id.
    pub id: SensorId,
    /// The serial number.
    pub serial: String,
    /// The state.
    pub state: SensorState,
}

impl Room {
    /// Returns the reasons why the room requires a visit, by dispenser.
    pub fn reasons(&self) -> impl Iterator<Item = (DispenserId, RequireReason)> {
        self.dispensers.iter().flat_map(|one| one.status.reasons().into_iter().map(|reason| (one.id, reason)))
    }
}

/// Selects the rooms of a list.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoomFilter {
    /// Rooms in this state.
    pub state: Option<RoomState>,
    /// Rooms on this floor.
    pub floor: Option<i32>,
    /// Only this room.
    pub room: Option<HotelRoomId>,
    /// The maximum number of rooms; none for all.
    pub limit: Option<i64>,
}

/// Lists the rooms of a hotel, by floor and number.
pub async fn list(conn: &mut TenantConn, hotel: HotelClientId, filter: RoomFilter) -> Result<Vec<Room>> {
    let rows = sqlx::query!(
        "select id, number, floor, state from hotel_rooms
         where hotel_id = $1 and removed_at is null and ($2::text is null or state = $2) and ($3::int is null or floor = $3)
           and ($4::bigint is null or id = $4)
         order by floor, number, id limit $5",
        hotel.get(),
        filter.state.map(RoomState::as_str),
        filter.floor,
        filter.room.map(HotelRoomId::get),
        filter.limit
    )
    .fetch_all(conn.connection())
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut dispensers = list_dispensers(conn, &ids).await?;
    rows.into_iter()
        .map(|row| {
            let (own, others) = dispensers.drain(..).partition(|(room, _)| *room == row.id);
            dispensers = others;
            let own: Vec<(i64, Dispenser)> = own;
            Ok(Room {
                id: HotelRoomId::new(row.id),
                hotel,
                number: row.number,
                floor: row.floor,
                state: column("hotel_rooms", "state", row.id).check(row.state.parse::<RoomState>())?,
                dispensers: own.into_iter().map(|(_, dispenser)| dispenser).collect(),
            })
        })
        .collect()
}

async fn list_dispensers(conn: &mut TenantConn, rooms: &[i64]) -> Result<Vec<(i64, Dispenser)>> {
    let rows = sqlx::query!(
        r#"select d.id, d.room_id, d.capacity_ml, d.level_ml, d.threshold_percent, p.id as product_id, p.code, p.name,
                  p.type as kind, p.fragrance, s.id as "sensor_id?", s.serial as "serial?", s.state as "sensor_state?"
           from hotel_dispensers d
           join hotel_products p on p.id = d.product_id
           left join hotel_sensors s on s.dispenser_id = d.id
           where d.room_id = any($1) and d.removed_at is null
           order by p.type, d.id"#,
        rooms
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter()
        .map(|row| {
            let sensor = match (row.sensor_id, row.serial, row.sensor_state) {
                (Some(id), Some(serial), Some(state)) => {
                    let state = column("hotel_sensors", "state", id).check(state.parse::<SensorState>())?;
                    Some(RoomSensor { id: SensorId::new(id), serial, state })
                }
                _ => None,
            };
            let dispenser = Dispenser {
                id: DispenserId::new(row.id),
                product: ProductName {
                    id: HotelProductId::new(row.product_id),
                    code: row.code,
                    name: row.name,
                    kind: parse_type(row.product_id, &row.kind)?,
                    fragrance: row.fragrance,
                },
                status: DispenserStatus {
                    capacity_ml: row.capacity_ml,
                    level_ml: row.level_ml,
                    threshold_percent: row.threshold_percent,
                    sensor: sensor.as_ref().map(|sensor| sensor.state),
                },
                sensor,
            };
            Ok((row.room_id, dispenser))
        })
        .collect()
}

/// Finds a room of a hotel in the scope.
pub async fn find(conn: &mut TenantConn, scope: HotelScope, id: HotelRoomId) -> Result<Option<Room>> {
    let hotel = sqlx::query_scalar!(
        "select hotel_id from hotel_rooms
         where id = $1 and removed_at is null and hotel_id in (select hotels_in_scope($2))",
        id.get(),
        scope.client()
    )
    .fetch_optional(conn.connection())
    .await?;
    let Some(hotel) = hotel else { return Ok(None) };
    let filter = RoomFilter { room: Some(id), ..RoomFilter::default() };
    Ok(list(conn, HotelClientId::new(hotel), filter).await?.pop())
}

/// Why a room or a dispenser was not inserted or changed.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The hotel has another room with the number, or the room another dispenser of the product. The transaction has
    /// failed and must be dropped.
    #[error("the number or the product is taken")]
    Taken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

impl From<sqlx::Error> for WriteError {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        let is_taken =
            ["hotel_rooms_number", "hotel_dispensers_room"].iter().any(|name| is_unique_violation(&error, name));
        if is_taken { Self::Taken } else { Self::Db(error.into()) }
    }
}

/// Inserts a room.
///
/// # Errors
/// [`WriteError::Taken`] when the hotel has a room with the number.
pub async fn insert(
    conn: &mut TenantConn,
    hotel: HotelClientId,
    spec: &RoomSpec,
    now: DateTime<Utc>,
) -> Result<HotelRoomId, WriteError> {
    let id = sqlx::query_scalar!(
        "insert into hotel_rooms (hotel_id, number, floor, created_at) values ($1, $2, $3, $4) returning id",
        hotel.get(),
        spec.number,
        spec.floor,
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(HotelRoomId::new(id))
}

/// Changes number and floor of a room.
///
/// # Errors
/// [`WriteError::Taken`] when the hotel has another room with the number.
pub async fn set(conn: &mut TenantConn, id: HotelRoomId, spec: &RoomSpec) -> Result<(), WriteError> {
    sqlx::query!("update hotel_rooms set number = $2, floor = $3 where id = $1", id.get(), spec.number, spec.floor)
        .execute(conn.connection())
        .await?;
    Ok(())
}

/// Removes a room with its dispensers and detaches their sensors, which are locked first, as in
/// [`super::refills::insert`].
pub async fn remove(tx: &mut TenantTx, id: HotelRoomId, now: DateTime<Utc>) -> Result<()> {
    lock_states(tx).await?;
    let dispensers =
        sqlx::query_scalar!("select id from hotel_dispensers where room_id = $1 and removed_at is null", id.get())
            .fetch_all(tx.connection())
            .await?;
    super::dispensers::release_sensors(tx, &dispensers).await?;
    sqlx::query!(
        "update hotel_dispensers set removed_at = $2 where room_id = $1 and removed_at is null",
        id.get(),
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!("update hotel_rooms set removed_at = $2 where id = $1", id.get(), now)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Derives the states of rooms after a change in them. The rooms are locked first, so that a waiting call sees the
/// other's changes.
pub async fn derive_states(tx: &mut TenantTx, rooms: &[i64]) -> Result<()> {
    sqlx::query!("select id from hotel_rooms where id = any($1) order by id for no key update", rooms)
        .fetch_all(tx.connection())
        .await?;
    sqlx::query!(
        "update hotel_rooms r set state = derived.state
         from (select o.id, case when exists (
                   select from hotel_dispensers d left join hotel_sensors s on s.dispenser_id = d.id
                   where d.room_id = o.id and d.removed_at is null
                     and (d.level_ml::bigint * 100 < d.threshold_percent::bigint * d.capacity_ml
                          or s.state in ('abnormal', 'need_check'))
               ) then 'require' else 'stable' end as state
               from hotel_rooms o where o.id = any($1)) derived
         where derived.id = r.id and derived.state <> r.state",
        rooms
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}
