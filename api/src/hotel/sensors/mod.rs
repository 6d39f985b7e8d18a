//! The sensors of hotels.

pub mod create;
pub mod days;
pub mod list;
pub mod put;
pub mod request;
pub mod shape;

use db::hotel::sensors::WriteError;
use domain::InvalidCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::problem::Problem;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::handle, create::handle))
        .routes(routes!(put::handle))
        .routes(routes!(days::handle))
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::SerialTaken => Self::field("serial", InvalidCode::Taken),
            WriteError::DispenserTaken => Self::field("dispenserId", InvalidCode::Taken),
            WriteError::Db(error) => error.into(),
        }
    }
}
