//! A patient's own data, to be downloaded.

pub mod create;
pub mod get;
