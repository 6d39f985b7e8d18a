//! The changes that an editor made, for display and for the audit.

use std::fmt;

use db::operator_actions::Action;
use domain::TenantId;
use domain::directory::FieldChange;

/// A change of the directory. It contains no secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What was done.
    pub action: Action,
    /// The tenant.
    pub tenant: TenantId,
    /// The tenant's key.
    pub key: String,
    /// What was changed: `tenant bom`, `clinic 봄치과의원`.
    pub subject: String,
    /// The fields whose value changed; empty for a new entry.
    pub fields: Vec<FieldChange>,
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.key, self.subject)?;
        for (index, FieldChange { field, before, after }) in self.fields.iter().enumerate() {
            let separator = if index == 0 { ":" } else { ";" };
            write!(formatter, "{separator} {field} \"{before}\" -> \"{after}\"")?;
        }
        Ok(())
    }
}
