//! Application of a batch of readings to the states of sensors, dispensers and rooms.

use chrono::{DateTime, NaiveDate, Utc};
use domain::ReadingBatchId;
use domain::hotel::room::level_ml;
use domain::hotel::sensor::{SensorState, SensorStatus};

use crate::hotel::rooms::derive_states;
use crate::hotel::sensors::lock_states;
use crate::{Result, TenantTx};

/// The newest reading of a sensor, with its effect on the dispenser.
struct NewestReading {
    sensor: i64,
    read_at: DateTime<Utc>,
    level_percent: f32,
    battery_percent: Option<f32>,
    state: &'static str,
    dispenser: Option<i64>,
    level_ml: Option<i32>,
}

/// Applies a batch, and returns the number of sensors with a newer reading. A batch that was already applied, or that
/// arrives after a newer one, changes nothing.
pub async fn fold(tx: &mut TenantTx, batch: ReadingBatchId, now: DateTime<Utc>, today: NaiveDate) -> Result<usize> {
    lock_states(tx).await?;
    let taken =
        sqlx::query!("delete from hotel_reading_batches where id = $1 returning sensor_ids, first_at", batch.get())
            .fetch_optional(tx.connection())
            .await?;
    let Some(taken) = taken else { return Ok(0) };
    let rows = list_newer(tx, &taken.sensor_ids, taken.first_at).await?;
    let newest: Vec<NewestReading> = rows.into_iter().map(|row| row.derive(now, today)).collect();
    if newest.is_empty() {
        return Ok(0);
    }
    set_sensors(tx, &newest).await?;
    let rooms = set_levels(tx, &newest).await?;
    derive_states(tx, &rooms).await?;
    Ok(newest.len())
}

/// A sensor with a newer reading than the last applied one. Not every reading has the battery's charge: it is that of
/// the newest one with it.
struct Row {
    id: i64,
    checked_at: DateTime<Utc>,
    replace_date: Option<NaiveDate>,
    known_battery: Option<f32>,
    read_at: DateTime<Utc>,
    level_percent: f32,
    battery_percent: Option<f32>,
    dispenser_id: Option<i64>,
    capacity_ml: Option<i32>,
}

impl Row {
    fn derive(self, now: DateTime<Utc>, today: NaiveDate) -> NewestReading {
        let battery_percent = self.battery_percent.or(self.known_battery);
        let status = SensorStatus {
            checked_at: self.checked_at,
            last_reading_at: Some(self.read_at),
            battery_percent: battery_percent.map(f64::from),
            replace_date: self.replace_date,
        };
        NewestReading {
            sensor: self.id,
            read_at: self.read_at,
            level_percent: self.level_percent,
            battery_percent,
            state: SensorState::derive(&status, now, today).as_str(),
            dispenser: self.dispenser_id,
            level_ml: self.capacity_ml.map(|capacity| level_ml(capacity, self.level_percent)),
        }
    }
}

async fn list_newer(tx: &mut TenantTx, sensors: &[i64], first_at: DateTime<Utc>) -> Result<Vec<Row>> {
    let rows = sqlx::query_as!(
        Row,
        r#"select s.id, s.checked_at, s.replace_date, s.battery_percent as "known_battery?", r.read_at as "read_at!",
                  r.level_percent as "level_percent!", b.battery_percent as "battery_percent?", s.dispenser_id,
                  d.capacity_ml as "capacity_ml?"
           from hotel_sensors s
           cross join lateral (select read_at, level_percent from hotel_readings
                               where sensor_id = s.id and read_at >= $2 order by read_at desc limit 1) r
           left join lateral (select battery_percent from hotel_readings
                              where sensor_id = s.id and read_at >= $2 and battery_percent is not null
                              order by read_at desc limit 1) b on true
           left join hotel_dispensers d on d.id = s.dispenser_id
           where s.id = any($1) and (s.last_reading_at is null or s.last_reading_at < r.read_at)
           order by s.id for no key update of s"#,
        sensors,
        first_at
    )
    .fetch_all(tx.connection())
    .await?;
    Ok(rows)
}

async fn set_sensors(tx: &mut TenantTx, newest: &[NewestReading]) -> Result<()> {
    let ids: Vec<i64> = newest.iter().map(|one| one.sensor).collect();
    let times: Vec<DateTime<Utc>> = newest.iter().map(|one| one.read_at).collect();
    let levels: Vec<f32> = newest.iter().map(|one| one.level_percent).collect();
    let batteries: Vec<Option<f32>> = newest.iter().map(|one| one.battery_percent).collect();
    let states: Vec<String> = newest.iter().map(|one| one.state.to_owned()).collect();
    sqlx::query!(
        "update hotel_sensors s
         set last_reading_at = n.read_at, level_percent = n.level, battery_percent = n.battery, state = n.state
         from unnest($1::bigint[], $2::timestamptz[], $3::real[], $4::real[], $5::text[])
              as n (id, read_at, level, battery, state)
         where s.id = n.id",
        &ids,
        &times,
        &levels,
        &batteries as &[Option<f32>],
        &states
    )
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Sets the levels of dispensers that were not refilled since, and returns the rooms of all dispensers.
async fn set_levels(tx: &mut TenantTx, newest: &[NewestReading]) -> Result<Vec<i64>> {
    let mut levels: Vec<(i64, i32, DateTime<Utc>)> =
        newest.iter().filter_map(|one| Some((one.dispenser?, one.level_ml?, one.read_at))).collect();
    levels.sort_unstable();
    let ids: Vec<i64> = levels.iter().map(|(id, _, _)| *id).collect();
    let mls: Vec<i32> = levels.iter().map(|(_, ml, _)| *ml).collect();
    let times: Vec<DateTime<Utc>> = levels.iter().map(|(_, _, at)| *at).collect();
    sqlx::query!(
        "update hotel_dispensers d set level_ml = n.ml, level_at = n.read_at
         from unnest($1::bigint[], $2::int[], $3::timestamptz[]) as n (id, ml, read_at)
         where d.id = n.id and d.level_at < n.read_at",
        &ids,
        &mls,
        &times
    )
    .execute(tx.connection())
    .await?;
    let rooms = sqlx::query_scalar!("select distinct room_id from hotel_dispensers where id = any($1)", &ids)
        .fetch_all(tx.connection())
        .await?;
    Ok(rooms)
}
