//! `model agreement`: agreement between the model and experts, and comparison of candidates with the deployed version.

use anyhow::Result;
use db::agreements::{self, Agreement, ShadowScored, ShadowSummary};
use model::bootstrap::{Interval, interval_by};
use model::metrics::weighted_kappa;
use runtime::config::Env;
use serde::Serialize;

use super::export::{connect, tenants};

/// Options of `model agreement`.
#[derive(clap::Args)]
pub struct AgreementArgs {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A candidate and the deployed version, each compared with the experts' scores of the same photos.
#[derive(Debug, PartialEq, Serialize)]
struct ExpertComparison {
    candidate: String,
    deployed: String,
    /// Photos that both versions read and an expert scored and released.
    photos: usize,
    /// Quadratic-weighted kappa of the candidate with the experts.
    candidate_kappa: f64,
    /// Quadratic-weighted kappa of the deployed version with the experts.
    deployed_kappa: f64,
    /// The candidate's kappa minus the deployed version's, over the same photos.
    gain: Interval,
}

/// Selects the scores of one version.
type Scores = fn(&ShadowScored) -> &[u8; 9];

fn kappa(photos: &[&ShadowScored], scores: Scores) -> f64 {
    let cells = photos.iter().flat_map(|photo| scores(photo).iter().copied().zip(photo.expert));
    weighted_kappa(&cells.collect::<Vec<_>>())
}

/// Compares each candidate with the experts. The photos must be sorted by candidate and deployed version.
fn compare_with_experts(scored: &[ShadowScored]) -> Vec<ExpertComparison> {
    let (candidate, deployed): (Scores, Scores) = (|one| &one.candidate_scores, |one| &one.deployed_scores);
    let compare = |group: &[ShadowScored]| {
        let all: Vec<&ShadowScored> = group.iter().collect();
        let first = group.first()?;
        Some(ExpertComparison {
            candidate: first.candidate.clone(),
            deployed: first.deployed.clone(),
            photos: group.len(),
            candidate_kappa: kappa(&all, candidate),
            deployed_kappa: kappa(&all, deployed),
            // the photos before and after cleaning show the same tongue
            gain: interval_by(
                group,
                |one| one.application_id,
                |drawn| kappa(drawn, candidate) - kappa(drawn, deployed),
            )?,
        })
    };
    scored.chunk_by(|a, b| a.candidate == b.candidate && a.deployed == b.deployed).filter_map(compare).collect()
}

/// Prints the agreement between the model and experts by clinic, and the comparison of candidates.
pub async fn run(args: &AgreementArgs) -> Result<()> {
    let database = connect(&Env::from_process()?).await?;
    let mut all = Vec::new();
    for (tenant, db) in tenants(&database, None).await? {
        let mut conn = db.acquire().await?;
        let (found, shadows) = (agreements::list_newest(&mut conn).await?, agreements::list_shadows(&mut conn).await?);
        let comparisons = compare_with_experts(&agreements::list_shadows_scored(&mut conn).await?);
        drop(conn);
        if args.json {
            all.push(serde_json::json!({
                "tenant": tenant, "agreements": found, "candidates": shadows, "expertComparisons": comparisons,
            }));
            continue;
        }
        for one in &found {
            print_agreement(&tenant, one);
        }
        for one in &shadows {
            print_candidate(&tenant, one, &comparisons);
        }
        if found.is_empty() && shadows.is_empty() {
            println!("{tenant}: nothing compared yet; the job runs at 01:30 in Korea");
        }
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(())
}

fn print_agreement(tenant: &str, a: &Agreement) {
    let [low, high] = a.kappa_interval;
    println!(
        "{tenant} clinic {} {} to {}: {} photos, kappa {:.3} [{low:.3}, {high:.3}], exact {:.0} %, index {:.1} points",
        a.institution_id.get(),
        a.model_version,
        a.day,
        a.photos,
        a.kappa,
        a.exact * 100.,
        a.index_error
    );
    if a.from_ai > 0 {
        let others = a
            .kappa_unaided
            .map_or_else(|| "there are no others".to_owned(), |kappa| format!("kappa of the others {kappa:.3}"));
        println!("    {} of them started from the AI's scores, which raises agreement; {others}", a.from_ai);
    }
    let share = |cells: [i32; 3]| cells.map(|n| f64::from(n) * 100. / f64::from(a.photos * 9)).map(f64::round);
    println!("    cells 0/1/2 in %: AI {:?}, experts {:?}", share(a.model_cells), share(a.expert_cells));
    println!("    {}", describe_photos(a));
}

fn print_candidate(tenant: &str, s: &ShadowSummary, comparisons: &[ExpertComparison]) {
    println!(
        "{tenant} candidate {} against {}: {} photos, {} with another outcome, {:.1} % of cells the same, overlap {:.3}",
        s.candidate,
        s.deployed,
        s.pictures,
        s.other_outcomes,
        s.same_cells.unwrap_or_default() * 100.,
        s.overlap.unwrap_or_default()
    );
    match comparisons.iter().find(|one| one.candidate == s.candidate && one.deployed == s.deployed) {
        Some(one) => println!(
            "    {} of them scored by experts: kappa of the candidate {:.3}, of the deployed {:.3}, gain {:+.3}",
            one.photos, one.candidate_kappa, one.deployed_kappa, one.gain
        ),
        None => println!("    none of them scored by experts yet: which of the two is right is not known"),
    }
}

/// Describes the photos: drift in them is not caused by the model or the experts.
fn describe_photos(a: &Agreement) -> String {
    let known = |mean: Option<f32>| mean.map_or_else(|| "unknown".to_owned(), |mean| format!("{mean:.1}"));
    format!(
        "photos: tongue {:.0} % of it, shorter side {:.0} pixels, brightness (0 to 255) {}, sharpness {}",
        a.tongue_share * 100.,
        a.shorter_side,
        known(a.brightness),
        known(a.sharpness)
    )
}

#[cfg(test)]
mod tests {
    use domain::ApplicationId;

    use super::*;

    #[test]
    fn unmeasured_photo_qualities_are_unknown() {
        let agreement = Agreement {
            institution_id: domain::InstitutionId::new(1),
            model_version: "a".to_owned(),
            day: "2026-03-01".parse().expect("a day"),
            photos: 2,
            exact: 1.,
            kappa: 1.,
            kappa_interval: [1.; 2],
            from_ai: 0,
            kappa_unaided: Some(1.),
            index_error: 0.,
            model_cells: [18, 0, 0],
            expert_cells: [18, 0, 0],
            confidence: 0.9,
            tongue_share: 0.25,
            shorter_side: 768.,
            brightness: Some(118.25),
            sharpness: Some(42.75),
        };
        let expected =
            "photos: tongue 25 % of it, shorter side 768 pixels, brightness (0 to 255) 118.2, sharpness 42.8";
        assert_eq!(describe_photos(&agreement), expected);
        let old = describe_photos(&Agreement { brightness: None, sharpness: None, ..agreement });
        assert!(old.ends_with("brightness (0 to 255) unknown, sharpness unknown"), "{old}");
    }

    #[test]
    fn candidate_is_compared_with_experts() {
        let photo =
            |application, candidate: &str, candidate_scores: u8, deployed_scores: u8, expert: u8| ShadowScored {
                application_id: ApplicationId::new(application),
                candidate: candidate.to_owned(),
                deployed: "a".to_owned(),
                candidate_scores: [candidate_scores; 9],
                deployed_scores: [deployed_scores; 9],
                expert: [expert; 9],
            };
        let mut scored: Vec<_> = (0..20).map(|i| photo(i, "bold", (i % 3) as u8, 1, (i % 3) as u8)).collect();
        scored.push(photo(1, "shy", 1, 2, 2));
        let found = compare_with_experts(&scored);
        assert_eq!(
            found.iter().map(|one| (&*one.candidate, one.photos)).collect::<Vec<_>>(),
            [("bold", 20), ("shy", 1)]
        );
        let bold = &found[0];
        assert!((bold.candidate_kappa - 1.).abs() < 1e-9 && bold.deployed_kappa.abs() < 1e-9);
        assert!((bold.gain.value - 1.).abs() < 1e-9 && bold.gain.is_clear());
        assert!(compare_with_experts(&[]).is_empty());
    }
}
