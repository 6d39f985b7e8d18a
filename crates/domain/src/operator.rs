//! Operators, who run the installation, and the table of what each role may do.

use chrono::TimeDelta;
use strum::{EnumString, IntoStaticStr, VariantArray};

use self::OperatorRole::{Admin, Operator as Acting, Viewer};
use crate::contact::Name;
use crate::credential::LoginUserId;
use crate::ids::OperatorId;
use crate::permission::permissions;
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// How long a session lasts.
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::hours(8);
/// How long a session lasts without use.
pub const SESSION_IDLE_LIMIT: TimeDelta = TimeDelta::minutes(30);
/// The longest reason, in characters.
pub const MAX_REASON_CHARS: usize = 200;

/// A role. [`OpsPermission`] defines what each may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum OperatorRole {
    /// Reads the state of queues, payments, models and tenants.
    Viewer,
    /// Also handles jobs, payments and questions about the access log.
    Operator,
    /// Also manages tenants, model versions, retention and accounts.
    Admin,
}

impl OperatorRole {
    /// Returns the role as database and API spell it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

permissions! {
    /// The permission that an operator's call requires.
    pub enum OpsPermission of OperatorRole {
        /// See queues, jobs, schedules and workers.
        ReadQueues = "read_queues", [Viewer Acting Admin];
        /// Retry, run, cancel and delete jobs, pause queues, run schedules.
        ChangeJobs = "change_jobs", [Acting Admin];
        /// See payment discrepancies and settlements.
        ReadPayments = "read_payments", [Viewer Acting Admin];
        /// Resolve payment discrepancies.
        ResolvePayments = "resolve_payments", [Acting Admin];
        /// See model versions, their figures and the agreement with experts.
        ReadModel = "read_model", [Viewer Acting Admin];
        /// Promote, compare and roll back model versions.
        ChangeModel = "change_model", [Admin];
        /// See tenants, clinics, insurers and payment accounts.
        ReadDirectory = "read_directory", [Viewer Acting Admin];
        /// Add, change and disable tenants, clinics, insurers and payment accounts.
        ChangeDirectory = "change_directory", [Admin];
        /// See what the retention rules would erase and what they erased.
        ReadRetention = "read_retention", [Viewer Acting Admin];
        /// Run the retention rules now.
        RunRetention = "run_retention", [Admin];
        /// Search, check and report on the access log and the audit of operators.
        ReadAccessLog = "read_access_log", [Acting Admin];
        /// Add, change, end and reset the accounts of operators.
        ManageOperators = "manage_operators", [Admin];
    }
}

/// An operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// The account's id.
    pub id: OperatorId,
    /// The sign-in name, unique among operators.
    pub login_id: LoginUserId,
    /// The person's name.
    pub name: Name,
    /// The role.
    pub role: OperatorRole,
    /// Whether the password is the temporary one, with which only a new password can be set.
    pub must_change_password: bool,
    /// Whether the account may sign in.
    pub active: bool,
    /// Whether the account has a confirmed authenticator app.
    pub has_second_factor: bool,
}

/// The reason for an operator's action: one line of 1 to 200 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

impl Reason {
    /// Parses a reason. The field of an error is `reason`.
    ///
    /// # Errors
    /// [`InvalidCode::Required`], [`InvalidCode::TooLong`] or [`InvalidCode::Format`].
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        parse_line("reason", text, MAX_REASON_CHARS).map(Self)
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Parses a role.
///
/// # Errors
/// On `role` when no role has this code.
pub fn parse_role(text: &str) -> Result<OperatorRole, Invalid> {
    text.parse().map_err(|_| Invalid::new("role", InvalidCode::Format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_adds_to_the_one_before() {
        for permission in OpsPermission::ALL.iter().copied() {
            assert!(Admin.may(permission), "{}", permission.as_str());
            assert!(!Viewer.may(permission) || Acting.may(permission), "{}", permission.as_str());
        }
    }

    #[test]
    fn viewer_only_reads() {
        assert!(Viewer.permissions().all(|permission| permission.as_str().starts_with("read_")));
        assert!(!Viewer.may(OpsPermission::ReadAccessLog), "it names patients");
    }

    #[test]
    fn ops_permission_codes_are_unique() {
        let mut codes: Vec<_> = OpsPermission::ALL.iter().map(|permission| permission.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), OpsPermission::ALL.len());
    }

    #[test]
    fn reason_is_one_line() {
        assert_eq!(Reason::parse("  stuck since noon ").expect("a reason").as_str(), "stuck since noon");
        for text in ["", "  "] {
            assert_eq!(Reason::parse(text), Err(Invalid::new("reason", InvalidCode::Required)));
        }
        assert!(Reason::parse(&"a".repeat(201)).is_err());
    }
}
