//! Object storage: signed uploads and downloads for browsers, and direct access for our own programs.
//!
//! [`Store`] uses S3 with path-style URLs, so that any S3-compatible store works. [`Signer`] signs requests for
//! browsers without calling the store; our programs read and write with the AWS client.

mod body;
mod config;
mod error;
mod sign;
mod store;

pub use config::S3Config;
pub use error::Error;
pub use sign::{PostForm, Signer, UploadRule};
pub use store::{ETag, Object, Store};
