//! The model card: what a version is, what it was tested on, and what nobody knows of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::summary::{Outlines, Scores, Summary};
use crate::manifest::Manifest;

/// What is said of the data when nobody wrote it down.
pub const UNKNOWN: &str = "Nobody wrote down where the photos come from, who scored them, or what they consented to. Write it as \
                           `about.md` beside the weights before anybody is shown a result of this version.\n";

fn row(name: &str, o: &Outlines) -> String {
    let refused: usize = o.refused.values().sum();
    format!(
        "| {name} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {refused} |\n",
        o.photos, o.iou, o.iou_p5, o.iou_min, o.dice, o.hausdorff
    )
}

fn figures(summary: &Summary) -> String {
    let mut out = String::from(
        "| outlines | photos | overlap (IoU) | 5th percentile | least | Dice | Hausdorff 95 % / height | refused |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for (name, o) in &summary.slices {
        out += &row(name, o);
    }
    for (fold, o) in &summary.folds {
        out += &row(&format!("fold {fold}"), o);
    }
    if !summary.readers.is_empty() {
        out += "\n| scores | photos | quadratic-weighted kappa | the very score | index, points apart |\n|---|---|---|---|---|\n";
    }
    let named = summary.readers.iter().enumerate().map(|(i, s)| (format!("against reader {}", i + 1), s));
    let between = summary.between_readers.iter().map(|s| ("reader 2 against reader 1".to_owned(), s));
    for (name, s) in named.chain(between) {
        let _ = writeln!(out, "| {name} | {} | {:.3} | {:.3} | {:.1} |", s.photos, s.kappa, s.exact, s.index_error);
    }
    if !summary.agreement.is_empty() {
        out += "\n| scores by kind of view, against all readers | photos | quadratic-weighted kappa | index, points apart |\n\
                |---|---|---|---|\n";
    }
    for (name, a) in &summary.agreement {
        let _ = writeln!(out, "| {name} | {} | {:.3} | {:.1} |", a.photos, a.kappa, a.index_error);
    }
    for (reader, s) in summary.readers.iter().enumerate() {
        out += &confusion(reader + 1, s);
    }
    out += "\n| confidence said, mean | cells | right |\n|---|---|---|\n";
    for bin in summary.reliability.iter().filter(|bin| bin.cells > 0) {
        let _ = writeln!(out, "| {:.0} % | {} | {:.0} % |", bin.said * 100., bin.cells, bin.right * 100.);
    }
    let _ = writeln!(out, "\nExpected calibration error of the confidences: {:.3}.", summary.calibration_error);
    out
}

fn confusion(reader: usize, scores: &Scores) -> String {
    let mut out = format!("\n| cells that reader {reader} scored | said 0 | said 1 | said 2 |\n|---|---|---|---|\n");
    for (score, [zero, one, two]) in scores.confusion.iter().enumerate() {
        let _ = writeln!(out, "| {score} | {zero} | {one} | {two} |");
    }
    out
}

/// Which photos the figures are of, and what became of those without a tongue.
fn tested(manifest: &Manifest) -> String {
    let mut out = String::new();
    if let Some(hash) = manifest.metrics.get("data_hash").and_then(serde_json::Value::as_str) {
        let same =
            if hash == manifest.data_hash { "the training's, of which the held-out part was tested" } else { hash };
        let _ = writeln!(out, "SHA-256 of the tested data: {same}.\n");
    }
    let empty: Option<BTreeMap<String, usize>> =
        manifest.metrics.get("without_tongue").and_then(|counts| serde_json::from_value(counts.clone()).ok());
    if let Some(counts) = empty {
        let (all, read) = (counts.values().sum::<usize>(), counts.get("read").copied().unwrap_or_default());
        let _ = writeln!(out, "Of {all} photos without a tongue {} were refused.\n", all - read);
    }
    out
}

