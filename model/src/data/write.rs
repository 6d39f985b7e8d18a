//! A folder of labelled photos being written, in the form that is read.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use image::codecs::jpeg::JpegEncoder;
use image::{GrayImage, RgbImage};

use super::split::{SPLIT, SplitRow, put_split};
use super::tables::SCORES;

/// Quality of the written JPEG: no visible loss, no metadata.
const QUALITY: u8 = 95;

/// A folder that is being filled; [`Folder::finish`] writes its tables.
pub struct Folder {
    dir: PathBuf,
    scores: BTreeMap<String, Vec<[u8; 9]>>,
    split: BTreeMap<String, SplitRow>,
}

impl Folder {
    /// Makes the folder; one that holds photos already is refused, so that two data sets are never mixed.
    ///
    /// # Errors
    /// Fails when it holds photos or cannot be made.
    pub fn create(dir: &Path) -> anyhow::Result<Self> {
        let holds = super::ids(dir).is_ok_and(|ids| !ids.is_empty());
        ensure!(!holds, "{} holds photos already; name a new folder", dir.display());
        for part in ["images", "masks"] {
            let path = dir.join(part);
            std::fs::create_dir_all(&path).with_context(|| format!("{} cannot be made", path.display()))?;
        }
        Ok(Self { dir: dir.to_owned(), scores: BTreeMap::new(), split: BTreeMap::new() })
    }

    /// Writes a photo, its mask, and nine scores for each reader; the photo is encoded anew, so that nothing but its pixels
    /// is kept.
    ///
    /// # Errors
    /// Fails when sizes differ or a file cannot be written.
    pub fn add(
        &mut self,
        id: &str,
        (photo, mask): (&RgbImage, &GrayImage),
        readers: &[[u8; 9]],
        place: Option<SplitRow>,
    ) -> anyhow::Result<()> {
        ensure!(photo.dimensions() == mask.dimensions(), "photo {id} and its mask differ in size");
        let path = self.dir.join(format!("images/{id}.jpg"));
        let mut file = std::fs::File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        JpegEncoder::new_with_quality(&mut file, QUALITY).encode_image(photo)?;
        file.flush()?;
        mask.save(self.dir.join(format!("masks/{id}.png")))?;
        if !readers.is_empty() {
            self.scores.insert(id.to_owned(), readers.to_vec());
        }
        if let Some(place) = place {
            self.split.insert(id.to_owned(), place);
        }
        Ok(())
    }

    /// Writes the tables.
    ///
    /// # Errors
    /// Fails when a table cannot be written.
    pub fn finish(self) -> anyhow::Result<()> {
        let readers = self.scores.values().map(Vec::len).max().unwrap_or(0);
        if readers > 0 {
            let mut table = csv::WriterBuilder::new().flexible(true).from_path(self.dir.join(SCORES))?;
            let columns = ('a'..='z').take(readers).flat_map(|r| (1..=9).map(move |cell| format!("{r}{cell}")));
            table.write_record(std::iter::once("id".to_owned()).chain(columns))?;
            for (id, scores) in &self.scores {
                let scores = scores.as_flattened().iter().map(u8::to_string);
                table.write_record(std::iter::once(id.clone()).chain(scores))?;
            }
            table.flush()?;
        }
        if !self.split.is_empty() {
            put_split(&self.dir.join(SPLIT), &self.split)?;
        }
        Ok(())
    }
}
