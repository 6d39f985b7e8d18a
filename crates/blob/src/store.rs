//! The store as our own programs use it.

use std::fmt::{Debug, Formatter};
use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::retry::RetryConfig;
use aws_sdk_s3::config::timeout::TimeoutConfig;
use aws_sdk_s3::config::{
    BehaviorVersion, Credentials, Region, RequestChecksumCalculation, ResponseChecksumValidation,
};
use aws_sdk_s3::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};
use aws_sdk_s3::operation::get_object::GetObjectOutput;
use aws_sdk_s3::primitives::ByteStream;
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use bytes::{Bytes, BytesMut};
use chrono::{DateTime, Utc};
use futures::stream::{self, BoxStream, StreamExt as _};
use secrecy::{ExposeSecret as _, SecretString};
use url::Url;

use crate::sign::{PostForm, Signer, UploadRule};

/// How long a large file may take.
const FILE_LIMIT: Duration = Duration::from_mins(5);

/// Where objects are and how to be let in.
#[derive(Clone, Debug)]
pub struct S3Config {
    /// The store's address for our own programs.
    pub endpoint: Url,
    /// The store's address for browsers: the asset host.
    pub public_url: Url,
    /// The store's region.
    pub region: String,
    /// The bucket that holds every object.
    pub bucket: String,
    /// The access key's public part.
    pub access_key_id: String,
    /// The access key's secret part.
    pub secret_access_key: SecretString,
}

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such object.
    #[error("no such object")]
    NotFound,
    /// The object is larger than the caller takes.
    #[error("the object is larger than {0} bytes")]
    TooLarge(u64),
    /// The store cannot be reached, is too slow, or refuses. Worth another try later.
    #[error("the object store is unavailable: {0}")]
    Unavailable(String),
}

/// What the store knows of an object without handing it out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Object {
    /// Size in bytes.
    pub size: u64,
    /// The media type that it was stored with.
    pub content_type: Option<String>,
}

/// The content that an object had when it was read, as the store marks it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mark(String);

/// One bucket.
#[derive(Clone)]
pub struct Store {
    client: Client,
    bucket: String,
    signer: Signer,
}

impl Debug for Store {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("bucket", &self.bucket).finish_non_exhaustive()
    }
}

