//! Rules and types of the product, without I/O.
//!
//! Values of these types are always valid. `parse` turns outside text into a value or returns [`Invalid`]: a field and a stable
//! code, for which the caller chooses the text. States are enums with transition methods. Times and random bytes are arguments.

pub mod application;
pub mod birth;
pub mod calendar;
pub mod claim;
mod codes;
pub mod comparison;
pub mod consent;
pub mod contact;
pub mod correction;
pub mod credential;
pub mod delivery;
pub mod deployed_model;
pub mod device;
pub mod directory;
pub mod display;
pub mod download;
pub mod failure;
pub mod fees;
pub mod hangul;
pub mod hotel;
pub mod ids;
pub mod institution;
pub mod invite;
pub mod krw;
pub mod legal;
pub mod locale;
pub mod message;
pub mod model_registry;
pub mod notification;
pub mod object_key;
pub mod oid;
pub mod operator;
pub mod order;
pub mod password;
pub mod patient;
pub mod payment;
pub mod people;
pub mod permission;
pub mod person_search;
pub mod phase;
pub mod phone_code;
pub mod profile;
pub mod quote;
pub mod reading;
pub mod refund;
pub mod retention;
pub mod score;
pub mod social;
pub mod staff;
pub mod tci;
pub mod tci_number;
pub mod tenant;
pub mod text;
pub mod validation;
pub mod walk_in_link;

pub use application::{Application, ApplicationKind, ApplicationStatus, Person};
pub use birth::BirthDate;
pub use claim::{AccidentType, ClaimKind, ClaimStatus, Document};
pub use comparison::Change;
pub use consent::{Consent, ConsentKind, NamedRecipient, Recipient};
pub use contact::{Email, Name, Phone};
pub use credential::{LoginUserId, PasswordHash, TokenHash};
pub use delivery::{DeliveryChannel, DeliverySettings, DeliveryTopic, DeliveryTopics};
pub use deployed_model::DeployedModel;
pub use device::{Browser, Device, Platform};
pub use download::Download;
pub use failure::FailureCode;
pub use ids::{
    ApplicationId, ClaimId, ConsentId, CorrectionId, DeliveryId, DispenserId, ExportId, HotelApiKeyId, HotelClientId,
    HotelOrderEventId, HotelOrderId, HotelOrderLineId, HotelProductId, HotelRoomId, HotelSessionId, HotelUserId,
    InstitutionId, InsurerId, InviteId, JobId, MessageId, NotificationId, OperatorId, OperatorSessionId, OrderId,
    PatientId, PersonId, PhoneCodeId, PictureId, ReadingBatchId, RefillId, RetentionRunId, SensorId, SessionId,
    SnippetId, StaffId, StaffSessionId, TciId, TenantId, UploadId, WalkInLinkId,
};
pub use institution::Institution;
pub use invite::{Invite, InviteCode};
pub use krw::Krw;
pub use legal::LegalDocument;
pub use locale::Locale;
pub use message::{Channel, Contact, LinkToken, MessageKind};
pub use notification::{Notification, NotificationKind};
pub use object_key::ObjectKey;
pub use oid::Oid;
pub use operator::{Operator, OperatorRole, OpsPermission};
pub use order::OrderStatus;
pub use password::{Password, PasswordOwner};
pub use patient::{Gender, Patient};
pub use payment::{ProviderName, ProviderPayment, ProviderStatus};
pub use people::{AccountPerson, PersonConsent, PersonLabel, Relation};
pub use permission::Permission;
pub use person_search::PersonSearch;
pub use phase::Phase;
pub use profile::{ChangeProof, IdDocument, NameRequest, PostalAddress, ProfileChange, ProfileField};
pub use reading::{Confidences, Grid, Outline, Reading, Size, Square};
pub use score::{Grade, Percent, Score, Scores};
pub use social::{SocialProfile, SocialProvider};
pub use staff::{Expert, Staff, StaffRole};
pub use tci::{Picture, Tci, TciStatus};
pub use tci_number::TciNumber;
pub use tenant::{Tenant, TenantKind};
pub use validation::{Invalid, InvalidCode};
