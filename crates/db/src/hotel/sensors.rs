//! The sensors of hotels.

use chrono::{DateTime, NaiveDate, Utc};
use domain::hotel::HotelScope;
use domain::hotel::sensor::{MAX_SILENCE, SensorState, SensorStatus, SensorType};
use domain::{DispenserId, HotelClientId, HotelRoomId, SensorId};

use super::rooms::derive_states;
use crate::{Error, Result, TenantConn, TenantTx, column, is_unique_violation};

/// A sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensor {
    /// The id.
    pub id: SensorId,
    /// The hotel.
    pub hotel: HotelClientId,
    /// The serial number.
    pub serial: String,
    /// The method by which it measures a level.
    pub kind: SensorType,
    /// The installation location.
    pub location: String,
    /// The dispenser that it is in.
    pub dispenser: Option<DispenserId>,
    /// The room that it is in, with its number.
    pub room: Option<(HotelRoomId, String)>,
    /// The state.
    pub state: SensorState,
    /// The level in the newest reading, in percent.
    pub level_percent: Option<f32>,
    /// The values that determine the state.
    pub status: SensorStatus,
}

/// The fields of a sensor that a user enters.
#[derive(Clone, Debug)]
pub struct SensorForm {
    /// The serial number.
    pub serial: String,
    /// The method by which it measures a level.
    pub kind: SensorType,
    /// The installation location; may be empty.
    pub location: String,
    /// The dispenser that it is in.
    pub dispenser: Option<DispenserId>,
    /// When it is due for replacement.
    pub replace_date: Option<NaiveDate>,
}

/// Selects the sensors of a list.
#[derive(Clone, Copy, Debug, Default)]
pub struct SensorFilter<'a> {
    /// Sensors in this state.
    pub state: Option<SensorState>,
    /// Sensors whose serial number, location or room contains this text.
    pub text: &'a str,
    /// Sensors after this one.
    pub after: Option<SensorId>,
    /// The maximum number of sensors.
    pub limit: i64,
}

struct Row {
    id: i64,
    hotel_id: i64,
    serial: String,
    kind: String,
    location: String,
    dispenser_id: Option<i64>,
    room_id: Option<i64>,
    room_number: Option<String>,
    replace_date: Option<NaiveDate>,
    state: String,
    checked_at: DateTime<Utc>,
    last_reading_at: Option<DateTime<Utc>>,
    level_percent: Option<f32>,
    battery_percent: Option<f32>,
}

macro_rules! select_sensors {
    ($which:tt, $($argument:expr),+) => {
        sqlx::query_as!(
            Row,
            r#"select s.id, s.hotel_id, s.serial, s.type as kind, s.location, s.dispenser_id, r.id as "room_id?",
                      r.number as "room_number?", s.replace_date, s.state, s.checked_at, s.last_reading_at, s.level_percent,
                      s.battery_percent
               from hotel_sensors s
               left join hotel_dispensers d on d.id = s.dispenser_id
               left join hotel_rooms r on r.id = d.room_id "# + $which,
            $($argument),+
        )
    };
}

impl TryFrom<Row> for Sensor {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: SensorId::new(row.id),
            hotel: HotelClientId::new(row.hotel_id),
            serial: row.serial,
            kind: column("hotel_sensors", "type", row.id).check(row.kind.parse::<SensorType>())?,
            location: row.location,
            dispenser: row.dispenser_id.map(DispenserId::new),
            room: row.room_id.map(HotelRoomId::new).zip(row.room_number),
            state: parse_state(row.id, &row.state)?,
            level_percent: row.level_percent,
            status: SensorStatus {
                checked_at: row.checked_at,
                last_reading_at: row.last_reading_at,
                battery_percent: row.battery_percent.map(f64::from),
                replace_date: row.replace_date,
            },
        })
    }
}

fn parse_state(id: i64, state: &str) -> Result<SensorState> {
    column("hotel_sensors", "state", id).check(state.parse::<SensorState>())
}

/// Lists the sensors of a hotel, the oldest first.
pub async fn list(conn: &mut TenantConn, hotel: HotelClientId, filter: &SensorFilter<'_>) -> Result<Vec<Sensor>> {
    let rows = select_sensors!(
        "where s.hotel_id = $1 and ($2::text is null or s.state = $2)
           and ($3 = '' or position(upper($3) in s.serial) > 0 or position(lower($3) in lower(s.location)) > 0
                or r.number = upper($3))
           and ($4::bigint is null or s.id > $4)
         order by s.id limit $5",
        hotel.get(),
        filter.state.map(SensorState::as_str),
        filter.text,
        filter.after.map(SensorId::get),
        filter.limit
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Sensor::try_from).collect()
}

