//! `GET /institutions/access-log/months`

use axum::extract::State;
use axum::response::Json;
use db::access_log::review;

use super::shape::{AccessLogMonth, AccessLogMonthsAnswer};
use crate::App;
use crate::guard::staff::Admin;
use crate::problem::{Problem, ProblemBody};

/// The months of the clinic's log, newest first, this one too, two years back at most; and which of them somebody looked over.
#[utoipa::path(
    get, path = "/institutions/access-log/months", tag = "access-log", operation_id = "listAccessLogMonths",
    security(("staff" = [])),
    responses(
        (status = 200, body = AccessLogMonthsAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "forbidden, password_change_required", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(State(app): State<App>, Admin(staff): Admin) -> Result<Json<AccessLogMonthsAnswer>, Problem> {
    let mut conn = staff.tenant.db.acquire().await?;
    let now = app.clock.now();
    let months = review::months_at(&mut conn, staff.clinic(), now).await?;
    let months = months.into_iter().map(|month| AccessLogMonth::of(month, now)).collect();
    Ok(Json(AccessLogMonthsAnswer { months }))
}
