//! Labelled photos on disk: `images/<id>.jpg`, `masks/<id>.png` (white is tongue) and `scores.csv`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, ensure};
use image::imageops::{self, FilterType};
use image::{GrayImage, RgbImage};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

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
}

impl Sample {
    /// Wraps a photo and its mask.
    #[must_use]
    pub fn new(id: String, photo: RgbImage, mask: GrayImage, readers: Vec<[u8; 9]>) -> Self {
        let (w, h) = photo.dimensions();
        let smaller = |n: u32| imageops::resize(&photo, (w / n).max(1), (h / n).max(1), FilterType::Triangle);
        let (half, quarter) = (smaller(2), smaller(4));
        Self { id, levels: vec![photo, half, quarter], mask, readers }
    }

    /// The photo at full size.
    #[must_use]
    pub fn photo(&self) -> &RgbImage {
        &self.levels[0]
    }

    /// Whether the sample belongs to the held-out fifth, which training never sees. Decided by the id alone.
    #[must_use]
    pub fn held_out(&self) -> bool {
        Sha256::digest(self.id.as_bytes())[0].is_multiple_of(5)
    }
}

/// A folder of labelled photos.
pub struct Dataset {
    /// The samples in the order of their ids.
    pub samples: Vec<Sample>,
    /// SHA-256 over all files, hexadecimal.
    pub hash: String,
}

impl Dataset {
    /// Reads a folder.
    ///
    /// # Errors
    /// Fails when a photo lacks its mask, a mask has another size, or a file cannot be read.
    pub fn open(dir: &Path) -> anyhow::Result<Self> {
        let scores = scores(&dir.join("scores.csv"))?;
        let mut ids: Vec<String> = std::fs::read_dir(dir.join("images"))
            .with_context(|| format!("{} has no folder images", dir.display()))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "jpg"))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .collect();
        ids.sort();
        ensure!(!ids.is_empty(), "{} holds no photos: images/<id>.jpg are looked for", dir.display());
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
                Ok((Sample::new(id, photo, mask, readers), hash))
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

/// Reads `id,a1..a9,b1..b9`: nine scores for each reader.
fn scores(path: &Path) -> anyhow::Result<BTreeMap<String, Vec<[u8; 9]>>> {
    let mut all = BTreeMap::new();
    if !path.exists() {
        return Ok(all);
    }
    for row in csv::Reader::from_path(path)?.records() {
        let row = row?;
        let values: Vec<u8> = row.iter().skip(1).map(str::parse).collect::<Result<_, _>>()?;
        let (readers, rest) = values.as_chunks::<9>();
        ensure!(rest.is_empty() && values.iter().all(|v| *v <= 2), "scores.csv: row {} is not nines of 0..2", &row[0]);
        all.insert(row[0].to_owned(), readers.to_vec());
    }
    Ok(all)
}
