//! What a reading of a picture yields, in pixels of the upright stored picture.

use crate::score::Scores;
use crate::validation::{Code, Invalid};

/// Width and height in pixels, both above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// A size; none when a side is 0 or beyond what the database holds.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let side = 1..=i32::MAX.unsigned_abs();
        (side.contains(&width) && side.contains(&height)).then_some(Self { width, height })
    }

    /// Pixels from left to right.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Pixels from top to bottom.
    #[must_use]
    pub const fn height(self) -> u32 {
        self.height
    }
}

/// The square part of a picture that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    left: u32,
    top: u32,
    side: u32,
}

/// The largest coordinate taken; more than any picture that is read has.
const MAX_COORDINATE: u32 = 100_000;

impl Square {
    /// A square with a side above 0.
    #[must_use]
    pub fn new(left: u32, top: u32, side: u32) -> Option<Self> {
        let possible = left <= MAX_COORDINATE && top <= MAX_COORDINATE && (1..=MAX_COORDINATE).contains(&side);
        possible.then_some(Self { left, top, side })
    }

    /// The square of the API's `coordinates`, which name both sides.
    ///
    /// # Errors
    /// [`Code::Mismatch`] when the sides differ, [`Code::Range`] when there is no such square.
    pub fn from_coordinates(left: i64, top: i64, width: i64, height: i64) -> Result<Self, Invalid> {
        let invalid = |code| Invalid::new("coordinates", code);
        if width != height {
            return Err(invalid(Code::Mismatch));
        }
        let part = |n: i64| u32::try_from(n).map_err(|_| invalid(Code::Range));
        Self::new(part(left)?, part(top)?, part(width)?).ok_or_else(|| invalid(Code::Range))
    }

    /// Refuses a square that reaches out of a picture of this size.
    ///
    /// # Errors
    /// [`Code::Range`].
    pub fn within(self, size: Size) -> Result<Self, Invalid> {
        if self.left + self.side > size.width || self.top + self.side > size.height {
            return Err(Invalid::new("coordinates", Code::Range));
        }
        Ok(self)
    }

    /// Pixels to its left.
    #[must_use]
    pub const fn left(self) -> u32 {
        self.left
    }

    /// Pixels above it.
    #[must_use]
    pub const fn top(self) -> u32 {
        self.top
    }

    /// Its width and height.
    #[must_use]
    pub const fn side(self) -> u32 {
        self.side
    }
}

/// The tongue's outline: 8 to 128 points, clockwise, the first not repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline(Vec<[f32; 2]>);

impl Outline {
    /// An outline; none unless it has 8 to 128 finite points.
    #[must_use]
    pub fn new(points: Vec<[f32; 2]>) -> Option<Self> {
        let finite = points.iter().flatten().all(|c| c.is_finite());
        ((8..=128).contains(&points.len()) && finite).then_some(Self(points))
    }

    /// An outline that a person drew on a picture of this size, turned clockwise: a number within it is one side of the tongue, not
    /// its other.
    ///
    /// # Errors
    /// For the field `expertOutline` [`Code::Format`] unless it has 8 to 128 finite points, [`Code::Range`] when one lies outside
    /// the picture, [`Code::Mismatch`] when the line crosses or touches itself.
    pub fn drawn(points: Vec<[f32; 2]>, size: Size) -> Result<Self, Invalid> {
        let invalid = |code| Invalid::new("expertOutline", code);
        let Self(mut points) = Self::new(points).ok_or_else(|| invalid(Code::Format))?;
        // exact: no picture has more pixels than a float counts
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        if !points
            .iter()
            .all(|[x, y]| (0. ..=width).contains(&f64::from(*x)) && (0. ..=height).contains(&f64::from(*y)))
        {
            return Err(invalid(Code::Range));
        }
        if touches_itself(&points) {
            return Err(invalid(Code::Mismatch));
        }
        if twice_the_area(&points) < 0. {
            points.reverse();
        }
        Ok(Self(points))
    }

    /// The points.
    #[must_use]
    pub fn points(&self) -> &[[f32; 2]] {
        &self.0
    }
}

/// Twice the area of a polygon, in square pixels; below 0 when it runs counterclockwise, with y downwards.
fn twice_the_area(points: &[[f32; 2]]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| f64::from(a[0]) * f64::from(b[1]) - f64::from(b[0]) * f64::from(a[1])).sum()
}

