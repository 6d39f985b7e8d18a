//! Consents given and withdrawn.

pub mod get;
pub mod put;
pub mod shape;
