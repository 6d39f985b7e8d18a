//! Connections, transactions and their errors.

pub(crate) mod batcher;
pub(crate) mod database;
pub(crate) mod error;
pub(crate) mod executor;
pub(crate) mod listener;
pub(crate) mod owner;
mod pool;
pub(crate) mod session;
pub(crate) mod tenant;
