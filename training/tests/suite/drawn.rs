//! Folders of drawn photos of several looks, as sources of their own.

use std::fmt::Write as _;
use std::path::Path;

use image::{Rgb, RgbImage};
use training::augment::draw;
use training::dataset::{SourceFolder, build};

/// Writes a source of `n` drawn tongues whose channels are multiplied: another camera.
fn write_source(dir: &Path, name: &str, gains: [f32; 3], n: u64) -> SourceFolder {
    let folder = dir.join(name);
    for part in ["images", "masks"] {
        std::fs::create_dir_all(folder.join(part)).unwrap();
    }
    let mut scores = String::from("photo,reader,c1,c2,c3,c4,c5,c6,c7,c8,c9\n");
    let first = u64::from(name.as_bytes()[0]) * 1000;
    for seed in first..first + n {
        let photo = draw(seed, false);
        let id = format!("{name}{seed}");
        let mut image: RgbImage = photo.image().clone();
        for pixel in image.pixels_mut() {
            *pixel = Rgb(std::array::from_fn(|c| (f32::from(pixel.0[c]) * gains[c]).min(255.) as u8));
        }
        image.save(folder.join(format!("images/{id}.png"))).unwrap();
        photo.mask.as_ref().unwrap().save(folder.join(format!("masks/{id}.png"))).unwrap();
        for scored in photo.scores.values() {
            let row = scored.map(|score| score.to_string()).join(",");
            for annotator in ["r", "s"] {
                let _ = writeln!(scores, "{id},{annotator},{row}");
            }
        }
    }
    std::fs::write(folder.join("scores.csv"), scores).unwrap();
    SourceFolder { name: name.into(), dir: folder, licence: "none".into(), instrument: name.into() }
}

/// Writes a source of `n` drawn photos without a tongue.
fn write_empty_source(dir: &Path, n: u64) -> SourceFolder {
    let folder = dir.join("empty");
    std::fs::create_dir_all(&folder).unwrap();
    for seed in 0..n {
        draw(seed, true).image().save(folder.join(format!("e{seed}.png"))).unwrap();
    }
    SourceFolder { name: "empty".into(), dir: folder, licence: "none".into(), instrument: "none".into() }
}

/// Makes `dir/data` with a warm source, a cool one and photos without a tongue; gives the number of photos.
pub fn write_data(dir: &Path, n: u64) -> usize {
    let sources = [
        write_source(dir, "warm", [1.1, 1., 0.8], n),
        write_source(dir, "cool", [0.85, 1., 1.1], n),
        write_empty_source(dir, n),
    ];
    build(&sources, &[], &dir.join("data")).unwrap()
}
