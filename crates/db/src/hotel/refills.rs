//! Refills of dispensers.

use chrono::{DateTime, NaiveDate, Utc};
use domain::hotel::HotelScope;
use domain::hotel::room::refill_ml;
use domain::hotel::sensor::{SensorState, SensorStatus};
use domain::hotel::stock::StockShort;
use domain::{DispenserId, HotelClientId, HotelProductId, HotelRoomId, HotelUserId, Invalid, RefillId};

use super::products::{ProductName, parse_type};
use super::rooms::derive_states;
use super::stock::{BookError, RefillBooking, StockKey, book_refill};
use crate::{Error, Result, TenantConn, TenantTx};

/// A refill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refill {
    /// The id.
    pub id: RefillId,
    /// When it was done.
    pub at: DateTime<Utc>,
    /// The name of the user who refilled.
    pub by: String,
    /// The number of the room.
    pub room_number: String,
    /// The dispenser.
    pub dispenser: DispenserId,
    /// The product.
    pub product: ProductName,
    /// The amount in milliliters; 0 if the dispenser was found full.
    pub ml: i32,
}

/// A refill to book.
#[derive(Clone, Copy, Debug)]
pub struct NewRefill {
    /// The hotels that the person can access.
    pub scope: HotelScope,
    /// The dispenser.
    pub dispenser: DispenserId,
    /// The user who refills.
    pub user: HotelUserId,
    /// The poured amount in milliliters. None for what is missing to a full dispenser.
    pub poured_ml: Option<i32>,
}

/// A booked refill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Booked {
    /// The refill.
    pub id: RefillId,
    /// The room.
    pub room: HotelRoomId,
}

/// Why a refill was not booked.
#[derive(Debug, thiserror::Error)]
pub enum RefillError {
    /// The scope has no such dispenser.
    #[error("there is no such dispenser")]
    NotFound,
    /// The amount is zero, or exceeds the dispenser's capacity.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The hotel's stock is too low.
    #[error(transparent)]
    Short(StockShort),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

impl From<sqlx::Error> for RefillError {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        Self::Db(error.into())
    }
}

impl From<BookError> for RefillError {
    fn from(error: BookError) -> Self {
        match error {
            BookError::Short(short) => Self::Short(short),
            BookError::Db(error) => Self::Db(error),
        }
    }
}

/// Books a refill: reduces the stock, raises the level, counts as a check of the sensor, and derives the room's state.
/// Sensor, dispenser, stock and room are locked in this order, as in [`super::readings::fold`].
///
/// # Errors
/// [`RefillError`] when the scope has no such dispenser, the amount is invalid, or the stock is too low.
pub async fn insert(tx: &mut TenantTx, new: &NewRefill, now: DateTime<Utc>) -> Result<Booked, RefillError> {
    let sensor = sqlx::query_as!(
        SensorRow,
        "select id, last_reading_at, battery_percent, replace_date from hotel_sensors where dispenser_id = $1
         for no key update",
        new.dispenser.get()
    )
    .fetch_optional(tx.connection())
    .await?;
    let found = sqlx::query!(
        "select hotel_id, room_id, product_id, capacity_ml, level_ml from hotel_dispensers
         where id = $1 and removed_at is null and hotel_id in (select hotels_in_scope($2)) for no key update",
        new.dispenser.get(),
        new.scope.client()
    )
    .fetch_optional(tx.connection())
    .await?;
    let found = found.ok_or(RefillError::NotFound)?;
    let ml = refill_ml(new.poured_ml, found.capacity_ml, found.level_ml)?;
    let id = sqlx::query_scalar!(
        "insert into hotel_refills (hotel_id, dispenser_id, product_id, user_id, ml, at) values ($1, $2, $3, $4, $5, $6)
         returning id",
        found.hotel_id,
        new.dispenser.get(),
        found.product_id,
        new.user.get(),
        ml,
        now
    )
    .fetch_one(tx.connection())
    .await?;
    let id = RefillId::new(id);
    if ml > 0 {
        let key =
            StockKey { hotel: HotelClientId::new(found.hotel_id), product: HotelProductId::new(found.product_id) };
        book_refill(tx, key, RefillBooking { refill: id, user: new.user, ml: i64::from(ml) }, now).await?;
    }
    sqlx::query!(
        "update hotel_dispensers set level_ml = least(capacity_ml, level_ml + $2), level_at = $3 where id = $1",
        new.dispenser.get(),
        ml,
        now
    )
    .execute(tx.connection())
    .await?;
    if let Some(sensor) = sensor {
        set_checked(tx, sensor, now).await?;
    }
    derive_states(tx, &[found.room_id]).await?;
    Ok(Booked { id, room: HotelRoomId::new(found.room_id) })
}

