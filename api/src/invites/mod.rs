//! Invitations of patients to a clinic.

pub mod accept;
pub mod create;
pub mod delete;
pub mod list;
pub mod shape;
