//! Accounts of operators in responses.

use domain::operator::parse_role;
use domain::{Name, OperatorRole};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::FieldErrors;

/// An operator's account.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Operator)]
pub struct OperatorBody {
    /// The account's id.
    id: i64,
    /// The sign-in name.
    login_id: String,
    /// The person's name.
    name: String,
    /// `viewer`, `operator` or `admin`.
    #[schema(example = "operator")]
    role: &'static str,
    /// Whether the account may sign in.
    active: bool,
    /// Whether the password is temporary.
    must_change_password: bool,
    /// Whether the account has a second factor.
    has_second_factor: bool,
}

impl From<domain::Operator> for OperatorBody {
    fn from(row: domain::Operator) -> Self {
        Self {
            id: row.id.get(),
            login_id: row.login_id.as_str().to_owned(),
            name: row.name.as_str().to_owned(),
            role: row.role.as_str(),
            active: row.active,
            must_change_password: row.must_change_password,
            has_second_factor: row.has_second_factor,
        }
    }
}

/// The accounts of operators.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OperatorsResponse {
    /// The accounts, inactive ones last.
    pub operators: Vec<OperatorBody>,
}

/// An account, perhaps with a new temporary password.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorAccountResponse {
    /// The account.
    pub operator: OperatorBody,
    /// The temporary password, valid for one sign-in within 72 hours. It is not stored. Null when none was created.
    #[schema(required)]
    pub temporary_password: Option<String>,
}

/// A name and a role, as they were sent.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NameAndRole {
    /// The person's name.
    #[serde(default)]
    #[schema(required, max_length = 50)]
    pub name: String,
    /// `viewer`, `operator` or `admin`.
    #[serde(default)]
    #[schema(required, example = "operator")]
    pub role: String,
}

impl NameAndRole {
    /// Parses both, or records their errors.
    pub fn parse(&self, errors: &mut FieldErrors) -> Option<(Name, OperatorRole)> {
        let name = errors.check(Name::parse(&self.name));
        name.zip(errors.check(parse_role(&self.role)))
    }
}

/// The reason of an operator's action.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReasonRequest {
    /// The reason, in one line, recorded in the audit.
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 200)]
    pub reason: String,
}
