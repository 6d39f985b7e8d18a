//! What the web app shows of the tenant.

pub mod get;