/// The sensor of a refilled dispenser.
struct SensorRow {
    id: i64,
    last_reading_at: Option<DateTime<Utc>>,
    battery_percent: Option<f32>,
    replace_date: Option<NaiveDate>,
}

/// Counts the refill as a check of the sensor.
async fn set_checked(tx: &mut TenantTx, sensor: SensorRow, now: DateTime<Utc>) -> Result<()> {
    let status = SensorStatus {
        checked_at: now,
        last_reading_at: sensor.last_reading_at,
        battery_percent: sensor.battery_percent.map(f64::from),
        replace_date: sensor.replace_date,
    };
    let state = SensorState::derive(&status, now, domain::calendar::korean_day(now));
    sqlx::query!("update hotel_sensors set checked_at = $2, state = $3 where id = $1", sensor.id, now, state.as_str())
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Selects the refills of a list.
#[derive(Clone, Debug)]
pub struct RefillFilter {
    /// Refills by this user.
    pub user: Option<HotelUserId>,
    /// Refills in this time range.
    pub time: Option<std::ops::Range<DateTime<Utc>>>,
    /// Refills before this one.
    pub before: Option<RefillId>,
    /// The maximum number of refills.
    pub limit: i64,
}

struct Row {
    id: i64,
    at: DateTime<Utc>,
    by: String,
    room_number: String,
    dispenser_id: i64,
    product_id: i64,
    code: String,
    name: String,
    kind: String,
    fragrance: String,
    ml: i32,
}

macro_rules! select_refills {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            "select f.id, f.at, u.name as by, r.number as room_number, f.dispenser_id, p.id as product_id, p.code, p.name,
                    p.type as kind, p.fragrance, f.ml
             from hotel_refills f
             join hotel_users u on u.id = f.user_id
             join hotel_dispensers d on d.id = f.dispenser_id
             join hotel_rooms r on r.id = d.room_id
             join hotel_products p on p.id = f.product_id " + $which,
            $($argument),+
        )
    };
}

impl TryFrom<Row> for Refill {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: RefillId::new(row.id),
            at: row.at,
            by: row.by,
            room_number: row.room_number,
            dispenser: DispenserId::new(row.dispenser_id),
            product: ProductName {
                id: HotelProductId::new(row.product_id),
                code: row.code,
                name: row.name,
                kind: parse_type(row.product_id, &row.kind)?,
                fragrance: row.fragrance,
            },
            ml: row.ml,
        })
    }
}

/// Finds the refill with this id.
pub async fn find(conn: &mut TenantConn, id: RefillId) -> Result<Option<Refill>> {
    let row = select_refills!("where f.id = $1", id.get()).fetch_optional(conn.connection()).await?;
    row.map(Refill::try_from).transpose()
}

/// Lists the refills of a hotel, the newest first.
pub async fn list(conn: &mut TenantConn, hotel: HotelClientId, filter: &RefillFilter) -> Result<Vec<Refill>> {
    let rows = select_refills!(
        "where f.hotel_id = $1 and ($2::bigint is null or f.user_id = $2) and ($3::timestamptz is null or f.at >= $3)
           and ($4::timestamptz is null or f.at < $4) and ($5::bigint is null or f.id < $5)
         order by f.id desc limit $6",
        hotel.get(),
        filter.user.map(HotelUserId::get),
        filter.time.as_ref().map(|time| time.start),
        filter.time.as_ref().map(|time| time.end),
        filter.before.map(RefillId::get),
        filter.limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Refill::try_from).collect()
}
