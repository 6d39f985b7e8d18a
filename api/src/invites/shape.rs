//! An invitation as the API shows it.

use chrono::{DateTime, Utc};
use domain::Invite;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::guard::Tenant;
use crate::problem::Problem;

/// An invitation.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invite)]
pub struct InviteBody {
    /// Its code.
    #[schema(example = "4g7k2m9x0abc")]
    code: String,
    /// The link that carries the code, for sending or a QR picture.
    #[schema(example = "https://bom.example/invites?code=4g7k2m9x0abc")]
    url: String,
    /// Until when it holds.
    expires_at: DateTime<Utc>,
    /// How many patients may accept it.
    max_uses: i32,
    /// How many did.
    uses: i32,
}

/// One invitation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InviteAnswer {
    /// The invitation.
    pub invite: InviteBody,
}

/// A clinic's invitations, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InvitesAnswer {
    /// Those that were not revoked, ended ones included.
    pub invites: Vec<InviteBody>,
    /// What to give as `before` for the next page; null at the end.
    #[schema(required)]
    pub next: Option<i64>,
}

impl InviteBody {
    /// An invitation with its link on the tenant's main host.
    ///
    /// # Errors
    /// When the link cannot be made.
    pub fn of(app: &App, tenant: &Tenant, row: &Invite) -> Result<Self, Problem> {
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
