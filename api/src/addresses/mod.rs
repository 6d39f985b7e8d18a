//! Addresses.

pub mod list;
