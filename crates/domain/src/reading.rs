//! The result of reading a picture, in pixels of the upright stored picture.

#[cfg(test)]
mod tests;

use geo::{Area as _, LineString, Polygon, Validation as _};

use crate::score::Scores;
use crate::validation::{Invalid, InvalidCode};

/// Width and height in pixels, both above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// Returns a size, or `None` when a side is 0 or exceeds the database's range.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let range = 1..=i32::MAX.unsigned_abs();
        (range.contains(&width) && range.contains(&height)).then_some(Self { width, height })
    }

    /// Returns the pixels from left to right.
    #[must_use]
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Returns the pixels from top to bottom.
    #[must_use]
    pub const fn height(self) -> u32 {
        self.height
    }
}

/// A square part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    left: u32,
    top: u32,
    side: u32,
}

/// The largest coordinate, more than any accepted picture has.
const MAX_COORDINATE: u32 = 100_000;

impl Square {
    /// Returns a square, or `None` when its side is 0 or a number exceeds 100,000.
    #[must_use]
    pub fn new(left: u32, top: u32, side: u32) -> Option<Self> {
        let is_valid = left <= MAX_COORDINATE && top <= MAX_COORDINATE && (1..=MAX_COORDINATE).contains(&side);
        is_valid.then_some(Self { left, top, side })
    }

    /// Parses the API's `coordinates`, which contain width and height.
    ///
    /// # Errors
    /// [`InvalidCode::Mismatch`] when the sides differ, [`InvalidCode::Range`] when a number is out of range.
    pub fn from_coordinates(left: i64, top: i64, width: i64, height: i64) -> Result<Self, Invalid> {
        let invalid = |code| Invalid::new("coordinates", code);
        if width != height {
            return Err(invalid(InvalidCode::Mismatch));
        }
        let pixels = |n: i64| u32::try_from(n).map_err(|_| invalid(InvalidCode::Range));
        Self::new(pixels(left)?, pixels(top)?, pixels(width)?).ok_or_else(|| invalid(InvalidCode::Range))
    }

    /// Checks that the square lies within a picture of this size.
    ///
    /// # Errors
    /// [`InvalidCode::Range`] when it does not.
    pub fn within(self, size: Size) -> Result<Self, Invalid> {
        if self.left + self.side > size.width || self.top + self.side > size.height {
            return Err(Invalid::new("coordinates", InvalidCode::Range));
        }
        Ok(self)
    }

    /// Returns the pixels to its left.
    #[must_use]
    pub const fn left(self) -> u32 {
        self.left
    }

    /// Returns the pixels above it.
    #[must_use]
    pub const fn top(self) -> u32 {
        self.top
    }

    /// Returns its width and height.
    #[must_use]
    pub const fn side(self) -> u32 {
        self.side
    }
}

/// The tongue's outline: 8 to 128 points in order, without repeating the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline(Vec<[f32; 2]>);

impl Outline {
    /// Returns an outline, or `None` unless it has 8 to 128 finite points.
    #[must_use]
    pub fn new(points: Vec<[f32; 2]>) -> Option<Self> {
        let is_finite = points.iter().flatten().all(|c| c.is_finite());
        ((8..=128).contains(&points.len()) && is_finite).then_some(Self(points))
    }

    /// Parses an outline that an expert drew on a picture of this size, and makes it clockwise: later steps rely on the
    /// order of the points to tell left from right.
    ///
    /// # Errors
    /// For the field `expertOutline` [`InvalidCode::Format`] unless it has 8 to 128 finite points, [`InvalidCode::Range`] when a point
    /// lies outside the picture, [`InvalidCode::Mismatch`] when the line crosses or touches itself.
    pub fn from_expert(points: Vec<[f32; 2]>, size: Size) -> Result<Self, Invalid> {
        let invalid = |code| Invalid::new("expertOutline", code);
        let Self(mut points) = Self::new(points).ok_or_else(|| invalid(InvalidCode::Format))?;
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let is_inside =
            |[x, y]: &[f32; 2]| (0. ..=width).contains(&(*x).into()) && (0. ..=height).contains(&(*y).into());
        if !points.iter().all(is_inside) {
            return Err(invalid(InvalidCode::Range));
        }
        let corners = points.iter().chain(points.first());
        let ring: LineString = corners.map(|&[x, y]| (f64::from(x), f64::from(y))).collect();
        let polygon = Polygon::new(ring, Vec::new());
        // `geo` accepts repeated points
        let has_empty_side = polygon.exterior().lines().any(|side| side.start == side.end);
        if has_empty_side || !polygon.is_valid() {
            return Err(invalid(InvalidCode::Mismatch));
        }
        // y points down, so a clockwise outline has a positive area
        if polygon.signed_area() < 0. {
            points.reverse();
        }
        Ok(Self(points))
    }

    /// Returns the points.
    #[must_use]
    pub fn points(&self) -> &[[f32; 2]] {
        &self.0
    }
}

/// The frame of the 3x3 cells, in pixels of the upright picture: a box that is turned clockwise about its center.
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
    /// Degrees clockwise. Current networks always return 0; stored results of former versions may be turned.
    pub angle: f32,
}

impl Grid {
    /// Returns the upright bounding box of an outline.
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
    /// Returns nine probabilities, or `None` when one lies outside 0 to 1.
    #[must_use]
    pub fn new(values: [f32; 9]) -> Option<Self> {
        values.iter().all(|v| (0.0..=1.0).contains(v)).then_some(Self(values))
    }

    /// Returns the nine values.
    #[must_use]
    pub const fn get(&self) -> [f32; 9] {
        self.0
    }
}

/// The network's result for a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The tongue's outline.
    pub outline: Outline,
    /// The frame of the cells.
    pub grid: Grid,
    /// The nine scores.
    pub scores: Scores,
    /// The calibrated probability of each score.
    pub confidences: Confidences,
    /// Mean luma of the tongue, 0 to 255.
    pub brightness: f32,
    /// Variance of the Laplacian of the luma inside the tongue in the close-up, in squared levels of 255, corrected for dark
    /// pictures.
    pub sharpness: f32,
    /// Whether the tongue differs from those of every source in the version's training data. Its scores are then less certain than
    /// their confidences say.
    pub unfamiliar: bool,
}

impl Reading {
    /// Moves outline and grid by this many pixels, from coordinates of a crop to those of the whole picture.
    pub fn shift(&mut self, right: f32, down: f32) {
        for [x, y] in &mut self.outline.0 {
            *x += right;
            *y += down;
        }
        self.grid.left += right;
        self.grid.top += down;
    }
}
