//! The stable codes of enums, as the database and the API spell them. `strum` derives the codes and their parsing.

macro_rules! impl_as_str {
    ($($name:path),+ $(,)?) => {$(
        impl $name {
            /// Returns the code that the database and the API use.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                self.into()
            }
        }
    )+};
}

impl_as_str!(
    crate::application::ApplicationKind,
    crate::phase::Phase,
    crate::claim::AccidentType,
    crate::claim::Actor,
    crate::claim::ClaimKind,
    crate::claim::Document,
    crate::claim::ForwardingMethod,
    crate::claim::MissingItem,
    crate::comparison::Direction,
    crate::consent::ConsentKind,
    crate::delivery::DeliveryChannel,
    crate::delivery::DeliveryTopic,
    crate::device::Browser,
    crate::device::Platform,
    crate::display::Color,
    crate::failure::FailureCode,
    crate::hotel::api_key::ApiKeyRejection,
    crate::hotel::api_key::ApiKeyState,
    crate::hotel::client::HotelClientKind,
    crate::hotel::role::HotelRole,
    crate::hotel::order::HotelOrderState,
    crate::hotel::product::ProductType,
    crate::hotel::room::RequireReason,
    crate::hotel::room::RoomState,
    crate::hotel::sensor::ReadingRefusal,
    crate::hotel::sensor::SensorState,
    crate::hotel::sensor::SensorType,
    crate::hotel::stock::StockEntryKind,
    crate::legal::LegalDocument,
    crate::locale::Locale,
    crate::message::Channel,
    crate::message::MessageKind,
    crate::notification::NotificationKind,
    crate::order::OrderStatus,
    crate::people::PersonConsent,
    crate::people::Relation,
    crate::payment::ProviderName,
    crate::payment::ProviderStatus,
    crate::profile::ChangeProof,
    crate::profile::IdDocument,
    crate::profile::ProfileField,
    crate::quote::LineCode,
    crate::refund::RefundCase,
    crate::score::Grade,
    crate::social::SocialProvider,
    crate::staff::StaffRole,
    crate::tenant::TenantKind,
    crate::validation::InvalidCode,
);
