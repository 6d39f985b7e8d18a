//! Passkeys (`WebAuthn`) as the second factor of a member of the staff.

pub mod begin;
pub mod create;
pub mod remove;
pub mod shape;
pub mod sign_in;
pub mod sign_in_options;
