//! Everything that is wrong with a folder of labelled photos, at once.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;

use anyhow::Context;
use image::metadata::Orientation;
use image::{GrayImage, ImageDecoder, ImageReader};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::tables::{self, Problem, SCORES};
use super::{SPLIT, ids};

/// Shorter sides show no coating.
const SMALLEST: u32 = 128;
/// A mask whose largest part holds less of it than this was drawn by a slip.
const ONE_PART: f64 = 0.98;

/// Looks through a folder; an empty answer means that all is well. Problems come in the order of their files.
///
/// # Errors
/// Fails only when there is no folder `images`.
pub fn check(dir: &Path) -> anyhow::Result<Vec<Problem>> {
    let ids = ids(dir)?;
    let mut problems = Vec::new();
    if ids.is_empty() {
        problems.push(Problem::new(&dir.join("images"), "holds no photos: images/<id>.jpg are looked for"));
    }
    let looked: Vec<(Vec<Problem>, Option<[u8; 32]>)> = ids.par_iter().map(|id| look(dir, id)).collect();
    let mut seen: BTreeMap<[u8; 32], &str> = BTreeMap::new();
    for (id, (found, hash)) in ids.iter().zip(looked) {
        problems.extend(found);
        if let Some(twin) = hash.and_then(|hash| seen.insert(hash, id)) {
            let what = format!("is the same photo as {twin}: one of them could be trained on and the other tested");
            problems.push(Problem::new(&dir.join(format!("images/{id}.jpg")), what));
        }
    }
    let known = |id: &String| ids.binary_search(id).is_ok();
    let masks = std::fs::read_dir(dir.join("masks")).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    for path in masks.filter(|path| path.extension().is_some_and(|end| end == "png")) {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !known(&id) {
            problems.push(Problem::note(&path, "has no photo"));
        }
    }
    match tables::scores(&dir.join(SCORES)) {
        Err(found) => problems.extend(found),
        Ok(rows) => {
            let path = dir.join(SCORES);
            let lost = rows.keys().filter(|id| !known(id));
            problems.extend(lost.map(|id| Problem::note(&path, format!("row {id} has no photo"))));
        }
    }
    match tables::split(&dir.join(SPLIT)) {
        Err(found) => problems.extend(found),
        Ok(rows) => problems.extend(check_split(&dir.join(SPLIT), &rows, &ids)),
    }
    problems.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Ok(problems)
}

/// A list must name every photo, and tear no group apart.
fn check_split(path: &Path, rows: &BTreeMap<String, super::SplitRow>, ids: &[String]) -> Vec<Problem> {
    let mut problems = Vec::new();
    if rows.is_empty() {
        return problems;
    }
    for id in ids.iter().filter(|id| !rows.contains_key(*id)) {
        problems.push(Problem::new(path, format!("photo {id} is not listed: run `model data split` again")));
    }
    let mut groups = BTreeMap::new();
    for (id, row) in rows {
        let (first, place) = *groups.entry(&row.group).or_insert((id, (row.part, row.fold)));
        if place != (row.part, row.fold) {
            let what = format!("group {} is torn apart: {first} and {id} are not in one part and fold", row.group);
            problems.push(Problem::new(path, what));
        }
    }
    problems
}

/// What is wrong with one photo and its mask, and the hash of its bytes.
fn look(dir: &Path, id: &str) -> (Vec<Problem>, Option<[u8; 32]>) {
    let (photo, mask) = (dir.join(format!("images/{id}.jpg")), dir.join(format!("masks/{id}.png")));
    let mut problems = Vec::new();
    let bytes = std::fs::read(&photo).unwrap_or_default();
    let size = match head(&bytes) {
        Err(error) => {
            problems.push(Problem::new(&photo, format!("does not decode: {error:#}")));
            None
        }
        Ok((size, orientation)) => {
            if orientation != Orientation::NoTransforms {
                problems.push(Problem::new(&photo, "is turned by its EXIF: write it upright, as its mask is"));
            }
            if size.0.min(size.1) < SMALLEST {
                problems.push(Problem::note(&photo, format!("is only {} x {} pixels", size.0, size.1)));
            }
            Some(size)
        }
    };
    match std::fs::read(&mask).ok().map(|bytes| image::load_from_memory(&bytes)) {
        None => problems.push(Problem::new(&mask, format!("is missing: photo {id} has no mask"))),
        Some(Err(error)) => problems.push(Problem::new(&mask, format!("does not decode: {error}"))),
        Some(Ok(picture)) => {
            let picture = picture.to_luma8();
            if let Some((w, h)) = size.filter(|size| *size != picture.dimensions()) {
                let (mw, mh) = picture.dimensions();
                problems.push(Problem::new(&mask, format!("is {mw} x {mh} pixels, its photo {w} x {h}")));
            }
            problems.extend(odd(&mask, &picture));
        }
    }
    let hash = (!bytes.is_empty()).then(|| Sha256::digest(&bytes).into());
    (problems, hash)
}

/// Size and orientation of a photo that decodes to its end.
fn head(bytes: &[u8]) -> anyhow::Result<((u32, u32), Orientation)> {
    let mut decoder = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?.into_decoder()?;
    let orientation = decoder.orientation()?;
    let size = decoder.dimensions();
    image::load_from_memory(bytes).context("it is damaged")?;
    Ok((size, orientation))
}

/// What looks wrong in a mask by itself.
fn odd(path: &Path, mask: &GrayImage) -> Option<Problem> {
    let all = f64::from(mask.width()) * f64::from(mask.height());
    let grey = mask.iter().filter(|v| (16..240).contains(*v)).count() as f64;
    let white = mask.iter().filter(|v| **v > 127).count() as f64;
    if white == 0. {
        return Some(Problem::note(path, "shows no tongue"));
    }
    if grey > all * 0.02 {
        return Some(Problem::new(path, "is not black and white: white (255) is tongue, black (0) is not"));
    }
    if white > all * 0.95 {
        return Some(Problem::new(path, "is white nearly everywhere: is it inverted?"));
    }
    let parts = imageproc::region_labelling::connected_components(
        mask,
        imageproc::region_labelling::Connectivity::Four,
        image::Luma([0]),
    );
    let mut sizes: BTreeMap<u32, u64> = BTreeMap::new();
    for (label, _) in parts.iter().zip(mask.iter()).filter(|(label, v)| **label > 0 && **v > 127) {
        *sizes.entry(*label).or_default() += 1;
    }
    let largest = sizes.values().max().copied().unwrap_or(0) as f64;
    (largest < white * ONE_PART)
        .then(|| Problem::note(path, format!("has {} separate parts; a tongue is one", sizes.len())))
}
