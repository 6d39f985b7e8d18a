//! An invitation in responses.

use chrono::{DateTime, Utc};
use domain::Invite;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::Tenant;
use crate::problem::Problem;

/// An invitation.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invite)]
pub struct InviteBody {
    /// Its code.
    #[schema(example = "4g7k2m9x0abc")]
    code: String,
    /// The link with the code, for a message or a QR code.
    #[schema(example = "https://bom.example/invites?code=4g7k2m9x0abc")]
    url: String,
    /// When it expires.
    expires_at: DateTime<Utc>,
    /// How many patients may accept it.
    max_uses: i32,
    /// How many patients have accepted it.
    uses: i32,
}

/// One invitation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InviteResponse {
    /// The invitation.
    pub invite: InviteBody,
}

/// A clinic's invitations, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InvitesResponse {
    /// Invitations that were not revoked, including expired ones.
    pub invites: Vec<InviteBody>,
    /// The `before` of the next page; null on the last one.
    #[schema(required)]
    pub next: Option<i64>,
}

impl InviteBody {
    /// Creates an invitation with its link on the tenant's main host.
    ///
    /// # Errors
    /// An internal problem when the link is not a valid URL.
    pub fn new(app: &App, tenant: &Tenant, row: &Invite) -> Result<Self, Problem> {
        let host = tenant.row.hosts.first().map_or("", String::as_str);
        let path = format!("/invites?code={}", row.code.as_str());
        let url = app.web_origin.address(host, &path).map_err(Problem::internal)?;
        Ok(Self {
            code: row.code.as_str().to_owned(),
            url: url.into(),
            expires_at: row.expires_at,
            max_uses: row.max_uses,
            uses: row.uses,
        })
    }
}
