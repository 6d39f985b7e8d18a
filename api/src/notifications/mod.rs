//! What happened, told in the app.

pub mod list;
pub mod read;
