//! Converts other tools' annotations into a folder of photos with masks and scores, in the form that [`super::build`]
//! reads.
//!
//! Scores are attributes `c1` to `c9` of a tongue, each 0, 1 or 2, row by row from the root, and `reader`, the
//! annotator's name. An attribute that is empty, `-` or `__undefined__` counts as missing. `LabelMe` uses ticked flags
//! instead: `c1=2` and `reader=kim`.

mod coco;
mod cvat;
mod labelme;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use image::{GrayImage, Luma};
use model::decode::decode;
use model::mask::fill;
use rayon::prelude::*;

use super::scores::{ScoreRow, write_scores};

/// The annotator of scores without a `reader`.
const UNNAMED_ANNOTATOR: &str = "annotator";

/// Form of the annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A COCO file of instances: polygons, or run lengths, compressed or not.
    Coco,
    /// A `LabelMe` file, or a folder of them: polygons.
    Labelme,
    /// CVAT for images 1.1, an XML file: polygons and masks.
    Cvat,
}

/// What is imported.
#[derive(Debug, Clone, clap::Args)]
pub struct Import {
    /// File of annotations; for `LabelMe` a file or a folder.
    pub annotations: PathBuf,
    /// Form of the annotations.
    #[arg(long)]
    pub format: Format,
    /// Folder with the photos.
    #[arg(long)]
    pub images: PathBuf,
    /// Label of the tongues; others are ignored.
    #[arg(long, default_value = "tongue")]
    pub label: String,
    /// Take photos without such a label as photos without a tongue; without this they are an error.
    #[arg(long)]
    pub allow_negatives: bool,
    /// Folder to write, which must not exist yet.
    #[arg(long)]
    pub out: PathBuf,
}

/// A part of a picture that is tongue.
enum Region {
    /// Corners, in pixels.
    Polygon(Vec<[f32; 2]>),
    /// Lengths of runs of pixels, alternately outside and inside, within a rectangle (left, top, width, height).
    Runs { lengths: Vec<u32>, rectangle: [u32; 4], by_column: bool },
}

type Attributes = BTreeMap<String, String>;

/// The annotations of a photo.
struct Entry {
    /// The annotation file and the position in it.
    place: String,
    /// File name of the photo, which may include folders.
    file: String,
    /// Width and height of the annotated photo.
    size: (u32, u32),
    /// The regions whose union is the tongue.
    regions: Vec<Region>,
    /// Attributes of the photo and of its tongues.
    attributes: Vec<Attributes>,
}

impl Import {
    /// Writes `images/`, `masks/` and, if there are scores, `scores.csv`; returns the number of photos. The folder
    /// appears when everything is written.
    ///
    /// # Errors
    /// Fails with file and entry, and writes nothing, when annotations cannot be parsed, a photo is missing, unreadable
    /// or of another size, or a tongue has no pixels.
    pub fn run(&self) -> Result<usize> {
        ensure!(!self.out.exists(), "{} exists already; name a new folder", self.out.display());
        let entries = match self.format {
            Format::Coco => coco::read(&self.annotations, &self.label),
            Format::Labelme => labelme::read(&self.annotations, &self.label),
            Format::Cvat => cvat::read(&self.annotations, &self.label),
        }?;
        ensure!(!entries.is_empty(), "{} lists no photos", self.annotations.display());
        let mut ids = BTreeSet::new();
        for entry in &entries {
            let id = entry.id()?;
            ensure!(ids.insert(id), "{}: another photo is called {id}, too; rename one of them", entry.place);
        }
        let parent = self.out.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).with_context(|| format!("{} cannot be made", parent.display()))?;
        let temporary =
            tempfile::tempdir_in(parent).with_context(|| format!("{} cannot be written", parent.display()))?;
        let folder = temporary.path().join("import");
        for part in ["images", "masks"] {
            fs::create_dir_all(folder.join(part))?;
        }
        let scores: Vec<Vec<ScoreRow>> = entries
            .par_iter()
            .map(|entry| self.convert(entry, &folder).with_context(|| entry.place.clone()))
            .collect::<Result<_>>()?;
        let scores = scores.concat();
        if !scores.is_empty() {
            write_scores(&folder, &scores)?;
        }
        fs::rename(&folder, &self.out).with_context(|| format!("{} cannot be written", self.out.display()))?;
        Ok(entries.len())
    }

    /// Writes a photo with its mask, and returns its scores.
    fn convert(&self, entry: &Entry, out: &Path) -> Result<Vec<ScoreRow>> {
        let path = find_photo(&self.images, &entry.file).with_context(|| {
            format!("{} is not in {}; name the folder with --images", entry.file, self.images.display())
        })?;
        let bytes = fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let kind = image::guess_format(&bytes).ok().and_then(|format| format.extensions_str().first());
        let (Ok(picture), Some(kind)) = (decode(&bytes), kind) else {
            bail!("{} is no JPEG, PNG or WebP that can be read", path.display())
        };
        let ((w, h), (width, height)) = (entry.size, picture.dimensions());
        let turned =
            "the annotations were drawn before it was turned as its EXIF data say; turn it and annotate it again";
        let hint = if (h, w) == (width, height) { turned } else { "name the photos that were annotated with --images" };
        ensure!((w, h) == (width, height), "{} is {width} x {height}, annotated as {w} x {h}: {hint}", path.display());
        let id = entry.id()?;
        if entry.regions.is_empty() {
            ensure!(
                self.allow_negatives,
                "no polygon or mask is labelled {}: annotate it, choose --label, or pass --allow-negatives",
                self.label
            );
        } else {
            let mask = paint(&entry.regions, width, height)?;
            ensure!(mask.iter().any(|v| *v > 0), "the tongue has no pixels; draw it again");
            mask.save(out.join(format!("masks/{id}.png")))?;
        }
        fs::write(out.join(format!("images/{id}.{kind}")), bytes)?;
        entry.scores()
    }
}

