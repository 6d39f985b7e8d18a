//! The mask of a detection: the component with the most evidence, its close-up and its fine border.

use image::RgbImage;
use model::detection::Detection;
use model::sample::Frame;

fn detection(frame: Frame, logit: impl Fn(usize, usize) -> f32) -> Detection {
    let logits = (0..64 * 64).map(|i| logit(i % 64, i / 64)).collect();
    Detection::from_logits(frame, RgbImage::new(64, 64), logits, 1.).unwrap()
}

#[test]
fn close_up_of_disc_is_centered() {
    let frame = Frame { left: 0., top: 0., width: 256., height: 256. };
    let disc = |x: usize, y: usize| if (x as f32 - 40.).hypot(y as f32 - 20.) < 8. { 4. } else { -4. };
    let near = detection(frame, disc).close_up(1.4);
    assert!((near.width - 90.).abs() < 8., "{near:?}");
    assert!((near.left + near.width / 2. - 162.).abs() < 4. && (near.top + near.height / 2. - 82.).abs() < 4.);
}

#[test]
fn fine_mask_leaves_out_separate_part() {
    let frame = Frame { left: 0., top: 0., width: 64., height: 64. };
    let hook = |x: usize, y: usize| (10..50).contains(&x) && (10..50).contains(&y) && (x < 20 || y < 20);
    let spot = |x: usize, y: usize| (35..45).contains(&x) && (35..45).contains(&y);
    let found = detection(frame, |x, y| if hook(x, y) || spot(x, y) { 4. } else { -4. });
    let (fine, [left, top]) = found.fine_mask();
    let white = |x: u32, y: u32| fine.get_pixel(2 * x - left, 2 * y - top).0[0] > 0;
    assert!(white(15, 40) && white(40, 15) && !white(40, 40) && !white(28, 28));
}

#[test]
fn mask_is_part_with_most_evidence() {
    let frame = Frame { left: 0., top: 0., width: 64., height: 64. };
    // a large component with little evidence, and a small one with much
    let found = detection(frame, |x, y| match (x, y) {
        (..30, _) => 0.1,
        (51.., ..20) => 3.,
        _ => -2.,
    });
    assert_eq!(found.bounds, [51, 0, 64, 20]);
}
