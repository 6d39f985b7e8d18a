//! `POST /institutions/invites`

use axum::extract::State;
use axum::response::{IntoResponse as _, Json, Response};
use chrono::{DateTime, Utc};
use db::invites::{self, NewInvite};
use domain::{InviteCode, invite};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shape::{InviteBody, InviteResponse};
use crate::App;
use crate::extract::permission::InvitePatients;
use crate::extract::{RequestContext, StaffWith};
use crate::http::JsonBody;
use crate::problem::{FieldErrors, IdempotencyProblems, JsonProblems, Problem, StaffProblems};

/// The limits of a new invitation.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteRequest {
    /// When it expires: seven days from now by default, ninety at most.
    expires_at: Option<DateTime<Utc>>,
    /// How many patients may accept it: one by default.
    #[schema(minimum = 1, maximum = 1000)]
    max_uses: Option<i64>,
}

/// Creates an invitation to the clinic.
#[utoipa::path(
    post, path = "/institutions/invites", tag = "invites", operation_id = "createInvite", request_body = InviteRequest,
    security(("staff" = [])),
    params(("idempotency-key" = Option<String>, Header, description = "Repeats the first response for the same key")),
    responses(
        (status = 201, body = InviteResponse),
        StaffProblems, JsonProblems, IdempotencyProblems,
    )
)]
pub async fn handle(
    State(app): State<App>,
    StaffWith(staff, _): StaffWith<InvitePatients>,
    context: RequestContext,
    JsonBody(request): JsonBody<InviteRequest>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let mut errors = FieldErrors::default();
    let expires_at = errors.check(invite::parse_expiry(request.expires_at, now));
    let max_uses = errors.check(invite::parse_max_uses(request.max_uses));
    errors.finish()?;
    let call = context.key.bind(staff.row.id, "POST /institutions/invites", &request)?;
    let mut tx = staff.tenant.db.begin().await?;
    if let Some(earlier) = call.begin(&mut tx, now).await? {
        return Ok(earlier.into_response());
    }
    let new = NewInvite {
        institution_id: staff.clinic(),
        staff_id: staff.row.id,
        code: InviteCode::new(app.random.bytes()),
        expires_at: expires_at.unwrap_or(now),
        max_uses: max_uses.unwrap_or(1),
    };
    let made = invites::insert(&mut tx, &new, now).await?;
    let response = InviteResponse { invite: InviteBody::new(&app, &staff.tenant, &made)? };
    call.finish(&mut tx, StatusCode::CREATED, &response).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(response)).into_response())
}
