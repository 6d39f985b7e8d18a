//! Scores of the nine cells, the index they make, and its grade.

use crate::tci::TciStatus;

/// One cell's score: 0 no coating, 1 thin, 2 thick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u8);

impl Score {
    /// The score with this number; none unless it is 0, 1 or 2.
    #[must_use]
    pub fn new(number: impl TryInto<u8>) -> Option<Self> {
        number.try_into().ok().filter(|&n| n <= 2).map(Self)
    }

    /// 0, 1 or 2.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// What a click on the cell makes of it: 0, 1, 2, and 0 again.
    #[must_use]
    pub const fn next(self) -> Self {
        Self((self.0 + 1) % 3)
    }
}

/// The nine cells' scores, row by row from the tongue's root to its tip, left to right as seen in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scores([Score; 9]);

impl Scores {
    /// These nine scores.
    #[must_use]
    pub const fn new(scores: [Score; 9]) -> Self {
        Self(scores)
    }

    /// The scores with these numbers; none unless they are nine of 0, 1 or 2.
    #[must_use]
    pub fn from_numbers<N: TryInto<u8> + Copy>(numbers: &[N]) -> Option<Self> {
        let scores = numbers.iter().map(|&n| Score::new(n)).collect::<Option<Vec<_>>>()?;
        scores.try_into().ok().map(Self)
    }

    /// The nine numbers.
    #[must_use]
    pub fn numbers(&self) -> [u8; 9] {
        self.0.map(Score::get)
    }

    /// The sum, 0 to 18.
    #[must_use]
    pub fn sum(&self) -> u8 {
        self.0.iter().map(|s| s.0).sum()
    }

    /// The tongue coating index: the sum's share of 18 in percent, rounded half up.
    #[must_use]
    pub fn percent(&self) -> Percent {
        let sum = u32::from(self.sum());
        // 18 is even, so adding half of it before dividing rounds as Math.round does
        Percent(u8::try_from((sum * 100 + 9) / 18).unwrap_or(100))
    }
}

/// A tongue coating index, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent(u8);

impl Percent {
    /// From here on a tongue needs caution.
    pub const WARNING_FROM: Self = Self(30);
    /// From here on a tongue needs alert.
    pub const ALERT_FROM: Self = Self(60);

    /// 0 to 100.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The grade of this index.
    #[must_use]
    pub fn grade(self) -> Grade {
        if self < Self::WARNING_FROM {
            Grade::Normal
        } else if self < Self::ALERT_FROM {
            Grade::Warning
        } else {
            Grade::Alert
        }
    }
}

/// The grade of one analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grade {
    /// No picture, or it is not read yet.
    Ready,
    /// Under 30 percent.
    Normal,
    /// 30 to under 60 percent.
    Warning,
    /// 60 percent and more.
    Alert,
}

impl Grade {
    /// The grade of an analysis: of the AI's scores when the AI has read it, of the expert's when it is complete; none
    /// when the scores that count are missing.
    #[must_use]
    pub fn of(status: TciStatus, has_picture: bool, ai: Option<&Scores>, expert: Option<&Scores>) -> Option<Self> {
        let scores = match status {
            _ if !has_picture => return Some(Self::Ready),
            TciStatus::Requested => return Some(Self::Ready),
            TciStatus::Read => ai,
            TciStatus::Complete => expert,
        };
        scores.map(|scores| scores.percent().grade())
    }

    /// The grade's stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Normal => "normal",
            Self::Warning => "warning",
            Self::Alert => "alert",
        }
    }
}
