//! The change from the analysis before cleaning to the one after.

use crate::score::Scores;
use crate::tci::Tci;

/// Which way the coating went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Less coating.
    Better,
    /// As much as before.
    Same,
    /// More coating.
    Worse,
}

impl Direction {
    /// The direction's stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Same => "same",
            Self::Worse => "worse",
        }
    }
}

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Points of the index, after less before: negative is better.
    pub points: i16,
    /// Each cell's score, after less before.
    pub cells: [i8; 9],
}

impl Change {
    /// The change from one set of scores to the other.
    #[must_use]
    pub fn between(before: &Scores, after: &Scores) -> Self {
        let signed = |n: u8| i8::try_from(n).unwrap_or(i8::MAX);
        let (from, to) = (before.numbers(), after.numbers());
        Self {
            points: i16::from(after.percent().get()) - i16::from(before.percent().get()),
            cells: std::array::from_fn(|cell| signed(to[cell]) - signed(from[cell])),
        }
    }

    /// The change between two analyses by the scores that count for each; none while one of them has none.
    #[must_use]
    pub fn of(before: &Tci, after: &Tci) -> Option<Self> {
        Some(Self::between(before.counting_scores()?, after.counting_scores()?))
    }

    /// Which way the index went.
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
        let same = Change::between(&scores([2, 0, 1, 1, 1, 1, 1, 1, 1]), &scores([1; 9]));
        assert_eq!((same.points, same.direction()), (0, Direction::Same));
        assert_eq!(Change::between(&scores([0; 9]), &scores([2; 9])).direction(), Direction::Worse);
    }

    proptest! {
        #[test]
        fn the_way_back_is_the_same_length(from in uniform9(0_u8..3), to in uniform9(0_u8..3)) {
            let (there, back) =
                (Change::between(&scores(from), &scores(to)), Change::between(&scores(to), &scores(from)));
            prop_assert_eq!(there.points, -back.points);
            prop_assert_eq!(there.cells, back.cells.map(|cell| -cell));
        }
    }
}
