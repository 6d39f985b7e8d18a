//! The dispensers in rooms.

use chrono::{DateTime, Utc};
use domain::hotel::HotelScope;
use domain::hotel::room::DispenserSpec;
use domain::{DispenserId, HotelProductId, HotelRoomId};

use super::rooms::{Room, WriteError};
use super::sensors::lock_states;
use crate::{Result, TenantConn, TenantTx};

/// Finds the room of a dispenser of a hotel in the scope.
pub async fn find_room(conn: &mut TenantConn, scope: HotelScope, id: DispenserId) -> Result<Option<HotelRoomId>> {
    let room = sqlx::query_scalar!(
        "select room_id from hotel_dispensers
         where id = $1 and removed_at is null and hotel_id in (select hotels_in_scope($2))",
        id.get(),
        scope.client()
    )
    .fetch_optional(conn.connection())
    .await?;
    Ok(room.map(HotelRoomId::new))
}

/// Inserts a full dispenser into a room.
///
/// # Errors
/// [`WriteError::Taken`] when the room has a dispenser of the product.
pub async fn insert(
    conn: &mut TenantConn,
    room: &Room,
    product: HotelProductId,
    spec: DispenserSpec,
    now: DateTime<Utc>,
) -> Result<DispenserId, WriteError> {
    let id = sqlx::query_scalar!(
        "insert into hotel_dispensers (hotel_id, room_id, product_id, capacity_ml, level_ml, level_at, threshold_percent,
                                       created_at)
         values ($1, $2, $3, $4, $4, $6, $5, $6) returning id",
        room.hotel.get(),
        room.id.get(),
        product.get(),
        spec.capacity_ml,
        spec.threshold_percent,
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(DispenserId::new(id))
}

/// Changes a dispenser. A smaller capacity lowers the level.
///
/// # Errors
/// [`WriteError::Taken`] when the room has another dispenser of the product.
pub async fn set(
    conn: &mut TenantConn,
    id: DispenserId,
    product: Option<HotelProductId>,
    spec: DispenserSpec,
) -> Result<(), WriteError> {
    sqlx::query!(
        "update hotel_dispensers
         set product_id = coalesce($2, product_id), capacity_ml = $3, level_ml = least(level_ml, $3), threshold_percent = $4
         where id = $1",
        id.get(),
        product.map(HotelProductId::get),
        spec.capacity_ml,
        spec.threshold_percent
    )
    .execute(conn.connection())
    .await?;
    Ok(())
}

/// Removes a dispenser and detaches its sensor, which is locked first, as in [`super::refills::insert`]. Waits for
/// changes that may put a sensor into it.
pub async fn remove(tx: &mut TenantTx, id: DispenserId, now: DateTime<Utc>) -> Result<()> {
    lock_states(tx).await?;
    release_sensors(tx, &[id.get()]).await?;
    sqlx::query!("update hotel_dispensers set removed_at = $2 where id = $1", id.get(), now)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Detaches the sensors of dispensers that are removed.
pub(super) async fn release_sensors(conn: &mut TenantConn, dispensers: &[i64]) -> Result<()> {
    sqlx::query!("update hotel_sensors set dispenser_id = null where dispenser_id = any($1)", dispensers)
        .execute(conn.connection())
        .await?;
    Ok(())
}
