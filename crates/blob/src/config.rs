//! The configuration of a store.

use secrecy::SecretString;
use url::Url;

/// The configuration of an S3-compatible store.
#[derive(Clone, Debug)]
pub struct S3Config {
    /// The URL for our own programs.
    pub endpoint: Url,
    /// The URL for browsers: the asset host.
    pub public_url: Url,
    /// The region.
    pub region: String,
    /// The bucket of all objects.
    pub bucket: String,
    /// The id of the access key.
    pub access_key_id: String,
    /// The secret of the access key.
    pub secret_access_key: SecretString,
}
