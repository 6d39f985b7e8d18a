//! Demo data of hotels: products, a year of orders and refills, rooms with dispensers and sensors. All values are
//! derived from row numbers, so that two databases get the same data. The ledgers are written through the same triggers
//! as in production.

use chrono::{DateTime, TimeDelta, Utc};
use domain::calendar::korean_day;
use domain::hotel::product::ProductSpec;
use domain::{HotelClientId, HotelProductId, HotelUserId};

use super::{products, readings};
use crate::{Result, TenantTx};

/// A hotel with demo data.
#[derive(Clone, Copy, Debug)]
pub struct HotelSeed {
    /// The hotel.
    pub hotel: HotelClientId,
    /// The user who orders.
    pub manager: HotelUserId,
    /// The user who refills.
    pub housekeeper: HotelUserId,
    /// The floors.
    pub floors: i32,
    /// The rooms per floor.
    pub rooms_per_floor: i32,
    /// The first digits of the sensors' serial numbers, unique to the hotel.
    pub serial: &'static str,
    /// An offset for the dispensers' numbers, so that two hotels differ.
    pub offset: i32,
}

/// Returns whether the demo data is loaded, which is the case when the tenant has products.
pub async fn is_loaded(tx: &mut TenantTx) -> Result<bool> {
    Ok(!products::list(tx).await?.is_empty())
}

/// Inserts products.
///
/// # Errors
/// In the cases of every function, and when two products have the same code.
pub async fn insert_products(
    tx: &mut TenantTx,
    specs: &[ProductSpec],
    now: DateTime<Utc>,
) -> Result<Vec<HotelProductId>, products::WriteError> {
    let mut ids = Vec::with_capacity(specs.len());
    for spec in specs {
        ids.push(products::insert(tx, spec, now).await?);
    }
    Ok(ids)
}

/// Inserts rooms, each with a dispenser and a sensor for the first three products. A dispenser's level matches the
/// refills of [`insert_refills`]: guests use 170 to 299 of its 300 ml in 14 days.
pub async fn insert_rooms(tx: &mut TenantTx, seed: &HotelSeed, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into hotel_rooms (hotel_id, number, floor, created_at)
         select $1, (floor * 100 + room)::text, floor, $4::timestamptz - interval '1 year'
         from generate_series(2, $2::int + 1) floor, generate_series(1, $3::int) room order by floor, room",
        seed.hotel.get(),
        seed.floors,
        seed.rooms_per_floor,
        now
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "insert into hotel_dispensers (hotel_id, room_id, product_id, capacity_ml, level_ml, level_at, threshold_percent,
                                       created_at)
         select $1, room_id, product_id, 300, 300 - (170 + n * 31 % 130) * ((14 - n % 14) % 14) / 14,
                $2::timestamptz - interval '1 day', 20, created_at
         from (select r.id as room_id, r.created_at, p.id as product_id,
                      row_number() over (order by r.id, p.id) + $3::int as n
               from hotel_rooms r cross join (select id from hotel_products order by id limit 3) p
               where r.hotel_id = $1) d
         order by n",
        seed.hotel.get(),
        now,
        seed.offset
    )
    .execute(tx.connection())
    .await?;
    sqlx::query!(
        "insert into hotel_sensors (hotel_id, serial, type, location, dispenser_id, replace_date, checked_at, last_reading_at,
                                    level_percent, battery_percent, state, created_at)
         select $1, $3 || lpad((n - $4::int)::text, 4, '0'), case when n % 4 = 0 then 'weight' else 'level' end,
                'Room ' || number || case (n - $4::int - 1) % 3 when 0 then ', shower' when 1 then ', shower' else ', basin' end, id,
                ($2::timestamptz + interval '1 year')::date, created_at,
                case when n % 60 = 7 then $2::timestamptz - interval '30 hours' else $2::timestamptz - interval '10 minutes' end,
                level_ml * 100.0 / capacity_ml, case when n % 75 = 11 then 6 else 40 + n * 13 % 60 end,
                case when n % 60 = 7 then 'need_check' when n % 75 = 11 then 'abnormal' else 'normal' end, created_at
         from (select d.id, d.level_ml, d.capacity_ml, d.created_at, r.number, row_number() over (order by d.id) + $4::int as n
               from hotel_dispensers d join hotel_rooms r on r.id = d.room_id where d.hotel_id = $1) d
         order by n",
        seed.hotel.get(),
        now,
        seed.serial,
        seed.offset
    )
    .execute(tx.connection())
    .await?;
    insert_reading_days(tx, seed, now).await?;
    let rooms = sqlx::query_scalar!("select id from hotel_rooms where hotel_id = $1", seed.hotel.get())
        .fetch_all(tx.connection())
        .await?;
    super::rooms::derive_states(tx, &rooms).await
}

/// Inserts the sensors' readings of each of the 60 days before `now`, consistent with the use and the refills of their
/// dispensers.
async fn insert_reading_days(tx: &mut TenantTx, seed: &HotelSeed, now: DateTime<Utc>) -> Result<()> {
    let yesterday = korean_day(now) - TimeDelta::days(1);
    sqlx::query!(
        "insert into hotel_reading_days (sensor_id, day, readings, min_percent, max_percent, last_percent, battery_percent)
         select id, $3::date - ago, 1440, 100 - used * case since when 0 then 14 else since end / 14,
                100 - used * greatest(since - 1, 0) / 14, 100 - used * since / 14, battery_percent
         from (select s.id, s.last_reading_at, s.battery_percent, ago, (27 - n % 14 - ago % 14) % 14 as since,
                      (170 + n * 31 % 130) / 3.0 as used
               from (select *, row_number() over (order by dispenser_id) + $2::int as n
                     from hotel_sensors where hotel_id = $1) s
               cross join generate_series(0, 59) ago) d
         where $3::date - ago <= (last_reading_at at time zone 'Asia/Seoul')::date",
        seed.hotel.get(),
        seed.offset,
        yesterday
    )
    .execute(tx.connection())
    .await?;
    readings::set_folded_to(tx, yesterday).await
}

/// Inserts a refill of each dispenser within the 14 days from `start`, but none in the last day before `now`.
pub async fn insert_refills(
    tx: &mut TenantTx,
    seed: &HotelSeed,
    start: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "with planned as (
             select id, product_id, (170 + n * 31 % 130)::int as ml,
                    $3::timestamptz + make_interval(days => (n % 14)::int, mins => (n * 7 % 240)::int) as at
             from (select id, product_id, row_number() over (order by id) + $5::int as n
                   from hotel_dispensers where hotel_id = $1) d
         ), refilled as (
             insert into hotel_refills (hotel_id, dispenser_id, product_id, user_id, ml, at)
             select $1, id, product_id, $2, ml, at from planned where at < $4::timestamptz - interval '1 day' order by at, id
             returning id, product_id, ml, at
         )
         insert into hotel_stock_entries (hotel_id, product_id, kind, ml, refill_id, user_id, at)
         select $1, product_id, 'refill', -ml, id, $2, at from refilled order by at, id",
        seed.hotel.get(),
        seed.housekeeper.get(),
        start,
        now,
        seed.offset
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}
