//! Scores of the nine cells, the index computed from them, and its grade.

use strum::{IntoStaticStr, VariantArray};

/// One cell's score: 0 no coating, 1 thin, 2 thick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u8);

impl Score {
    /// Returns the score with this number, or `None` unless it is 0, 1 or 2.
    #[must_use]
    pub fn new(number: impl TryInto<u8>) -> Option<Self> {
        number.try_into().ok().filter(|&n| n <= 2).map(Self)
    }

    /// Returns 0, 1 or 2.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns the score after a click on the cell: 0, 1, 2, and 0 again.
    #[must_use]
    pub const fn next(self) -> Self {
        Self((self.0 + 1) % 3)
    }
}

/// The nine cells' scores, row by row from the tongue's root to its tip, left to right as seen in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores([Score; 9]);

impl Scores {
    /// Returns these nine scores.
    #[must_use]
    pub const fn new(scores: [Score; 9]) -> Self {
        Self(scores)
    }

    /// Returns the scores with these numbers, or `None` unless they are nine of 0, 1 or 2.
    #[must_use]
    pub fn from_numbers<N: TryInto<u8> + Copy>(numbers: &[N]) -> Option<Self> {
        let scores = numbers.iter().map(|&n| Score::new(n)).collect::<Option<Vec<_>>>()?;
        scores.try_into().ok().map(Self)
    }

    /// Returns the nine numbers.
    #[must_use]
    pub fn numbers(&self) -> [u8; 9] {
        self.0.map(Score::get)
    }

    /// Returns the sum, 0 to 18.
    #[must_use]
    pub fn sum(&self) -> u8 {
        self.0.iter().map(|s| s.0).sum()
    }

    /// Returns the tongue coating index: the sum as a percentage of 18, rounded half up.
    #[must_use]
    pub fn percent(&self) -> Percent {
        let sum = u32::from(self.sum());
        // 18 is even, so adding half of it before the division rounds as Math.round does
        Percent(u8::try_from((sum * 100 + 9) / 18).unwrap_or(100))
    }
}

/// A tongue coating index, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent(u8);

impl Percent {
    /// The lowest index of [`Grade::Warning`].
    const MIN_WARNING: Self = Self(30);
    /// The lowest index of [`Grade::Alert`].
    const MIN_ALERT: Self = Self(60);

    /// Returns 0 to 100.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns the grade of the index.
    #[must_use]
    pub fn grade(self) -> Grade {
        if self < Self::MIN_WARNING {
            Grade::Normal
        } else if self < Self::MIN_ALERT {
            Grade::Warning
        } else {
            Grade::Alert
        }
    }
}

/// The grade of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Grade {
    /// There is no picture, or it is not read yet.
    Ready,
    /// Under 30 percent.
    Normal,
    /// 30 to under 60 percent.
    Warning,
    /// 60 percent and more.
    Alert,
}

#[cfg(test)]
mod tests {
    use proptest::array::uniform9;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn score_is_zero_one_or_two() {
        assert_eq!([0_i16, 1, 2].map(|n| Score::new(n).map(Score::get)), [Some(0), Some(1), Some(2)]);
        assert_eq!([-1_i64, 3, 258].map(Score::new), [None; 3]);
    }

    #[test]
    fn next_score_cycles() {
        let zero = Score::new(0).expect("a score");
        assert_eq!([zero.next(), zero.next().next(), zero.next().next().next()].map(Score::get), [1, 2, 0]);
    }

    #[test]
    fn scores_need_nine_numbers() {
        assert!(Scores::from_numbers(&[2_u8; 9]).is_some());
        assert!(Scores::from_numbers(&[2_u8; 8]).is_none());
        assert!(Scores::from_numbers(&[2_u8; 10]).is_none());
        assert!(Scores::from_numbers(&[0, 0, 0, 0, 3, 0, 0, 0, 0]).is_none());
    }

    /// As many twos as fit into the sum, then a one if the sum is odd.
    fn scores_with_sum(sum: u8) -> Scores {
        let cells: Vec<u8> = (0..9).map(|cell| sum.saturating_sub(2 * cell).min(2)).collect();
        Scores::from_numbers(&cells).expect("nine scores")
    }

    #[test]
    fn percent_rounds_half_up() {
        let percents: Vec<u8> = (0..=18).map(|sum| scores_with_sum(sum).percent().get()).collect();
        // Math.round(sum / 18 * 100)
        assert_eq!(percents, [0, 6, 11, 17, 22, 28, 33, 39, 44, 50, 56, 61, 67, 72, 78, 83, 89, 94, 100]);
    }

    #[test]
    fn grade_changes_at_30_and_60() {
        for (percent, grade) in [
            (0, Grade::Normal),
            (29, Grade::Normal),
            (30, Grade::Warning),
            (59, Grade::Warning),
            (60, Grade::Alert),
            (100, Grade::Alert),
        ] {
            assert_eq!(Percent(percent).grade(), grade, "{percent}");
        }
    }

    #[test]
    fn sums_have_their_grades() {
        let count = |grade| (0..=18).filter(|sum| scores_with_sum(*sum).percent().grade() == grade).count();
        assert_eq!([Grade::Ready, Grade::Normal, Grade::Warning, Grade::Alert].map(count), [0, 6, 5, 8]);
    }

    proptest! {
        #[test]
        fn percent_depends_on_sum_alone(numbers in uniform9(0_u8..3)) {
            let scores = Scores::from_numbers(&numbers).expect("nine scores");
            prop_assert_eq!(scores.numbers(), numbers);
            prop_assert_eq!(scores.percent(), scores_with_sum(scores.sum()).percent());
        }
    }
}
