//! `GET /hotel/auth/me`

use axum::response::Json;

use super::shape::MeBody;
use crate::extract::hotel::HotelSession;
use crate::problem::{HotelProblems, Problem};

/// The signed-in user, and whether the temporary password must be changed first.
#[utoipa::path(
    get, path = "/hotel/auth/me", tag = "hotel-accounts", operation_id = "hotelMe", security(("hotel" = [])),
    responses(
        (status = 200, body = MeBody),
        HotelProblems,
    )
)]
pub async fn handle(HotelSession(user): HotelSession) -> Result<Json<MeBody>, Problem> {
    let mut conn = user.tenant.db.acquire().await?;
    Ok(Json(MeBody::load(&mut conn, user.row).await?))
}
