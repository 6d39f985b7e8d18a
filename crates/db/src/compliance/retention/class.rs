//! The classes of rows that the retention rules delete.

use chrono::{DateTime, Utc};

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

            /// Parses a class's name.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|class| class.as_str() == code)
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

/// The maximum number of rows of a class that are counted.
pub const MAX_COUNT: u64 = 10_000;

/// The due rows of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueClass {
    /// The class.
    pub class: Class,
    /// The number of rows, at most [`MAX_COUNT`].
    pub count: u64,
    /// Whether there are more rows.
    pub has_more: bool,
    /// The time at which the oldest row's period started. None for the ledger and discrepancies, which are deleted with
    /// their orders.
    pub oldest: Option<DateTime<Utc>>,
}

impl DueClass {
    /// Creates a class with the number of counted rows, which may exceed [`MAX_COUNT`].
    pub(super) fn new(class: Class, counted: u64, oldest: Option<DateTime<Utc>>) -> Self {
        Self { class, count: counted.min(MAX_COUNT), has_more: counted > MAX_COUNT, oldest }
    }
}

/// The due rows of a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The classes that have due rows.
    pub classes: Vec<DueClass>,
    /// The first row of the access log that shows tampering, if it prevents the deletion of a month.
    pub broken_at: Option<i64>,
}

impl Due {
    /// Returns the number of counted rows of a class.
    #[must_use]
    pub fn count(&self, class: Class) -> u64 {
        self.classes.iter().find(|due| due.class == class).map_or(0, |due| due.count)
    }
}
