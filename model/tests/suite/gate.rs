//! The gate: each reason is reached by a photo with that one flaw, and by it alone.

use image::{GrayImage, Rgb, RgbImage, imageops};
use model::FailureCode::{Blurred, CutOff, NoTongue, TooBright, TooDark, TooSmall};
use model::gate::{PhotoQuality, Thresholds, explain_missing_tongue};
use model::release::Bundle;
use model::synth::{Options, Subject, photo};
use model::{FailureCode, TonguePipeline};

use crate::photos::{failure, good_photo, pipeline, reading};

/// Limits that accept every detected tongue.
fn open_limits() -> Thresholds {
    Thresholds {
        min_tongue_score: f32::MIN,
        min_area: f32::MIN,
        min_luma: f32::MIN,
        max_luma: f32::MAX,
        max_overexposed: f32::MAX,
        min_sharpness: f32::MIN,
        min_height: f32::MIN,
        max_border_contact: f32::MAX,
    }
}

/// Limits that no longer refuse for one reason.
fn without_limit(limits: Thresholds, code: FailureCode) -> Thresholds {
    let open = open_limits();
    match code {
        TooDark => Thresholds { min_luma: open.min_luma, ..limits },
        TooBright => Thresholds { max_luma: open.max_luma, max_overexposed: open.max_overexposed, ..limits },
        Blurred => Thresholds { min_sharpness: open.min_sharpness, ..limits },
        TooSmall => Thresholds { min_height: open.min_height, ..limits },
        CutOff => Thresholds { max_border_contact: open.max_border_contact, ..limits },
        _ => Thresholds { min_tongue_score: open.min_tongue_score, min_area: open.min_area, ..limits },
    }
}

fn good_quality() -> PhotoQuality {
    PhotoQuality {
        tongue_score: 0.99,
        area: 0.4,
        luma: 130.,
        overexposed: 0.,
        sharpness: 40.,
        height: 200.,
        border_contact: 0.,
    }
}

#[test]
fn each_flaw_alone_is_named() {
    let limits = Thresholds::default();
    let picture = RgbImage::from_pixel(60, 60, Rgb([120; 3]));
    assert_eq!(good_quality().check(&limits, &picture), Ok(()));
    let flaws = [
        (TooDark, PhotoQuality { luma: 20., ..good_quality() }),
        (TooBright, PhotoQuality { luma: 245., ..good_quality() }),
        (TooBright, PhotoQuality { overexposed: 0.6, ..good_quality() }),
        (Blurred, PhotoQuality { sharpness: 0.5, ..good_quality() }),
        (TooSmall, PhotoQuality { height: 40., ..good_quality() }),
        (CutOff, PhotoQuality { border_contact: 0.5, ..good_quality() }),
    ];
    for (code, quality) in flaws {
        assert_eq!(quality.check(&limits, &picture), Err(code));
        let opened = quality.check(&without_limit(limits, code), &picture);
        assert_eq!(opened, Ok(()), "nothing else is wrong with {}", code.as_str());
    }
}

#[test]
fn unsure_or_tiny_mask_is_no_tongue() {
    let check = |quality: PhotoQuality, v: u8| {
        quality.check(&Thresholds::default(), &RgbImage::from_pixel(60, 60, Rgb([v; 3])))
    };
    let unsure = PhotoQuality { tongue_score: 0.2, ..good_quality() };
    assert_eq!(check(unsure, 120), Err(NoTongue));
    assert_eq!(check(unsure, 10), Err(TooDark), "the photo says why none is seen");
    assert_eq!(check(PhotoQuality { area: 0.01, ..good_quality() }, 120), Err(NoTongue));
    let no_number = PhotoQuality { tongue_score: f32::NAN, ..good_quality() };
    assert_eq!(check(no_number, 120), Err(NoTongue));
}

#[test]
fn missing_tongue_is_explained_by_light() {
    let flat = |v: u8, side: u32| RgbImage::from_pixel(side, side, Rgb([v; 3]));
    assert_eq!(explain_missing_tongue(&flat(10, 60)), TooDark);
    assert_eq!(explain_missing_tongue(&flat(120, 60)), NoTongue);
    assert_eq!(explain_missing_tongue(&flat(250, 60)), TooBright);
    // as large as is decoded: the mean must not lose its digits
    assert_eq!(explain_missing_tongue(&flat(250, 7000)), TooBright);
}