impl Store {
    /// A client of the configured bucket. Nothing is sent yet: a store that is down is seen at the first call.
    #[must_use]
    pub fn connect(config: &S3Config) -> Self {
        let key = Credentials::new(
            &config.access_key_id,
            config.secret_access_key.expose_secret(),
            None,
            None,
            "configuration",
        );
        let limits = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(1))
            .operation_attempt_timeout(Duration::from_secs(3))
            .operation_timeout(Duration::from_secs(7))
            .build();
        let settings = aws_sdk_s3::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .http_client(
                aws_smithy_http_client::Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https(),
            )
            .region(Region::new(config.region.clone()))
            .endpoint_url(config.endpoint.as_str())
            .credentials_provider(key)
            .force_path_style(true)
            .timeout_config(limits)
            .retry_config(RetryConfig::standard().with_max_attempts(2))
            // not every store that speaks S3 knows the newer checksums
            .request_checksum_calculation(RequestChecksumCalculation::WhenRequired)
            .response_checksum_validation(ResponseChecksumValidation::WhenRequired)
            .build();
        Self { client: Client::from_conf(settings), bucket: config.bucket.clone(), signer: Signer::new(config) }
    }

    /// A form with which a browser stores one object.
    #[must_use]
    pub fn sign_upload(&self, rule: &UploadRule<'_>, now: DateTime<Utc>) -> PostForm {
        self.signer.upload(rule, now)
    }

    /// Path and query, relative to the asset host, at which one object can be fetched for `ttl` from `now`.
    #[must_use]
    pub fn sign_get(&self, key: &str, now: DateTime<Utc>, ttl: Duration) -> String {
        self.signer.get(key, now, ttl)
    }

    /// Whether the bucket answers; for readiness.
    ///
    /// # Errors
    /// [`Error::Unavailable`], or [`Error::NotFound`] when there is no such bucket.
    pub async fn check(&self) -> Result<(), Error> {
        self.client.head_bucket().bucket(&self.bucket).send().await.map_err(|error| classify(&error))?;
        Ok(())
    }

    /// What the store knows of an object.
    ///
    /// # Errors
    /// [`Error::NotFound`] or [`Error::Unavailable`].
    pub async fn head(&self, key: &str) -> Result<Object, Error> {
        let sent = self.client.head_object().bucket(&self.bucket).key(key).send().await;
        let found = sent.map_err(|error| classify(&error))?;
        Ok(Object { size: size(found.content_length()), content_type: found.content_type })
    }

    /// An object's bytes.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::TooLarge`] when it has more than `limit` bytes, or [`Error::Unavailable`].
    pub async fn get(&self, key: &str, limit: u64) -> Result<Bytes, Error> {
        let sent = self.client.get_object().bucket(&self.bucket).key(key).send().await;
        collect(sent.map_err(|error| classify(&error))?, limit).await
    }

    /// An object's bytes, and the mark of this content for [`Self::replace`].
    ///
    /// # Errors
    /// As [`Self::get`].
    pub async fn get_marked(&self, key: &str, limit: u64) -> Result<(Bytes, Mark), Error> {
        let sent = self.client.get_object().bucket(&self.bucket).key(key).send().await;
        let answer = sent.map_err(|error| classify(&error))?;
        let unmarked = || Error::Unavailable("the store gives objects no ETag".to_owned());
        let mark = Mark(answer.e_tag.clone().ok_or_else(unmarked)?);
        Ok((collect(answer, limit).await?, mark))
    }

    /// The first `count` bytes of an object, or all of a shorter one.
    ///
    /// # Errors
    /// [`Error::NotFound`] or [`Error::Unavailable`].
    pub async fn get_start(&self, key: &str, count: u64) -> Result<Bytes, Error> {
        let range = format!("bytes=0-{}", count.saturating_sub(1));
        let sent = self.client.get_object().bucket(&self.bucket).key(key).range(range).send().await;
        let start = collect(sent.map_err(|error| classify(&error))?, u64::MAX).await?;
        Ok(start.slice(..start.len().min(usize::try_from(count).unwrap_or(usize::MAX))))
    }

    /// Stores an object, replacing one of the same key.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn put(&self, key: &str, content_type: &str, bytes: Bytes) -> Result<(), Error> {
        let call = self.client.put_object().bucket(&self.bucket).key(key);
        let sent = call.content_type(content_type).body(ByteStream::from(bytes)).send().await;
        sent.map_err(|error| classify(&error))?;
        Ok(())
    }

    /// Stores an object in place of the content that was read, or, without a mark, where there was none; false when that is
    /// not what is there any more. Of two that change an object at once, one comes too late.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn replace(
        &self,
        key: &str,
        content_type: &str,
        bytes: Bytes,
        before: Option<&Mark>,
    ) -> Result<bool, Error> {
        let call = self.client.put_object().bucket(&self.bucket).key(key);
        let call = match before {
            Some(Mark(mark)) => call.if_match(mark),
            None => call.if_none_match("*"),
        };
        match call.content_type(content_type).body(ByteStream::from(bytes)).send().await {
            Ok(_) => Ok(true),
            // 409: another such call was under way; 404: it is gone
            Err(error) => match error.raw_response().map(|answer| answer.status().as_u16()) {
                Some(404 | 409 | 412) => Ok(false),
                _ => Err(classify(&error)),
            },
        }
    }

    /// Stores a file, from where it stands to its end, replacing an object of the same key. May take minutes.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn put_file(&self, key: &str, content_type: &str, file: std::fs::File) -> Result<(), Error> {
        let unreadable = |_| Error::Unavailable("the file cannot be read".to_owned());
        let body = ByteStream::read_from().file(tokio::fs::File::from_std(file)).build().await.map_err(unreadable)?;
        let limits = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(1))
            .operation_attempt_timeout(FILE_LIMIT)
            .operation_timeout(FILE_LIMIT)
            .build();
        let call = self.client.put_object().bucket(&self.bucket).key(key).content_type(content_type).body(body);
        let patient = aws_sdk_s3::config::Builder::new().timeout_config(limits);
        call.customize().config_override(patient).send().await.map_err(|error| classify(&error))?;
        Ok(())
    }

    /// An object's size and its bytes, as they come.
    ///
    /// # Errors
    /// [`Error::NotFound`] or [`Error::Unavailable`]; a part may still fail with the latter.
    pub async fn open(&self, key: &str) -> Result<(u64, BoxStream<'static, Result<Bytes, Error>>), Error> {
        let sent = self.client.get_object().bucket(&self.bucket).key(key).send().await;
        let found = sent.map_err(|error| classify(&error))?;
        let length = size(found.content_length());
        let parts = stream::try_unfold(found.body, |mut body| async move {
            let part = body.try_next().await.map_err(|error| Error::Unavailable(error.to_string()))?;
            Ok(part.map(|part| (part, body)))
        });
        Ok((length, parts.boxed()))
    }

    /// The keys of all objects that begin so, in their order.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn list(&self, prefix: &str) -> Result<Vec<String>, Error> {
        let (mut keys, mut next) = (Vec::new(), None);
        loop {
            let call = self.client.list_objects_v2().bucket(&self.bucket).prefix(prefix).set_continuation_token(next);
            let page = call.send().await.map_err(|error| classify(&error))?;
            keys.extend(page.contents.unwrap_or_default().into_iter().filter_map(|object| object.key));
            next = page.next_continuation_token;
            if next.is_none() {
                keys.sort();
                return Ok(keys);
            }
        }
    }

    /// Removes an object; one that is not there is no error.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete(&self, key: &str) -> Result<(), Error> {
        match self.client.delete_object().bucket(&self.bucket).key(key).send().await {
            Ok(_) => Ok(()),
            Err(error) => match classify(&error) {
                Error::NotFound => Ok(()),
                error => Err(error),
            },
        }
    }
}

fn size(length: Option<i64>) -> u64 {
    length.and_then(|length| u64::try_from(length).ok()).unwrap_or_default()
}

/// Reads an answer's body, giving up as soon as it is too large.
async fn collect(mut answer: GetObjectOutput, limit: u64) -> Result<Bytes, Error> {
    let announced = size(answer.content_length());
    if announced > limit {
        return Err(Error::TooLarge(limit));
    }
    let mut bytes = BytesMut::with_capacity(usize::try_from(announced.min(1 << 24)).unwrap_or_default());
    loop {
        match answer.body.try_next().await {
            Ok(Some(part)) => bytes.extend_from_slice(&part),
            Ok(None) => return Ok(bytes.freeze()),
            Err(error) => return Err(Error::Unavailable(error.to_string())),
        }
        if bytes.len() as u64 > limit {
            return Err(Error::TooLarge(limit));
        }
    }
}

fn classify<E>(error: &SdkError<E>) -> Error
where
    E: std::error::Error + ProvideErrorMetadata + 'static,
{
    let status = error.raw_response().map(|answer| answer.status().as_u16());
    if status == Some(404) { Error::NotFound } else { Error::Unavailable(DisplayErrorContext(error).to_string()) }
}
