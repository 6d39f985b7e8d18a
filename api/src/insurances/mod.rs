//! Claims for insurance documents: what they cost, how they are made, and what became of them.

pub mod create;
pub mod delete;
pub mod document;
mod draft;
pub mod get;
pub mod insurers;
pub mod list;
pub mod pay;
pub mod quote;
pub mod request;
pub mod shape;

pub(crate) use draft::{checked, priced_again};