/// The card in Markdown. `about` says where the photos come from, who scored them and what was not tested.
#[must_use]
pub fn card(manifest: &Manifest, about: Option<&str>) -> String {
    let summary: Option<Summary> =
        manifest.metrics.get("report").and_then(|report| serde_json::from_value(report.clone()).ok());
    let mut out = format!(
        "# Model card: {}\n\n\
         Finds the outline of a tongue in a photo and scores the coating of nine cells 0 (none), 1 (thin) or 2 (thick) after the\n\
         Tongue Coating Index (Shimizu et al., J Oral Rehabil 2007;34:442-447).\n\n\
         **It is no diagnosis** and no medical advice; coating is one sign among many. It was not validated clinically.\n\n\
         ## Version\n\n| | |\n|---|---|\n",
        manifest.version
    );
    for (name, value) in [
        ("architecture", manifest.architecture.clone()),
        ("SHA-256 of the weights", manifest.weights_hash.clone()),
        ("SHA-256 of the training data", manifest.data_hash.clone()),
        ("split", manifest.split.clone()),
        ("seed", manifest.seed.to_string()),
        ("command", format!("`{}`", manifest.command)),
    ] {
        let _ = writeln!(out, "| {name} | {value} |");
    }
    let _ = write!(out, "\n## Data and readers\n\n{}\n", about.unwrap_or(UNKNOWN).trim_end());
    out += "\n## Test\n\nOn photos that training never saw. Brackets hold 95 % intervals, by resampling people or whole photos.\n\n";
    match &summary {
        Some(summary) => out += &(tested(manifest) + &figures(summary)),
        None => {
            out +=
                "Not measured: run `model eval --record` with this version before anybody is shown a result of it.\n";
        }
    }
    let t = &manifest.thresholds;
    let _ = write!(
        out,
        "\n## Use\n\n\
         - A photo is refused with a reason when the tongue is not certain (presence < {:.2}, with the outline {:.2}) or grey, too dark (mean luma < {:.0}), too\n\
         \x20 bright (> {:.0}), blurred, cut off or smaller than {:.0} pixels.\n\
         - A confidence is the chance that such a score is right, fitted by cross-validation on the training photos. On the tested\n\
         \x20 ones it is off by the calibration error in the mean; it is not how sure a doctor would be.\n\
         - Results of other cameras, light or people than the tested ones may be worse than these figures.\n\
         - Each result names this version; experts' scores take precedence over it.\n",
        t.presence, t.sureness, t.dark, t.bright, t.height
    );
    out
}

#[cfg(test)]
mod tests {
    use super::super::summary::{summarise, tests::photo};
    use super::*;
    use crate::manifest::Bundle;

    #[test]
    fn a_card_says_what_is_known_and_what_is_not() {
        let mut manifest = Bundle::embedded().unwrap().manifest;
        manifest.metrics = serde_json::Value::Null;
        let bare = card(&manifest, None);
        assert!(bare.starts_with(&format!("# Model card: {}", manifest.version)));
        assert!(
            bare.contains("It is no diagnosis") && bare.contains("Not measured") && bare.contains(UNKNOWN.trim_end())
        );
        let photos = [photo("a", "as it is", 0.9, 1, &[1, 2])];
        let empty = serde_json::json!({ "read": 2, "no_tongue": 30, "blurred": 8 });
        let report = summarise(&manifest.version, &photos);
        manifest.metrics = serde_json::json!({ "report": report, "without_tongue": empty, "data_hash": "abc" });
        let full = card(&manifest, Some("Two readers."));
        assert!(full.contains("## Data and readers\n\nTwo readers.\n"));
        assert!(full.contains("| as it is | 1 | 0.900 [0.900, 0.900] |") && full.contains("| against reader 2 | 1 |"));
        assert!(
            full.contains("scores by kind of view") && full.contains("| as it is | 1 | 0.000 [0.000, 0.000] | 25.0 ")
        );
        assert!(!full.contains("Not measured"));
        assert!(full.contains("tested data: abc.") && full.contains("Of 40 photos without a tongue 38 were refused."));
        assert!(
            full.contains("| cells that reader 2 scored | said 0 | said 1 | said 2 |")
                && full.contains("| 2 | 0 | 9 | 0 |")
        );
        assert!(full.contains("| 75 % | 9 | 50 % |"), "{full}");
        manifest.metrics["data_hash"] = manifest.data_hash.clone().into();
        assert!(card(&manifest, None).contains("tested data: the training's, of which the held-out part was tested."));
    }
}
