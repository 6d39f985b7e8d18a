//! Consents: giving and withdrawing them.

pub mod get;
pub mod put;
pub mod require;
pub mod shape;
pub mod terms;
pub mod withdrawal;

use chrono::NaiveDate;
use domain::legal::{Editions, HEALTH_EDITION};
use domain::{ConsentKind, LegalDocument};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;

/// The routes of this feature.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get::handle, put::handle))
        .routes(routes!(terms::get, terms::put))
        .routes(routes!(withdrawal::handle))
}

/// Returns the edition of the text to which a consent refers that is given on a day in Korea.
#[must_use]
pub fn current_edition(editions: Editions, kind: ConsentKind, today: NaiveDate) -> NaiveDate {
    match kind {
        ConsentKind::Terms => editions.in_effect(LegalDocument::Terms, today).current.effective,
        ConsentKind::Privacy => editions.in_effect(LegalDocument::Privacy, today).current.effective,
        ConsentKind::Health | ConsentKind::Provide | ConsentKind::Training | ConsentKind::Age14 => HEALTH_EDITION,
    }
}
