//! What photos are read with.

pub mod get;
pub mod shape;
