//! Drawn photos repeat, show what they were asked to show, and differ by seed.

use image::RgbImage;
use model::synth::{Options, Subject, photo};
use sha2::{Digest, Sha256};

fn hash(picture: &RgbImage) -> String {
    format!("{:x}", Sha256::digest(picture.as_raw()))
}

fn small_photo() -> Options {
    Options { width: 96, height: 128, ..Options::default() }
}

/// Mean luma of each part of a picture, in four columns and rows.
fn parts(picture: &RgbImage) -> [u32; 16] {
    let (w, h) = (picture.width() / 4, picture.height() / 4);
    std::array::from_fn(|i| {
        let part = image::imageops::crop_imm(picture, i as u32 % 4 * w, i as u32 / 4 * h, w, h).to_image();
        part.iter().map(|v| u32::from(*v)).sum::<u32>() / (w * h * 3)
    })
}

/// Of the first drawn photo.
const GOLDEN: [u32; 16] = [186, 189, 182, 175, 164, 126, 123, 164, 170, 152, 149, 168, 170, 173, 174, 171];
/// Pixels of its tongue.
const GOLDEN_AREA: usize = 1912;

#[test]
fn seed_draws_one_photo() {
    let (picture, mask) = photo(1, &small_photo());
    let (again, same_mask) = photo(1, &small_photo());
    assert_eq!(hash(&picture), hash(&again));
    assert_eq!(mask, same_mask);
    assert_ne!(hash(&picture), hash(&photo(2, &small_photo()).0));
}

#[test]
fn first_photo_never_changes() {
    // parts and not a hash: the last digit of a power differs between systems' libraries
    let (picture, mask) = photo(1, &small_photo());
    for (seen, expected) in parts(&picture).into_iter().zip(GOLDEN) {
        assert!(seen.abs_diff(expected) <= 1, "{:?}", parts(&picture));
    }
    let white = mask.iter().filter(|v| **v > 0).count();
    assert!(white.abs_diff(GOLDEN_AREA) <= 4, "{white} pixels of tongue");
}

#[test]
fn only_an_open_mouth_has_a_tongue() {
    let white = |options: &Options| photo(3, options).1.iter().any(|v| *v > 0);
    assert!(white(&small_photo()));
    assert!(!white(&Options { closed: true, ..small_photo() }));
    assert!(!white(&Options { subject: Subject::Hand, ..small_photo() }));
    assert!(!white(&Options { subject: Subject::Wall, ..small_photo() }));
}

#[test]
fn thicker_coating_is_whiter() {
    let redness = |score: u8| {
        let (picture, mask) = photo(5, &Options { scores: [score; 9], ..small_photo() });
        let tongue = picture.pixels().zip(mask.iter()).filter(|(_, m)| **m > 0);
        tongue.map(|(p, _)| f64::from(p.0[0]) - f64::from(p.0[1])).sum::<f64>()
    };
    assert!(redness(0) > redness(1) && redness(1) > redness(2));
}

#[test]
fn mask_has_requested_size_and_place() {
    let options = Options { size: 0.5, center: (0.4, 0.6), ..small_photo() };
    let (_, mask) = photo(6, &options);
    let rows: Vec<u32> = mask.enumerate_pixels().filter(|(_, _, v)| v.0[0] > 0).map(|(_, y, _)| y).collect();
    let (top, bottom) = (*rows.first().unwrap() as f32, *rows.last().unwrap() as f32);
    assert!(((bottom - top) / 128. - 0.5).abs() < 0.06);
    assert!((f32::midpoint(top, bottom) / 128. - 0.6).abs() < 0.04);
}
