//! Applications as a clinic's staff work on them. Every reading and change leaves a row in the access log.

pub mod create;
pub mod generate;
pub mod get;
pub mod list;
pub mod list_of_patient;
pub mod picture;
pub mod put;
pub mod put_tci;
