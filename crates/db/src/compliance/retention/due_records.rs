//! The due records of contracts and payments. Which ones the sweep deletes depends on other rows, so they are counted by
//! deleting them in a transaction that is rolled back.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::retention::records_cutoff;

use super::{Class, DueClass, LIMIT, MAX_COUNT};
use crate::records::{self, PurgedRecords};
use crate::{Result, TenantConn, TenantTx};

/// Deletes and counts the due records, until there are none left or more than [`MAX_COUNT`] of a class. Roll the
/// transaction back.
pub(super) async fn list(tx: &mut TenantTx, now: DateTime<Utc>) -> Result<[DueClass; 4]> {
    let cutoff = records_cutoff(now);
    let old = OldRecords::read(tx, cutoff).await?;
    let mut purged = PurgedRecords::default();
    let has_more = loop {
        let some = records::purge_records(tx, cutoff, LIMIT, now).await?;
        // no record depends on a settlement, and `due` counts them
        if (PurgedRecords { settlements: 0, ..some }).is_empty() {
            break false;
        }
        purged += some;
        if [purged.claims, purged.orders, purged.discrepancies].into_iter().any(|rows| rows > MAX_COUNT) {
            break true;
        }
    };
    let (oldest_claim, oldest_order) = old.find_oldest_deleted(tx).await?;
    let classes = [
        (Class::Claims, purged.claims, oldest_claim),
        (Class::Orders, purged.orders, oldest_order),
        (Class::LedgerEntries, purged.movements, None),
        (Class::Discrepancies, purged.discrepancies, None),
    ];
    Ok(classes.map(|(class, rows, oldest)| {
        let due = DueClass::new(class, rows, oldest);
        DueClass { has_more: due.has_more || has_more, ..due }
    }))
}

/// The claims and orders whose last change is old enough, the oldest first, at most [`LIMIT`] of each. Whether one is
/// deleted depends on other rows, so the oldest deleted one is determined afterwards from the remaining rows.
struct OldRecords {
    claims: Vec<(i64, DateTime<Utc>)>,
    orders: Vec<(i64, DateTime<Utc>)>,
}

impl OldRecords {
    /// Reads the rows before anything is deleted.
    async fn read(conn: &mut TenantConn, before: DateTime<Utc>) -> Result<Self> {
        let claims = sqlx::query!(
            "select id, updated_at from claims where updated_at < $1 order by updated_at limit $2",
            before,
            LIMIT
        )
        .fetch_all(conn.connection())
        .await?;
        let orders = sqlx::query!(
            "select id, updated_at from orders where updated_at < $1 order by updated_at limit $2",
            before,
            LIMIT
        )
        .fetch_all(conn.connection())
        .await?;
        Ok(Self {
            claims: claims.into_iter().map(|row| (row.id, row.updated_at)).collect(),
            orders: orders.into_iter().map(|row| (row.id, row.updated_at)).collect(),
        })
    }

    /// Returns the times of the oldest claim and of the oldest order that no longer exist.
    async fn find_oldest_deleted(
        &self,
        conn: &mut TenantConn,
    ) -> Result<(Option<DateTime<Utc>>, Option<DateTime<Utc>>)> {
        let ids = |rows: &[(i64, DateTime<Utc>)]| rows.iter().map(|(id, _)| *id).collect::<Vec<_>>();
        let claims = sqlx::query_scalar!("select id from claims where id = any($1)", &ids(&self.claims))
            .fetch_all(conn.connection())
            .await?;
        let orders = sqlx::query_scalar!("select id from orders where id = any($1)", &ids(&self.orders))
            .fetch_all(conn.connection())
            .await?;
        let oldest = |rows: &[(i64, DateTime<Utc>)], left: Vec<i64>| {
            let left: BTreeSet<i64> = left.into_iter().collect();
            rows.iter().find(|(id, _)| !left.contains(id)).map(|(_, at)| *at)
        };
        Ok((oldest(&self.claims, claims), oldest(&self.orders, orders)))
    }
}
