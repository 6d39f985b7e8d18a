//! Inserts of batches of readings.

use chrono::{DateTime, Utc};
use domain::{HotelApiKeyId, HotelClientId, ReadingBatchId, SensorId};

use crate::{Result, TenantConn, TenantTx};

/// A sensor that a batch refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownSensor {
    /// The serial number.
    pub serial: String,
    /// The sensor.
    pub id: SensorId,
    /// The partner of its hotel.
    pub partner: Option<HotelClientId>,
}

/// Lists the sensors with these serial numbers.
pub async fn list_known(conn: &mut TenantConn, serials: &[String]) -> Result<Vec<KnownSensor>> {
    let rows = sqlx::query!(
        "select s.serial, s.id, c.partner_id from hotel_sensors s join hotel_clients c on c.id = s.hotel_id
         where s.tenant_id = current_tenant() and s.serial = any($1)",
        serials
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| KnownSensor {
            serial: row.serial,
            id: SensorId::new(row.id),
            partner: row.partner_id.map(HotelClientId::new),
        })
        .collect())
}

/// A reading to store.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewReading {
    /// The sensor.
    pub sensor: SensorId,
    /// When it was measured.
    pub at: DateTime<Utc>,
    /// The level, in percent.
    pub level_percent: f32,
    /// The battery's charge, in percent.
    pub battery_percent: Option<f32>,
}

/// A stored batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InsertedReadings {
    /// The number of new readings. The others existed already.
    pub count: u64,
    /// The batch to apply; none when no reading is new.
    pub batch: Option<ReadingBatchId>,
}

/// Stores readings, each sensor and time once, and the batch that a job must apply.
pub async fn insert_batch(
    tx: &mut TenantTx,
    key: HotelApiKeyId,
    readings: &[NewReading],
    now: DateTime<Utc>,
) -> Result<InsertedReadings> {
    let Some(first_at) = readings.iter().map(|reading| reading.at).min() else {
        return Ok(InsertedReadings { count: 0, batch: None });
    };
    let last_at = readings.iter().map(|reading| reading.at).max().unwrap_or(first_at);
    super::create_partitions(tx, first_at, last_at).await?;
    let sensors: Vec<i64> = readings.iter().map(|reading| reading.sensor.get()).collect();
    let times: Vec<DateTime<Utc>> = readings.iter().map(|reading| reading.at).collect();
    let levels: Vec<f32> = readings.iter().map(|reading| reading.level_percent).collect();
    let batteries: Vec<Option<f32>> = readings.iter().map(|reading| reading.battery_percent).collect();
    // in the order of the key, so that two batches with the same readings cannot deadlock
    let done = sqlx::query!(
        "insert into hotel_readings (sensor_id, read_at, level_percent, battery_percent)
         select * from unnest($1::bigint[], $2::timestamptz[], $3::real[], $4::real[]) order by 1, 2
         on conflict do nothing",
        &sensors,
        &times,
        &levels,
        &batteries as &[Option<f32>]
    )
    .execute(tx.connection())
    .await?;
    let count = done.rows_affected();
    if count == 0 {
        return Ok(InsertedReadings { count, batch: None });
    }
    let batch = sqlx::query_scalar!(
        "insert into hotel_reading_batches (api_key_id, sensor_ids, first_at, received_at)
         values ($1, array(select distinct unnest($2::bigint[])), $3, $4) returning id",
        key.get(),
        &sensors,
        first_at,
        now
    )
    .fetch_one(tx.connection())
    .await?;
    Ok(InsertedReadings { count, batch: Some(ReadingBatchId::new(batch)) })
}
