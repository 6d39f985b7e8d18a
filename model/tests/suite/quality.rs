//! The quality gate: each reason is reached by a photo with that one flaw, and by it alone.

use image::{GrayImage, Luma, Rgb, RgbImage, imageops};
use model::FailureCode::{Blurred, CutOff, NoTongue, TooBright, TooDark, TooSmall};
use model::data::Sample;
use model::manifest::Bundle;
use model::quality::{Gate, Thresholds, nothing_found};
use model::shifts::{Shift, shifted};
use model::synth::{Options, Subject, photo, samples};
use model::{FailureCode, Outcome, Reader};

use crate::photos::{failure, good, reader, reading};

/// Limits that no longer refuse for one reason.
fn without(limits: Thresholds, code: FailureCode) -> Thresholds {
    let open = Thresholds::open();
    match code {
        TooDark => Thresholds { dark: open.dark, ..limits },
        TooBright => Thresholds { bright: open.bright, burnt: open.burnt, ..limits },
        Blurred => Thresholds { sharpness: open.sharpness, ..limits },
        TooSmall => Thresholds { height: open.height, ..limits },
        CutOff => Thresholds { cut: open.cut, ..limits },
        _ => Thresholds {
            presence: open.presence,
            certainty: open.certainty,
            sureness: open.sureness,
            unlike: open.unlike,
            colour: open.colour,
            ..limits
        },
    }
}

/// A look at a round tongue of a mean luma and a roughness, and its outline at a place in a picture of 400 x 400.
fn judge(luma: u8, roughness: u8, left: f32, height: f32, limits: &Thresholds) -> Option<FailureCode> {
    let mask = GrayImage::from_fn(256, 256, |x, y| {
        let (dx, dy) = (x as f32 - 128., y as f32 - 128.);
        Luma([if dx.hypot(dy) < 90. { 255 } else { 0 }])
    });
    let look = RgbImage::from_fn(256, 256, |x, y| {
        let sign = if (x + y) % 2 == 0 { 1 } else { -1 };
        Rgb([luma.saturating_add_signed(sign * roughness.cast_signed()); 3])
    });
    let outline = [
        [left, 100.],
        [left + 60., 100.],
        [left + 120., 100.],
        [left + 120., 100. + height / 2.],
        [left + 120., 100. + height],
        [left + 60., 100. + height],
        [left, 100. + height],
        [left, 100. + height / 2.],
    ];
    Gate { look: &look, mask: &mask, outline: &outline }.measure(&RgbImage::new(400, 400)).failure(limits)
}

#[test]
fn each_flaw_alone_is_named() {
    let limits = Thresholds::default();
    assert_eq!(judge(130, 4, 100., 150., &limits), None);
    let flaws = [
        (TooDark, (30, 4, 100., 150.)),
        (TooBright, (240, 4, 100., 150.)),
        (Blurred, (130, 0, 100., 150.)),
        (TooSmall, (130, 4, 100., 60.)),
        (CutOff, (130, 4, 0., 150.)),
    ];
    for (code, (luma, roughness, left, height)) in flaws {
        let judged = |limits: &Thresholds| judge(luma, roughness, left, height, limits);
        assert_eq!(judged(&limits), Some(code));
        assert_eq!(judged(&without(limits, code)), None, "nothing else is wrong with {}", code.as_str());
    }
}

#[test]
fn a_burnt_out_patch_is_too_bright_though_the_mean_is_not() {
    let limits = Thresholds { bright: 256., ..Thresholds::default() };
    assert_eq!(judge(255, 0, 100., 150., &limits), Some(TooBright));
}

#[test]
fn a_tongue_may_reach_the_lower_border_but_no_other() {
    let limits = Thresholds::default();
    assert_eq!(judge(130, 4, 100., 300., &limits), None);
    assert_eq!(judge(130, 4, 280., 150., &limits), Some(CutOff));
}

#[test]
fn without_a_tongue_the_light_may_be_the_reason() {
    let flat = |v: u8, side: u32| RgbImage::from_pixel(side, side, Rgb([v; 3]));
    assert_eq!(nothing_found(&flat(10, 60)), TooDark);
    assert_eq!(nothing_found(&flat(120, 60)), NoTongue);
    assert_eq!(nothing_found(&flat(250, 60)), TooBright);
    // as large as is decoded: the mean must not lose its digits
    assert_eq!(nothing_found(&flat(250, 7000)), TooBright);
}

/// Reads with the program's weights, one limit opened.
fn read_without(picture: &RgbImage, code: FailureCode) -> Option<FailureCode> {
    let mut bundle = Bundle::embedded().unwrap();
    bundle.manifest.thresholds = without(bundle.manifest.thresholds, code);
    failure(&Reader::new(&bundle).unwrap().read(picture, None).unwrap())
}

fn assert_only(picture: &RgbImage, code: FailureCode) {
    let name = code.as_str();
    assert_eq!(failure(&reader().read(picture, None).unwrap()), Some(code), "{name}");
    assert_eq!(read_without(picture, code), None, "nothing else is wrong with {name}");
}

