//! Claims for insurance documents as a clinic's staff work on them. Every reading, change and copy leaves a row in the access log.

pub mod document;
pub mod download;
pub(crate) mod file;
pub mod generate;
pub mod get;
pub mod list;
pub mod put;
pub mod shape;
pub mod upload;
