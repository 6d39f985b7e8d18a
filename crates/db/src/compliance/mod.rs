//! What the law asks for: access log, exports, deletion of accounts, retention; and repeated calls.

pub mod access_log;
pub mod account_deletion;
pub mod exports;
pub mod idempotency;
pub mod maintenance;
pub mod records;
