//! Rooms of hotels and their dispensers.

pub mod create;
pub mod create_dispenser;
pub mod delete;
pub mod delete_dispenser;
pub mod list;
pub mod put;
pub mod put_dispenser;
pub mod shape;

use db::TenantTx;
use db::hotel::rooms::{self, Room, WriteError};
use domain::hotel::HotelScope;
use domain::{HotelRoomId, InvalidCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::problem::{Code, Problem};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(put::handle, delete::handle))
        .routes(routes!(create_dispenser::handle))
        .routes(routes!(put_dispenser::handle, delete_dispenser::handle))
}

/// Derives the state of a room after a change, and returns the room.
async fn derive(tx: &mut TenantTx, scope: HotelScope, id: HotelRoomId) -> Result<Room, Problem> {
    rooms::derive_states(tx, &[id.get()]).await?;
    rooms::find(tx, scope, id).await?.ok_or_else(|| Code::NotFound.into())
}

/// Returns the problem of a failed write. A conflict is a problem with `field`, which must be unique.
fn refuse(error: WriteError, field: &'static str) -> Problem {
    match error {
        WriteError::Taken => Problem::field(field, InvalidCode::Taken),
        WriteError::Db(error) => error.into(),
    }
}
