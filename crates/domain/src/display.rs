//! How states and grades are shown. The web app's tests read these rules from `fixtures/tables/clinic.json`.

use chrono::{DateTime, Utc};
use strum::IntoStaticStr;

use crate::application::ApplicationStatus;
use crate::score::Grade;
use crate::tci::{Tci, TciStatus};

/// A badge's color by meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Color {
    /// Finished without a result.
    Neutral,
    /// For information.
    Info,
    /// In progress, or to be read.
    Primary,
    /// Good.
    Success,
    /// Needs attention.
    Warning,
    /// Bad.
    Error,
}

/// A badge: its color and its text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The color.
    pub color: Color,
    /// The Korean text.
    pub ko: &'static str,
    /// The English text.
    pub en: &'static str,
}

const fn badge(color: Color, ko: &'static str, en: &'static str) -> Badge {
    Badge { color, ko, en }
}

impl ApplicationStatus {
    /// Returns the badge of an application.
    #[must_use]
    pub const fn badge(self) -> Badge {
        match self {
            Self::Canceled => badge(Color::Neutral, "취소", "Canceled"),
            Self::Waiting => badge(Color::Warning, "대기", "Waiting"),
            Self::Received => badge(Color::Success, "접수", "Received"),
            Self::Complete => badge(Color::Primary, "완료", "Complete"),
        }
    }
}

impl TciStatus {
    /// Returns the badge of an analysis.
    #[must_use]
    pub const fn badge(self) -> Badge {
        match self {
            Self::Requested => badge(Color::Info, "AI 판독 중", "AI is reading"),
            Self::Read => badge(Color::Primary, "AI 판독 완료", "Read by AI"),
            Self::Complete => badge(Color::Success, "분석 완료", "Complete"),
        }
    }
}

impl Grade {
    /// Returns the badge of a grade.
    #[must_use]
    pub const fn badge(self) -> Badge {
        match self {
            Self::Ready => badge(Color::Neutral, "준비 중", "Not yet"),
            Self::Normal => badge(Color::Success, "양호", "Good"),
            Self::Warning => badge(Color::Warning, "주의", "Caution"),
            Self::Alert => badge(Color::Error, "위험", "Alert"),
        }
    }
}

/// Whose scores are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The AI's.
    Ai,
    /// The expert's.
    Expert,
}

/// What is shown as the date of a result.
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
    /// Returns the date of an analysis in a view: when the AI read the picture, or when the expert's released scores were saved.
    #[must_use]
    pub fn new(tci: &Tci, view: View) -> Self {
        let Some(picture) = &tci.picture else { return Self::Dash };
        let at = match view {
            View::Ai => picture.read.as_ref().map(|read| read.created_at),
            View::Expert if tci.status == TciStatus::Complete => picture.expert.map(|expert| expert.created_at),
            View::Expert => None,
        };
        at.map_or(Self::Empty, Self::At)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use strum::VariantArray as _;

    use super::*;
    use crate::tci::tests::{tci, time};

    #[test]
    fn badges_of_a_kind_differ() {
        let kinds: [Vec<Badge>; 3] = [
            ApplicationStatus::VARIANTS.iter().map(|status| status.badge()).collect(),
            TciStatus::VARIANTS.iter().map(|status| status.badge()).collect(),
            Grade::VARIANTS.iter().map(|grade| grade.badge()).collect(),
        ];
        for badges in kinds {
            let colors: BTreeSet<&str> = badges.iter().map(|badge| badge.color.as_str()).collect();
            assert_eq!(colors.len(), badges.len(), "{badges:?}");
            let texts: BTreeSet<_> = badges.iter().flat_map(|badge| [badge.ko, badge.en]).collect();
            assert_eq!(texts.len(), 2 * badges.len(), "{badges:?}");
            assert!(badges.iter().all(|badge| badge.en.is_ascii() && !badge.ko.is_ascii()), "{badges:?}");
        }
    }

    #[test]
    fn result_date_without_picture_is_a_dash() {
        for &status in TciStatus::VARIANTS {
            let tci = Tci { picture: None, ..tci(status, true, true) };
            for view in [View::Ai, View::Expert] {
                assert_eq!(ResultDate::new(&tci, view), ResultDate::Dash, "{status:?} {view:?}");
            }
        }
    }

    #[test]
    fn result_date_follows_view_and_release() {
        use ResultDate::{At, Empty};
        use TciStatus::{Complete, Read, Requested};
        let (read_at, saved_at) = (At(time(1)), At(time(2)));
        for (status, has_ai, has_expert, ai_view, expert_view) in [
            (Requested, false, false, Empty, Empty),
            (Requested, true, true, read_at, Empty),
            (Read, true, false, read_at, Empty),
            (Read, true, true, read_at, Empty),
            (Complete, true, true, read_at, saved_at),
            (Complete, true, false, read_at, Empty),
            (Complete, false, true, Empty, saved_at),
        ] {
            let tci = tci(status, has_ai, has_expert);
            let dates = [View::Ai, View::Expert].map(|view| ResultDate::new(&tci, view));
            assert_eq!(dates, [ai_view, expert_view], "{status:?} {has_ai} {has_expert}");
        }
    }
}