impl Entry {
    /// Returns the photo's name without folders and extension.
    fn id(&self) -> Result<&str> {
        let name = parts(&self.file).last().unwrap_or_default();
        let id = name.rsplit_once('.').map_or(name, |(id, _)| id);
        ensure!(!id.is_empty(), "{}: {:?} is no name of a photo", self.place, self.file);
        Ok(id)
    }

    fn scores(&self) -> Result<Vec<ScoreRow>> {
        let mut rows: Vec<ScoreRow> = Vec::new();
        for attributes in &self.attributes {
            let value =
                |name: &str| attributes.get(name).map(|v| v.trim()).filter(|v| !["", "-", "__undefined__"].contains(v));
            let cells: [Option<&str>; 9] = std::array::from_fn(|i| value(&format!("c{}", i + 1)));
            if cells.iter().all(Option::is_none) {
                continue;
            }
            let mut row = ScoreRow {
                photo: self.id()?.to_owned(),
                annotator: value("reader").unwrap_or(UNNAMED_ANNOTATOR).to_owned(),
                scores: [0; 9],
            };
            for (i, (score, text)) in row.scores.iter_mut().zip(cells).enumerate() {
                *score = text.and_then(|text| text.parse().ok()).filter(|v| *v <= 2).with_context(|| {
                    let found = text.unwrap_or("missing");
                    format!("c{} is {found}: give all of c1 to c9 a score of 0, 1 or 2, or none of them", i + 1)
                })?;
            }
            let twice = rows.iter().any(|other| other.annotator == row.annotator);
            ensure!(
                !twice,
                "annotator {} has two sets of scores; name another annotator, or leave one out",
                row.annotator
            );
            rows.push(row);
        }
        Ok(rows)
    }
}

/// Returns the components of a photo's path in Windows or other notation, without those that lead out of a folder.
fn parts(file: &str) -> impl Iterator<Item = &str> + Clone {
    file.split(['/', '\\']).filter(|part| !["", ".", ".."].contains(part) && !part.ends_with(':'))
}

/// Finds a photo below a folder, by its path or only its file name.
fn find_photo(images: &Path, file: &str) -> Option<PathBuf> {
    let path: PathBuf = parts(file).collect();
    [images.join(&path), images.join(path.file_name()?)].into_iter().find(|path| path.is_file())
}

fn paint(regions: &[Region], width: u32, height: u32) -> Result<GrayImage> {
    let mut mask = GrayImage::new(width, height);
    for region in regions {
        match region {
            Region::Polygon(points) => {
                ensure!(points.len() >= 3, "a polygon has {} corners; draw it again", points.len());
                let inside = fill(points, width, height);
                mask.iter_mut().zip(inside.iter()).for_each(|(all, inside)| *all |= inside);
            }
            Region::Runs { lengths, rectangle: [left, top, w, h], by_column } => {
                let fits = left.checked_add(*w).is_some_and(|right| right <= width)
                    && top.checked_add(*h).is_some_and(|bottom| bottom <= height);
                let pixels: u64 = lengths.iter().map(|length| u64::from(*length)).sum();
                ensure!(
                    fits && pixels == u64::from(*w) * u64::from(*h),
                    "a mask of {pixels} pixels does not fill {w} x {h} at {left}, {top} of {width} x {height}; export it again"
                );
                let mut start = 0;
                for (i, length) in lengths.iter().enumerate() {
                    for at in (start..start + length).filter(|_| i % 2 == 1) {
                        let (x, y) = if *by_column { (at / h, at % h) } else { (at % w, at / w) };
                        mask.put_pixel(left + x, top + y, Luma([255]));
                    }
                    start += length;
                }
            }
        }
    }
    Ok(mask)
}
