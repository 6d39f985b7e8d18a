//! `GET /institutions/auth/second-factor`

use axum::response::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::staff::StaffWithoutSecondFactor;
use crate::problem::{Problem, StaffProblems};
use crate::staff::passkeys::shape::PasskeyBody;

/// The account's second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorResponse {
    /// Whether the account has an authenticator app.
    has_app: bool,
    /// The account's passkeys.
    passkeys: Vec<PasskeyBody>,
    /// Whether the clinic requires one.
    is_required: bool,
    /// How many recovery codes still work.
    recovery_codes_left: i64,
}

/// The account's second factor.
#[utoipa::path(
    get, path = "/institutions/auth/second-factor", tag = "staff", operation_id = "getSecondFactor",
    security(("staff" = [])),
    responses(
        (status = 200, body = SecondFactorResponse),
        StaffProblems,
    )
)]
pub async fn handle(
    StaffWithoutSecondFactor(staff): StaffWithoutSecondFactor,
) -> Result<Json<SecondFactorResponse>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    Ok(Json(SecondFactorResponse {
        has_app: staff.row.has_app,
        passkeys: db::passkeys::list(&mut conn, staff.row.id).await?.into_iter().map(Into::into).collect(),
        is_required: staff.row.needs_second_factor,
        recovery_codes_left: db::second_factors::count_recovery_codes(&mut conn, staff.row.id).await?,
    }))
}
