//! Refills of dispensers.

pub mod create;
pub mod list;
pub mod shape;

use db::hotel::refills::RefillError;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::problem::{Code, Problem};

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create::handle)).routes(routes!(list::handle))
}

impl From<RefillError> for Problem {
    fn from(error: RefillError) -> Self {
        match error {
            RefillError::NotFound => Code::NotFound.into(),
            RefillError::Invalid(invalid) => invalid.into(),
            RefillError::Short(short) => Self::new(Code::StockShort).with_extension("missingMl", &short.missing_ml),
            RefillError::Db(error) => error.into(),
        }
    }
}
