//! How states and grades are shown: one table for the server's tests and the web app (`fixtures/tables/clinic.json`).

use chrono::{DateTime, Utc};

use crate::application::ApplicationStatus;
use crate::score::Grade;
use crate::tci::{Tci, TciStatus};

/// A badge's colour by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Nothing to do any more.
    Neutral,
    /// For information.
    Info,
    /// At work, or to be read.
    Primary,
    /// Good.
    Success,
    /// To be minded.
    Warning,
    /// Bad.
    Error,
}

impl Colour {
    /// The colour's stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Info => "info",
            Self::Primary => "primary",
            Self::Success => "success",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A badge: its colour and its words in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// Its colour.
    pub colour: Colour,
    /// In Korean.
    pub ko: &'static str,
    /// In English.
    pub en: &'static str,
}

const fn badge(colour: Colour, ko: &'static str, en: &'static str) -> Badge {
    Badge { colour, ko, en }
}

impl ApplicationStatus {
    /// The badge of an application.
    #[must_use]
    pub const fn badge(self) -> Badge {
        match self {
            Self::Canceled => badge(Colour::Neutral, "취소", "Canceled"),
            Self::Waiting => badge(Colour::Warning, "대기", "Waiting"),
            Self::Received => badge(Colour::Success, "접수", "Received"),
            Self::Complete => badge(Colour::Primary, "완료", "Complete"),
        }
    }
}

impl TciStatus {
    /// The badge of an analysis.
    #[must_use]
    pub const fn badge(self) -> Badge {
        match self {
            Self::Requested => badge(Colour::Info, "분석 대기", "Pending"),
            Self::Read => badge(Colour::Primary, "AI 분석 완료", "AI read"),
            Self::Complete => badge(Colour::Success, "완료", "Complete"),
        }
    }
}

impl Grade {
    /// Every grade.
    pub const ALL: [Self; 4] = [Self::Ready, Self::Normal, Self::Warning, Self::Alert];

    /// The badge of a grade.
    #[must_use]
    pub const fn badge(self) -> Badge {
        match self {
            Self::Ready => badge(Colour::Neutral, "준비 중", "Not yet"),
            Self::Normal => badge(Colour::Success, "양호", "Good"),
            Self::Warning => badge(Colour::Warning, "주의", "Caution"),
            Self::Alert => badge(Colour::Error, "위험", "Alert"),
        }
    }
}

/// Whose scores are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The AI's.
    Ai,
    /// The expert's.
    Expert,
}

/// What stands where a result's date belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultDate {
    /// A dash: there is no picture.
    Dash,
    /// Nothing: there is no result in this view yet.
    Empty,
    /// The date.
    At(DateTime<Utc>),
}

impl ResultDate {
    /// The date of an analysis in a view: the AI's when it has read the picture, the expert's once released.
    #[must_use]
    pub fn of(tci: &Tci, view: View) -> Self {
        let Some(picture) = &tci.picture else { return Self::Dash };
        let at = match view {
            View::Ai => picture.read.as_ref().map(|read| read.created_at),
            View::Expert if tci.status == TciStatus::Complete => picture.expert.map(|expert| expert.created_at),
            View::Expert => None,
        };
        at.map_or(Self::Empty, Self::At)
    }
}
