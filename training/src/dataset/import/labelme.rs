//! `LabelMe`: one JSON file per photo.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::{Attributes, Entry, Region};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    shapes: Vec<Shape>,
    flags: Option<Flags>,
    image_path: String,
    image_width: u32,
    image_height: u32,
}

#[derive(Deserialize)]
struct Shape {
    label: String,
    points: Vec<[f32; 2]>,
    /// None in old files, which only contain polygons.
    #[serde(rename = "shape_type")]
    kind: Option<String>,
    flags: Option<Flags>,
}

type Flags = BTreeMap<String, bool>;

/// Reads a file or a folder of files. Tongues are the shapes with this label.
pub fn read(path: &Path, label: &str) -> Result<Vec<Entry>> {
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        let listed = std::fs::read_dir(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let paths = listed.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
        files = paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
        files.sort();
    }
    files.iter().map(|file| read_file(file, label).with_context(|| file.display().to_string())).collect()
}

fn read_file(path: &Path, label: &str) -> Result<Entry> {
    let file: File = serde_json::from_slice(&std::fs::read(path).context("it cannot be read")?)
        .context("it is no LabelMe file of a photo; move it out of the folder")?;
    let (mut regions, mut attributes) = (Vec::new(), vec![attributes(file.flags)?]);
    for (i, shape) in file.shapes.into_iter().enumerate().filter(|(_, shape)| shape.label == label) {
        let kind = shape.kind.as_deref().unwrap_or("polygon");
        ensure!(kind == "polygon", "shape {} is a {kind}; draw the tongue as a polygon", i + 1);
        regions.push(Region::Polygon(shape.points));
        attributes.push(self::attributes(shape.flags).with_context(|| format!("shape {}", i + 1))?);
    }
    let size = (file.image_width, file.image_height);
    Ok(Entry { place: path.display().to_string(), file: file.image_path, size, regions, attributes })
}

/// Parses ticked flags `name=value`.
fn attributes(flags: Option<Flags>) -> Result<Attributes> {
    let mut attributes = Attributes::new();
    for (flag, _) in flags.unwrap_or_default().into_iter().filter(|(_, ticked)| *ticked) {
        if let Some((name, value)) = flag.split_once('=') {
            let before = attributes.insert(name.to_owned(), value.to_owned());
            ensure!(before.is_none(), "two flags of {name} are ticked; tick one");
        }
    }
    Ok(attributes)
}
