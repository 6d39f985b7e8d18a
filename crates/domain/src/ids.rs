//! The registry of ids: a number of one thing is never taken for a number of another.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(i64);

        impl $name {
            /// The id with this number.
            #[must_use]
            pub const fn new(number: i64) -> Self {
                Self(number)
            }

            /// The number, as the database and JSON know it.
            #[must_use]
            pub const fn get(self) -> i64 {
                self.0
            }
        }

        impl From<i64> for $name {
            fn from(number: i64) -> Self {
                Self(number)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )+};
}

ids! {
    /// An operator of the product under its own name and hosts.
    TenantId
    /// A dental clinic.
    InstitutionId
    /// A patient's account.
    PatientId
    /// A signed-in browser.
    SessionId
    /// A phone number being confirmed.
    PhoneCodeId
    /// A message to a patient's own address or number.
    MessageId
    /// A consent given once.
    ConsentId
    /// A permission to upload one object.
    UploadId
    /// One analysis of one tongue.
    TciId
    /// A picture of an analysis; another crop is another picture.
    PictureId
    /// A patient's data, packed to be downloaded.
    ExportId
    /// A patient's application for an analysis at a clinic.
    ApplicationId
    /// One of a clinic's staff.
    StaffId
    /// A signed-in browser of a clinic's staff.
    StaffSessionId
    /// An invitation to a clinic.
    InviteId
    /// Something told to a patient.
    NotificationId
    /// Work to be done.
    JobId
}
