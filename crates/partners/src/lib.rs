//! Clients of outside parties. Each speaks the real party's protocol to an address from the configuration; on a
//! developer's machine the sandbox answers there.

pub mod mail;
pub mod sms;
