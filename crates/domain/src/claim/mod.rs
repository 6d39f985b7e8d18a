//! Insurance claims: the documents that a patient requests from a clinic, and their progress.

mod form;
mod forwarding;
mod fulfilment;
mod kind;
mod options;
mod status;

pub use form::{AccountNumber, ClaimForm, ClaimInput, ContactNumber, FormRules, MailAddress, Payout, ResidentPart};
pub use forwarding::{Forwarding, ForwardingInput, ForwardingMethod};
pub use fulfilment::{Fulfilment, MissingItem, StoredDocument};
pub use kind::{AccidentType, ClaimKind, Document};
pub use options::{ClaimOptions, ClaimOptionsInput, PriorClaim};
pub use status::{Actor, ClaimStatus, IllegalClaimStep, StepContext};

/// The number of days after their release during which documents can be downloaded.
pub const DOWNLOAD_DAYS: i64 = 90;
