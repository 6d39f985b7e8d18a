//! Statistics of hotels, counted from stored states without reading sensor readings.

use domain::HotelClientId;
use domain::hotel::stock::LOW_STOCK_PERCENT;
use domain::hotel::{HotelClientName, HotelScope};

use super::sensors::SensorCounts;
use crate::{Result, TenantConn};

/// The statistics of a hotel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotelStatistics {
    /// The hotel.
    pub hotel: HotelClientName,
    /// The number of rooms.
    pub rooms: i64,
    /// The number of rooms that require a visit.
    pub require: i64,
    /// The number of open orders.
    pub open_orders: i64,
    /// The number of products with low stock.
    pub low_stock: i64,
    /// The numbers of sensors by state.
    pub sensors: SensorCounts,
}

/// Lists the statistics of the hotels in the scope, or of one of them, by name.
pub async fn list_statistics(
    conn: &mut TenantConn,
    scope: HotelScope,
    hotel: Option<HotelClientId>,
) -> Result<Vec<HotelStatistics>> {
    let rows = sqlx::query!(
        r#"with hotels as (
               select id from hotels_in_scope($1) as id where $2::bigint is null or id = $2
           ), rooms as (
               select hotel_id, count(*) as total, count(*) filter (where state = 'require') as require
               from hotel_rooms where removed_at is null and hotel_id in (select id from hotels) group by hotel_id
           ), orders as (
               select hotel_id, count(*) as open from hotel_orders
               where state not in ('delivery_complete', 'canceled') and hotel_id in (select id from hotels) group by hotel_id
           ), stocks as (
               select hotel_id, count(*) as low from hotel_stocks
               where ml * 100 < capacity_ml * $3 and hotel_id in (select id from hotels) group by hotel_id
           ), sensors as (
               select hotel_id, count(*) filter (where state = 'normal') as normal,
                      count(*) filter (where state = 'abnormal') as abnormal,
                      count(*) filter (where state = 'need_check') as need_check
               from hotel_sensors where hotel_id in (select id from hotels) group by hotel_id
           )
           select c.id, c.name, coalesce(r.total, 0) as "rooms!", coalesce(r.require, 0) as "require!",
                  coalesce(o.open, 0) as "open_orders!", coalesce(k.low, 0) as "low_stock!",
                  coalesce(s.normal, 0) as "normal!", coalesce(s.abnormal, 0) as "abnormal!",
                  coalesce(s.need_check, 0) as "need_check!"
           from hotel_clients c
           join hotels h on h.id = c.id
           left join rooms r on r.hotel_id = c.id
           left join orders o on o.hotel_id = c.id
           left join stocks k on k.hotel_id = c.id
           left join sensors s on s.hotel_id = c.id
           where c.active or $2 is not null
           order by c.name, c.id"#,
        scope.client(),
        hotel.map(HotelClientId::get),
        LOW_STOCK_PERCENT
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| HotelStatistics {
            hotel: HotelClientName { id: HotelClientId::new(row.id), name: row.name },
            rooms: row.rooms,
            require: row.require,
            open_orders: row.open_orders,
            low_stock: row.low_stock,
            sensors: SensorCounts { normal: row.normal, abnormal: row.abnormal, need_check: row.need_check },
        })
        .collect())
}
