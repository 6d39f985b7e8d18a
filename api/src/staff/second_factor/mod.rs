//! The second factor of a member of the staff: an authenticator app, and recovery codes in case the phone is lost.

pub mod begin;
pub mod codes;
pub mod confirm;
pub mod get;
pub mod recovery_codes;
pub mod remove;
pub mod reset;
pub mod verify;
