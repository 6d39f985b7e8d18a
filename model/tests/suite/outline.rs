//! What is drawn around a mask, whatever the mask.

use geo::{LineString, Polygon, SimplifyVw};
use image::{GrayImage, Luma};
use model::mask::fill;
use model::metrics::iou;
use model::outline::{
    MAX_POINTS, MIN_POINTS, TARGET_POINTS, clip, doubled_area, is_simple, largest_component, polygon, simplify,
};
use proptest::prelude::*;

/// A disc, a box or a thin line.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Disc(f32, f32, f32),
    Box(u32, u32, u32, u32),
    Line(u32, bool),
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        4 => (0f32..120., 0f32..100., 3f32..50.).prop_map(|(x, y, r)| Shape::Disc(x, y, r)),
        2 => (0u32..110, 0u32..90, 2u32..60, 2u32..60).prop_map(|(x, y, w, h)| Shape::Box(x, y, w, h)),
        1 => (0u32..100, any::<bool>()).prop_map(|(at, upright)| Shape::Line(at, upright)),
    ]
}

fn draw(shapes: &[Shape], holes: &[(u32, u32)]) -> GrayImage {
    let inside = |shape: &Shape, x: u32, y: u32| match *shape {
        Shape::Disc(cx, cy, r) => (x as f32 - cx).hypot(y as f32 - cy) < r,
        Shape::Box(l, t, w, h) => (l..l + w).contains(&x) && (t..t + h).contains(&y),
        Shape::Line(at, upright) => at == if upright { x } else { y },
    };
    GrayImage::from_fn(120, 100, |x, y| {
        let on = shapes.iter().any(|shape| inside(shape, x, y)) && !holes.contains(&(x, y));
        Luma([if on { 255 } else { 0 }])
    })
}

/// The largest part, pixel by pixel; of parts of the same size the one that begins first.
fn spread_out(mask: &GrayImage) -> GrayImage {
    let (mut left, mut best) = (mask.clone(), Vec::new());
    for (x, y) in (0..100).flat_map(|y| (0..120).map(move |x| (x, y))) {
        let (mut part, mut next) = (Vec::new(), vec![(x, y)]);
        while let Some((x, y)) = next.pop() {
            if left.get_pixel_checked(x, y).is_some_and(|v| v.0[0] > 0) {
                left.put_pixel(x, y, Luma([0]));
                part.push((x, y));
                next.extend([(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))]);
            }
        }
        if part.len() > best.len() {
            best = part;
        }
    }
    let mut out = GrayImage::new(120, 100);
    for (x, y) in best {
        out.put_pixel(x, y, Luma([255]));
    }
    out
}

fn assert_valid_outline(points: &[[f32; 2]], width: f32, height: f32) {
    assert!((MIN_POINTS..=MAX_POINTS).contains(&points.len()), "{} corners", points.len());
    assert!(doubled_area(points) > 0., "clockwise as seen");
    assert!(is_simple(points), "crosses itself: {points:?}");
    let inside = |p: &[f32; 2]| (0. ..=width).contains(&p[0]) && (0. ..=height).contains(&p[1]);
    assert!(points.iter().all(inside), "leaves the picture");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_mask_gives_a_sound_polygon_or_none(
        shapes in prop::collection::vec(shape(), 1..7),
        holes in prop::collection::vec((0u32..120, 0u32..100), 0..80),
    ) {
        let mask = draw(&shapes, &holes);
        if let Some(points) = polygon(&mask) {
            assert_valid_outline(&points, 120., 100.);
        } else {
            let area = largest_component(&mask).iter().filter(|v| **v > 0).count();
            prop_assert!(area < 1500, "{area} pixels are white, and there is no outline");
        }
    }

    #[test]
    fn largest_part_equals_a_flood_fill(
        shapes in prop::collection::vec(shape(), 0..5),
        dots in prop::collection::vec((0u32..120, 0u32..100), 0..400),
    ) {
        // dots make holes where there is a shape, and parts of their own elsewhere
        let mut mask = draw(&shapes, &[]);
        for (x, y) in dots {
            mask.put_pixel(x, y, Luma([255 - mask.get_pixel(x, y).0[0]]));
        }
        prop_assert_eq!(largest_component(&mask), spread_out(&mask));
    }

    #[test]
    fn part_cut_by_border_is_simple_or_none(
        shapes in prop::collection::vec(shape(), 1..5),
        (dx, dy) in (-90f32..90., -80f32..80.),
        scale in 0.02f32..9.,
    ) {
        if let Some(points) = polygon(&draw(&shapes, &[])) {
            let moved: Vec<_> = points.iter().map(|p| [(p[0] + dx) * scale, (p[1] + dy) * scale]).collect();
            let (w, h) = ((120. * scale).ceil(), (100. * scale).ceil());
            if let Some(points) = clip(&moved, w, h) {
                assert_valid_outline(&points, w, h);
            }
        }
    }
}

