//! Permissions to put one picture into object storage.

pub mod create;
pub mod inspect;
