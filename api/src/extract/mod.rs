//! Extractors that need the application's state: the caller, the tenant and the language.

pub mod browser;
pub mod caller;
pub mod hotel;
pub mod idempotency;
pub mod language;
pub mod operator;
pub mod patient;
pub mod permission;
pub mod recipient;
pub mod request_context;
pub mod staff;
pub mod staff_log;
pub mod tenant;

pub use caller::{Caller, CallerSlot};
pub use hotel::{HotelUser, HotelUserWith, PartnerKey};
pub use language::Language;
pub use operator::{Operator, OperatorWith};
pub use patient::{MaybePatient, Patient, PatientWithTerms};
pub use permission::StaffWith;
pub use recipient::Recipient;
pub use request_context::RequestContext;
pub use staff::Staff;
pub use tenant::{AnyTenant, Tenant};
