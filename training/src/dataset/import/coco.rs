//! COCO: one JSON file of images, categories and annotations.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::{Entry, Region};

#[derive(Deserialize)]
struct File {
    images: Vec<Image>,
    annotations: Vec<Annotation>,
    categories: Vec<Category>,
}

#[derive(Deserialize)]
struct Image {
    id: u64,
    file_name: String,
    width: u32,
    height: u32,
}

#[derive(Deserialize)]
struct Category {
    id: u64,
    name: String,
}

#[derive(Deserialize)]
struct Annotation {
    id: u64,
    image_id: u64,
    category_id: u64,
    segmentation: Segmentation,
    #[serde(default)]
    attributes: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Segmentation {
    /// Each polygon is `x, y, x, y, ...`.
    Polygons(Vec<Vec<f32>>),
    /// Run lengths in column-major order; `size` is height and width.
    Runs { counts: Counts, size: [u32; 2] },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Counts {
    Plain(Vec<u32>),
    Compressed(String),
}

/// Reads a file. Tongues are the annotations with this label's category.
pub fn read(path: &Path, label: &str) -> Result<Vec<Entry>> {
    let place = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("{place} cannot be read"))?;
    let file: File = serde_json::from_slice(&bytes).with_context(|| format!("{place} is no COCO file of instances"))?;
    let names: Vec<&str> = file.categories.iter().map(|category| category.name.as_str()).collect();
    let tongues: BTreeSet<u64> = file.categories.iter().filter(|c| c.name == label).map(|c| c.id).collect();
    ensure!(!tongues.is_empty(), "{place}: no category is {label}; choose one of {names:?} with --label");
    let entry = |image: Image| {
        let place = format!("{place}: image {} ({})", image.id, image.file_name);
        let size = (image.width, image.height);
        (image.id, Entry { place, file: image.file_name, size, regions: Vec::new(), attributes: Vec::new() })
    };
    let listed = file.images.len();
    let mut entries: BTreeMap<u64, Entry> = file.images.into_iter().map(entry).collect();
    ensure!(entries.len() == listed, "{place}: two images have one id; give each its own");
    for annotation in file.annotations.into_iter().filter(|a| tongues.contains(&a.category_id)) {
        let place = format!("{place}: annotation {}", annotation.id);
        let entry = entries.get_mut(&annotation.image_id).with_context(|| {
            format!("{place} is of image {}, which is not listed; export both together", annotation.image_id)
        })?;
        entry.regions.extend(regions(annotation.segmentation).with_context(|| place)?);
        let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        entry.attributes.push(annotation.attributes.into_iter().map(|(name, value)| (name, text(value))).collect());
    }
    Ok(entries.into_values().collect())
}

fn regions(segmentation: Segmentation) -> Result<Vec<Region>> {
    match segmentation {
        Segmentation::Polygons(polygons) => {
            ensure!(!polygons.is_empty(), "a box is no outline; draw the tongue as a polygon");
            let polygon = |values: Vec<f32>| {
                let (points, rest) = values.as_chunks::<2>();
                ensure!(rest.is_empty(), "a polygon has a number without a partner; export it again");
                Ok(Region::Polygon(points.to_vec()))
            };
            polygons.into_iter().map(polygon).collect()
        }
        Segmentation::Runs { counts, size: [height, width] } => {
            let lengths = match counts {
                Counts::Plain(lengths) => lengths,
                Counts::Compressed(text) => {
                    decompress(&text).context("the compressed run lengths are damaged; export them again")?
                }
            };
            Ok(vec![Region::Runs { lengths, rectangle: [0, 0, width, height], by_column: true }])
        }
    }
}

/// Decompresses pycocotools' run lengths: five bits per character, the lowest first, and a sixth if more follow; from
/// the fourth length on, the difference from the length two before.
fn decompress(text: &str) -> Option<Vec<u32>> {
    let mut lengths: Vec<u32> = Vec::new();
    let mut bytes = text.bytes();
    while let Some(mut byte) = bytes.next() {
        let (mut value, mut shift) = (0i64, 0);
        loop {
            let bits = byte.checked_sub(b'0').filter(|bits| *bits < 64 && shift < 35)?;
            value |= i64::from(bits & 31) << shift;
            shift += 5;
            if bits & 32 == 0 {
                if bits & 16 != 0 {
                    value -= 1 << shift;
                }
                break;
            }
            byte = bytes.next()?;
        }
        if lengths.len() > 2 {
            value += i64::from(lengths[lengths.len() - 2]);
        }
        lengths.push(u32::try_from(value).ok()?);
    }
    Some(lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_runs_equal_pycocotools() {
        // computed by pycocotools 2.0 for a mask of 60 x 40 with four rectangles
        let mut lengths = vec![405, 25, 15, 25, 13];
        lengths.extend([32, 8].repeat(27));
        lengths.extend([32, 205, 40, 161, 2, 397]);
        let text = "e<i0?0N7K00000000000000000000000000000000000000000000000000000U68dNjN\\7";
        assert_eq!(decompress(text), Some(lengths));
        assert_eq!(decompress("0P[2"), Some(vec![0, 2400]));
        assert_eq!(decompress("km21T[U?oXX?"), Some(vec![3003, 1, 496_996, 500_000]));
    }

    #[test]
    fn damaged_runs_are_refused() {
        for text in ["e<i", "\u{1}", "oooooooooooooooo", "O", "\u{ffff}"] {
            assert_eq!(decompress(text), None, "{text:?}");
        }
    }
}
