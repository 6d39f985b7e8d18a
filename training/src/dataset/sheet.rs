//! A scoring sheet: a self-contained HTML page with its photos and without network access.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, crop_imm, resize};
use model::decode::decode;
use model::detection::bounds;
use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::manifest::{Part, PhotoRow, read_manifest};
use super::scores::read_scores;

/// The page's template, in which a JSON object replaces [`PLACEHOLDER`].
const TEMPLATE: &str = include_str!("sheet.html");
const PLACEHOLDER: &str = "SHEET_JSON";
/// Size of the displayed part relative to the tongue's bounding box.
const MARGIN: f32 = 1.3;
/// Longer side of a displayed photo in pixels.
const PREVIEW_SIDE_PX: u32 = 720;
const JPEG_QUALITY: u8 = 88;

/// Which photos are to be scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Selection {
    /// The sealed part, scored by further annotators for the evaluation.
    Sealed,
    /// The part that is trained on.
    Train,
    /// Photos that nobody scored.
    Unscored,
}

/// A sheet to be written.
#[derive(Debug, Clone, clap::Args)]
pub struct Sheet {
    /// Folder with photos.csv.
    #[arg(long)]
    pub data: PathBuf,
    /// Which photos are to be scored, of those with a tongue.
    #[arg(long, value_enum, default_value = "unscored")]
    pub photos: Selection,
    /// Folder for index.html.
    #[arg(long)]
    pub out: PathBuf,
}

/// A photo on the page.
#[derive(Serialize)]
struct Card {
    photo: String,
    /// A `data:` URL.
    image: String,
    /// The tongue's bounding box, left, top, right, bottom, as shares of the displayed part.
    grid: [f32; 4],
}

#[derive(Serialize)]
struct Content {
    /// Distinguishes the scores of this sheet from those of others.
    id: String,
    photos: Vec<Card>,
}

impl Sheet {
    /// Writes the page and returns the number of its photos. They are ordered by hash, so that similar photos are not
    /// scored in succession.
    ///
    /// # Errors
    /// Fails when a table, photo or mask cannot be read, no photo is selected, or the page cannot be written.
    pub fn write(&self) -> Result<usize> {
        let scores = read_scores(&self.data)?;
        let selected = |row: &PhotoRow| match self.photos {
            Selection::Sealed => row.part == Part::Sealed,
            Selection::Train => row.part == Part::Train,
            Selection::Unscored => !scores.contains_key(&row.photo),
        };
        let mut rows = read_manifest(&self.data)?;
        rows.retain(|row| row.mask.is_some() && selected(row));
        ensure!(
            !rows.is_empty(),
            "{} has no such photos with a tongue: choose others with --photos",
            self.data.display()
        );
        rows.sort_by(|a, b| a.sha256.cmp(&b.sha256));
        let id = rows.iter().fold(Sha256::new(), |hash, row| hash.chain_update(&row.sha256));
        let photos = rows.par_iter().map(|row| card(&self.data, row)).collect::<Result<_>>()?;
        let content = serde_json::to_string(&Content { id: format!("{:x}", id.finalize()), photos })?;
        fs::create_dir_all(&self.out).with_context(|| format!("{} cannot be made", self.out.display()))?;
        let path = self.out.join("index.html");
        // an id must not close the script element that contains it
        fs::write(&path, TEMPLATE.replace(PLACEHOLDER, &content.replace('<', "\\u003c")))
            .with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(rows.len())
    }
}

/// Returns a photo at its displayed size, cropped to the tongue.
fn card(dir: &Path, row: &PhotoRow) -> Result<Card> {
    let path = dir.join(&row.image);
    let bytes = fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let picture = decode(&bytes).ok().with_context(|| format!("{} is no photo that can be read", path.display()))?;
    let mask = dir.join(row.mask.as_ref().context("a photo without a tongue has no cells")?);
    let mask = super::load_mask(&mask, &picture)?;
    let [left, top, right, bottom] = bounds(&mask).context("a mask is empty")?.map(|v| v as f32);
    let half = (right - left).max(bottom - top) * MARGIN / 2.;
    // first and last pixel along an axis
    let range = |from: f32, to: f32, size: u32| {
        let middle = f32::midpoint(from, to);
        [(middle - half).max(0.).floor(), (middle + half).min(size as f32).ceil()]
    };
    let ([x, end_x], [y, end_y]) = (range(left, right, picture.width()), range(top, bottom, picture.height()));
    let (w, h) = (end_x - x, end_y - y);
    let part = crop_imm(&picture, x as u32, y as u32, w as u32, h as u32).to_image();
    let scale = (PREVIEW_SIDE_PX as f32 / w.max(h)).min(1.);
    let shown = resize(&part, (w * scale) as u32, (h * scale) as u32, FilterType::CatmullRom);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY).encode_image(&shown)?;
    Ok(Card {
        photo: row.photo.clone(),
        image: format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg)),
        grid: [(left - x) / w, (top - y) / h, (right - x) / w, (bottom - y) / h],
    })
}
