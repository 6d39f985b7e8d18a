//! Labeled photos: a manifest with one row per photo, and scores in long form with one row per annotator.

mod build;
mod export;
mod import;
mod manifest;
mod scores;
mod sheet;
mod split;
mod stats;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use image::imageops::{self, FilterType};
use image::{GrayImage, RgbImage};
use model::decode::decode;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

pub use build::{SourceFolder, build};
pub use export::{ExportFolder, ExportedPhoto};
pub use import::{Format, Import};
pub use manifest::{FOLDS, MANIFEST, MAX_FOLDS, Part, PhotoRow, part_of_group, read_manifest, write_manifest};
pub use scores::{SCORES, ScoreRow, read_scores, write_scores};
pub use sheet::{Selection, Sheet};
pub use split::{SplitRow, split, write_split};
pub use stats::{AnnotatorStats, PhotoCounts, Stats};

/// Longer side in pixels that photos are scaled down to when they are loaded, because views are smaller.
pub const MAX_SIDE: u32 = 512;

/// A labeled photo.
pub struct Photo {
    /// Its row in the manifest.
    pub row: PhotoRow,
    /// The photo at full, half and quarter size: small views sample a smaller level, to avoid aliasing.
    pub levels: Vec<RgbImage>,
    /// 255 on the tongue, 0 elsewhere; none for a photo without a tongue.
    pub mask: Option<GrayImage>,
    /// Scores by annotator, row by row from the root.
    pub scores: BTreeMap<String, [u8; 9]>,
}

impl Photo {
    /// Combines a photo, its mask and its scores.
    #[must_use]
    pub fn new(row: PhotoRow, image: RgbImage, mask: Option<GrayImage>, scores: BTreeMap<String, [u8; 9]>) -> Self {
        let (w, h) = image.dimensions();
        let smaller = |n: u32| imageops::resize(&image, (w / n).max(1), (h / n).max(1), FilterType::Triangle);
        let (half, quarter) = (smaller(2), smaller(4));
        Self { row, levels: vec![image, half, quarter], mask, scores }
    }

    /// The photo at full size.
    #[must_use]
    pub fn image(&self) -> &RgbImage {
        &self.levels[0]
    }

    /// Returns for each cell the share of annotators with a score above 0 and above 1; none without scores.
    #[must_use]
    pub fn targets(&self) -> Option<[[f32; 2]; 9]> {
        let n = self.scores.len() as f32;
        let share = |cell: usize, above: u8| self.scores.values().filter(|s| s[cell] > above).count() as f32 / n;
        (!self.scores.is_empty()).then(|| std::array::from_fn(|cell| [share(cell, 0), share(cell, 1)]))
    }
}

/// Photos with their labels.
pub struct Dataset {
    /// The photos in the manifest's order.
    pub photos: Vec<Photo>,
    /// SHA-256 over ids, files and scores, hexadecimal.
    pub hash: String,
}

impl Dataset {
    /// Loads the photos of a folder's manifest that `keep` accepts.
    ///
    /// # Errors
    /// Fails when a table cannot be parsed (with file and line), a file is missing or does not match the manifest's
    /// hash, or a mask and its photo differ in size.
    pub fn load(dir: &Path, keep: impl Fn(&PhotoRow) -> bool) -> anyhow::Result<Self> {
        let rows: Vec<PhotoRow> = read_manifest(dir)?.into_iter().filter(|row| keep(row)).collect();
        ensure!(!rows.is_empty(), "{} lists no photos that this training may use", dir.join(MANIFEST).display());
        let mut scores = read_scores(dir)?;
        let loaded: Vec<(PhotoRow, RgbImage, Option<GrayImage>)> =
            rows.into_par_iter().map(|row| load_photo(dir, row)).collect::<anyhow::Result<_>>()?;
        let mut hash = Sha256::new();
        let photos = loaded.into_iter().map(|(row, image, mask)| {
            let scores = scores.remove(&row.photo).unwrap_or_default();
            hash.update(format!("{} {} {:?}\n", row.photo, row.sha256, scores));
            if let Some(mask) = &mask {
                hash.update(mask.as_raw());
            }
            Photo::new(row, image, mask, scores)
        });
        let photos = photos.collect();
        Ok(Self { photos, hash: format!("{:x}", hash.finalize()) })
    }

    /// Loads the photos that a training may use: neither the sealed part nor the sources in `without`.
    ///
    /// # Errors
    /// As [`Dataset::load`].
    pub fn load_for_training(dir: &Path, without: &[String]) -> anyhow::Result<Self> {
        Self::load(dir, |row| row.part == Part::Train && !without.contains(&row.source))
    }

    /// Returns the names of the sources, sorted.
    #[must_use]
    pub fn sources(&self) -> Vec<String> {
        let mut sources: Vec<String> = self.photos.iter().map(|photo| photo.row.source.clone()).collect();
        sources.sort();
        sources.dedup();
        sources
    }
}

fn load_photo(dir: &Path, row: PhotoRow) -> anyhow::Result<(PhotoRow, RgbImage, Option<GrayImage>)> {
    let path = dir.join(&row.image);
    let bytes = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    ensure!(
        format!("{:x}", Sha256::digest(&bytes)) == row.sha256,
        "{} is not the file that the manifest lists: build the manifest again if that is meant",
        path.display()
    );
    let Ok(image) = decode(&bytes) else { bail!("{} is not a photo that can be read", path.display()) };
    let mask = row.mask.as_ref().map(|mask| load_mask(&dir.join(mask), &image)).transpose()?;
    let (w, h) = image.dimensions();
    let longer = w.max(h);
    if longer <= MAX_SIDE {
        return Ok((row, image, mask));
    }
    let size = |side: u32| (side * MAX_SIDE / longer).max(1);
    let image = imageops::resize(&image, size(w), size(h), FilterType::Triangle);
    let mask = mask.map(|mask| imageops::resize(&mask, size(w), size(h), FilterType::Nearest));
    Ok((row, image, mask))
}

fn load_mask(path: &PathBuf, image: &RgbImage) -> anyhow::Result<GrayImage> {
    let mask = image::open(path).with_context(|| format!("{} cannot be read", path.display()))?.into_luma8();
    ensure!(
        mask.dimensions() == image.dimensions(),
        "{} is of {:?} pixels, its photo of {:?}",
        path.display(),
        mask.dimensions(),
        image.dimensions()
    );
    ensure!(
        mask.iter().any(|v| *v > 127),
        "{} is empty: leave the mask out for a photo without a tongue",
        path.display()
    );
    Ok(mask)
}
