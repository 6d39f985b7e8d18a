//! What a clinic requires of its staff's sign-in.

pub mod get;
pub mod put;
