//! The amenity management of hotels: clients, accounts and what each role may do; products, orders, stock, rooms and sensors.

pub mod api_key;
pub mod client;
pub mod environment;
pub mod order;
pub mod price;
pub mod product;
pub mod role;
pub mod room;
pub mod sensor;
pub mod stock;
pub mod user;

pub use api_key::{ApiKeyRejection, ApiKeyState, ApiKeyUse, UsagePeriod};
pub use client::{HotelClient, HotelClientKind, HotelClientName};
pub use role::{HotelPermission, HotelRole};
pub use user::{HotelScope, HotelUser, UserClient, UserDetails};
