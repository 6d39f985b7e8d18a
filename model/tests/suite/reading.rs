//! The weights that the program is built with, on drawn tongues.

use image::{GrayImage, ImageFormat, Rgb, RgbImage, imageops};
use model::FailureCode::{NoTongue, NotAnImage};
use model::mask::fill;
use model::metrics::{iou, weighted_kappa};
use model::outline::{MAX_POINTS, MIN_POINTS, doubled_area, is_simple};
use model::synth::{Options, Subject, photo, random_options};
use model::{Analysis, AnalysisError, Outcome, Reading, Square};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::photos::{encode_oriented, encode_picture, failure, good_photo, pipeline, reading};

fn agreement(reading: &Reading, mask: &GrayImage) -> f64 {
    iou(&fill(reading.outline.points(), mask.width(), mask.height()), mask)
}

/// What does not depend on the clock.
fn without_timings(analysis: &Analysis) -> (u32, u32, &Outcome, &str) {
    (analysis.width, analysis.height, &analysis.outcome, &analysis.model_version)
}

#[test]
fn drawn_tongue_is_outlined() {
    let mut all = Vec::new();
    for seed in 1..7 {
        let (picture, mask) = photo(seed, &Options::default());
        let analysis = pipeline().read(&picture, None).unwrap();
        all.push(agreement(reading(&analysis), &mask));
    }
    assert!(all.iter().all(|iou| *iou >= 0.85), "{all:?}");
}

#[test]
fn reading_is_well_formed_anywhere() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut read, mut pairs) = (0, Vec::new());
    for seed in 100..124 {
        let options = random_options(&mut rng, Subject::Face, false);
        let (picture, _) = photo(seed, &options);
        let analysis = pipeline().read(&picture, None).unwrap();
        let Outcome::Reading(reading) = &analysis.outcome else { continue };
        read += 1;
        let points = reading.outline.points();
        assert!((MIN_POINTS..=MAX_POINTS).contains(&points.len()));
        assert!(is_simple(points) && doubled_area(points) > 0.);
        assert!(points.iter().flatten().all(|v| (0. ..=400.).contains(v)));
        assert!(reading.grid.width > 0. && reading.grid.height > 0.);
        pairs.extend(reading.scores.numbers().into_iter().zip(options.scores));
    }
    assert!(read >= 22, "{read} of 24 were read");
    let kappa = weighted_kappa(&pairs);
    assert!(kappa > 0.5, "agreement with what was drawn: {kappa}");
}

fn square(left: u32, top: u32, side: u32) -> Square {
    Square::new(left, top, side).unwrap()
}

/// The sum of the scores of drawn tongues whose cells are all coated so; the skin's colors are multiplied.
fn total(score: u8, skin: f32) -> u32 {
    let one = |seed| {
        let (mut picture, mask) = photo(seed, &Options { scores: [score; 9], ..Options::default() });
        let skin_pixels = picture.pixels_mut().zip(mask.iter()).filter(|(_, mask)| **mask < 128);
        skin_pixels.for_each(|(pixel, _)| pixel.0 = pixel.0.map(|v| (f32::from(v) * skin) as u8));
        let analysis = pipeline().read(&picture, None).unwrap();
        u32::from(reading(&analysis).scores.sum())
    };
    (1..5).map(one).sum()
}

#[test]
fn full_coat_is_seen_in_light_and_dark_faces() {
    // of 72 at most
    for skin in [1., 0.6] {
        let (bare, thick) = (total(0, skin), total(2, skin));
        assert!(bare < 20 && thick > 40, "{skin}: {bare} and {thick}");
    }
}

#[test]
fn grid_is_box_of_outline() {
    let analysis = pipeline().read(&good_photo(), None).unwrap();
    let reading = reading(&analysis);
    let grid = reading.grid;
    for p in reading.outline.points() {
        assert!((grid.left - 0.1..=grid.left + grid.width + 0.1).contains(&p[0]));
        assert!((grid.top - 0.1..=grid.top + grid.height + 0.1).contains(&p[1]));
    }
}

