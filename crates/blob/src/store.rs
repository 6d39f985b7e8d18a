//! The client of the object store.

use std::fmt::{Debug, Formatter};
use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::retry::RetryConfig;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::config::{
    BehaviorVersion, Credentials, Region, RequestChecksumCalculation, ResponseChecksumValidation,
};
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::MetadataDirective;
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures::stream::{self, BoxStream, StreamExt as _};
use secrecy::ExposeSecret as _;
use sha2::{Digest as _, Sha256};

use crate::body::{collect, size};
use crate::config::S3Config;
use crate::error::Error;
use crate::sign::{PostForm, Signer, UploadRule};

/// How long one attempt may take, apart from the transfer of a large object.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long both attempts may take.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(7);
/// A slower upload ends in an error: 2 Mbit/s.
const MIN_BYTES_PER_SECOND: u64 = 256 << 10;
/// How long the upload of a file may take.
const FILE_TIMEOUT: Duration = Duration::from_mins(5);

/// A browser that opens a copy directly downloads it instead of rendering it.
const COPY_DISPOSITION: &str = "attachment";
/// How long browsers may cache a copy: at most as long as its signed URL stays the same.
const COPY_CACHE_CONTROL: &str = "private, max-age=600";

/// The metadata of an object.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Object {
    /// The size in bytes.
    pub size: u64,
    /// The media type.
    pub content_type: Option<String>,
}

/// The store's identifier of an object's content.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ETag(String);

/// A client of a bucket.
#[derive(Clone)]
pub struct Store {
    client: Client,
    bucket: String,
    signer: Signer,
}

/// Returns the timeouts of one attempt and of an operation.
fn timeouts(attempt: Duration, operation: Duration) -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(1))
        .operation_attempt_timeout(attempt)
        .operation_timeout(operation)
        .build()
}

impl Debug for Store {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("bucket", &self.bucket).finish_non_exhaustive()
    }
}

impl Store {
    /// Builds a client without connecting.
    #[must_use]
    pub fn connect(config: &S3Config) -> Self {
        let key = Credentials::new(
            &config.access_key_id,
            config.secret_access_key.expose_secret(),
            None,
            None,
            "configuration",
        );
        let settings = aws_sdk_s3::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .http_client(
                aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https(),
            )
            .region(Region::new(config.region.clone()))
            .endpoint_url(config.endpoint.as_str())
            .credentials_provider(key)
            .force_path_style(true)
            .timeout_config(timeouts(ATTEMPT_TIMEOUT, OPERATION_TIMEOUT))
            .retry_config(RetryConfig::standard().with_max_attempts(2))
            // some S3-compatible stores do not support the newer checksums
            .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
            .response_checksum_validation(ResponseChecksumValidation::WhenRequired)
            .build();
        Self { client: Client::from_conf(settings), bucket: config.bucket.clone(), signer: Signer::new(config) }
    }

    /// Returns a form with which a browser can upload an object.
    #[must_use]
    pub fn sign_upload(&self, rule: &UploadRule<'_>, now: DateTime<Utc>) -> PostForm {
        self.signer.upload(rule, now)
    }

    /// Returns the path and query, relative to the public URL, with which an object can be fetched for `ttl`.
    #[must_use]
    pub fn sign_get(&self, key: &str, now: DateTime<Utc>, ttl: Duration) -> String {
        self.signer.get(key, now, ttl)
    }

    /// Checks that the bucket can be reached.
    ///
    /// # Errors
    /// [`Error::Unavailable`], or [`Error::NotFound`] when the bucket does not exist.
    pub async fn check(&self) -> Result<(), Error> {
        self.client.head_bucket().bucket(&self.bucket).send().await.map_err(|error| Error::from_sdk(&error))?;
        Ok(())
    }

    /// Returns the metadata of an object.
    ///
    /// # Errors
    /// [`Error::NotFound`] or [`Error::Unavailable`].
    pub async fn head(&self, key: &str) -> Result<Object, Error> {
        let sent = self.client.head_object().bucket(&self.bucket).key(key).send().await;
        let found = sent.map_err(|error| Error::from_sdk(&error))?;
        Ok(Object { size: size(found.content_length()), content_type: found.content_type })
    }

    /// Returns an object's content.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::TooLarge`] when it has more than `limit` bytes, or [`Error::Unavailable`].
    pub async fn get(&self, key: &str, limit: u64) -> Result<Bytes, Error> {
        let sent = self.client.get_object().bucket(&self.bucket).key(key).send().await;
        collect(sent.map_err(|error| Error::from_sdk(&error))?, limit).await
    }

    /// Returns an object's content if its SHA-256 matches. Without a hash, any content is accepted.
    ///
    /// # Errors
    /// As [`Self::get`], or [`Error::Changed`].
    pub async fn get_verified(&self, key: &str, limit: u64, hash: Option<&[u8; 32]>) -> Result<Bytes, Error> {
        let bytes = self.get(key, limit).await?;
        let is_same = hash.is_none_or(|hash| Sha256::digest(&bytes).as_slice() == hash);
        is_same.then_some(bytes).ok_or(Error::Changed)
    }

    /// Copies an object inside the store. Browsers download the copy and cache it for a few minutes.
    ///
    /// # Errors
    /// [`Error::NotFound`] or [`Error::Unavailable`].
    pub async fn copy(&self, from: &str, to: &str, content_type: &str) -> Result<(), Error> {
        let call =
            self.client.copy_object().copy_source(format!("{}/{from}", self.bucket)).bucket(&self.bucket).key(to);
        let call = call.metadata_directive(MetadataDirective::Replace).content_type(content_type);
        let sent = call.content_disposition(COPY_DISPOSITION).cache_control(COPY_CACHE_CONTROL).send().await;
        sent.map_err(|error| Error::from_sdk(&error))?;
        Ok(())
    }

