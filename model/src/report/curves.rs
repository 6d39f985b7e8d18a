//! The curves of a training as a page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::chart::{Series, escape, lines, page as whole};
use crate::train::Line;

/// File of the page.
pub const FILE: &str = "curves.html";
/// Points of a curve: means of as many parts.
const POINTS: usize = 200;

#[derive(Default)]
struct Curves {
    losses: Vec<(f64, f64)>,
    validations: Vec<(f64, f64)>,
    rate: f64,
    best: Option<(usize, f64)>,
}

/// Means of neighbouring points, so that thousands of steps make a line that can be read.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let part = points.len().div_ceil(POINTS).max(1);
    let mean = |part: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| part.iter().map(of).sum::<f64>() / part.len() as f64;
    points.chunks(part).map(|part| (mean(part, |p| p.0), mean(part, |p| p.1))).collect()
}

/// The page of a log's lines; lines that are none are left out, the last one may be half written.
#[must_use]
pub fn page(log: &str) -> String {
    let mut runs: BTreeMap<String, Curves> = BTreeMap::new();
    for line in log.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok()) {
        let run = runs.entry(line.run).or_default();
        let step = line.step as f64;
        run.losses.extend(line.loss.map(|loss| (step, f64::from(loss))));
        run.validations.extend(line.validation.map(|figure| (step, figure)));
        run.rate = line.rate.unwrap_or(run.rate);
        if let (Some(true), Some(figure)) = (line.best, line.validation) {
            run.best = Some((line.step, figure));
        }
    }
    let mut body = String::new();
    for (name, run) in &runs {
        let last = run.losses.last().map_or((0., 0.), |last| *last);
        let _ = write!(body, "<h2>{}</h2><p>step {}, loss {:.4}, rate {:.2e}", escape(name), last.0, last.1, run.rate);
        if let Some((step, figure)) = run.best {
            let _ = write!(body, "; best validation {figure:.4} at step {step}");
        }
        body += "</p>\n";
        let loss = Series { name: "loss".into(), points: thinned(&run.losses), marked: false };
        body += &lines("loss by step", &[loss], None);
        if !run.validations.is_empty() {
            let points = run.validations.clone();
            body += &lines(
                "validation by step: the higher the better",
                &[Series { name: "averaged weights".into(), points, marked: true }],
                None,
            );
        }
    }
    whole("Training", &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_losses_and_validations_of_each_run() {
        let log = r#"{"stage":"segment","run":"segment","step":0,"loss":2.0,"rate":0.001}
{"stage":"segment","run":"segment","step":1,"loss":1.0,"rate":0.001}
{"stage":"segment","run":"segment","step":1,"validation":0.75,"best":true}
{"stage":"numbers","run":"numbers-fold-0","step":0,"loss":0.5,"rate":0.002}
{"stage":"sco"#;
        let page = page(log);
        assert!(page.contains("<h2>segment</h2>") && page.contains("best validation 0.7500 at step 1"));
        assert!(page.contains("<h2>numbers-fold-0</h2>") && page.contains("step 0, loss 0.5000, rate 2.00e-3"));
        assert!(!page.contains("http"), "nothing is fetched");
    }
}
