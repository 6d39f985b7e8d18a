//! Who may do what, and how often.

pub mod browser;
pub mod directory;
pub mod idempotency;
pub mod limiter;
pub mod passwords;
pub mod patient;
pub mod staff;
pub mod tenant;
pub mod token;

pub use patient::{MaybePatient, Patient};
pub use staff::Staff;
pub use tenant::Tenant;
