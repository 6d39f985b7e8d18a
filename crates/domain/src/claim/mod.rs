//! Insurance claims: what a patient asks a clinic to issue, and how far it is.

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

/// For how many days after their release the documents can be downloaded.
pub const DOWNLOAD_DAYS: i64 = 90;
