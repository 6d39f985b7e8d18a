//! Object storage: signed uploads and downloads for browsers, and direct access for our own programs.
//!
//! [`Store`] uses S3 with path-style URLs, so that any S3-compatible store works. [`Signer`] signs requests of browsers without a call;
//! our programs read and write with the AWS client.

mod config;
mod sign;
mod store;

pub use config::S3Config;
pub use sign::{PostForm, Signer, UploadRule};
pub use store::{ETag, Error, Object, Store};
