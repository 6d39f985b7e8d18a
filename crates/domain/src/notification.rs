//! What a patient is told in the app.

use chrono::{DateTime, Utc};

use crate::failure::codes;
use crate::ids::{ApplicationId, NotificationId, TciId};

codes! {
    /// What a notification is about; its words come from the catalogue.
    NotificationKind {
        /// A picture was read.
        ResultReady = "result_ready",
        /// A picture could not be read.
        ResultFailed = "result_failed",
        /// The file of one's own data could not be made, or not be told of.
        ExportFailed = "export_failed",
        /// The clinic took an application.
        TciReceived = "tci_received",
        /// The clinic released an analysis.
        TciReleased = "tci_released",
        /// The clinic called an application off.
        TciCanceled = "tci_canceled",
    }
}

/// Something told to a patient in the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// Its id.
    pub id: NotificationId,
    /// What it is about.
    pub kind: NotificationKind,
    /// The analysis it is about.
    pub tci_id: Option<TciId>,
    /// The application it is about.
    pub application_id: Option<ApplicationId>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When the patient read it.
    pub read_at: Option<DateTime<Utc>>,
}