/// Reads with the built-in weights, one limit opened.
fn read_without_limit(picture: &RgbImage, code: FailureCode) -> Option<FailureCode> {
    let mut bundle = Bundle::embedded().unwrap();
    bundle.config.thresholds = without_limit(bundle.config.thresholds, code);
    failure(&TonguePipeline::new(&bundle).unwrap().read(picture, None).unwrap())
}

fn assert_only(picture: &RgbImage, code: FailureCode) {
    let name = code.as_str();
    assert_eq!(failure(&pipeline().read(picture, None).unwrap()), Some(code), "{name}");
    assert_eq!(read_without_limit(picture, code), None, "nothing else is wrong with {name}");
}

fn draw_photo(change: impl FnOnce(&mut Options)) -> RgbImage {
    let mut options = Options::default();
    change(&mut options);
    photo(1, &options).0
}

#[test]
fn dark_photo_is_refused_as_dark() {
    assert_only(&draw_photo(|o| o.light = 0.18), TooDark);
}

#[test]
fn overexposed_photo_is_refused_as_bright() {
    assert_only(&draw_photo(|o| o.light = 1.95), TooBright);
}

#[test]
fn blurred_photo_is_refused_as_blurred() {
    assert_only(&imageops::fast_blur(&good_photo(), 6.), Blurred);
}

/// Mean luma of a picture where a mask is.
fn mean_luma(picture: &RgbImage, mask: &GrayImage) -> f32 {
    let inside = picture.pixels().zip(mask.pixels()).filter(|(_, m)| m.0[0] > 0);
    let lumas: Vec<f32> = inside
        .map(|(p, _)| 0.299 * f32::from(p.0[0]) + 0.587 * f32::from(p.0[1]) + 0.114 * f32::from(p.0[2]))
        .collect();
    lumas.iter().sum::<f32>() / lumas.len() as f32
}

#[test]
fn reading_tells_brightness_and_sharpness() {
    let mut bundle = Bundle::embedded().unwrap();
    bundle.config.thresholds = open_limits();
    let open = TonguePipeline::new(&bundle).unwrap();
    let measure = |picture: &RgbImage| {
        let analysis = open.read(picture, None).unwrap();
        (reading(&analysis).brightness, reading(&analysis).sharpness)
    };
    for light in [1., 0.6] {
        let (picture, mask) = photo(1, &Options { light, ..Options::default() });
        let ((brightness, _), drawn) = (measure(&picture), mean_luma(&picture, &mask));
        assert!((brightness - drawn).abs() < 6., "light {light}: {brightness} of {drawn}");
    }
    let (plain, blurred) = (measure(&good_photo()), measure(&imageops::fast_blur(&good_photo(), 2.)));
    assert!(blurred.1 < 0.7 * plain.1, "{blurred:?} of {plain:?}");
    assert!((blurred.0 - plain.0).abs() < 6., "{blurred:?} of {plain:?}");
}

#[test]
fn tongue_of_few_pixels_is_refused_as_small() {
    assert_only(&draw_photo(|o| (o.width, o.height) = (105, 140)), TooSmall);
}

#[test]
fn half_a_tongue_is_refused_as_cut_off() {
    assert_only(&draw_photo(|o| o.center.0 = 0.02), CutOff);
}

#[test]
fn tongue_that_touches_border_is_read() {
    // a sliver of the left side is missing
    let picture = draw_photo(|o| o.center.0 = 0.24);
    assert_eq!(failure(&pipeline().read(&picture, None).unwrap()), None);
}

#[test]
fn other_subjects_are_no_tongue() {
    for seed in 1..5 {
        for (subject, closed) in [(Subject::Wall, false), (Subject::Hand, false), (Subject::Face, true)] {
            let (picture, _) = photo(seed, &Options { subject, closed, ..Options::default() });
            assert_eq!(failure(&pipeline().read(&picture, None).unwrap()), Some(NoTongue), "{subject:?} {seed}");
        }
    }
}
