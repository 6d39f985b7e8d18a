//! The amenity management of hotels.

pub mod api_keys;
pub mod clients;
pub mod dashboard;
pub mod dispensers;
pub mod environment;
pub mod orders;
pub mod products;
pub mod readings;
pub mod refills;
pub mod rooms;
pub mod seed;
pub mod sensors;
pub mod sessions;
pub mod stock;
pub mod users;