/// Whether two sides of a polygon have a point in common, beyond the corner between neighbours.
fn touches_itself(points: &[[f32; 2]]) -> bool {
    let sides = points.len();
    let side = |at: usize| (points[at], points[(at + 1) % sides]);
    (0..sides).any(|one| {
        (one + 1..sides).any(|other| {
            let ((a, b), (c, d)) = (side(one), side(other));
            if other == one + 1 {
                // neighbours: the second must not run back along the first, and none of both may be a point
                return turn(a, b, d) == 0. && within(a, b, d);
            }
            if (other + 1) % sides == one {
                return turn(c, d, b) == 0. && within(c, d, b);
            }
            meet((a, b), (c, d))
        })
    })
}

/// On which side of the line from `a` to `b` a point lies; 0 on it.
fn turn(a: [f32; 2], b: [f32; 2], p: [f32; 2]) -> f64 {
    let [ax, ay, bx, by, px, py] = [a[0], a[1], b[0], b[1], p[0], p[1]].map(f64::from);
    (bx - ax) * (py - ay) - (by - ay) * (px - ax)
}

/// Whether a point of the line through `corner` and `a` lies on the same side of `corner` as `a`, or either at the corner.
fn within(a: [f32; 2], corner: [f32; 2], p: [f32; 2]) -> bool {
    let along = |at: usize| f64::from(a[at] - corner[at]) * f64::from(p[at] - corner[at]);
    along(0) + along(1) >= 0.
}

/// Whether two sides without a common corner meet.
fn meet((a, b): ([f32; 2], [f32; 2]), (c, d): ([f32; 2], [f32; 2])) -> bool {
    let (one, two) = (turn(a, b, c), turn(a, b, d));
    let (three, four) = (turn(c, d, a), turn(c, d, b));
    if one == 0. && two == 0. {
        // on one line: whether their spans overlap
        let apart = |at: usize| a[at].max(b[at]) < c[at].min(d[at]) || c[at].max(d[at]) < a[at].min(b[at]);
        return !(apart(0) || apart(1));
    }
    one * two <= 0. && three * four <= 0.
}

/// The frame on which the 3x3 cells lie, in pixels of the upright picture: a box, turned clockwise about its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Pixels to its left.
    pub left: f32,
    /// Pixels above it.
    pub top: f32,
    /// Pixels from left to right, before turning.
    pub width: f32,
    /// Pixels from top to bottom, before turning.
    pub height: f32,
    /// Degrees clockwise. Always 0 from a network whose labels lie on upright boxes; stored results of former versions may be turned.
    pub angle: f32,
}

impl Grid {
    /// The upright bounding box of an outline.
    #[must_use]
    pub fn from_outline(outline: &Outline) -> Self {
        let [mut left, mut top, mut right, mut bottom] = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for &[x, y] in outline.points() {
            [left, top, right, bottom] = [left.min(x), top.min(y), right.max(x), bottom.max(y)];
        }
        Self { left, top, width: right - left, height: bottom - top, angle: 0. }
    }
}

/// The probability of each of the nine scores, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidences([f32; 9]);

impl Confidences {
    /// Nine probabilities; none when one lies outside 0 to 1.
    #[must_use]
    pub fn new(values: [f32; 9]) -> Option<Self> {
        values.iter().all(|v| (0.0..=1.0).contains(v)).then_some(Self(values))
    }

    /// The nine values.
    #[must_use]
    pub const fn get(&self) -> [f32; 9] {
        self.0
    }
}

/// What the network read from a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Where the tongue is.
    pub outline: Outline,
    /// Where the cells are.
    pub grid: Grid,
    /// The nine scores.
    pub scores: Scores,
    /// The calibrated probability of each score.
    pub confidences: Confidences,
    /// Mean luma of the tongue, 0 to 255.
    pub brightness: f32,
    /// Variance of the Laplacian of the luma inside the tongue in the close-up, in squared levels of 255; of a dark tongue as if it
    /// were well lit.
    pub sharpness: f32,
    /// Whether the tongue looks unlike those of every source that the version learned from; its scores are then less certain than their
    /// confidences say.
    pub unfamiliar: bool,
}

