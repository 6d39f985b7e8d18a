use proptest::prelude::*;

use super::*;

/// Points about (50, 50) with these radii, clockwise as seen.
fn star(radii: &[f32]) -> Vec<[f32; 2]> {
    let count = f32::from(u8::try_from(radii.len()).expect("few points"));
    let angle = |k: u8| f32::from(k) * std::f32::consts::TAU / count;
    (0..).zip(radii).map(|(k, radius)| [50. + radius * angle(k).cos(), 50. + radius * angle(k).sin()]).collect()
}

/// Twelve points on a circle.
fn ring() -> Vec<[f32; 2]> {
    star(&[40.; 12])
}

fn parse(points: Vec<[f32; 2]>) -> Result<Vec<[f32; 2]>, InvalidCode> {
    let size = Size::new(100, 100).expect("a size");
    Outline::from_expert(points, size).map(|outline| outline.points().to_vec()).map_err(|invalid| invalid.code)
}

fn parse_changed(change: impl FnOnce(&mut Vec<[f32; 2]>)) -> Result<Vec<[f32; 2]>, InvalidCode> {
    let mut points = ring();
    change(&mut points);
    parse(points)
}

#[test]
fn size_has_no_empty_side() {
    assert!(Size::new(1, i32::MAX.unsigned_abs()).is_some());
    for (width, height) in [(0, 1), (1, 0), (i32::MAX.unsigned_abs() + 1, 1), (1, u32::MAX)] {
        assert_eq!(Size::new(width, height), None, "{width} {height}");
    }
}

#[test]
fn coordinates_form_a_square_in_range() {
    let square = Square::from_coordinates(1, 2, 3, 3).expect("a square");
    assert_eq!((square.left(), square.top(), square.side()), (1, 2, 3));
    for ([left, top, width, height], code) in [
        ([0, 0, 3, 4], InvalidCode::Mismatch),
        ([0, 0, 0, 0], InvalidCode::Range),
        ([-1, 0, 3, 3], InvalidCode::Range),
        ([0, 100_001, 3, 3], InvalidCode::Range),
        ([0, 0, 100_001, 100_001], InvalidCode::Range),
        ([i64::MAX, 0, 3, 3], InvalidCode::Range),
        ([0, 0, -3, -3], InvalidCode::Range),
    ] {
        let refused = Err(Invalid::new("coordinates", code));
        assert_eq!(Square::from_coordinates(left, top, width, height), refused, "{left} {top} {width} {height}");
    }
}

#[test]
fn square_must_lie_within_picture() {
    let size = Size::new(100, 50).expect("a size");
    for (left, top, side, is_within) in [(0, 0, 50, true), (50, 0, 50, true), (51, 0, 50, false), (0, 1, 50, false)] {
        let square = Square::new(left, top, side).expect("a square");
        assert_eq!(square.within(size).is_ok(), is_within, "{square:?}");
    }
}

#[test]
fn outline_is_turned_clockwise() {
    assert_eq!(parse(ring()), Ok(ring()));
    let mut reversed = ring();
    reversed.reverse();
    assert_eq!(parse(reversed), Ok(ring()));
}

#[test]
fn outline_has_8_to_128_points_in_picture() {
    assert_eq!(parse_changed(|points| points.truncate(7)), Err(InvalidCode::Format));
    assert_eq!(parse((0_u8..129).map(|k| [f32::from(k) / 2., 50.]).collect()), Err(InvalidCode::Format));
    assert_eq!(parse_changed(|points| points[3][1] = f32::NAN), Err(InvalidCode::Format));
    assert_eq!(parse_changed(|points| points[0][0] = 100.1), Err(InvalidCode::Range));
    assert_eq!(parse_changed(|points| points[9][1] = -0.1), Err(InvalidCode::Range));
    assert!(parse_changed(|points| (points[0][0], points[9][1]) = (100., 0.)).is_ok(), "on the border");
}

