//! Clients of outside parties.
