//! Rules and types of the product; no input or output.
//!
//! A value of these types cannot be wrong: text from outside becomes one through `parse`, which answers
//! [`validation::Invalid`] (field and stable code; the words belong to the program that shows them). States are enums
//! with transition methods. Times and randomness come in as arguments.

pub mod application;
pub mod birth;
pub mod claim;
pub mod comparison;
pub mod consent;
pub mod contact;
pub mod credential;
pub mod deployed_model;
pub mod display;
pub mod failure;
pub mod fees;
pub mod hangul;
pub mod ids;
pub mod institution;
pub mod invite;
pub mod locale;
pub mod message;
pub mod notification;
pub mod number;
pub mod object_key;
pub mod order;
pub mod patient;
pub mod payment;
pub mod phone_code;
pub mod quote;
pub mod reading;
pub mod refund;
pub mod retention;
pub mod score;
pub mod social;
pub mod staff;
pub mod tci;
pub mod tenant;
pub mod validation;
pub mod won;

pub use application::{Application, ApplicationKind, ApplicationStatus, Person, Phase};
pub use birth::BirthDate;
pub use claim::{AccidentType, ClaimKind, ClaimStatus, Document};
pub use comparison::Change;
pub use consent::{Consent, ConsentKind};
pub use contact::{Email, Name, Phone};
pub use credential::{LoginUserId, Password, PasswordHash, TokenHash};
pub use deployed_model::DeployedModel;
pub use failure::FailureCode;
pub use ids::{
    ApplicationId, ClaimId, ConsentId, ExportId, InstitutionId, InsurerId, InviteId, JobId, MessageId, NotificationId,
    OrderId, PatientId, PhoneCodeId, PictureId, SessionId, StaffId, StaffSessionId, TciId, TenantId, UploadId,
};
pub use institution::Institution;
pub use invite::{Invite, InviteCode};
pub use locale::Locale;
pub use message::{Channel, Contact, LinkToken, MessageKind};
pub use notification::{Notification, NotificationKind};
pub use number::TciNumber;
pub use object_key::ObjectKey;
pub use order::{Oid, OrderStatus};
pub use patient::{Gender, Patient};
pub use payment::{ProviderName, ProviderPayment, ProviderStatus};
pub use reading::{Confidences, Grid, Outline, Reading, Size, Square};
pub use score::{Grade, Percent, Score, Scores};
pub use social::{SocialProfile, SocialProvider};
pub use staff::{Expert, Staff, StaffRole};
pub use tci::{Picture, Tci, TciStatus};
pub use tenant::Tenant;
pub use validation::{Code, Invalid};
pub use won::Won;
