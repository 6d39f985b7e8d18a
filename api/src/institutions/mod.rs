//! The tenant's clinics.

pub mod get;
pub mod list;
pub mod shape;