#[test]
fn sideways_photo_reads_the_same() {
    let upright = good_photo();
    let plain = pipeline().read_bytes(&encode_picture(upright.clone(), ImageFormat::Png), None).unwrap();
    // turned against what EXIF says
    for (orientation, stored) in
        [(3, imageops::rotate180(&upright)), (6, imageops::rotate270(&upright)), (8, imageops::rotate90(&upright))]
    {
        let analysis = pipeline().read_bytes(&encode_oriented(&stored, orientation, ImageFormat::Png), None).unwrap();
        assert_eq!(without_timings(&analysis), without_timings(&plain));
    }
}

#[test]
fn crop_is_read_in_pixels_of_picture() {
    let (picture, mask) = photo(2, &Options::default());
    let square = square(150, 330, 470);
    let analysis = pipeline().read(&picture, Some(square)).unwrap();
    assert_eq!((analysis.width, analysis.height), picture.dimensions());
    let reading = reading(&analysis);
    assert!(agreement(reading, &mask) > 0.85);
    for p in reading.outline.points() {
        assert!((150. ..=620.).contains(&p[0]) && (330. ..=800.).contains(&p[1]));
    }
    // the same as the square by itself, moved
    let part = imageops::crop_imm(&picture, 150, 330, 470, 470).to_image();
    let alone = pipeline().read(&part, None).unwrap();
    let alone = crate::photos::reading(&alone);
    assert_eq!((reading.scores, reading.confidences), (alone.scores, alone.confidences));
    for (a, b) in reading.outline.points().iter().zip(alone.outline.points()) {
        assert!((a[0] - b[0] - 150.).abs() < 1e-3 && (a[1] - b[1] - 330.).abs() < 1e-3);
    }
    assert!((reading.grid.left - alone.grid.left - 150.).abs() < 1e-3);
}

#[test]
fn crop_outside_picture_is_an_error() {
    let picture = RgbImage::new(100, 80);
    for (left, top, side) in [(0, 0, 81), (21, 0, 80), (0, 1, 80), (100, 0, 1), (0, 80, 1), (100_000, 0, 100_000)] {
        let result = pipeline().read(&picture, Some(square(left, top, side)));
        assert!(matches!(result, Err(AnalysisError::Crop { width: 100, height: 80 })), "{left} {top} {side}");
    }
    assert!(pipeline().read(&picture, Some(square(20, 0, 80))).is_ok());
}

#[test]
fn undecodable_bytes_have_no_size() {
    for crop in [None, Some(square(0, 0, 9))] {
        let analysis = pipeline().read_bytes(b"no photo", crop).unwrap();
        assert_eq!((analysis.width, analysis.height, failure(&analysis)), (0, 0, Some(NotAnImage)));
    }
}

#[test]
fn extreme_shapes_are_refused() {
    for (w, h) in [(1, 1), (2, 1), (12_000, 1), (1, 12_000), (4000, 3), (7, 900)] {
        let picture = RgbImage::from_pixel(w, h, Rgb([150, 120, 110]));
        let analysis = pipeline().read(&picture, None).unwrap();
        assert_eq!((analysis.width, analysis.height, failure(&analysis)), (w, h, Some(NoTongue)), "{w} x {h}");
    }
}

#[test]
fn tongue_at_each_border_is_answered() {
    for center in [(0., 0.5), (1., 0.5), (0.5, 0.), (0.5, 1.), (0., 0.), (1., 1.)] {
        let (picture, _) = photo(4, &Options { center, size: 0.5, ..Options::default() });
        let analysis = pipeline().read(&picture, None).unwrap();
        if let Outcome::Reading(reading) = &analysis.outcome {
            assert!(is_simple(reading.outline.points()));
            assert!(reading.outline.points().iter().all(|p| p[0] <= 768. && p[1] <= 1024. && p[0] >= 0. && p[1] >= 0.));
        }
    }
}

#[test]
fn threads_give_equal_answers() {
    let bytes = encode_picture(good_photo(), ImageFormat::Jpeg);
    let first = pipeline().read_bytes(&bytes, None).unwrap();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(|| pipeline().read_bytes(&bytes, None).unwrap())).collect();
        for thread in threads {
            assert_eq!(without_timings(&thread.join().unwrap()), without_timings(&first));
        }
    });
    reading(&first);
}
