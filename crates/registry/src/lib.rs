//! Versions of the model in object storage.
//!
//! ```text
//! models/versions/<version>/config.json, model.safetensors, golden.json, README.md, manifest.json (last)
//! models/deployed.json      the deployed version, its history, and the candidate of the shadow run
//! ```
//! A published version is immutable, except its description: the manifest's evaluation, and `README.md`. `manifest.json` is written
//! last, so that listed versions are complete. The pointer changes with compare-and-swap, and keeps its history.

mod pointer;
mod regression;
mod release;

pub use pointer::{FormerVersion, Pointer, Shadow};
pub use regression::Regression;
pub use release::{InvalidRelease, Release};

use blob::{ETag, Store};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use model::release::Manifest;

const PREFIX: &str = "models/";
const POINTER: &str = "deployed.json";
const JSON: &str = "application/json";
const TEXT: &str = "text/markdown; charset=utf-8";
const BINARY: &str = "application/octet-stream";
/// How often a change of the pointer is tried after conflicts.
const MAX_ATTEMPTS: usize = 5;
/// The largest file of a version.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Object storage failed.
    #[error(transparent)]
    Store(blob::Error),
    /// The version does not exist.
    #[error("there is no version {0}: `model list` shows those there are")]
    Unknown(String),
    /// The version was published with other content.
    #[error("version {0} was published with other content; versions never change")]
    Taken(String),
    /// The version is invalid.
    #[error(transparent)]
    Invalid(#[from] InvalidRelease),
    /// The pointer changed during each attempt.
    #[error("others are changing what is deployed: look at `model list`, then try again")]
    Busy,
    /// The pointer cannot be parsed.
    #[error("{POINTER} is not understood: {0}")]
    Pointer(String),
    /// There is no earlier version.
    #[error("nothing was deployed before: there is nothing to go back to")]
    Nothing,
}

impl From<blob::Error> for Error {
    fn from(error: blob::Error) -> Self {
        Self::Store(error)
    }
}

/// A change of the pointer.
enum Change<'a> {
    Promote { version: &'a str, now: DateTime<Utc> },
    RollBack { now: DateTime<Utc> },
    Shadow(Option<Shadow>),
}

/// The registry of model versions in a bucket.
#[derive(Clone, Debug)]
pub struct ModelRegistry {
    store: Store,
    prefix: String,
}

