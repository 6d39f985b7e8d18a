//! Writes a folder of labeled photos in the form that [`super::Dataset`] reads.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use image::codecs::jpeg::JpegEncoder;
use image::{GrayImage, RgbImage};
use sha2::{Digest, Sha256};

use super::manifest::{MANIFEST, PhotoRow, part_of_group, write_manifest};
use super::scores::{ScoreRow, write_scores};

/// JPEG quality of the written photos, without visible loss.
const JPEG_QUALITY: u8 = 95;

/// A photo to write.
pub struct ExportedPhoto<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its group: the person.
    pub group: &'a str,
    /// Its pixels.
    pub picture: &'a RgbImage,
    /// 255 on the tongue, 0 elsewhere.
    pub mask: &'a GrayImage,
    /// The expert's scores.
    pub scores: [u8; 9],
}

/// A folder being written; [`ExportFolder::finish`] writes its tables.
pub struct ExportFolder {
    dir: PathBuf,
    rows: Vec<PhotoRow>,
    scores: Vec<ScoreRow>,
}

impl ExportFolder {
    /// Creates the folder. Fails if it contains a manifest already, so that two datasets are never mixed.
    ///
    /// # Errors
    /// Fails when it contains photos already or cannot be created.
    pub fn create(dir: &Path) -> anyhow::Result<Self> {
        let used = dir.join("images").exists() || dir.join(MANIFEST).exists();
        ensure!(!used, "{} holds photos already; name a new folder", dir.display());
        for part in ["images", "masks"] {
            let path = dir.join(part);
            std::fs::create_dir_all(&path).with_context(|| format!("{} cannot be made", path.display()))?;
        }
        Ok(Self { dir: dir.to_owned(), rows: Vec::new(), scores: Vec::new() })
    }

    /// Writes a photo with its mask and scores. The photo is encoded again, so that only its pixels are kept.
    ///
    /// # Errors
    /// Fails when sizes differ or a file cannot be written.
    pub fn add(&mut self, photo: &ExportedPhoto<'_>) -> anyhow::Result<()> {
        let ExportedPhoto { id, group, picture, mask, scores } = photo;
        ensure!(picture.dimensions() == mask.dimensions(), "photo {id} and its mask differ in size");
        let (image, mask_file) = (PathBuf::from(format!("images/{id}.jpg")), PathBuf::from(format!("masks/{id}.png")));
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY).encode_image(*picture)?;
        let path = self.dir.join(&image);
        let mut file = std::fs::File::create(&path).with_context(|| format!("{} cannot be written", path.display()))?;
        file.write_all(&bytes)?;
        mask.save(self.dir.join(&mask_file))?;
        self.rows.push(PhotoRow {
            photo: (*id).to_owned(),
            image,
            mask: Some(mask_file),
            sha256: format!("{:x}", Sha256::digest(&bytes)),
            source: "clinics".into(),
            licence: "patients' consent, for training only".into(),
            instrument: "phones".into(),
            group: (*group).to_owned(),
            part: part_of_group(group),
        });
        self.scores.push(ScoreRow { photo: (*id).to_owned(), annotator: "clinic".into(), scores: *scores });
        Ok(())
    }

    /// Writes the tables.
    ///
    /// # Errors
    /// Fails when a table cannot be written.
    pub fn finish(self) -> anyhow::Result<()> {
        write_manifest(&self.dir, &self.rows)?;
        write_scores(&self.dir, &self.scores)
    }
}