    /// Returns an object's content and its `ETag` for [`Self::replace`].
    ///
    /// # Errors
    /// As [`Self::get`].
    pub async fn get_with_etag(&self, key: &str, limit: u64) -> Result<(Bytes, ETag), Error> {
        let sent = self.client.get_object().bucket(&self.bucket).key(key).send().await;
        let response = sent.map_err(|error| Error::from_sdk(&error))?;
        let without_etag = || Error::Unavailable("the store gives objects no ETag".to_owned());
        let etag = ETag(response.e_tag.clone().ok_or_else(without_etag)?);
        Ok((collect(response, limit).await?, etag))
    }

    /// Returns the first `count` bytes of an object, or all of a shorter one.
    ///
    /// # Errors
    /// [`Error::NotFound`] or [`Error::Unavailable`].
    pub async fn get_start(&self, key: &str, count: u64) -> Result<Bytes, Error> {
        let range = format!("bytes=0-{}", count.saturating_sub(1));
        let start = match self.client.get_object().bucket(&self.bucket).key(key).range(range).send().await {
            Ok(found) => collect(found, u64::MAX).await?,
            // an empty object has no first byte
            Err(error) if error.raw_response().is_some_and(|response| response.status().as_u16() == 416) => {
                Bytes::new()
            }
            Err(error) => return Err(Error::from_sdk(&error)),
        };
        Ok(start.slice(..start.len().min(usize::try_from(count).unwrap_or(usize::MAX))))
    }

    /// Stores an object. It replaces one with the same key. The timeouts grow with its size, so that a slow line can store
    /// a large one.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn put(&self, key: &str, content_type: &str, bytes: Bytes) -> Result<(), Error> {
        let transfer = Duration::from_secs(bytes.len() as u64 / MIN_BYTES_PER_SECOND);
        let timeouts = timeouts(ATTEMPT_TIMEOUT + transfer, OPERATION_TIMEOUT + 2 * transfer);
        self.put_within(timeouts, key, content_type, bytes.into()).await
    }

    /// Stores an object only if its content still has the `ETag`, or, without an `ETag`, only if the object does not exist. Returns
    /// `false` otherwise. Of two concurrent calls one fails.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn replace(
        &self,
        key: &str,
        content_type: &str,
        bytes: Bytes,
        expected: Option<&ETag>,
    ) -> Result<bool, Error> {
        let call = self.client.put_object().bucket(&self.bucket).key(key);
        let call = match expected {
            Some(ETag(etag)) => call.if_match(etag),
            None => call.if_none_match("*"),
        };
        match call.content_type(content_type).body(ByteStream::from(bytes)).send().await {
            Ok(_) => Ok(true),
            // 409: a concurrent call; 404: the object was deleted
            Err(error) => match error.raw_response().map(|response| response.status().as_u16()) {
                Some(404 | 409 | 412) => Ok(false),
                _ => Err(Error::from_sdk(&error)),
            },
        }
    }

    /// Stores a file from its current position to its end. It replaces an object with the same key, and may take minutes.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn put_file(&self, key: &str, content_type: &str, file: std::fs::File) -> Result<(), Error> {
        let unreadable = |_| Error::Unavailable("the file cannot be read".to_owned());
        let body = ByteStream::read_from().file(tokio::fs::File::from_std(file)).build().await.map_err(unreadable)?;
        self.put_within(timeouts(FILE_TIMEOUT, FILE_TIMEOUT), key, content_type, body).await
    }

    async fn put_within(
        &self,
        timeouts: TimeoutConfig,
        key: &str,
        content_type: &str,
        body: ByteStream,
    ) -> Result<(), Error> {
        let call = self.client.put_object().bucket(&self.bucket).key(key).content_type(content_type).body(body);
        let with_timeouts = aws_sdk_s3::config::Builder::new().timeout_config(timeouts);
        call.customize().config_override(with_timeouts).send().await.map_err(|error| Error::from_sdk(&error))?;
        Ok(())
    }

    /// Returns an object's size and a stream of its content.
    ///
    /// # Errors
    /// [`Error::NotFound`] or [`Error::Unavailable`]. The stream can fail with the latter.
    pub async fn open(&self, key: &str) -> Result<(u64, BoxStream<'static, Result<Bytes, Error>>), Error> {
        let sent = self.client.get_object().bucket(&self.bucket).key(key).send().await;
        let found = sent.map_err(|error| Error::from_sdk(&error))?;
        let length = size(found.content_length());
        let parts = stream::try_unfold(found.body, |mut body| async move {
            let part = body.try_next().await.map_err(|error| Error::Unavailable(error.to_string()))?;
            Ok(part.map(|part| (part, body)))
        });
        Ok((length, parts.boxed()))
    }

    /// Returns the sorted keys with a prefix.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn list(&self, prefix: &str) -> Result<Vec<String>, Error> {
        let (mut keys, mut next) = (Vec::new(), None);
        loop {
            let call = self.client.list_objects_v2().bucket(&self.bucket).prefix(prefix).set_continuation_token(next);
            let page = call.send().await.map_err(|error| Error::from_sdk(&error))?;
            keys.extend(page.contents.unwrap_or_default().into_iter().filter_map(|object| object.key));
            next = page.next_continuation_token;
            if next.is_none() {
                keys.sort();
                return Ok(keys);
            }
        }
    }

    /// Deletes an object. A missing object is not an error.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete(&self, key: &str) -> Result<(), Error> {
        match self.client.delete_object().bucket(&self.bucket).key(key).send().await {
            Ok(_) => Ok(()),
            Err(error) => match Error::from_sdk(&error) {
                Error::NotFound => Ok(()),
                error => Err(error),
            },
        }
    }
}
