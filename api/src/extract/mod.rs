//! Extractors that need the application's state: who calls, for which tenant, and in which language.

pub mod browser;
pub mod idempotency;
pub mod language;
pub mod patient;
pub mod request_context;
pub mod staff;
pub mod tenant;

pub use language::Language;
pub use patient::{MaybePatient, Patient};
pub use request_context::RequestContext;
pub use staff::Staff;
pub use tenant::Tenant;
