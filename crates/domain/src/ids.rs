//! Typed ids, so that the id of one entity cannot be used for another.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(i64);

        impl $name {
            /// Wraps a number.
            #[must_use]
            pub const fn new(number: i64) -> Self {
                Self(number)
            }

            /// Returns the number that the database and JSON use.
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
    /// An operator of the product with its own name and hosts.
    TenantId
    /// A dental clinic.
    InstitutionId
    /// A patient's account.
    PatientId
    /// A person of an account.
    PersonId
    /// A patient's session.
    SessionId
    /// A verification of a phone number.
    PhoneCodeId
    /// A message to a patient's mail address or number.
    MessageId
    /// A consent.
    ConsentId
    /// A delivery of a notification outside the app.
    DeliveryId
    /// A permission to upload one object.
    UploadId
    /// An analysis of a tongue.
    TciId
    /// A correction of a released analysis.
    CorrectionId
    /// A picture of an analysis. Another crop is another picture.
    PictureId
    /// An export of a patient's data.
    ExportId
    /// A patient's application for an analysis at a clinic.
    ApplicationId
    /// A member of a clinic's staff.
    StaffId
    /// A session of a clinic's staff.
    StaffSessionId
    /// An invite to a clinic.
    InviteId
    /// A text that analysts put into comments.
    SnippetId
    /// A link of a walk-in to an account.
    WalkInLinkId
    /// An insurer.
    InsurerId
    /// A patient's insurance claim.
    ClaimId
    /// An order to be paid.
    OrderId
    /// A notification of a patient.
    NotificationId
    /// A background job.
    JobId
    /// A client of a hotel tenant: a hotel, a headquarters or a partner.
    HotelClientId
    /// An account of a hotel tenant.
    HotelUserId
    /// A session of a hotel tenant's account.
    HotelSessionId
    /// A key of a partner's machines.
    HotelApiKeyId
    /// A run of the retention rules.
    RetentionRunId
    /// An operator's account.
    OperatorId
    /// A session of an operator.
    OperatorSessionId
    /// An amenity product.
    HotelProductId
    /// A hotel's order.
    HotelOrderId
    /// A line of a hotel's order.
    HotelOrderLineId
    /// An event of a hotel's order.
    HotelOrderEventId
    /// A hotel's room.
    HotelRoomId
    /// A dispenser in a room.
    DispenserId
    /// A sensor in a dispenser.
    SensorId
    /// A refill of a dispenser.
    RefillId
    /// A batch of readings that arrived together.
    ReadingBatchId
}