fn drawn(change: impl FnOnce(&mut Options)) -> RgbImage {
    let mut options = Options::default();
    change(&mut options);
    photo(1, &options).0
}

#[test]
fn a_dark_photo_is_refused_as_dark() {
    assert_only(&drawn(|o| o.light = 0.2), TooDark);
}

#[test]
fn where_it_is_too_dark_to_find_the_tongue_the_dark_is_the_reason() {
    assert_eq!(failure(&reader().read(&drawn(|o| o.light = 0.08), None).unwrap()), Some(TooDark));
}

#[test]
fn an_over_exposed_photo_is_refused_as_bright() {
    assert_only(&drawn(|o| o.light = 1.75), TooBright);
}

#[test]
fn a_blurred_photo_is_refused_as_blurred() {
    assert_only(&imageops::fast_blur(&good(), 9.), Blurred);
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
fn a_reading_says_how_bright_and_how_sharp_the_tongue_is() {
    let mut bundle = Bundle::embedded().unwrap();
    bundle.manifest.thresholds = Thresholds::open();
    let open = Reader::new(&bundle).unwrap();
    let told = |picture: &RgbImage| {
        let analysis = open.read(picture, None).unwrap();
        (reading(&analysis).brightness, reading(&analysis).sharpness)
    };
    for light in [1., 0.6] {
        let (picture, mask) = photo(1, &Options { light, ..Options::default() });
        let ((brightness, _), drawn) = (told(&picture), mean_luma(&picture, &mask));
        assert!((brightness - drawn).abs() < 4., "light {light}: {brightness} of {drawn}");
    }
    let (plain, blurred) = (told(&good()), told(&imageops::fast_blur(&good(), 2.)));
    assert!(blurred.1 < 0.7 * plain.1, "{blurred:?} of {plain:?}");
    assert!((blurred.0 - plain.0).abs() < 4., "{blurred:?} of {plain:?}");
}

#[test]
fn a_tongue_of_few_pixels_is_refused_as_small() {
    assert_only(&drawn(|o| (o.width, o.height) = (120, 160)), TooSmall);
}

#[test]
fn a_tongue_beyond_the_border_is_refused_as_cut_off() {
    assert_only(&drawn(|o| o.centre.0 = 0.08), CutOff);
}

#[test]
fn where_there_is_no_tongue_none_is_found() {
    for seed in 1..5 {
        for (subject, closed) in [(Subject::Wall, false), (Subject::Hand, false), (Subject::Face, true)] {
            let (picture, _) = photo(seed, &Options { subject, closed, ..Options::default() });
            assert_eq!(failure(&reader().read(&picture, None).unwrap()), Some(NoTongue), "{subject:?} {seed}");
        }
    }
}

#[test]
fn what_is_grey_or_hardly_like_a_tongue_is_none() {
    let mut bundle = Bundle::embedded().unwrap();
    let (picture, _) = photo(1, &Options::default());
    let mut grey = picture.clone();
    grey.pixels_mut().for_each(|pixel| pixel.0 = [pixel.0[1]; 3]);
    let reads = |bundle: &Bundle, picture: &RgbImage| {
        matches!(Reader::new(bundle).unwrap().read(picture, None).unwrap().outcome, Outcome::Reading(_))
    };
    assert!(reads(&bundle, &picture) && !reads(&bundle, &grey));
    bundle.manifest.thresholds.colour = 0.;
    assert!(reads(&bundle, &grey), "the outline's network does not see that it is grey");
    bundle.manifest.thresholds.sureness = 1.01;
    assert!(!reads(&bundle, &picture), "as sure as never");
    // manifests of before know nothing of these
    let old =
        r#"{"presence":0.8,"certainty":0.8,"dark":36,"bright":225,"burnt":0.25,"sharpness":4,"height":72,"cut":0.1}"#;
    let old: Thresholds = serde_json::from_str(old).unwrap();
    assert!(old.colour > 0. && old.sureness > 0. && old.unlike < 100.);
}

#[test]
fn what_is_doubtful_and_like_no_tongue_that_was_learnt_from_is_none() {
    let mut bundle = Bundle::embedded().unwrap();
    bundle.manifest.thresholds = Thresholds::open();
    let drawn = samples(40, 24);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    let mut read = |unlike: f32, shift: Shift| {
        bundle.manifest.thresholds.unlike = unlike;
        let reader = Reader::new(&bundle).unwrap();
        let read = |place: &usize| reader.read(&shifted(&drawn, *place, shift).0, None).unwrap().outcome;
        (0..drawn.len()).filter(|place| matches!(read(place), Outcome::Reading(_))).count()
    };
    let written = read(f32::INFINITY, Shift::Watermark);
    let doubtful = written - read(0., Shift::Watermark);
    assert!(
        (1..written).contains(&doubtful),
        "{doubtful} of {written} are doubtful under writing; what is clear is read anyway"
    );
    assert_eq!(read(31., Shift::Cast), drawn.len(), "another light makes no tongue doubtful");
}
