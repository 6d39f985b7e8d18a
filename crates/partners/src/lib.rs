//! Clients of outside parties. Each speaks the real party's protocol to an address from the configuration; on a
//! developer's machine the sandbox answers there.

pub mod address;
pub mod identity;
mod lenient;
pub mod mail;
mod outside;
pub mod sms;
pub mod social;

pub use outside::Outage;
