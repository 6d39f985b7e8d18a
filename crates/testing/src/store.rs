//! The object store of the tests.

use blob::{S3Config, Store};

use crate::env::required;

/// Returns the object store that `sandbox exec` serves.
///
/// # Panics
/// The `S3_` variables are not set.
#[must_use]
pub fn store() -> Store {
    Store::connect(&S3Config {
        endpoint: required("S3_ENDPOINT").parse().expect("a URL"),
        public_url: required("S3_PUBLIC_URL").parse().expect("a URL"),
        region: required("S3_REGION"),
        bucket: required("S3_BUCKET"),
        access_key_id: required("S3_ACCESS_KEY_ID"),
        secret_access_key: required("S3_SECRET_ACCESS_KEY").into(),
    })
}
