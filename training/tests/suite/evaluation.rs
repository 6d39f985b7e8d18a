//! Runs and their stored predictions, summed up over seeds by the commands.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use model::calibration::Calibration;
use model::evaluation::Protocol;
use model::gate::Thresholds;
use serde_json::Value;
use tempfile::TempDir;
use training::evaluate::{PhotoPrediction, Predictions};
use training::runs::{PREDICTIONS, RUN, RunRecord};
use training::trainer::TrainConfig;

use crate::commands::{model, stderr, stdout};

/// A run that held a source of ten tongues out; `wrong` of them have another index; and one photo without a tongue.
struct StoredRun<'a> {
    name: &'a str,
    seed: u64,
    steps: usize,
    source: &'a str,
    wrong: usize,
    iou: f64,
}

impl StoredRun<'_> {
    fn write(&self, dir: &Path) {
        let dir = dir.join("runs").join(self.name);
        fs::create_dir_all(&dir).unwrap();
        let record = RunRecord {
            version: format!("version of {}", self.name),
            commit: String::new(),
            data_hash: "data".to_owned(),
            held_out: Some(self.source.to_owned()),
            config: TrainConfig { seed: self.seed, steps: self.steps, ..TrainConfig::default() },
        };
        record.write(&dir.join(RUN)).unwrap();
        let photo = |i: usize| PhotoPrediction {
            photo: format!("{}{i:02}", self.source),
            source: self.source.to_owned(),
            group: format!("{}{i:02}", self.source),
            instrument: "phone".to_owned(),
            has_tongue: i < 10,
            refused: (i == 10).then(|| "no_tongue".to_owned()),
            iou: self.iou,
            boundary_f: 0.5,
            logits: Some([[if i < self.wrong { -20. } else { 20. }, if i.is_multiple_of(3) { 20. } else { -20. }]; 9]),
            tongue_score: if i < 10 { 0.97 } else { 0.45 },
            annotators: (i < 10)
                .then(|| ("r".to_owned(), [if i.is_multiple_of(3) { 2 } else { 1 }; 9]))
                .into_iter()
                .collect::<BTreeMap<_, _>>(),
            ..PhotoPrediction::default()
        };
        let predictions = Predictions {
            version: record.version,
            protocol: Protocol::LeaveOneSourceOut,
            data_hash: record.data_hash,
            calibration: Calibration::default(),
            limits: Thresholds::default(),
            photos: (0..11).map(photo).collect(),
        };
        predictions.write(&dir.join(PREDICTIONS)).unwrap();
    }
}

/// Two seeds of one training that both left both sources out.
fn write_runs(dir: &Path) {
    let run = |name, seed, source, iou| StoredRun { name, seed, steps: 9, source, wrong: 0, iou };
    let runs = [run("a1", 1, "clinic", 0.8), run("a2", 2, "clinic", 0.9)];
    runs.into_iter().chain([run("b1", 1, "street", 0.5), run("b2", 2, "street", 0.7)]).for_each(|run| run.write(dir));
}

fn copy_weights(to: &Path) {
    fs::create_dir(to).unwrap();
    for file in ["config.json", "model.safetensors", "manifest.json"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/weights").join(file);
        fs::copy(from, to.join(file)).unwrap();
    }
}

#[test]
fn left_out_sources_are_summed_up_over_seeds() {
    let dir = TempDir::new().unwrap();
    write_runs(dir.path());
    let text = stdout(&model(dir.path(), &["runs", "runs", "--pooled"]));
    assert!(text.contains("leave one source out: a1, a2, b1, b2\n"), "{text}");
    let row = |start: &[&str]| {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        text.lines().map(words).find(|line| line.starts_with(&start.iter().map(|&s| s.to_owned()).collect::<Vec<_>>()))
    };
    for expected in [
        &["clinic", "11", "2", "9", "0.850", "[0.850,", "0.850]", "0.500"][..],
        &["range", "0.800", "to", "0.900"],
        &["street", "11", "2", "9", "0.600"],
        &["all", "22", "2", "9", "0.725"],
        // the gate's limit decides between the tongues, all at 0.97, and the other photos, all at 0.45
        &["0.40", "0", "of", "40", "4", "of", "4"],
        &["0.50", "(deployed)", "0", "of", "40", "0", "of", "4"],
        &["annotator:", "r", "40"],
    ] {
        assert!(row(expected).is_some(), "{expected:?} in {text}");
    }
    assert!(!text.contains("instrument:"), "one instrument does not divide the photos: {text}");
    let json: Value = serde_json::from_str(&stdout(&model(dir.path(), &["runs", "runs", "--json"]))).unwrap();
    let run = &json["runs"][3];
    assert_eq!(
        (&run["run"], &run["record"]["held_out"], &run["record"]["config"]["seed"]),
        (&"b2".into(), &"street".into(), &2.into())
    );
    let street = &json["leave_one_source_out"][0]["sources"]["street"];
    assert_eq!(street["seeds"], 2);
    for found in [&run["evaluation"]["sources"]["street"]["iou"]["value"], &street["figures"]["iou"]["max"]] {
        assert!((found.as_f64().unwrap() - 0.7).abs() < 1e-9, "{found}");
    }
}

