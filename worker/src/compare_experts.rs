//! Job `compare_experts`: measures the agreement of the model with each clinic's experts, over the 90 days up to a day
//! in Korea.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use db::agreements::{self, Agreement, ScoredPicture};
use domain::calendar::korean_time;
use model::metrics::{Agreement as ScoreAgreement, ScorePair, index};
use queue::jobs::CompareExperts;
use queue::{Failure, JobRun, Outcome};
use runtime::SharedClock;

/// The compared period. A month of a small clinic has too few pictures for a confidence interval.
const WINDOW: TimeDelta = TimeDelta::days(90);

/// The dependencies of the comparison.
pub struct ExpertContext {
    /// The time of the figures.
    pub clock: SharedClock,
}

/// Runs the job.
///
/// # Errors
/// Retries while the database fails.
pub async fn run(context: Arc<ExpertContext>, run: JobRun<CompareExperts>) -> Outcome {
    let day = run.job.day;
    let to = end_of_day(day);
    let scored = agreements::list_scored(&mut run.tenant_db().acquire().await?, to - WINDOW, to).await?;
    // no connection is held while the figures are computed
    let compared = tokio::task::spawn_blocking(move || compare(&scored, day)).await.map_err(Failure::retry)?;
    let mut tx = run.tenant_db().begin().await?;
    for agreement in &compared {
        agreements::upsert(&mut tx, agreement, context.clock.now()).await?;
    }
    tracing::info!(%day, groups = compared.len(), "the model was compared with the experts");
    run.complete(tx).await
}

/// Returns the end of a day in Korea.
fn end_of_day(day: NaiveDate) -> DateTime<Utc> {
    korean_time(day, NaiveTime::MIN) + TimeDelta::days(1)
}

/// Returns the agreement of each clinic and version. The pictures must be sorted by both.
fn compare(scored: &[ScoredPicture], day: NaiveDate) -> Vec<Agreement> {
    scored
        .chunk_by(|a, b| a.institution_id == b.institution_id && a.model_version == b.model_version)
        .filter_map(|group| agreement(group, day))
        .collect()
}

#[expect(clippy::cast_possible_truncation, reason = "shares and scores need no more than seven digits")]
fn agreement(group: &[ScoredPicture], day: NaiveDate) -> Option<Agreement> {
    let first = group.first()?;
    // both analyses of an application show the same tongue
    let pair = |one: &ScoredPicture| ScorePair { group: one.application_id, predicted: one.model, label: one.expert };
    let scores = ScoreAgreement::from_pairs(&group.iter().map(pair).collect::<Vec<_>>())?;
    let counts = |of: fn(&ScoredPicture) -> &[u8; 9]| {
        let mut counts = [0_i32; 3];
        for score in group.iter().flat_map(of) {
            if let Some(count) = counts.get_mut(usize::from(*score)) {
                *count += 1;
            }
        }
        counts
    };
    let unaided: Vec<_> = group.iter().filter(|one| !one.from_ai).map(pair).collect();
    let photos = i32::try_from(group.len()).ok()?;
    Some(Agreement {
        institution_id: first.institution_id,
        model_version: first.model_version.clone(),
        day,
        photos,
        exact: scores.exact.value as f32,
        kappa: scores.kappa.value as f32,
        kappa_interval: [scores.kappa.low as f32, scores.kappa.high as f32],
        from_ai: i32::try_from(group.len() - unaided.len()).ok()?,
        kappa_unaided: ScoreAgreement::from_pairs(&unaided).map(|scores| scores.kappa.value as f32),
        index_error: mean(group, |one| Some((index(&one.model) - index(&one.expert)).abs()))?,
        model_cells: counts(|one| &one.model),
        expert_cells: counts(|one| &one.expert),
        confidence: mean(group, |one| Some(one.confidence))?.clamp(0.0, 1.0),
        tongue_share: mean(group, |one| Some(one.tongue_share))?,
        shorter_side: mean(group, |one| Some(one.shorter_side))?,
        brightness: mean(group, |one| one.brightness),
        sharpness: mean(group, |one| one.sharpness),
    })
}

