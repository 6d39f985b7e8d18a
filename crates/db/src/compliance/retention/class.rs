//! The classes of rows that the retention rules delete.

use chrono::{DateTime, Utc};

use super::DueRows;
use super::oldest::OldestRows;

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)+) => {
        /// Rows that one retention rule deletes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Class {
            $($(#[$doc])* $name,)+
        }

        impl Class {
            /// Every class.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// Returns the class's name in the database and the API.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)+ }
            }
        }
    };
}

classes! {
    /// Sessions.
    Sessions = "sessions",
    /// Expired codes, messages, links and idempotency keys.
    Expired = "expired",
    /// Service data of deleted accounts.
    ServiceAccounts = "service_accounts",
    /// Sign-up data of deleted accounts.
    SignUpAccounts = "sign_up_accounts",
    /// Removed people.
    People = "people",
    /// Walk-ins without an account.
    WalkIns = "walk_ins",
    /// Claims.
    Claims = "claims",
    /// Orders.
    Orders = "orders",
    /// Rows of the ledger.
    LedgerEntries = "ledger_entries",
    /// Settlements.
    Settlements = "settlements",
    /// Discrepancies.
    Discrepancies = "discrepancies",
    /// Documents that can no longer be downloaded.
    Documents = "documents",
    /// Files that no analysis claimed.
    Uploads = "uploads",
    /// Exports whose link expired.
    Exports = "exports",
    /// Rows of the access log, in whole months.
    AccessLog = "access_log",
    /// Reviews of the access log.
    AccessReviews = "access_reviews",
}

/// The due rows of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueClass {
    /// The class.
    pub class: Class,
    /// The number of rows.
    pub count: u64,
    /// The time at which the oldest row's period started. None for the ledger and discrepancies, which are deleted with
    /// their orders.
    pub oldest: Option<DateTime<Utc>>,
}

/// The due rows of a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The classes that have due rows.
    pub classes: Vec<DueClass>,
    /// The first row of the access log that shows tampering, if it prevents the deletion of a month.
    pub broken_at: Option<i64>,
}

impl DueRows {
    /// Returns the number of due rows of a class.
    #[must_use]
    pub const fn count(&self, class: Class) -> u64 {
        match class {
            Class::Sessions => self.sessions,
            Class::Expired => self.expired,
            Class::ServiceAccounts => self.service_accounts,
            Class::SignUpAccounts => self.sign_up_accounts,
            Class::People => self.people,
            Class::WalkIns => self.walk_ins,
            Class::Claims => self.records.claims,
            Class::Orders => self.records.orders,
            Class::LedgerEntries => self.records.movements,
            Class::Settlements => self.records.settlements,
            Class::Discrepancies => self.records.discrepancies,
            Class::Documents => self.documents,
            Class::Uploads => self.uploads,
            Class::Exports => self.exports,
            Class::AccessLog => self.access_log,
            Class::AccessReviews => self.access_reviews,
        }
    }

    /// Returns the classes that have due rows.
    pub(super) fn classes(&self, oldest: &OldestRows) -> Vec<DueClass> {
        let classes = Class::ALL.iter().map(|&class| DueClass {
            class,
            count: self.count(class),
            oldest: oldest.get(&class).copied(),
        });
        classes.filter(|due| due.count > 0).collect()
    }
}
