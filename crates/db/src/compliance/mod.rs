//! Legal requirements: access log, exports, account deletion and retention; also idempotency keys.

pub mod access_log;
pub mod account_deletion;
mod analyses_erasure;
mod claims_erasure;
pub mod exports;
pub mod idempotency;
pub mod maintenance;
pub mod person_erasure;
pub mod records;
pub mod retention;
pub mod walk_ins;
pub mod withdrawal;
