//! Creates a manifest from published folders of photos: `images/`, `masks/`, `scores.csv`, `sources.csv`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use super::manifest::{PhotoRow, part_of_group, write_manifest};
use super::scores::{ScoreRow, write_scores};

/// A folder of photos of one source.
#[derive(Debug, Clone)]
pub struct SourceFolder {
    /// Name of the source.
    pub name: String,
    /// Folder with `images/` and optionally `masks/`, or with the photos themselves if they show no tongue.
    pub dir: PathBuf,
    /// License, if known.
    pub licence: String,
    /// Camera or instrument.
    pub instrument: String,
}

/// Writes `photos.csv` and `scores.csv` into `out` for all photos of the folders.
///
/// Groups come from `sources.csv` (`photo,group,repository,licence`) if it exists, else from the part of the id before
/// `_`. Scores are read in long form (`photo,reader,c1..c9`) or in wide form (`id,a1..a9,b1..b9`, annotators `a` and
/// `b`); `more_scores` are additional files of them.
///
/// # Errors
/// Fails when a folder has no photos or a table cannot be parsed.
pub fn build(folders: &[SourceFolder], more_scores: &[PathBuf], out: &Path) -> anyhow::Result<usize> {
    std::fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
    let (mut rows, mut scores) = (Vec::new(), Vec::new());
    for folder in folders {
        let images = if folder.dir.join("images").is_dir() { folder.dir.join("images") } else { folder.dir.clone() };
        let mut files: Vec<PathBuf> = std::fs::read_dir(&images)
            .with_context(|| format!("{} cannot be read", images.display()))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                path.extension().is_some_and(|kind| ["jpg", "jpeg", "png", "webp"].iter().any(|k| kind == *k))
            })
            .collect();
        files.sort();
        ensure!(!files.is_empty(), "{} holds no photos", images.display());
        let origins = read_origins(&folder.dir.join("sources.csv"))?;
        for file in files {
            rows.push(row(folder, &file, &origins)?);
        }
        scores.extend(read_published_scores(&folder.dir.join("scores.csv"))?);
    }
    for path in more_scores {
        ensure!(path.exists(), "{} is missing", path.display());
        scores.extend(read_published_scores(path)?);
    }
    write_manifest(out, &rows)?;
    write_scores(out, &scores)?;
    Ok(rows.len())
}

/// Group, repository and licence of a photo.
type Origins = BTreeMap<String, [String; 3]>;

fn row(folder: &SourceFolder, file: &Path, origins: &Origins) -> anyhow::Result<PhotoRow> {
    let photo = file.file_stem().and_then(|stem| stem.to_str()).context("a file has no name")?.to_owned();
    let bytes = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let mask = folder.dir.join("masks").join(format!("{photo}.png"));
    let absolute = |path: &Path| std::path::absolute(path).with_context(|| path.display().to_string());
    let origin = origins.get(&photo);
    let group = match origin {
        Some([group, ..]) => format!("{}:{group}", folder.name),
        None => photo.split('_').next().unwrap_or(&photo).to_owned(),
    };
    Ok(PhotoRow {
        image: absolute(file)?,
        mask: mask.exists().then(|| absolute(&mask)).transpose()?,
        sha256: format!("{:x}", Sha256::digest(&bytes)),
        source: folder.name.clone(),
        licence: origin.map_or_else(|| folder.licence.clone(), |[_, _, licence]| licence.clone()),
        instrument: origin.map_or_else(|| folder.instrument.clone(), |[_, repository, _]| repository.clone()),
        part: part_of_group(&group),
        group,
        photo,
    })
}

fn read_origins(path: &Path) -> anyhow::Result<Origins> {
    let mut origins = Origins::new();
    if path.exists() {
        for record in csv::Reader::from_path(path)?.records() {
            let record = record.with_context(|| path.display().to_string())?;
            ensure!(record.len() == 4, "{}: photo,group,repository,licence are expected", path.display());
            origins.insert(record[0].to_owned(), [1, 2, 3].map(|i| record[i].to_owned()));
        }
    }
    Ok(origins)
}

fn read_published_scores(path: &Path) -> anyhow::Result<Vec<ScoreRow>> {
    let mut rows = Vec::new();
    if !path.exists() {
        return Ok(rows);
    }
    let mut table = csv::Reader::from_path(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let header = table.headers()?.clone();
    for (i, record) in table.records().enumerate() {
        let place = || format!("{}:{}", path.display(), i + 2);
        let record = record.with_context(place)?;
        let parse = |from: usize| -> anyhow::Result<[u8; 9]> {
            let mut scores = [0u8; 9];
            for (score, text) in scores.iter_mut().zip(record.iter().skip(from)) {
                *score = text.trim().parse().with_context(|| format!("{}: {text:?} is no score", place()))?;
            }
            Ok(scores)
        };
        match record.len() {
            11 => {
                rows.push(ScoreRow { photo: record[0].to_owned(), annotator: record[1].to_owned(), scores: parse(2)? });
            }
            19 => {
                for from in [1, 10] {
                    let annotator = header[from].trim_end_matches('1').to_owned();
                    rows.push(ScoreRow { photo: record[0].to_owned(), annotator, scores: parse(from)? });
                }
            }
            n => anyhow::bail!("{}: {n} columns: 11 (photo, reader, nine scores) or 19 are expected", place()),
        }
    }
    Ok(rows)
}
