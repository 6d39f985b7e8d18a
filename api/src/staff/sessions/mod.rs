//! The sessions of a member of the staff.

pub mod delete;
pub mod delete_all;
pub mod list;
pub mod logout;
