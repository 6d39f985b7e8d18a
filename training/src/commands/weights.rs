//! The weights that a command uses.

use std::path::Path;

use anyhow::{Context, Result};
use model::release::{Bundle, CARD, EMBEDDED_CARD};

/// The name of the embedded weights.
pub const BUILT_IN: &str = "built-in";
/// The name of the deployed version.
pub const DEPLOYED: &str = "deployed";

/// Which weights to use.
#[derive(clap::Args)]
pub struct WeightsArgs {
    /// A folder of weights, the name of a published version, `deployed` for what workers use at this moment, or `built-in`.
    ///
    /// Published versions and `deployed` are fetched from the registry and need its `S3_…`.
    #[arg(long, default_value = BUILT_IN)]
    pub weights: String,
}

impl WeightsArgs {
    /// Loads the weights.
    pub fn load(&self) -> Result<Bundle> {
        Ok(load_named(&self.weights)?.bundle)
    }
}

/// Weights with their model card.
pub struct NamedWeights {
    /// The weights.
    pub bundle: Bundle,
    /// The card; none if there is none.
    pub card: Option<String>,
}

impl NamedWeights {
    fn built_in() -> Result<Self> {
        Ok(Self { bundle: Bundle::embedded()?, card: Some(EMBEDDED_CARD.to_owned()) })
    }
}

/// Loads a folder, a published version, the deployed version, or the embedded weights.
pub fn load_named(name: &str) -> Result<NamedWeights> {
    let dir = Path::new(name);
    match name {
        BUILT_IN => NamedWeights::built_in(),
        _ if dir.is_dir() => {
            let card = std::fs::read_to_string(dir.join(CARD)).ok();
            Ok(NamedWeights { bundle: Bundle::open(dir).with_context(|| name.to_owned())?, card })
        }
        _ => load_published(name),
    }
}

#[cfg(feature = "servers")]
fn load_published(name: &str) -> Result<NamedWeights> {
    let registry = super::versions::open().with_context(|| {
        format!("{name} is no folder, and the registry in which it may be a published version cannot be reached")
    })?;
    crate::block_on(fetch(&registry, name)).with_context(|| {
        if name == DEPLOYED {
            "the deployed version cannot be fetched".to_owned()
        } else {
            format!("{name} is no folder, and cannot be fetched as a published version")
        }
    })
}

#[cfg(not(feature = "servers"))]
fn load_published(name: &str) -> Result<NamedWeights> {
    anyhow::bail!("{name} is no folder, and this program was built without the registry")
}

/// Fetches a published version, or the deployed one.
#[cfg(feature = "servers")]
pub async fn fetch(registry: &registry::ModelRegistry, name: &str) -> Result<NamedWeights> {
    let version = if name == DEPLOYED { registry.pointer().await?.version } else { Some(name.to_owned()) };
    let Some(version) = version else { return NamedWeights::built_in() };
    let release = registry.fetch(&version).await?;
    Ok(NamedWeights { bundle: release.bundle()?, card: release.card() })
}
