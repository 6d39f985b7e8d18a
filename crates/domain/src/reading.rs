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

    /// The points.
    #[must_use]
    pub fn points(&self) -> &[[f32; 2]] {
        &self.0
    }
}

/// The frame on which the 3x3 cells lie: a box, turned clockwise about its centre.
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
    /// Degrees clockwise.
    pub angle: f32,
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

/// What the AI read from a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The nine scores.
    pub scores: Scores,
    /// How probable each is.
    pub confidences: Confidences,
    /// Where the tongue is.
    pub outline: Outline,
    /// Where the cells are.
    pub grid: Grid,
    /// Which weights read it.
    pub model_version: String,
}
