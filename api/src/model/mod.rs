//! What photos are read with.

pub mod get;
