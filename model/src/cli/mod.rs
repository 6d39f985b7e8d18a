//! The commands of `model`.

pub mod bench;
pub mod eval;
pub mod overlay;
pub mod predict;
pub mod train;

use std::path::PathBuf;

use anyhow::Result;
use model::manifest::Bundle;

/// Which weights to use.
#[derive(clap::Args)]
pub struct Weights {
    /// Directory of weights; those built in when it is not given.
    #[arg(long)]
    weights: Option<PathBuf>,
}

impl Weights {
    /// Loads them.
    pub fn load(&self) -> Result<Bundle> {
        Ok(match &self.weights {
            Some(dir) => Bundle::open(dir)?,
            None => Bundle::embedded()?,
        })
    }
}