impl ModelRegistry {
    /// Returns the registry of a bucket.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self::with_prefix(store, PREFIX)
    }

    /// Returns a registry with another key prefix, for tests that share a bucket.
    #[must_use]
    pub fn with_prefix(store: Store, prefix: &str) -> Self {
        Self { store, prefix: prefix.to_owned() }
    }

    fn pointer_key(&self) -> String {
        format!("{}{POINTER}", self.prefix)
    }

    fn key(&self, version: &str, name: &str) -> String {
        format!("{}versions/{version}/{name}", self.prefix)
    }

    /// Returns the pointer, or its default when no version was ever deployed.
    ///
    /// # Errors
    /// [`Error::Store`], or [`Error::Pointer`].
    pub async fn pointer(&self) -> Result<Pointer, Error> {
        Ok(self.pointer_with_etag().await?.0)
    }

    async fn pointer_with_etag(&self) -> Result<(Pointer, Option<ETag>), Error> {
        match self.store.get_with_etag(&self.pointer_key(), MAX_FILE_BYTES).await {
            Ok((bytes, etag)) => {
                let pointer = serde_json::from_slice(&bytes).map_err(|error| Error::Pointer(error.to_string()))?;
                Ok((pointer, Some(etag)))
            }
            Err(blob::Error::NotFound) => Ok((Pointer::default(), None)),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the names of all versions.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn versions(&self) -> Result<Vec<String>, Error> {
        let versions = format!("{}versions/", self.prefix);
        let keys = self.store.list(&versions).await?;
        let parse_version =
            |key: &String| Some(key.strip_prefix(&versions)?.strip_suffix("/manifest.json")?.to_owned());
        Ok(keys.iter().filter_map(parse_version).collect())
    }

    /// Fetches a version without checking it.
    ///
    /// # Errors
    /// [`Error::Unknown`], or [`Error::Store`].
    pub async fn fetch(&self, version: &str) -> Result<Release, Error> {
        let get = async |name: &str| match self.store.get(&self.key(version, name), MAX_FILE_BYTES).await {
            Ok(bytes) => Ok(bytes.to_vec()),
            Err(blob::Error::NotFound) => Err(Error::Unknown(version.to_owned())),
            Err(error) => Err(error.into()),
        };
        let card = match get(release::CARD).await {
            Ok(card) => Some(card),
            Err(Error::Unknown(_)) => None,
            Err(error) => return Err(error),
        };
        Ok(Release {
            manifest: get(release::MANIFEST).await?,
            config: get(release::CONFIG).await?,
            weights: get(release::WEIGHTS).await?,
            golden: get(release::GOLDEN).await?,
            card,
        })
    }

    /// Fetches a version's manifest, without its weights.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Store`], or [`Error::Invalid`] when it is not understood.
    pub async fn manifest(&self, version: &str) -> Result<Manifest, Error> {
        match self.store.get(&self.key(version, release::MANIFEST), MAX_FILE_BYTES).await {
            Ok(bytes) => {
                Ok(serde_json::from_slice(&bytes).map_err(|error| InvalidRelease::Manifest(error.to_string()))?)
            }
            Err(blob::Error::NotFound) => Err(Error::Unknown(version.to_owned())),
            Err(error) => Err(error.into()),
        }
    }

    /// Checks and publishes a version, and returns its name. A version with the same weights gets a new description.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid version, [`Error::Taken`] when the name has other content, or [`Error::Store`].
    pub async fn publish(&self, release: &Release) -> Result<String, Error> {
        let version = release.open()?.version().to_owned();
        let files = match self.fetch(&version).await {
            Ok(published) if published.has_same_weights(release) => release.descriptive_files(),
            Ok(_) => return Err(Error::Taken(version)),
            Err(Error::Unknown(_)) => release.files(),
            Err(error) => return Err(error),
        };
        for (name, kind, bytes) in files {
            self.store.put(&self.key(&version, name), kind, Bytes::copy_from_slice(bytes)).await?;
        }
        Ok(version)
    }

    /// Fetches and checks a published version, and deploys it.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Invalid`], [`Error::Busy`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn promote(&self, version: &str, now: DateTime<Utc>) -> Result<Pointer, Error> {
        self.fetch(version).await?.open()?;
        self.change(&Change::Promote { version, now }).await
    }

    /// Fetches and checks the previous version, and deploys it again.
    ///
    /// # Errors
    /// [`Error::Nothing`], [`Error::Unknown`], [`Error::Invalid`], [`Error::Busy`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn roll_back(&self, now: DateTime<Utc>) -> Result<Pointer, Error> {
        self.change(&Change::RollBack { now }).await
    }

    /// Starts a shadow run of a published version on a share of the photos, or ends it.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Invalid`], [`Error::Busy`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn shadow(&self, shadow: Option<Shadow>) -> Result<Pointer, Error> {
        if let Some(shadow) = &shadow {
            self.fetch(&shadow.version).await?.open()?;
        }
        self.change(&Change::Shadow(shadow)).await
    }

    /// Returns the pointer after a change. The target version of a rollback is fetched and checked.
    async fn apply(&self, change: &Change<'_>, pointer: Pointer) -> Result<Pointer, Error> {
        match change {
            Change::Promote { version, now } => Ok(pointer.with_deployed(version, *now)),
            Change::Shadow(shadow) => Ok(Pointer { shadow: shadow.clone(), ..pointer }),
            Change::RollBack { now } => {
                let previous = pointer.rolled_back(*now).ok_or(Error::Nothing)?;
                if let Some(version) = &previous.version {
                    self.fetch(version).await?.open()?;
                }
                Ok(previous)
            }
        }
    }

    /// Changes the pointer with compare-and-swap. After a conflict it applies the change to the new pointer.
    async fn change(&self, change: &Change<'_>) -> Result<Pointer, Error> {
        let mut written = None;
        for _ in 0..MAX_ATTEMPTS {
            let (before, etag) = self.pointer_with_etag().await?;
            // the previous attempt succeeded, and its response was lost
            if written.as_ref() == Some(&before) {
                return Ok(before);
            }
            let after = self.apply(change, before.clone()).await?;
            if after == before {
                return Ok(after);
            }
            let bytes = serde_json::to_vec_pretty(&after).map_err(|error| Error::Pointer(error.to_string()))?;
            if self.store.replace(&self.pointer_key(), JSON, Bytes::from(bytes), etag.as_ref()).await? {
                return Ok(after);
            }
            written = Some(after);
        }
        Err(Error::Busy)
    }
}
