//! Messages to patients and notifications in the app.

pub mod messages;
pub mod notifications;
