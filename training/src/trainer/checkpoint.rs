//! Checkpoints: the complete state that the next step depends on.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use model::weights::{Precision, Tensors};
use serde::{Deserialize, Serialize};

use super::config::TrainConfig;
use super::early_stopping::{Best, BestPlace};

/// The contents of a checkpoint apart from tensors.
#[derive(Serialize, Deserialize)]
struct State {
    step: usize,
    config: TrainConfig,
    data_hash: String,
    #[serde(default)]
    best: Option<BestPlace>,
}

/// A training's state after some steps.
pub struct Checkpoint {
    /// Number of completed steps.
    pub step: usize,
    /// The weights with the best validation score; none before the first validation.
    pub best: Option<Best>,
    /// Values of the variables.
    pub weights: Tensors,
    /// The moving average of the variables.
    pub average: Tensors,
    /// The optimizer's moments.
    pub moments: Tensors,
}

fn file(out: &Path, name: &str) -> PathBuf {
    out.join("checkpoint").join(name)
}

impl Checkpoint {
    /// Writes a folder's checkpoint. `state.json` is written last, and each file's name contains the step, so that an
    /// interrupted write leaves the previous checkpoint intact.
    ///
    /// # Errors
    /// Fails when a file cannot be written.
    pub fn write(&self, out: &Path, config: &TrainConfig, data_hash: &str) -> anyhow::Result<()> {
        std::fs::create_dir_all(out.join("checkpoint"))?;
        let parts = [("weights", &self.weights), ("average", &self.average), ("moments", &self.moments)];
        let best = self.best.as_ref().map(|best| ("best", &best.weights));
        for (name, tensors) in parts.into_iter().chain(best) {
            tensors.write(&file(out, &format!("{name}-{}.safetensors", self.step)), Precision::Single)?;
        }
        let best = self.best.as_ref().map(|best| best.place);
        let state = State { step: self.step, config: config.clone(), data_hash: data_hash.to_owned(), best };
        let partial = file(out, "state.part");
        std::fs::write(&partial, serde_json::to_vec_pretty(&state)?)?;
        std::fs::rename(&partial, file(out, "state.json"))?;
        let current = format!("-{}.safetensors", self.step);
        for entry in std::fs::read_dir(out.join("checkpoint"))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.ends_with(".safetensors") && !name.ends_with(&current) {
                std::fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    /// Whether a folder has a checkpoint.
    #[must_use]
    pub fn exists(out: &Path) -> bool {
        file(out, "state.json").exists()
    }

    /// Reads the checkpoint of a folder.
    ///
    /// # Errors
    /// Fails when the checkpoint cannot be read, or its configuration or data differ from this training's.
    pub fn read(out: &Path, config: &TrainConfig, data_hash: &str) -> anyhow::Result<Self> {
        let path = file(out, "state.json");
        let text = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let state: State =
            serde_json::from_slice(&text).with_context(|| format!("{} is not understood", path.display()))?;
        ensure!(state.config == *config, "the checkpoint in {} is of another configuration", out.display());
        ensure!(state.data_hash == data_hash, "the checkpoint in {} is of other data", out.display());
        let read = |name: &str| Tensors::read(&file(out, &format!("{name}-{}.safetensors", state.step)));
        let best = state.best.map(|place| anyhow::Ok(Best { place, weights: read("best")? })).transpose()?;
        let (weights, average, moments) = (read("weights")?, read("average")?, read("moments")?);
        Ok(Self { step: state.step, best, weights, average, moments })
    }
}
