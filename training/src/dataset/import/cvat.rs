//! CVAT for images 1.1: one XML file.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::{Entry, Region};

#[derive(Deserialize)]
struct File {
    #[serde(default, rename = "image")]
    images: Vec<Image>,
}

#[derive(Deserialize)]
struct Image {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@width")]
    width: u32,
    #[serde(rename = "@height")]
    height: u32,
    #[serde(default, rename = "$value")]
    items: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Item {
    Polygon(Shape),
    Mask(Shape),
    /// An annotation of the whole photo.
    Tag(Shape),
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Shape {
    #[serde(rename = "@label")]
    label: String,
    /// Points of a polygon: `x,y;x,y;...`
    #[serde(default, rename = "@points")]
    points: String,
    /// Run lengths of a mask, in row-major order: `3, 5, 7, ...`
    #[serde(default, rename = "@rle")]
    runs: String,
    #[serde(default, rename = "@left")]
    left: u32,
    #[serde(default, rename = "@top")]
    top: u32,
    #[serde(default, rename = "@width")]
    width: u32,
    #[serde(default, rename = "@height")]
    height: u32,
    #[serde(default, rename = "attribute")]
    attributes: Vec<Attribute>,
}

#[derive(Deserialize)]
struct Attribute {
    #[serde(rename = "@name")]
    name: String,
    #[serde(default, rename = "$text")]
    value: String,
}

/// Reads a file. Tongues are the polygons and masks with this label.
pub fn read(path: &Path, label: &str) -> Result<Vec<Entry>> {
    let place = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("{place} cannot be read"))?;
    let file: File = quick_xml::de::from_str(&text)
        .with_context(|| format!("{place} is not understood; export it as CVAT for images 1.1"))?;
    let entry = |image: Image| {
        let place = format!("{place}: image {}", image.name);
        let (mut regions, mut attributes) = (Vec::new(), Vec::new());
        for item in image.items {
            let (region, shape) = match item {
                Item::Polygon(shape) if shape.label == label => (Some(polygon(&shape)), shape),
                Item::Mask(shape) if shape.label == label => (Some(mask(&shape)), shape),
                Item::Tag(shape) => (None, shape),
                _ => continue,
            };
            if let Some(region) = region {
                regions.push(region.with_context(|| format!("{place}: a shape has no numbers; export it again"))?);
            }
            attributes.push(shape.attributes.into_iter().map(|one| (one.name, one.value)).collect());
        }
        Ok(Entry { place, file: image.name, size: (image.width, image.height), regions, attributes })
    };
    file.images.into_iter().map(entry).collect()
}

fn polygon(shape: &Shape) -> Option<Region> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some([x.trim().parse().ok()?, y.trim().parse().ok()?])
    };
    Some(Region::Polygon(shape.points.split(';').map(point).collect::<Option<_>>()?))
}

fn mask(shape: &Shape) -> Option<Region> {
    let lengths = shape.runs.split(',').map(|length| length.trim().parse().ok()).collect::<Option<_>>()?;
    let rectangle = [shape.left, shape.top, shape.width, shape.height];
    Some(Region::Runs { lengths, rectangle, by_column: false })
}
