//! Accounts of patients and staff: sign-in, recovery, consents and invitations.

pub mod consents;
pub mod identities;
pub mod invites;
pub mod patients;
pub mod phone_codes;
pub mod recovery;
pub mod sessions;
pub mod social;
pub mod staff;
pub mod staff_sessions;
