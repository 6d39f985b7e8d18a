//! Messages to patients and notifications in the app.

pub mod deliveries;
pub mod messages;
pub mod notifications;
