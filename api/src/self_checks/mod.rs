//! Analyses of the patient's own photos.

pub mod create;
pub mod get;
pub mod handed_in;
pub mod list;
pub mod put_picture;
pub mod readings;
pub mod render;
pub mod shape;
