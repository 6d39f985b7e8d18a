//! Which weights a command uses.

use std::path::{Path, PathBuf};

use anyhow::Result;
use model::manifest::Bundle;

/// The name of the weights that the program was built with.
pub const BUILT_IN: &str = "built-in";
/// File beside the weights that says where the data come from.
const ABOUT: &str = "about.md";

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

    /// What somebody wrote of their data, beside them.
    pub fn about(&self) -> Option<String> {
        match &self.weights {
            Some(dir) => std::fs::read_to_string(dir.join(ABOUT)).ok(),
            None => Some(include_str!("../../model/weights/about.md").to_owned()),
        }
    }
}

/// Loads a directory, or the weights that are built in.
pub fn named(name: &Path) -> Result<Bundle> {
    Ok(if name.as_os_str() == BUILT_IN { Bundle::embedded()? } else { Bundle::open(name)? })
}
