//! A clinic's staff: sign-in, experts, and the accounts that an admin manages.

pub mod create;
pub mod delete;
pub mod experts;
pub mod first_admin;
pub mod list;
pub mod login;
pub mod me;
pub mod password;
pub mod put;
pub mod session;
pub mod shape;
