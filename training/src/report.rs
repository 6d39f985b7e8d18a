//! An evaluation as text and as Markdown.

use std::fmt::Write as _;

use model::evaluation::{ALL_SOURCES, Evaluation, Protocol, SourceEvaluation};

/// The sources of an evaluation, all photos together last.
fn rows(evaluation: &Evaluation) -> Vec<(&String, &SourceEvaluation)> {
    let (all, mut single): (Vec<_>, Vec<_>) = evaluation.sources.iter().partition(|(name, _)| *name == ALL_SOURCES);
    if single.len() > 1 {
        single.extend(all);
    }
    single
}

/// A short table for a terminal.
#[must_use]
pub fn text(evaluation: &Evaluation) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:12} {:>6} {:>7} {:>6} {:>6} {:>6}  {:>6} {:>6} {:>6} {:>6} {:>7}",
        "source", "photos", "refused", "IoU", "least", "edge F", "scored", "kappa", "error", "corr.", "readers"
    );
    for (name, source) in rows(evaluation) {
        let refused: usize = source.refused.values().sum();
        let _ = write!(
            out,
            "{name:12} {:>6} {refused:>7} {:>6.3} {:>6.3} {:>6.3}",
            source.photos, source.iou.value, source.min_iou, source.boundary_f
        );
        if let Some(scores) = &source.scores {
            let _ = write!(
                out,
                "  {:>6} {:>6.3} {:>6.2} {:>6.3} {:>7.3}",
                scores.photos,
                scores.kappa.value,
                scores.index_error.value,
                scores.index_correlation.value,
                scores.kappa_between_readers.unwrap_or(f64::NAN)
            );
        }
        out.push('\n');
    }
    if let Some(empty) = evaluation.non_tongues {
        let _ = writeln!(out, "photos without a tongue refused: {} of {}", empty.refused, empty.photos);
    }
    if let Some(error) = evaluation.calibration_error {
        let _ = writeln!(out, "calibration error {error:.3}");
    }
    out
}

/// Tables for a model card, figures with 95 % intervals over groups.
#[must_use]
pub fn markdown(evaluation: &Evaluation) -> String {
    let protocol = match evaluation.protocol {
        Protocol::Sealed => "The sealed part of each source: chosen by hash before the first training, measured once",
        Protocol::HeldOutFold => "A fold that the training left out",
        Protocol::LeaveOneSourceOut => {
            "Leave one source out: each source read by a network that was trained on the others"
        }
        Protocol::External => "Photos of a folder, none of which were trained on",
    };
    let mut out = format!(
        "{protocol}.\n\n| source | photos | refused | outline IoU | least | scored | kappa | index error, points | index correlation | readers' kappa |\n\
         |---|---|---|---|---|---|---|---|---|---|\n"
    );
    for (name, source) in rows(evaluation) {
        let refused: usize = source.refused.values().sum();
        let _ = write!(out, "| {name} | {} | {refused} | {} | {:.3} |", source.photos, source.iou, source.min_iou);
        match &source.scores {
            Some(scores) => {
                let between =
                    scores.kappa_between_readers.map_or_else(|| "-".to_owned(), |kappa| format!("{kappa:.2}"));
                let _ = writeln!(
                    out,
                    " {} | {:.2} | {:.1} | {:.2} | {between} |",
                    scores.photos, scores.kappa, scores.index_error, scores.index_correlation
                );
            }
            None => out.push_str(" 0 | - | - | - | - |\n"),
        }
    }
    if let Some(empty) = evaluation.non_tongues {
        let _ = writeln!(out, "\nPhotos without a tongue refused: {} of {}.", empty.refused, empty.photos);
    }
    if let Some(error) = evaluation.calibration_error {
        let _ = writeln!(out, "\nExpected calibration error of the confidences: {error:.3}.");
    }
    out
}
