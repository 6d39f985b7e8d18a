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
    crate::application::Phase,
    crate::claim::AccidentType,
    crate::claim::Actor,
    crate::claim::ClaimKind,
    crate::claim::Document,
    crate::comparison::Direction,
    crate::consent::ConsentKind,
    crate::display::Colour,
    crate::failure::FailureCode,
    crate::locale::Locale,
    crate::message::Channel,
    crate::message::MessageKind,
    crate::notification::NotificationKind,
    crate::order::OrderStatus,
    crate::payment::ProviderName,
    crate::payment::ProviderStatus,
    crate::quote::LineCode,
    crate::score::Grade,
    crate::social::SocialProvider,
    crate::staff::StaffRole,
    crate::validation::InvalidCode,
);