#[test]
fn left_out_sources_are_recorded_and_carded() {
    let dir = TempDir::new().unwrap();
    write_runs(dir.path());
    copy_weights(&dir.path().join("weights"));
    let record = ["runs", "runs", "--record", "weights"];
    assert!(stdout(&model(dir.path(), &record)).contains("recorded in weights"));
    let card = stdout(&model(dir.path(), &["card", "--weights", "weights"]));
    let [unseen, sealed] = ["Leave one source out", "The sealed part"].map(|text| card.find(text).expect(text));
    assert!(unseen < sealed && card[unseen..sealed].contains("| clinic | 11 | 2 | 9 | 0.850"), "{card}");

    let other = StoredRun { name: "c", seed: 1, steps: 10, source: "clinic", wrong: 0, iou: 0.8 };
    other.write(dir.path());
    assert!(stderr(&model(dir.path(), &record)).contains("several trainings"));
    // a run's own record decides which of them it is like
    fs::copy(dir.path().join("runs/c/run.json"), dir.path().join("weights/run.json")).unwrap();
    stdout(&model(dir.path(), &record));
    let card = stdout(&model(dir.path(), &["card", "--weights", "weights"]));
    assert!(card.contains("| clinic | 11 | 1 | 10 | 0.800"), "{card}");

    let manifest = dir.path().join("weights/manifest.json");
    let mut unmeasured: Value = serde_json::from_slice(&fs::read(&manifest).unwrap()).unwrap();
    unmeasured["evaluation"] = Value::Null;
    fs::write(&manifest, unmeasured.to_string()).unwrap();
    assert!(stderr(&model(dir.path(), &record)).contains("`model eval --record` comes first"));
}

#[test]
fn stored_runs_are_compared_over_seeds() {
    let dir = TempDir::new().unwrap();
    write_runs(dir.path());
    let better = |name, seed, iou| StoredRun { name, seed, steps: 10, source: "clinic", wrong: 5, iou };
    better("c1", 1, 0.95).write(dir.path());
    better("c2", 7, 0.97).write(dir.path());
    let compare = |a: &str, b: &str| model(dir.path(), &["compare", a, b, "--stored"]);
    let text = stdout(&compare("runs/a1,runs/a2", "runs/c1,runs/c2"));
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
    let words: Vec<&str> = line("outline IoU").split_whitespace().collect();
    assert_eq!(words[2..8], ["0.850", "0.800", "to", "0.900", "0.960", "0.950"], "{text}");
    assert!(line("outline IoU").contains("+0.110 [+0.110, +0.110]") && line("outline IoU").ends_with("B is better"));
    assert!(line("index error").ends_with("B is worse") && line("kappa").ends_with("B is worse"), "{text}");
    assert!(line("refused").ends_with("no clear difference"), "{text}");
    // sources of one seed are taken together, and then the other side must have them too
    assert!(stderr(&compare("runs/a1,runs/b1", "runs/c1")).contains("different photos"));
    assert!(stdout(&compare("runs/a1,runs/b1", "runs/a2,runs/b2")).contains("B is better"));
    assert!(stderr(&compare("runs/a1", "built-in")).contains("built-in is no finished run"));
    assert!(stderr(&model(dir.path(), &["compare", "runs/a1", "runs/c1"])).contains("--data"));
}
