//! What the tongues that were learnt from look like to the network of pixels, so that other things are told from them.

use std::path::Path;

use rayon::prelude::*;

use super::lesson::{Views, described};
use crate::data::Sample;
use crate::manifest::SCORE;
use crate::net::{Likeness, ScoreNet};
use crate::weights::{self, Tensors};

/// Views of each photo beside the photo as it is.
const VIEWS: usize = 8;

/// The tensors that say what `samples` look like to the scoring networks of `tensors`, scored or not, by other cameras and in
/// other light, too.
pub fn likeness(samples: &[&Sample], tensors: &Tensors, seed: u64) -> anyhow::Result<Tensors> {
    let net = ScoreNet::new(tensors)?;
    let views = described(samples, VIEWS, seed);
    let told: Vec<_> = views.iter().flat_map(Views::told).collect();
    let seen = told.into_par_iter().map(|told| Ok(net.forward(told)?.seen)).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(Likeness::of(&seen).tensors()?)
}

/// Looks at the tongues of other photos than the networks in `out/score.safetensors` were trained on, and writes there what
/// they look like: another clinic's camera is then none that was never seen.
///
/// # Errors
/// Fails when there are no networks, or `out` cannot be written.
pub fn train_likeness(samples: &[&Sample], seed: u64, out: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(!samples.is_empty(), "there is no photo to learn from");
    let file = out.join(SCORE);
    let mut tensors = weights::read(&file)?;
    tensors.extend(likeness(samples, &tensors, seed)?);
    weights::write(&file, &tensors)
}
