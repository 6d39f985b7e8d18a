//! Card payment: orders, the way to the provider and back, and what the provider tells.

pub mod accounts;
pub mod back;
pub mod checkout;
pub mod create;
pub mod get;
pub mod jobs;
pub mod place;
pub mod settling;
pub mod webhook;
