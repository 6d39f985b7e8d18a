//! Versions of the weights in object storage.
//!
//! ```text
//! models/versions/<version>/segment.safetensors, score.safetensors, golden.json, manifest.json (last)
//! models/deployed.json      which version workers use, what they used before, and which candidate reads beside it
//! ```
//! A version is written once and never changed; `manifest.json` comes last, so that a version is whole once it is listed. Only
//! the pointer changes, and each change of it keeps what was before.

mod pointer;
mod release;

pub use pointer::{Past, Pointer, Shadow};
pub use release::{Refusal, Release};

use blob::Store;
use bytes::Bytes;
use chrono::{DateTime, Utc};

const PREFIX: &str = "models/";
const POINTER: &str = "deployed.json";
const JSON: &str = "application/json";
const BINARY: &str = "application/octet-stream";
/// The largest file of a version that is fetched.
const LARGEST: u64 = 64 << 20;

/// Why the registry did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Object storage does not answer.
    #[error(transparent)]
    Store(blob::Error),
    /// There is no version of that name.
    #[error("there is no version {0}: `model list` shows those there are")]
    Unknown(String),
    /// A version of that name was published with other content.
    #[error("version {0} was published with other content; versions never change")]
    Taken(String),
    /// The version cannot be used.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The pointer was written by a newer program, or by hand.
    #[error("{POINTER} is not understood: {0}")]
    Pointer(String),
    /// Nothing was deployed before.
    #[error("nothing was deployed before: there is nothing to go back to")]
    Nothing,
}

impl From<blob::Error> for Error {
    fn from(error: blob::Error) -> Self {
        Self::Store(error)
    }
}

/// The versions in a bucket.
#[derive(Clone, Debug)]
pub struct Registry {
    store: Store,
    prefix: String,
}

impl Registry {
    /// The registry of a bucket.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self::below(store, PREFIX)
    }

    /// A registry whose keys begin otherwise: tests share a bucket.
    #[must_use]
    pub fn below(store: Store, prefix: &str) -> Self {
        Self { store, prefix: prefix.to_owned() }
    }

    fn pointer_key(&self) -> String {
        format!("{}{POINTER}", self.prefix)
    }

    fn key(&self, version: &str, name: &str) -> String {
        format!("{}versions/{version}/{name}", self.prefix)
    }

    /// What is deployed; nothing ever was when there is no pointer.
    ///
    /// # Errors
    /// [`Error::Store`], or [`Error::Pointer`].
    pub async fn pointer(&self) -> Result<Pointer, Error> {
        match self.store.get(&self.pointer_key(), LARGEST).await {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| Error::Pointer(error.to_string())),
            Err(blob::Error::NotFound) => Ok(Pointer::default()),
            Err(error) => Err(error.into()),
        }
    }

    /// The names of all versions.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn versions(&self) -> Result<Vec<String>, Error> {
        let versions = format!("{}versions/", self.prefix);
        let keys = self.store.list(&versions).await?;
        let of = |key: &String| Some(key.strip_prefix(&versions)?.strip_suffix("/manifest.json")?.to_owned());
        Ok(keys.iter().filter_map(of).collect())
    }

    /// Fetches a version, as it was published; nothing is tried yet.
    ///
    /// # Errors
    /// [`Error::Unknown`], or [`Error::Store`].
    pub async fn fetch(&self, version: &str) -> Result<Release, Error> {
        let get = async |name: &str| match self.store.get(&self.key(version, name), LARGEST).await {
            Ok(bytes) => Ok(bytes.to_vec()),
            Err(blob::Error::NotFound) => Err(Error::Unknown(version.to_owned())),
            Err(error) => Err(error.into()),
        };
        Ok(Release {
            manifest: get(release::MANIFEST).await?,
            segment: get(release::SEGMENT).await?,
            score: get(release::SCORE).await?,
            golden: get(release::GOLDEN).await?,
        })
    }

    /// Publishes a version, after it was tried here; one that is there with the same content stays. Gives its name.
    ///
    /// # Errors
    /// [`Error::Refused`] when it is broken, [`Error::Taken`] when the name is another content's, or [`Error::Store`].
    pub async fn publish(&self, release: &Release) -> Result<String, Error> {
        let version = release.open()?.version().to_owned();
        match self.fetch(&version).await {
            Ok(there) if there.same(release) => return Ok(version),
            Ok(_) => return Err(Error::Taken(version)),
            Err(Error::Unknown(_)) => {}
            Err(error) => return Err(error),
        }
        for (name, kind, bytes) in release.files() {
            self.store.put(&self.key(&version, name), kind, Bytes::copy_from_slice(bytes)).await?;
        }
        Ok(version)
    }

    /// Points the workers to a version that was published, after it was fetched and tried here once more.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Refused`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn promote(&self, version: &str, now: DateTime<Utc>) -> Result<Pointer, Error> {
        self.fetch(version).await?.open()?;
        let pointer = self.pointer().await?.promoted(version, now);
        self.put(&pointer).await?;
        Ok(pointer)
    }

    /// Points the workers to what they used before.
    ///
    /// # Errors
    /// [`Error::Nothing`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn roll_back(&self, now: DateTime<Utc>) -> Result<Pointer, Error> {
        let pointer = self.pointer().await?.rolled_back(now).ok_or(Error::Nothing)?;
        self.put(&pointer).await?;
        Ok(pointer)
    }

    /// Lets a version that was published read beside the deployed one, on a share of the photos; or ends that.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Refused`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn shadow(&self, shadow: Option<Shadow>) -> Result<Pointer, Error> {
        if let Some(shadow) = &shadow {
            self.fetch(&shadow.version).await?.open()?;
        }
        let pointer = Pointer { shadow, ..self.pointer().await? };
        self.put(&pointer).await?;
        Ok(pointer)
    }

    async fn put(&self, pointer: &Pointer) -> Result<(), Error> {
        let bytes = serde_json::to_vec_pretty(pointer).map_err(|error| Error::Pointer(error.to_string()))?;
        Ok(self.store.put(&self.pointer_key(), JSON, Bytes::from(bytes)).await?)
    }
}