#[test]
fn outline_that_touches_itself_is_refused() {
    let touching: [[u8; 2]; 8] = [[20, 10], [60, 10], [80, 20], [10, 40], [60, 80], [20, 80], [10, 60], [10, 20]];
    for (what, parsed) in [
        ("two corners swapped", parse_changed(|points| points.swap(2, 7))),
        ("neighbors swapped", parse_changed(|points| points.swap(2, 3))),
        ("a corner pulled through the other side", parse_changed(|points| points[0] = [5., 50.])),
        ("a corner on another", parse_changed(|points| points[2] = points[8])),
        ("a corner on its neighbor", parse_changed(|points| points[2] = points[3])),
        ("the last corner on the first", parse_changed(|points| points[11] = points[0])),
        ("a corner on a distant side", parse(touching.map(|point| point.map(f32::from)).to_vec())),
        ("all on a line", parse((0_u8..9).map(|k| [f32::from(k), f32::from(k)]).collect())),
        ("there and back", parse_changed(|points| points.insert(3, points[1]))),
    ] {
        assert_eq!(parsed, Err(InvalidCode::Mismatch), "{what}");
    }
}

#[test]
fn concave_outline_is_valid() {
    let middle = |points: &[[f32; 2]]| [0, 1].map(|at| f32::midpoint(points[4][at], points[5][at]));
    assert!(parse_changed(|points| points.insert(5, middle(points))).is_ok());
    assert!(parse_changed(|points| points[3] = [50., 60.]).is_ok());
}

#[test]
fn confidences_are_probabilities() {
    assert_eq!(Confidences::new([0.5; 9]).map(|confidences| confidences.get().len()), Some(9));
    for value in [-0.01, 1.01, f32::NAN, f32::INFINITY] {
        let mut values = [0.5; 9];
        values[4] = value;
        assert_eq!(Confidences::new(values), None, "{value}");
    }
}

fn reading(points: Vec<[f32; 2]>) -> Reading {
    let outline = Outline::new(points).expect("an outline");
    Reading {
        grid: Grid::from_outline(&outline),
        outline,
        scores: Scores::from_numbers(&[1; 9]).expect("nine scores"),
        confidences: Confidences::new([0.9; 9]).expect("nine probabilities"),
        brightness: 120.,
        sharpness: 50.,
        unfamiliar: false,
    }
}

#[test]
fn grid_is_the_bounding_box() {
    let Grid { left, top, width, height, angle } = reading(ring()).grid;
    assert!([left - 10., top - 10., width - 80., height - 80., angle].iter().all(|off| off.abs() < 1e-3));
}

proptest! {
    #[test]
    fn star_shaped_outline_is_accepted(radii in prop::collection::vec(5_f32..49., 8..=40)) {
        let points = star(&radii);
        prop_assert_eq!(parse(points.clone()), Ok(points.clone()));
        let mut reversed = points.clone();
        reversed.reverse();
        prop_assert_eq!(parse(reversed), Ok(points));
    }

    #[test]
    fn outline_with_swapped_corners_is_refused(first in 0_usize..12, distance in 2_usize..=10) {
        let swapped = parse_changed(|points| points.swap(first, (first + distance) % 12));
        prop_assert_eq!(swapped, Err(InvalidCode::Mismatch));
    }

    #[test]
    fn shift_moves_outline_and_grid(right in -500_f32..500., down in -500_f32..500.) {
        let mut moved = reading(ring());
        moved.shift(right, down);
        let (from, expected) = (reading(ring()).grid, Grid::from_outline(&moved.outline));
        let off = [
            expected.left - from.left - right,
            expected.top - from.top - down,
            expected.width - from.width,
            moved.grid.left - expected.left,
            moved.grid.top - expected.top,
        ];
        prop_assert!(off.iter().all(|off| off.abs() < 1e-2), "{:?}", off);
    }

    #[test]
    fn any_points_are_handled(points in prop::collection::vec(prop::array::uniform2(prop::num::f32::ANY), 0..20)) {
        let _ = parse(points);
    }
}
