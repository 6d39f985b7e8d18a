//! Versions of the weights in object storage.
//!
//! ```text
//! models/versions/<version>/config.json, model.safetensors, golden.json, README.md, manifest.json (last)
//! models/deployed.json      which version workers use, what they used before, and which candidate reads beside it
//! ```
//! What a version reads never changes once it is published; only what is known of it may be written anew: the manifest's
//! figures, and `README.md`. `manifest.json` comes last, so that a version is whole once it is listed. The pointer changes, each
//! change of it keeps what was before, and none of two changes at once is lost.

mod pointer;
mod release;

pub use pointer::{Past, Pointer, Shadow};
pub use release::{Refusal, Release};

use blob::{Mark, Store};
use bytes::Bytes;
use chrono::{DateTime, Utc};

const PREFIX: &str = "models/";
const POINTER: &str = "deployed.json";
const JSON: &str = "application/json";
const TEXT: &str = "text/markdown; charset=utf-8";
const BINARY: &str = "application/octet-stream";
/// How often a change of the pointer is tried when others change it, too.
const TRIES: usize = 5;
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
    /// Others change what is deployed all the time.
    #[error("others are changing what is deployed: look at `model list`, then try again")]
    Busy,
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
pub struct ModelRegistry {
    store: Store,
    prefix: String,
}

impl ModelRegistry {
    /// The registry of a bucket.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self::with_prefix(store, PREFIX)
    }

    /// A registry whose keys begin otherwise: tests share a bucket.
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

    /// What is deployed; nothing ever was when there is no pointer.
    ///
    /// # Errors
    /// [`Error::Store`], or [`Error::Pointer`].
    pub async fn pointer(&self) -> Result<Pointer, Error> {
        Ok(self.marked_pointer().await?.0)
    }

    async fn marked_pointer(&self) -> Result<(Pointer, Option<Mark>), Error> {
        match self.store.get_marked(&self.pointer_key(), LARGEST).await {
            Ok((bytes, mark)) => {
                let pointer = serde_json::from_slice(&bytes).map_err(|error| Error::Pointer(error.to_string()))?;
                Ok((pointer, Some(mark)))
            }
            Err(blob::Error::NotFound) => Ok((Pointer::default(), None)),
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

    /// Publishes a version, after it was tried here. Of one that is there and reads the same, what is known of it is written
    /// anew. Gives its name.
    ///
    /// # Errors
    /// [`Error::Refused`] when it is broken, [`Error::Taken`] when the name is another content's, or [`Error::Store`].
    pub async fn publish(&self, release: &Release) -> Result<String, Error> {
        let version = release.open()?.version().to_owned();
        let files = match self.fetch(&version).await {
            Ok(there) if there.reads_as(release) => release.descriptive_files(),
            Ok(_) => return Err(Error::Taken(version)),
            Err(Error::Unknown(_)) => release.files(),
            Err(error) => return Err(error),
        };
        for (name, kind, bytes) in files {
            self.store.put(&self.key(&version, name), kind, Bytes::copy_from_slice(bytes)).await?;
        }
        Ok(version)
    }

    /// Points the workers to a version that was published, after it was fetched and tried here once more.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Refused`], [`Error::Busy`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn promote(&self, version: &str, now: DateTime<Utc>) -> Result<Pointer, Error> {
        self.fetch(version).await?.open()?;
        self.change(async |pointer| Ok(pointer.promoted(version, now))).await
    }

    /// Points the workers to what they used before, after that was fetched and tried here.
    ///
    /// # Errors
    /// [`Error::Nothing`], [`Error::Unknown`], [`Error::Refused`], [`Error::Busy`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn roll_back(&self, now: DateTime<Utc>) -> Result<Pointer, Error> {
        self.change(async |pointer| {
            let back = pointer.rolled_back(now).ok_or(Error::Nothing)?;
            if let Some(version) = &back.version {
                self.fetch(version).await?.open()?;
            }
            Ok(back)
        })
        .await
    }

    /// Lets a version that was published read beside the deployed one, on a share of the photos; or ends that.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::Refused`], [`Error::Busy`], [`Error::Pointer`] or [`Error::Store`].
    pub async fn shadow(&self, shadow: Option<Shadow>) -> Result<Pointer, Error> {
        if let Some(shadow) = &shadow {
            self.fetch(&shadow.version).await?.open()?;
        }
        self.change(async |pointer| Ok(Pointer { shadow: shadow.clone(), ..pointer })).await
    }

    /// Changes the pointer as it is at that moment: when somebody else was first, theirs is what is changed.
    async fn change(&self, to: impl AsyncFn(Pointer) -> Result<Pointer, Error>) -> Result<Pointer, Error> {
        let mut meant = None;
        for _ in 0..TRIES {
            let (before, mark) = self.marked_pointer().await?;
            // an answer that was lost on its way, and the call sent again
            if meant.as_ref() == Some(&before) {
                return Ok(before);
            }
            let after = to(before.clone()).await?;
            if after == before {
                return Ok(after);
            }
            let bytes = serde_json::to_vec_pretty(&after).map_err(|error| Error::Pointer(error.to_string()))?;
            if self.store.replace(&self.pointer_key(), JSON, Bytes::from(bytes), mark.as_ref()).await? {
                return Ok(after);
            }
            meant = Some(after);
        }
        Err(Error::Busy)
    }
}
