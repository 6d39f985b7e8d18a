//! Object storage: signed uploads and downloads for browsers, and direct access for our own programs.
//!
//! [`Store`] talks S3 with path-style addresses, so that any store that speaks S3 will do. Signatures for browsers are made
//! here without a call ([`Signer`]); what our programs read and write goes through the AWS client.

mod sign;
mod store;

pub use sign::{PostForm, Signer, UploadRule};
pub use store::{Error, Mark, Object, S3Config, Store};
