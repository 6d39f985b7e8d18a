//! The codes of hotels as the OpenAPI document names them, so that a client knows every value of a state or a role.

use std::borrow::Cow;

use domain::hotel::order::HotelOrderState;
use domain::hotel::product::ProductType;
use domain::hotel::room::{RequireReason, RoomState};
use domain::hotel::sensor::{ReadingRefusal, SensorState, SensorType};
use domain::hotel::stock::StockEntryKind;
use domain::hotel::{ApiKeyState, HotelClientKind, HotelPermission, HotelRole};
use strum::VariantArray as _;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Declares schemas of strings with a fixed set of codes.
macro_rules! codes {
    ($(#[doc = $doc:literal] $name:ident = $schema:literal, $codes:expr;)+) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let codes = $codes.iter().map(|code| code.as_str());
                let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes));
                schema.description(Some($doc.trim())).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed($schema)
            }
        }
    )+};
}

codes! {
    /// A role.
    RoleCode = "HotelRole", HotelRole::VARIANTS;
    /// A permission of a role.
    PermissionCode = "HotelPermission", HotelPermission::ALL;
    /// A kind of client.
    ClientKindCode = "HotelClientKind", HotelClientKind::VARIANTS;
    /// The state of an order.
    OrderStateCode = "HotelOrderState", HotelOrderState::VARIANTS;
    /// A type of product.
    ProductTypeCode = "HotelProductType", ProductType::VARIANTS;
    /// Whether a room needs attention.
    RoomStateCode = "HotelRoomState", RoomState::VARIANTS;
    /// Why a room needs attention.
    RequireReasonCode = "HotelRequireReason", RequireReason::VARIANTS;
    /// The measuring method of a sensor.
    SensorTypeCode = "HotelSensorType", SensorType::VARIANTS;
    /// The state of a sensor.
    SensorStateCode = "HotelSensorState", SensorState::VARIANTS;
    /// Why a reading was not stored.
    ReadingRefusalCode = "HotelReadingRefusal", ReadingRefusal::VARIANTS;
    /// Why a stock changed.
    StockEntryKindCode = "HotelStockEntryKind", StockEntryKind::VARIANTS;
    /// The state of an API key.
    ApiKeyStateCode = "HotelApiKeyState", ApiKeyState::VARIANTS;
}