impl Reading {
    /// Moves outline and grid by this many pixels: from their place in a part of a picture to that in the whole.
    pub fn shift(&mut self, right: f32, down: f32) {
        for [x, y] in &mut self.outline.0 {
            *x += right;
            *y += down;
        }
        self.grid.left += right;
        self.grid.top += down;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve points on a circle about (50, 50), clockwise as seen.
    fn ring() -> Vec<[f32; 2]> {
        let at = |k: u8| f32::from(k) * std::f32::consts::TAU / 12.;
        (0..12).map(|k| [50. + 40. * at(k).cos(), 50. + 40. * at(k).sin()]).collect()
    }

    fn drawn(points: Vec<[f32; 2]>) -> Result<Vec<[f32; 2]>, Code> {
        let size = Size::new(100, 100).expect("a size");
        Outline::drawn(points, size).map(|outline| outline.points().to_vec()).map_err(|invalid| invalid.code)
    }

    fn changed(change: impl FnOnce(&mut Vec<[f32; 2]>)) -> Result<Vec<[f32; 2]>, Code> {
        let mut points = ring();
        change(&mut points);
        drawn(points)
    }

    #[test]
    fn what_is_drawn_either_way_round_runs_clockwise() {
        assert_eq!(drawn(ring()), Ok(ring()));
        let mut back = ring();
        back.reverse();
        assert_eq!(drawn(back), Ok(ring()));
    }

    #[test]
    fn an_outline_has_enough_points_within_the_picture() {
        assert_eq!(changed(|points| points.truncate(7)), Err(Code::Format));
        assert_eq!(drawn((0_u8..129).map(|k| [f32::from(k) / 2., 50.]).collect()), Err(Code::Format));
        assert_eq!(changed(|points| points[3][1] = f32::NAN), Err(Code::Format));
        assert_eq!(changed(|points| points[0][0] = 100.1), Err(Code::Range));
        assert_eq!(changed(|points| points[9][1] = -0.1), Err(Code::Range));
        assert!(changed(|points| (points[0][0], points[9][1]) = (100., 0.)).is_ok(), "the border is the picture's");
    }

    #[test]
    fn an_outline_does_not_touch_itself() {
        let touching: [[u8; 2]; 8] = [[20, 10], [60, 10], [80, 20], [10, 40], [60, 80], [20, 80], [10, 60], [10, 20]];
        for (what, wrong) in [
            ("two corners changed places", changed(|points| points.swap(2, 7))),
            ("neighbours changed places", changed(|points| points.swap(2, 3))),
            ("a corner pulled through the other side", changed(|points| points[0] = [5., 50.])),
            ("a corner upon another", changed(|points| points[2] = points[8])),
            ("a corner upon its neighbour", changed(|points| points[2] = points[3])),
            ("the last corner upon the first", changed(|points| points[11] = points[0])),
            ("a corner upon a side far away", drawn(touching.map(|point| point.map(f32::from)).to_vec())),
            ("all on one line", drawn((0_u8..9).map(|k| [f32::from(k), f32::from(k)]).collect())),
            ("there and back", changed(|points| points.insert(3, points[1]))),
        ] {
            assert_eq!(wrong, Err(Code::Mismatch), "{what}");
        }
        // a side may be cut in two, and the outline may turn inwards
        let middle = |points: &[[f32; 2]]| [0, 1].map(|at| f32::midpoint(points[4][at], points[5][at]));
        assert!(changed(|points| points.insert(5, middle(points))).is_ok());
        assert!(changed(|points| points[3] = [50., 60.]).is_ok());
    }

    #[test]
    fn grid_and_outline_move_together() {
        let outline = Outline::new(ring()).expect("an outline");
        let mut reading = Reading {
            grid: Grid::from_outline(&outline),
            outline,
            scores: Scores::from_numbers(&[1; 9]).expect("nine scores"),
            confidences: Confidences::new([0.9; 9]).expect("nine probabilities"),
            brightness: 120.,
            sharpness: 50.,
            unfamiliar: false,
        };
        let Grid { left, top, width, height, angle } = reading.grid;
        assert!([left - 10., top - 10., width - 80., height - 80., angle].iter().all(|off| off.abs() < 1e-3));
        reading.shift(5., -3.);
        let moved = Grid::from_outline(&reading.outline);
        assert!([moved.left - left - 5., moved.top - top + 3., moved.width - width].iter().all(|off| off.abs() < 1e-3));
        assert!((reading.grid.left - moved.left).abs() < 1e-3 && (reading.grid.top - moved.top).abs() < 1e-3);
    }
}
