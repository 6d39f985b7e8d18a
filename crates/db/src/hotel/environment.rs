//! The savings through refilling, by hotel and month.

use chrono::{DateTime, NaiveDate, Utc};
use domain::HotelClientId;
use domain::calendar::korean_time;
use domain::hotel::environment::Savings;
use domain::hotel::{HotelClientName, HotelScope};

use crate::{Result, TenantConn, TenantTx};

/// A hotel's savings in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotelMonth {
    /// The hotel.
    pub hotel: HotelClientName,
    /// The first day of the month.
    pub month: NaiveDate,
    /// The savings.
    pub savings: Savings,
}

/// Lists the savings of the hotels in the scope by hotel and month, between two months. Reported months have the
/// reported values; the others are computed from the refills.
pub async fn list(
    conn: &mut TenantConn,
    scope: HotelScope,
    hotel: Option<HotelClientId>,
    months: std::ops::RangeInclusive<NaiveDate>,
) -> Result<Vec<HotelMonth>> {
    let end = *months.end() + chrono::Months::new(1);
    let rows = sqlx::query!(
        r#"with refilled as (
               select hotel_id, date_trunc('month', at at time zone 'Asia/Seoul')::date as month, sum(ml) as ml
               from hotel_refills
               where hotel_id in (select hotels_in_scope($1)) and ($2::bigint is null or hotel_id = $2)
                 and at >= $5 and at < $6
               group by 1, 2
           )
           select c.id, c.name, m.month as "month!", r.refill_ml as "refill_ml?", r.bottles_replaced as "bottles_replaced?",
                  r.plastic_grams as "plastic_grams?", coalesce(f.ml, 0)::bigint as "live_ml!"
           from hotel_clients c
           cross join lateral (select generate_series($3::date, $4::date, interval '1 month')::date as month) m
           left join hotel_environment_months r on r.hotel_id = c.id and r.month = m.month
           left join refilled f on f.hotel_id = c.id and f.month = m.month
           where c.id in (select hotels_in_scope($1)) and ($2::bigint is null or c.id = $2)
           order by c.name, c.id, m.month"#,
        scope.client(),
        hotel.map(HotelClientId::get),
        months.start(),
        months.end(),
        korean_time(*months.start(), chrono::NaiveTime::MIN),
        korean_time(end, chrono::NaiveTime::MIN)
    )
    .fetch_all(conn.connection())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let reported = row.refill_ml.zip(row.bottles_replaced).zip(row.plastic_grams);
            let savings = reported.map_or_else(
                || Savings::from_refills(row.live_ml),
                |((refill_ml, bottles_replaced), plastic_grams)| Savings { refill_ml, bottles_replaced, plastic_grams },
            );
            HotelMonth {
                hotel: HotelClientName { id: HotelClientId::new(row.id), name: row.name },
                month: row.month,
                savings,
            }
        })
        .collect())
}

/// Returns whether a month is reported.
pub async fn is_reported(conn: &mut TenantConn, month: NaiveDate) -> Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select exists (select from hotel_environment_months where month = $1) as "found!""#,
        month
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(found)
}

/// Writes the report of a month for every hotel, and returns the number of hotels. An existing report is replaced.
pub async fn report(tx: &mut TenantTx, month: NaiveDate, now: DateTime<Utc>) -> Result<usize> {
    let end = korean_time(month + chrono::Months::new(1), chrono::NaiveTime::MIN);
    let rows = sqlx::query!(
        r#"select c.id, coalesce(sum(f.ml), 0)::bigint as "ml!"
           from hotel_clients c
           left join hotel_refills f on f.hotel_id = c.id and f.at >= $1 and f.at < $2
           where c.kind = 'general_hotel' group by c.id order by c.id"#,
        korean_time(month, chrono::NaiveTime::MIN),
        end
    )
    .fetch_all(tx.connection())
    .await?;
    for row in &rows {
        let savings = Savings::from_refills(row.ml);
        sqlx::query!(
            "insert into hotel_environment_months (hotel_id, month, refill_ml, bottles_replaced, plastic_grams, reported_at)
             values ($1, $2, $3, $4, $5, $6)
             on conflict (hotel_id, month) do update
             set refill_ml = excluded.refill_ml, bottles_replaced = excluded.bottles_replaced,
                 plastic_grams = excluded.plastic_grams, reported_at = excluded.reported_at",
            row.id,
            month,
            savings.refill_ml,
            savings.bottles_replaced,
            savings.plastic_grams,
            now
        )
        .execute(tx.connection())
        .await?;
    }
    Ok(rows.len())
}
