//! Labelled photos on disk: `images/<id>.jpg`, `masks/<id>.png` (white is tongue), `scores.csv` and `split.csv`.

mod check;
mod split;
mod stats;
mod tables;
mod write;

use std::path::Path;

use anyhow::{Context, bail, ensure};
use image::imageops::{self, FilterType};
use image::{GrayImage, RgbImage};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

pub use check::check;
pub use split::{Part, SPLIT, SplitRow, decide, write_split};
pub use stats::{ReaderPair, Stats, stats};
pub use tables::{Problem, SCORES};
pub use write::Folder;

/// One labelled photo.
pub struct Sample {
    /// Name of its files.
    pub id: String,
    /// The photo at full, half and quarter size: a small view samples a small level, so that it does not alias.
    pub levels: Vec<RgbImage>,
    /// 255 on the tongue.
    pub mask: GrayImage,
    /// Nine scores by each reader, row by row from the root.
    pub readers: Vec<[u8; 9]>,
    /// Whose photo it is, as `split.csv` says; when there is no such list, each photo is a group of its own.
    pub group: String,
    /// Part and fold that `split.csv` gives it; by its id alone when there is no such list.
    pub listed: Option<(Part, u8)>,
}

impl Sample {
    /// Wraps a photo and its mask.
    #[must_use]
    pub fn new(id: String, photo: RgbImage, mask: GrayImage, readers: Vec<[u8; 9]>) -> Self {
        let (w, h) = photo.dimensions();
        let smaller = |n: u32| imageops::resize(&photo, (w / n).max(1), (h / n).max(1), FilterType::Triangle);
        let (half, quarter) = (smaller(2), smaller(4));
        Self { group: id.clone(), id, levels: vec![photo, half, quarter], mask, readers, listed: None }
    }

    /// The photo at full size.
    #[must_use]
    pub fn photo(&self) -> &RgbImage {
        &self.levels[0]
    }

    /// Whether training never sees the sample: as `split.csv` lists it, or else a fifth, decided by the id alone.
    #[must_use]
    pub fn held_out(&self) -> bool {
        self.listed.map_or_else(|| decide(&self.id, FOLDS).0 == Part::Test, |(part, _)| part == Part::Test)
    }

    /// Which fold of the cross-validation it belongs to.
    #[must_use]
    pub fn fold(&self) -> u8 {
        self.listed.map_or_else(|| decide(&self.id, FOLDS).1, |(_, fold)| fold)
    }
}

/// Folds when no list says otherwise.
pub const FOLDS: u8 = 5;

/// A folder of labelled photos.
pub struct Dataset {
    /// The samples in the order of their ids.
    pub samples: Vec<Sample>,
    /// SHA-256 over photos, masks and scores in the order of the ids, hexadecimal.
    pub hash: String,
}

impl Dataset {
    /// Reads a folder.
    ///
    /// # Errors
    /// Fails when a photo lacks its mask, a mask has another size, or a file cannot be read; names the file, and the line of
    /// a table.
    pub fn open(dir: &Path) -> anyhow::Result<Self> {
        let scores = tables::scores(&dir.join(SCORES)).map_err(tables::first)?;
        let listed = tables::split(&dir.join(SPLIT)).map_err(tables::first)?;
        let ids = ids(dir)?;
        ensure!(!ids.is_empty(), "{} holds no photos: images/<id>.jpg are looked for", dir.display());
        // decided by its own id, a photo of somebody who is tested might be trained on
        let unlisted = ids.iter().find(|id| !listed.is_empty() && !listed.contains_key(*id));
        if let Some(id) = unlisted {
            bail!("{}: photo {id} is not listed: run `model data split` again", dir.join(SPLIT).display());
        }
        let read: Vec<(Sample, [u8; 32])> = ids
            .into_par_iter()
            .map(|id| {
                let photo = std::fs::read(dir.join("images").join(format!("{id}.jpg")))
                    .with_context(|| format!("photo {id} cannot be read"))?;
                let mask = std::fs::read(dir.join("masks").join(format!("{id}.png")))
                    .with_context(|| format!("photo {id} has no mask"))?;
                let hash = Sha256::new().chain_update(&photo).chain_update(&mask).finalize().into();
                let open = |bytes: &[u8], what: &str| {
                    image::load_from_memory(bytes).with_context(|| format!("the {what} {id} does not decode"))
                };
                let (photo, mask) = (open(&photo, "photo")?.to_rgb8(), open(&mask, "mask")?.to_luma8());
                ensure!(photo.dimensions() == mask.dimensions(), "photo {id} and its mask differ in size");
                let readers = scores.get(&id).cloned().unwrap_or_default();
                let mut sample = Sample::new(id, photo, mask, readers);
                if let Some(row) = listed.get(&sample.id) {
                    (sample.group, sample.listed) = (row.group.clone(), Some((row.part, row.fold)));
                }
                Ok((sample, hash))
            })
            .collect::<anyhow::Result<_>>()?;
        let mut whole = Sha256::new();
        for (sample, hash) in &read {
            whole.update(hash);
            whole.update(sample.readers.as_flattened());
        }
        let hash = format!("{:x}", whole.finalize());
        Ok(Self { samples: read.into_iter().map(|(sample, _)| sample).collect(), hash })
    }

    /// The samples for training, or the held-out ones.
    pub fn part(&self, held_out: bool) -> impl Iterator<Item = &Sample> {
        self.samples.iter().filter(move |sample| sample.held_out() == held_out)
    }
}

/// The names of a folder's photos, in order.
fn ids(dir: &Path) -> anyhow::Result<Vec<String>> {
    let mut ids: Vec<String> = std::fs::read_dir(dir.join("images"))
        .with_context(|| format!("{} has no folder images", dir.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "jpg"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    ids.sort();
    Ok(ids)
}
