//! Aggregation of readings by day, and the monthly partitions of readings.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use domain::SensorId;
use domain::calendar::korean_time;

use crate::{Result, SystemConn, TenantConn, TenantTx};

/// Creates the missing monthly partitions from one time to another.
pub async fn create_partitions(conn: &mut TenantConn, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        r#"select hotel_make_reading_month(at) as "made: ()"
           from generate_series(date_trunc('month', $1::timestamptz, 'UTC'), $2::timestamptz, interval '1 month') at"#,
        from,
        to
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Drops the partitions of months that ended before `before` and that every tenant has aggregated, and returns how
/// many. Drops none while a hotel tenant has aggregated nothing.
pub async fn drop_partitions(conn: &mut SystemConn, before: DateTime<Utc>) -> Result<i32> {
    let folded_to = sqlx::query_scalar!(
        "select min(folded_to) from hotel_reading_folds
         where not exists (select from tenants t where t.kind = 'hotel'
                           and not exists (select from hotel_reading_folds f where f.tenant_id = t.id))"
    )
    .fetch_one(conn.connection())
    .await?;
    let Some(folded_to) = folded_to else { return Ok(0) };
    let folded_before = korean_time(folded_to, NaiveTime::MIN) + TimeDelta::days(1);
    let dropped =
        sqlx::query_scalar!(r#"select hotel_drop_reading_months($1) as "dropped!""#, before.min(folded_before))
            .fetch_one(conn.connection())
            .await?;
    Ok(dropped)
}

/// Finds the day up to which the tenant's readings are aggregated.
pub async fn find_folded_to(conn: &mut TenantConn) -> Result<Option<NaiveDate>> {
    Ok(sqlx::query_scalar!("select folded_to from hotel_reading_folds").fetch_optional(conn.connection()).await?)
}

/// Sets the day up to which the tenant's readings are aggregated.
pub async fn set_folded_to(conn: &mut TenantConn, day: NaiveDate) -> Result<()> {
    sqlx::query!(
        "insert into hotel_reading_folds as f (folded_to) values ($1)
         on conflict (tenant_id) do update set folded_to = greatest(f.folded_to, excluded.folded_to)",
        day
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Aggregates the readings of a Korean day, and returns the number of sensors.
pub async fn fold_day(tx: &mut TenantTx, day: NaiveDate) -> Result<u64> {
    let from = korean_time(day, NaiveTime::MIN);
    let done = sqlx::query!(
        "insert into hotel_reading_days (sensor_id, day, readings, min_percent, max_percent, last_percent, battery_percent)
         select sensor_id, $1, count(*)::int, min(level_percent), max(level_percent),
                (array_agg(level_percent order by read_at desc))[1],
                (array_agg(battery_percent order by read_at desc) filter (where battery_percent is not null))[1]
         from hotel_readings where read_at >= $2 and read_at < $3 group by sensor_id
         on conflict (sensor_id, day) do update
         set readings = excluded.readings, min_percent = excluded.min_percent, max_percent = excluded.max_percent,
             last_percent = excluded.last_percent, battery_percent = excluded.battery_percent",
        day,
        from,
        from + TimeDelta::days(1)
    )
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected())
}

/// The aggregated readings of a sensor on a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Day {
    /// The day in Korea.
    pub day: NaiveDate,
    /// The number of readings.
    pub readings: i32,
    /// The lowest level, in percent.
    pub min_percent: f32,
    /// The highest level, in percent.
    pub max_percent: f32,
    /// The last level, in percent.
    pub last_percent: f32,
}

/// Lists the days of a sensor since a day, the oldest first. Days that are not aggregated yet are computed from the
/// readings.
pub async fn list_days(conn: &mut TenantConn, sensor: SensorId, since: NaiveDate) -> Result<Vec<Day>> {
    let rows = sqlx::query_as!(
        Day,
        r#"select day as "day!", readings as "readings!", min_percent as "min_percent!", max_percent as "max_percent!",
                  last_percent as "last_percent!"
           from (
               select day, readings, min_percent, max_percent, last_percent from hotel_reading_days
               where sensor_id = $1 and day >= $2
               union all
               select (read_at at time zone 'Asia/Seoul')::date, count(*)::int, min(level_percent), max(level_percent),
                      (array_agg(level_percent order by read_at desc))[1]
               from hotel_readings
               where sensor_id = $1 and read_at >= $3
                 and (read_at at time zone 'Asia/Seoul')::date
                     > coalesce((select folded_to from hotel_reading_folds), date '2000-01-01')
               group by 1
           ) days order by 1"#,
        sensor.get(),
        since,
        korean_time(since, NaiveTime::MIN)
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows)
}