#[test]
fn a_box_has_enough_corners_though_it_needs_four() {
    let mask = draw(&[Shape::Box(20, 10, 60, 50)], &[]);
    let points = polygon(&mask).unwrap();
    assert_valid_outline(&points, 120., 100.);
    assert!(iou(&fill(&points, 120, 100), &mask) > 0.999);
}

#[test]
fn full_mask_is_outlined_along_the_border() {
    let mask = GrayImage::from_pixel(120, 100, Luma([255]));
    let points = polygon(&mask).unwrap();
    assert_valid_outline(&points, 120., 100.);
    assert!(iou(&fill(&points, 120, 100), &mask) > 0.999);
}

#[test]
fn cutting_off_nothing_moves_no_corner() {
    let points = polygon(&draw(&[Shape::Disc(60., 50., 30.)], &[])).unwrap();
    let kept = clip(&points, 120., 100.).unwrap();
    assert_eq!(kept.len(), points.len());
    for (a, b) in kept.iter().zip(&points) {
        assert!((a[0] - b[0]).abs() <= 0.051 && (a[1] - b[1]).abs() <= 0.051);
    }
}

#[test]
fn what_lies_outside_altogether_has_no_outline() {
    assert_eq!(clip(&[[-9., -9.], [-2., -9.], [-2., -2.], [-9., -2.]], 50., 50.), None);
    assert_eq!(clip(&[], 50., 50.), None);
}

#[test]
fn of_several_parts_the_largest_is_kept() {
    let both = draw(&[Shape::Disc(30., 40., 25.), Shape::Disc(95., 50., 15.)], &[]);
    assert_eq!(largest_component(&both), draw(&[Shape::Disc(30., 40., 25.)], &[]));
}

fn disc(radius: f32) -> GrayImage {
    GrayImage::from_fn(200, 160, |x, y| {
        let (dx, dy) = (x as f32 + 0.5 - 100., y as f32 + 0.5 - 80.);
        Luma([if dx * dx + dy * dy * 1.4 < radius * radius { 255 } else { 0 }])
    })
}

#[test]
fn disc_outline_is_simple_and_clockwise() {
    let mask = disc(60.);
    let points = polygon(&mask).unwrap();
    assert!((MIN_POINTS..=MAX_POINTS).contains(&points.len()));
    assert!(is_simple(&points));
    assert!(doubled_area(&points) > 0.);
    assert!(iou(&fill(&points, 200, 160), &mask) > 0.985);
}

#[test]
fn spurs_and_specks_leave_a_simple_polygon() {
    let mut mask = disc(40.);
    for i in 0..80 {
        mask.put_pixel(100 + i, 20, Luma([255]));
        mask.put_pixel(100, i, Luma([255]));
    }
    let points = polygon(&mask).unwrap();
    assert!(is_simple(&points));
    assert!(iou(&fill(&points, 200, 160), &disc(40.)) > 0.97);
}

#[test]
fn an_outline_is_no_coarser_than_it_must_be() {
    // the first has few points already, and the second step would remove some; the last ones need steps after the
    // usual one
    for (n, size, height) in [(60, 33., 0.), (400, 250., 1.), (400, 250., 20.), (1200, 250., 40.), (2000, 250., 200.)] {
        let wave = |i: i32| {
            let angle = f64::from(i) / f64::from(n) * std::f64::consts::TAU;
            let radius = size + height * (angle * 61.).sin();
            (radius * angle.cos(), radius * angle.sin())
        };
        let ring = Polygon::new(LineString::from((0..n).map(wave).collect::<Vec<_>>()), vec![]);
        let mut steps = (0..100).map(|step| ring.simplify_vw(0.5 * 1.5f64.powi(step)));
        let finest = steps.find(|simple| simple.exterior().0.len() <= TARGET_POINTS + 1);
        assert_eq!(Some(simplify(&ring, Polygon::simplify_vw)), finest, "{n} points, {height} high");
    }
}

#[test]
fn nothing_has_no_outline() {
    assert_eq!(polygon(&GrayImage::new(50, 50)), None);
    assert_eq!(polygon(&GrayImage::from_fn(50, 50, |x, y| Luma([if x == 9 && y == 9 { 255 } else { 0 }]))), None);
}

#[test]
fn collinear_sides_apart_are_simple() {
    // two towers of equal height, and a wall of three parts
    let towers = [[0., 9.], [0., 0.], [3., 0.], [3., 5.], [6., 5.], [6., 0.], [9., 0.], [9., 9.], [6., 9.], [3., 9.]];
    assert!(is_simple(&towers));
    // the second tower leans over the first
    let mut leaning = towers;
    leaning[5] = [2., 0.];
    assert!(!is_simple(&leaning));
}

#[test]
fn a_bow_tie_is_not_simple() {
    assert!(!is_simple(&[[0., 0.], [10., 10.], [10., 0.], [0., 10.]]));
    assert!(is_simple(&[[0., 0.], [10., 0.], [10., 10.], [0., 10.]]));
}
