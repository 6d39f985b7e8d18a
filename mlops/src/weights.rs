//! Which weights a command uses.

use std::path::Path;

use anyhow::{Context, Result};
use model::manifest::{ABOUT, ABOUT_EMBEDDED, Bundle};
use registry::Registry;

use crate::versions;

/// The name of the weights that the program was built with.
pub const BUILT_IN: &str = "built-in";
/// The name of whatever workers use at this moment.
pub const DEPLOYED: &str = "deployed";

/// Which weights to use.
#[derive(clap::Args)]
pub struct Weights {
    /// A directory of weights, the name of a published version, `deployed` for what workers use at this moment, or `built-in`.
    ///
    /// Published versions and `deployed` are fetched from the registry and need its `S3_…`.
    #[arg(long, default_value = BUILT_IN)]
    weights: String,
}

impl Weights {
    /// Loads them.
    pub fn load(&self) -> Result<Bundle> {
        Ok(self.known()?.bundle)
    }

    /// Loads them with what somebody wrote of their data.
    pub fn known(&self) -> Result<Known> {
        named(&self.weights)
    }
}

/// Weights, and what is known of them.
pub struct Known {
    /// The weights.
    pub bundle: Bundle,
    /// What somebody wrote of their data.
    pub about: Option<String>,
}

impl Known {
    fn built_in() -> Result<Self> {
        Ok(Self { bundle: Bundle::embedded()?, about: Some(ABOUT_EMBEDDED.to_owned()) })
    }
}

/// Loads a directory, a published version, what is deployed, or the weights that are built in.
pub fn named(name: &str) -> Result<Known> {
    let dir = Path::new(name);
    match name {
        BUILT_IN => Known::built_in(),
        _ if dir.is_dir() => {
            Ok(Known { bundle: Bundle::open(dir)?, about: std::fs::read_to_string(dir.join(ABOUT)).ok() })
        }
        _ => {
            let registry = versions::open().with_context(|| {
                format!("{name} is no directory, and published versions cannot be looked up for want of the registry")
            })?;
            crate::wait(fetched(&registry, name)).with_context(|| {
                if name == DEPLOYED {
                    "what workers use cannot be fetched".to_owned()
                } else {
                    format!("{name} is no directory, and cannot be fetched as a published version")
                }
            })
        }
    }
}

/// A published version, or what is deployed.
pub async fn fetched(registry: &Registry, name: &str) -> Result<Known> {
    let deployed = if name == DEPLOYED { registry.pointer().await?.version } else { Some(name.to_owned()) };
    let Some(version) = deployed else { return Known::built_in() };
    let release = registry.fetch(&version).await?;
    Ok(Known { bundle: release.bundle()?, about: release.about() })
}