/// Finds a sensor of a hotel in the scope.
pub async fn find(conn: &mut TenantConn, scope: HotelScope, id: SensorId) -> Result<Option<Sensor>> {
    let row =
        select_sensors!("where s.id = $1 and s.hotel_id in (select hotels_in_scope($2))", id.get(), scope.client())
            .fetch_optional(conn.connection())
            .await?;
    row.map(Sensor::try_from).transpose()
}

/// Finds a sensor of a hotel in the scope and locks it until the transaction ends, after [`lock_states`].
pub async fn lock(tx: &mut TenantTx, scope: HotelScope, id: SensorId) -> Result<Option<Sensor>> {
    lock_states(tx).await?;
    sqlx::query!(
        "select id from hotel_sensors where id = $1 and hotel_id in (select hotels_in_scope($2)) for no key update",
        id.get(),
        scope.client()
    )
    .fetch_optional(tx.connection())
    .await?;
    // read after the lock, which may have waited for a change
    find(tx, scope, id).await
}

/// Why a sensor was not inserted or changed. The transaction has failed and must be dropped.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another sensor of the tenant has the serial number.
    #[error("the serial number is taken")]
    SerialTaken,
    /// The dispenser has another sensor.
    #[error("the dispenser has a sensor")]
    DispenserTaken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

impl From<sqlx::Error> for WriteError {
    #[track_caller]
    fn from(error: sqlx::Error) -> Self {
        if is_unique_violation(&error, "hotel_sensors_serial") {
            Self::SerialTaken
        } else if is_unique_violation(&error, "hotel_sensors_dispenser") {
            Self::DispenserTaken
        } else {
            Self::Db(error.into())
        }
    }
}

/// Inserts a sensor, which counts as checked now. Call [`lock_states`] before its dispenser is looked up, and
/// [`derive_states`] for its room afterwards.
///
/// # Errors
/// [`WriteError`] when the serial number or the dispenser is taken.
pub async fn insert(
    tx: &mut TenantTx,
    hotel: HotelClientId,
    form: &SensorForm,
    now: DateTime<Utc>,
) -> Result<SensorId, WriteError> {
    let id = sqlx::query_scalar!(
        "insert into hotel_sensors (hotel_id, serial, type, location, dispenser_id, replace_date, checked_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7) returning id",
        hotel.get(),
        form.serial,
        form.kind.as_str(),
        form.location,
        form.dispenser.map(DispenserId::get),
        form.replace_date,
        now
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(SensorId::new(id))
}

/// The new state of a sensor.
#[derive(Clone, Copy, Debug)]
pub struct NewState {
    /// When it was last checked.
    pub checked_at: DateTime<Utc>,
    /// The derived state.
    pub state: SensorState,
}

/// Changes a sensor.
///
/// # Errors
/// [`WriteError`] when the serial number or the dispenser is taken.
pub async fn set(tx: &mut TenantTx, id: SensorId, form: &SensorForm, new: NewState) -> Result<(), WriteError> {
    sqlx::query!(
        "update hotel_sensors
         set serial = $2, type = $3, location = $4, dispenser_id = $5, replace_date = $6, checked_at = $7, state = $8
         where id = $1",
        id.get(),
        form.serial,
        form.kind.as_str(),
        form.location,
        form.dispenser.map(DispenserId::get),
        form.replace_date,
        new.checked_at,
        new.state.as_str()
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Marks the sensors that sent nothing for a day or are due for replacement, and derives the states of their rooms.
/// Returns the number of sensors.
pub async fn mark_silent(tx: &mut TenantTx, now: DateTime<Utc>, today: NaiveDate) -> Result<usize> {
    lock_states(tx).await?;
    let rows = sqlx::query!(
        "with silent as (
             update hotel_sensors set state = 'need_check'
             where state <> 'need_check' and (greatest(checked_at, last_reading_at) <= $1 or replace_date <= $2)
             returning dispenser_id
         )
         select d.room_id as \"room_id?\" from silent left join hotel_dispensers d on d.id = silent.dispenser_id",
        now - MAX_SILENCE,
        today
    )
    .fetch_all(tx.connection())
    .await?;
    let rooms: Vec<i64> = rows.iter().filter_map(|row| row.room_id).collect();
    derive_states(tx, &rooms).await?;
    Ok(rows.len())
}

/// Serializes the changes of many sensors or rooms of the tenant, so that two of them cannot deadlock, and those of a
/// sensor's dispenser, so that it is not removed before the transaction ends. Call it before a sensor or a dispenser is
/// locked.
pub async fn lock_states(tx: &mut TenantTx) -> Result<()> {
    let tenant = tx.tenant().get();
    sqlx::query!("select pg_advisory_xact_lock(hashtext('hotel_states'), $1::bigint::int) as locked", tenant)
        .fetch_one(tx.connection())
        .await?;
    Ok(())
}

/// The number of sensors in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SensorCounts {
    /// Sensors that work.
    pub normal: i64,
    /// Sensors with a low battery.
    pub abnormal: i64,
    /// Sensors that sent nothing for a day or are due for replacement.
    pub need_check: i64,
}
