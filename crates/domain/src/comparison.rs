//! The change from the analysis before cleaning to the one after.

use strum::IntoStaticStr;

use crate::score::Scores;

/// How the coating changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Direction {
    /// Less coating.
    Better,
    /// The same amount of coating.
    Same,
    /// More coating.
    Worse,
}

/// The difference between two sets of scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The difference of the index in points, after minus before. Negative is better.
    pub points: i16,
    /// The difference of each cell's score, after minus before.
    pub cells: [i8; 9],
}

impl Change {
    /// Returns the change from one set of scores to the other.
    #[must_use]
    pub fn between(before: &Scores, after: &Scores) -> Self {
        let (from, to) = (before.numbers(), after.numbers());
        Self {
            points: i16::from(after.percent().get()) - i16::from(before.percent().get()),
            cells: std::array::from_fn(|cell| to[cell].cast_signed() - from[cell].cast_signed()),
        }
    }

    /// Returns how the index changed.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        match self.points {
            ..0 => Direction::Better,
            0 => Direction::Same,
            _ => Direction::Worse,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::array::uniform9;
    use proptest::prelude::*;

    use super::*;

    fn scores(numbers: [u8; 9]) -> Scores {
        Scores::from_numbers(&numbers).expect("nine scores")
    }

    #[test]
    fn less_coating_is_better() {
        let change = Change::between(&scores([2; 9]), &scores([1; 9]));
        assert_eq!((change.points, change.cells, change.direction()), (-50, [-1; 9], Direction::Better));
    }

    #[test]
    fn equal_sum_is_same() {
        let change = Change::between(&scores([2, 0, 1, 1, 1, 1, 1, 1, 1]), &scores([1; 9]));
        assert_eq!((change.points, change.direction()), (0, Direction::Same));
        assert_eq!(change.cells, [-1, 1, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn more_coating_is_worse() {
        let change = Change::between(&scores([0; 9]), &scores([2; 9]));
        assert_eq!((change.points, change.direction(), change.direction().as_str()), (100, Direction::Worse, "worse"));
    }

    proptest! {
        #[test]
        fn change_is_antisymmetric(from in uniform9(0_u8..3), to in uniform9(0_u8..3)) {
            let there = Change::between(&scores(from), &scores(to));
            let back = Change::between(&scores(to), &scores(from));
            prop_assert_eq!(there.points, -back.points);
            prop_assert_eq!(there.cells, back.cells.map(|cell| -cell));
        }

        #[test]
        fn change_to_itself_is_zero(numbers in uniform9(0_u8..3)) {
            let change = Change::between(&scores(numbers), &scores(numbers));
            prop_assert_eq!(change, Change { points: 0, cells: [0; 9] });
        }
    }
}
