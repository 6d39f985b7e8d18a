//! The signed-in operator in responses.

use domain::OpsPermission;
use domain::operator::SESSION_IDLE_LIMIT;
use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::extract::operator::requires_second_factor;

/// The second factor of an operator.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorState {
    /// Whether operators must have one.
    required: bool,
    /// Whether the account has one.
    set_up: bool,
}

/// The signed-in operator, and what must be done first.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorSessionResponse {
    /// The account's id.
    id: i64,
    /// The sign-in name.
    login_id: String,
    /// The person's name.
    name: String,
    /// `viewer`, `operator` or `admin`.
    #[schema(example = "operator")]
    role: &'static str,
    /// The role's permissions.
    #[schema(example = json!(["read_queues"]))]
    permissions: Vec<&'static str>,
    /// The second factor.
    second_factor: SecondFactorState,
    /// Whether the password is temporary and must be changed first.
    must_change_password: bool,
    /// What must be done before anything else: `second_factor` (enter a code), `password` (replace the temporary one) or
    /// `second_factor_setup`. Null when nothing is left to do.
    #[schema(required, example = "password")]
    next: Option<&'static str>,
    /// How many seconds the session lasts without activity. Calls with the header `x-poll` are no activity.
    idle_seconds: i64,
    /// `local`, `staging` or `production`.
    #[schema(example = "production")]
    environment: &'static str,
    /// The version of the API.
    version: &'static str,
}

impl OperatorSessionResponse {
    /// Creates the response about a session, whose second factor may still be pending.
    #[must_use]
    pub fn new(app: &App, row: &domain::Operator, second_factor_pending: bool) -> Self {
        let second_factor = SecondFactorState { required: requires_second_factor(app), set_up: row.has_second_factor };
        let next = if second_factor_pending {
            Some("second_factor")
        } else if row.must_change_password {
            Some("password")
        } else if second_factor.required && !second_factor.set_up {
            Some("second_factor_setup")
        } else {
            None
        };
        Self {
            id: row.id.get(),
            login_id: row.login_id.as_str().to_owned(),
            name: row.name.as_str().to_owned(),
            role: row.role.as_str(),
            permissions: row.role.permissions().map(OpsPermission::as_str).collect(),
            second_factor,
            must_change_password: row.must_change_password,
            next,
            idle_seconds: SESSION_IDLE_LIMIT.num_seconds(),
            environment: app.environment.as_str(),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}
