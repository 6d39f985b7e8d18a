//! Rendering the rows of an analysis.

use std::time::Duration;

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};
use domain::{Locale, TciStatus};

use super::shape::{AiResult, Coordinates, Correction, Expert, ExpertScore, Failure, Grid, Tci, TciPicture};
use crate::App;
use crate::problem::Catalogue;

/// How long a picture's URL is valid. It is signed for the start of its period and stays the same within the period, so that a
/// page that polls does not reload the picture. It stays valid for at least this long minus the period.
const URL_LIFETIME: Duration = Duration::from_mins(20);
/// How long a picture's URL stays the same.
const URL_PERIOD: TimeDelta = TimeDelta::minutes(10);

/// Renders analyses for one request.
#[derive(Clone, Copy, Debug)]
pub struct Renderer<'a> {
    app: &'a App,
    locale: Locale,
    signed_at: DateTime<Utc>,
    for_staff: bool,
}

impl<'a> Renderer<'a> {
    /// Creates a renderer for a language.
    #[must_use]
    pub fn new(app: &'a App, locale: Locale) -> Self {
        let now = app.clock.now();
        Self { app, locale, signed_at: now.duration_trunc(URL_PERIOD).unwrap_or(now), for_staff: false }
    }

    /// Returns a renderer for a clinic's staff, who also see unreleased results.
    #[must_use]
    pub const fn for_staff(self) -> Self {
        Self { for_staff: true, ..self }
    }

    /// Renders an analysis.
    #[must_use]
    pub fn tci(&self, tci: domain::Tci) -> Tci {
        // a patient sees the expert's scores instead of the AI's refusal
        let refusal = tci.failure.filter(|_| self.for_staff || tci.status != TciStatus::Complete);
        let failure = refusal.map(|code| Failure {
            code: code.as_str().to_owned(),
            message: Catalogue::for_locale(self.locale).failure(code).to_owned(),
        });
        let released = self.for_staff || tci.status == TciStatus::Complete;
        let analysis_expert = tci.analysis_expert.filter(|_| released).map(Expert::from);
        let shooting_expert = tci.shooting_expert.map(Expert::from);
        Tci {
            id: tci.id.get(),
            tci_number: tci.number.as_str().to_owned(),
            person: tci.person.map(Into::into),
            status: tci.status.number(),
            shooting_at: tci.shooting_at,
            updated_at: tci.updated_at,
            shooting_expert_id: shooting_expert.as_ref().map(|expert| expert.id),
            analysis_expert_id: analysis_expert.as_ref().map(|expert| expert.id),
            shooting_expert,
            analysis_expert,
            comment: if released { tci.comment } else { String::new() },
            tci_picture: tci.picture.map(|picture| self.picture(picture, released)),
            failure,
            phase: tci.place.as_ref().map(|place| place.phase.as_str().to_owned()),
            clinic_name: tci.place.map(|place| place.clinic),
            correction: tci.correction.map(|row| Correction { at: row.at, reason: row.reason }),
            version: tci.version,
        }
    }

    fn picture(&self, picture: domain::Picture, released: bool) -> TciPicture {
        TciPicture {
            picture_url: self.app.store.sign_get(picture.object_key.as_str(), self.signed_at, URL_LIFETIME),
            width: picture.size.map(domain::Size::width),
            height: picture.size.map(domain::Size::height),
            coordinates: picture.view.or(picture.crop).map(|crop| Coordinates {
                left: crop.left(),
                top: crop.top(),
                width: crop.side(),
                height: crop.side(),
            }),
            score: picture
                .expert
                .filter(|_| released)
                .map(|expert| ExpertScore { scores: expert.scores.numbers().to_vec(), created_at: expert.created_at }),
            expert_outline: picture.expert_outline.filter(|_| released).map(|outline| outline.points().to_vec()),
            ai_result: picture.read.map(ai_result),
        }
    }
}

fn ai_result(read: domain::tci::AiResult) -> AiResult {
    let grid = read.grid;
    AiResult {
        scores: read.scores.numbers().to_vec(),
        confidences: read.confidences.get().to_vec(),
        created_at: read.created_at,
        unfamiliar: read.unfamiliar,
        model_version: read.model_version,
        grid: Grid { left: grid.left, top: grid.top, width: grid.width, height: grid.height, angle: grid.angle },
        splition: (0..).zip(read.outline.points().iter().copied()).collect(),
    }
}
