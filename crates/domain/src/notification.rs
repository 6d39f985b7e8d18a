//! Notifications in the app.

use chrono::{DateTime, Utc};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::ids::{ApplicationId, ClaimId, NotificationId, TciId};
use crate::krw::Krw;
use crate::people::PersonLabel;
use crate::phase::Phase;
use crate::score::Percent;

/// The kind of a notification. The text comes from the API's catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum NotificationKind {
    /// A picture was read.
    ResultReady,
    /// A picture could not be read.
    ResultFailed,
    /// The patient's data could not be exported, or the link could not be sent.
    ExportFailed,
    /// The clinic accepted an application.
    TciReceived,
    /// The clinic released an analysis.
    TciReleased,
    /// The clinic corrected a released analysis.
    TciCorrected,
    /// The clinic replaced the photo of a released analysis, whose result is no longer shown.
    TciWithdrawn,
    /// The clinic canceled an application.
    TciCanceled,
    /// A claim is paid and at the clinic.
    ClaimPaid,
    /// A claim's documents can be downloaded.
    ClaimIssued,
    /// The clinic cannot issue a claim's documents; the payment is refunded.
    ClaimCanceled,
    /// A payment failed, or is refunded because nothing is left to pay for.
    PaymentFailed,
    /// Somebody signed in from a device that was not known for the account.
    NewSignIn,
    /// A claim's documents left by registered mail.
    ClaimMailed,
    /// A claim's documents were sent to the other insurer.
    ClaimForwarded,
    /// A payment is being refunded.
    RefundStarted,
    /// A payment was refunded.
    RefundDone,
    /// The account's name, number, e-mail address or postal address was changed.
    ProfileChanged,
    /// A clinic requests that the holder accept another name.
    NameRequested,
    /// A change of the terms or the privacy policy is announced.
    TermsChanged,
    /// A change of the terms or the privacy policy to the patients' disadvantage is announced, also outside the app.
    TermsRestricted,
}

/// A notification of a patient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// The id.
    pub id: NotificationId,
    /// The kind.
    pub kind: NotificationKind,
    /// The analysis it is about.
    pub tci_id: Option<TciId>,
    /// The application it is about.
    pub application_id: Option<ApplicationId>,
    /// The claim it is about.
    pub claim_id: Option<ClaimId>,
    /// The amount of the refund that it is about.
    pub amount: Option<Krw>,
    /// The phase of the analysis that it is about.
    pub phase: Option<Phase>,
    /// The index of the result that it is about: the AI's, or the expert's of a released analysis.
    pub score: Option<Percent>,
    /// The name of the clinic that it is about.
    pub clinic: Option<String>,
    /// The person of the account that it is about.
    pub person: Option<PersonLabel>,
    /// The tracking number of the mail that it is about.
    pub tracking_number: Option<String>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When the patient read it.
    pub read_at: Option<DateTime<Utc>>,
}
