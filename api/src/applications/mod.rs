//! A patient's applications for an analysis at a clinic.

pub mod create;
pub mod days;
pub mod get;
pub mod get_tci;
pub mod list;
pub mod person;
pub mod put;
pub mod shape;
