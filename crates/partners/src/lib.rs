//! Clients of outside parties. Each uses the party's protocol with a configured URL; in development the URL is the
//! sandbox's.

pub mod address;
mod http;
pub mod identity;
mod lenient;
pub mod mail;
pub mod payment;
pub mod sms;
pub mod social;
#[cfg(test)]
mod stub;

pub use http::ServiceUnavailable;