/// Returns the mean over the pictures that have a value, or `None` if no picture has one.
#[expect(clippy::cast_possible_truncation, reason = "means need no more than seven digits")]
fn mean(group: &[ScoredPicture], of: fn(&ScoredPicture) -> Option<f64>) -> Option<f32> {
    let (sum, count) = group.iter().filter_map(of).fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then_some((sum / count) as f32)
}

#[cfg(test)]
mod tests {
    use domain::{ApplicationId, InstitutionId};

    use super::*;

    fn picture(institution: i64, version: &str, model: u8, expert: [u8; 9]) -> ScoredPicture {
        ScoredPicture {
            application_id: ApplicationId::new(1),
            institution_id: InstitutionId::new(institution),
            model_version: version.to_owned(),
            model: [model; 9],
            expert,
            from_ai: false,
            confidence: 0.8,
            tongue_share: 0.25,
            shorter_side: 768.0,
            brightness: None,
            sharpness: None,
        }
    }

    #[test]
    fn each_clinic_and_version_is_compared_by_itself() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day");
        let scored = [
            picture(1, "a", 0, [0; 9]),
            picture(1, "a", 2, [2; 9]),
            picture(1, "b", 1, [2, 2, 2, 1, 1, 1, 1, 1, 1]),
            picture(2, "b", 1, [1; 9]),
        ];
        let found = compare(&scored, day);
        let names: Vec<_> =
            found.iter().map(|one| (one.institution_id.get(), one.model_version.as_str(), one.photos)).collect();
        assert_eq!(names, [(1, "a", 2), (1, "b", 1), (2, "b", 1)]);
        let [whole, part, _] = &found[..] else { panic!("three groups") };
        assert_eq!((whole.kappa, whole.exact, whole.index_error), (1.0, 1.0, 0.0));
        assert_eq!((whole.model_cells, whole.expert_cells), ([9, 0, 9], [9, 0, 9]));
        assert!((part.exact - 2.0 / 3.0).abs() < 1e-6 && (part.index_error - 100.0 / 6.0).abs() < 1e-4);
        assert_eq!((part.model_cells, part.expert_cells), ([0, 9, 0], [0, 6, 3]));
        assert!(part.kappa_interval[0] <= part.kappa && part.kappa <= part.kappa_interval[1]);
        assert!((whole.confidence - 0.8).abs() < 1e-6 && (whole.tongue_share - 0.25).abs() < 1e-6);
        assert!(compare(&[], day).is_empty());
    }

    #[test]
    fn scores_begun_from_ai_count_apart() {
        let from_ai = |expert| ScoredPicture { from_ai: true, ..picture(1, "a", 1, expert) };
        let own = [0, 2, 1, 1, 1, 1, 1, 1, 1];
        let scored = [
            from_ai([1; 9]),
            from_ai([1; 9]),
            picture(1, "a", 1, own),
            ScoredPicture { from_ai: true, ..picture(2, "a", 1, own) },
        ];
        let day = NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day");
        let [mixed, aided] = &compare(&scored, day)[..] else { panic!("two clinics") };
        assert_eq!((mixed.photos, mixed.from_ai), (3, 2));
        let alone = &compare(&[picture(1, "a", 1, own)], day)[0];
        assert_eq!((mixed.kappa_unaided, alone.from_ai), (Some(alone.kappa), 0));
        assert_eq!((aided.photos, aided.from_ai, aided.kappa_unaided), (1, 1, None));
    }

    #[test]
    fn what_was_not_measured_is_left_out_of_the_mean() {
        let measured = |brightness, sharpness| ScoredPicture {
            brightness: Some(brightness),
            sharpness: Some(sharpness),
            ..picture(1, "a", 1, [1; 9])
        };
        let scored =
            [measured(100.0, 20.0), picture(1, "a", 1, [1; 9]), measured(130.0, 50.0), picture(2, "a", 1, [1; 9])];
        let found = compare(&scored, NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day"));
        let means: Vec<_> = found.iter().map(|one| (one.photos, one.brightness, one.sharpness)).collect();
        assert_eq!(means, [(3, Some(115.0), Some(35.0)), (1, None, None)]);
    }

    #[test]
    fn a_day_ends_at_midnight_in_korea() {
        let day = NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day");
        assert_eq!(end_of_day(day).to_rfc3339(), "2026-03-01T15:00:00+00:00");
    }
}
