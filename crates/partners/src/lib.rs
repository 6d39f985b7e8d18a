//! Clients of outside parties. Each speaks the party's protocol with a configured URL; in development the sandbox answers there.

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

pub use http::Outage;
