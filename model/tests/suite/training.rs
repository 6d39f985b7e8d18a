//! Training on a handful of drawn photos: it learns, repeats, goes on, and leaves weights that load.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use model::Reader;
use model::data::{Dataset, Sample};
use model::eval::evaluate;
use model::manifest::{Bundle, SCORE, SEGMENT};
use model::synth::samples;
use model::train::{Calibration, Schedule, ScorePlan, SegmentPlan, train_score, train_segment};
use tempfile::TempDir;

use crate::weights::seal;

fn segment_plan(steps: usize) -> SegmentPlan {
    SegmentPlan { side: 64, batch: 4, schedule: Schedule { rate: 4e-3, steps }, seed: 3 }
}

fn score_plan(steps: usize) -> ScorePlan {
    ScorePlan { batch: 4, schedule: Schedule { rate: 4e-3, steps }, seed: 3, folds: 2 }
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len() as f32
}

/// The losses of one stage in the log.
fn logged(out: &Path, stage: &str) -> Vec<f32> {
    let log = fs::read_to_string(out.join("metrics.jsonl")).unwrap();
    let lines = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines.filter(|line| line["stage"] == stage).map(|line| line["loss"].as_f64().unwrap() as f32).collect()
}

#[test]
fn both_networks_learn_and_leave_weights_that_load() {
    let out = TempDir::new().unwrap();
    let drawn = samples(7, 8);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    let losses = train_segment(&drawn, segment_plan(40), false, out.path()).unwrap();
    assert_eq!(losses.len(), 40);
    let (first, last) = (mean(&losses[..8]), mean(&losses[32..]));
    assert!(last < first * 0.8, "loss {first} -> {last}");
    let calibration = train_score(&drawn, score_plan(12), out.path()).unwrap();
    assert!((0. ..=1.).contains(&calibration.thin) && (0. ..=1.).contains(&calibration.thick));
    assert!(calibration.temperature > 0.);
    let losses = logged(out.path(), "score");
    assert_eq!(losses.len(), 36, "all photos, and each fold");
    let (first, last) = (mean(&losses[..3]), mean(&losses[9..12]));
    assert!(last < first, "loss {first} -> {last}");
    seal(out.path(), "smoke");
    let bundle = Bundle::open(out.path()).unwrap();
    Reader::new(&bundle).unwrap();
    let evaluation = evaluate(&bundle, &drawn[..2]).unwrap();
    assert_eq!((evaluation.tight.photos, evaluation.pasted.photos), (2, 2));
    assert!((0. ..=1.).contains(&evaluation.tight.iou_mean));
}

#[test]
fn a_seed_gives_the_same_weights_and_resuming_goes_on() {
    let drawn = samples(8, 4);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    let train = |resume: bool, out: &Path| {
        train_segment(&drawn, segment_plan(3), resume, out).unwrap();
        fs::read(out.join(SEGMENT)).unwrap()
    };
    let (one, two) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let first = train(false, one.path());
    assert_eq!(first, train(false, two.path()));
    assert_ne!(first, train(true, one.path()), "goes on from what was there");
    assert_eq!(first, train(false, two.path()), "begins anew");
}

#[test]
fn there_must_be_something_to_learn_from() {
    let out = TempDir::new().unwrap();
    assert!(train_segment(&[], segment_plan(1), false, out.path()).is_err());
    let error = train_score(&[], score_plan(1), out.path()).unwrap_err();
    assert!(error.to_string().contains("too few scored photos"), "{error}");
    assert!(!out.path().join(SCORE).exists());
}

#[test]
fn logits_become_scores_and_probabilities() {
    let calibration = Calibration { thin: 0.6, thick: 0.3, temperature: 2. };
    // sigmoid(1) = 0.731 > 0.6 and sigmoid(-2) = 0.119 < 0.3: thin; divided by 2: 0.6225 - 0.2689
    let (score, confidence) = calibration.decide([1., -2.]);
    assert!(score == 1 && (confidence - 0.3535).abs() < 1e-3, "{score} {confidence}");
    let (score, confidence) = calibration.decide([4., 2.]);
    assert!(score == 2 && (confidence - 0.7311).abs() < 1e-3, "{score} {confidence}");
    let (score, confidence) = calibration.decide([-4., -9.]);
    assert!(score == 0 && (confidence - 0.8808).abs() < 1e-3, "{score} {confidence}");
    // thick is never likelier than at least thin
    let (score, confidence) = calibration.decide([-1., 3.]);
    assert!(score == 2 && (confidence - 0.3775).abs() < 1e-3, "{score} {confidence}");
}

#[test]
fn the_step_size_rises_and_falls() {
    let schedule = Schedule { rate: 1., steps: 200 };
    assert!((schedule.at(0) - 0.1).abs() < 1e-9);
    assert!((schedule.at(10) - 1.).abs() < 0.01);
    assert!((schedule.at(105) - 0.5).abs() < 0.01);
    assert!(schedule.at(199) < 0.01);
    assert!((1..200).all(|step| schedule.at(step) > 0.));
}

/// A folder of drawn photos as the commands take it. Some ids are held out.
pub fn folder(dir: &Path, n: usize) {
    for part in ["images", "masks"] {
        fs::create_dir_all(dir.join(part)).unwrap();
    }
    let mut table = String::from("id,a1,a2,a3,a4,a5,a6,a7,a8,a9,b1,b2,b3,b4,b5,b6,b7,b8,b9\n");
    for (i, sample) in samples(9, n).iter().enumerate() {
        sample.photo().save(dir.join(format!("images/p{i}.jpg"))).unwrap();
        sample.mask.save(dir.join(format!("masks/p{i}.png"))).unwrap();
        let scores: Vec<String> = sample.readers.as_flattened().iter().map(u8::to_string).collect();
        writeln!(table, "p{i},{}", scores.join(",")).unwrap();
    }
    fs::write(dir.join("scores.csv"), table).unwrap();
}

#[test]
fn a_folder_is_read_in_the_order_of_its_ids_and_split_by_them() {
    let dir = TempDir::new().unwrap();
    folder(dir.path(), 12);
    fs::write(dir.path().join("images/.notes"), "not a photo").unwrap();
    let data = Dataset::open(dir.path()).unwrap();
    assert_eq!(data.samples.len(), 12);
    assert!(data.samples.is_sorted_by(|a, b| a.id < b.id));
    assert_eq!(data.part(true).count() + data.part(false).count(), 12);
    assert!(data.part(true).count() > 0, "p6 and p8 are held out");
    assert_eq!(data.samples[0].readers.len(), 2);
    assert_eq!(data.hash, Dataset::open(dir.path()).unwrap().hash);
    // another score is other data
    let table = fs::read_to_string(dir.path().join("scores.csv")).unwrap();
    let row = table.lines().nth(1).unwrap().to_owned();
    let other =
        if row.ends_with('0') { format!("{}1", &row[..row.len() - 1]) } else { format!("{}0", &row[..row.len() - 1]) };
    fs::write(dir.path().join("scores.csv"), table.replace(&row, &other)).unwrap();
    assert_ne!(data.hash, Dataset::open(dir.path()).unwrap().hash);
}

#[test]
fn a_folder_that_is_not_whole_says_what_is_missing() {
    let dir = TempDir::new().unwrap();
    let refusal = || format!("{:#}", Dataset::open(dir.path()).err().unwrap());
    assert!(refusal().contains("has no folder images"));
    fs::create_dir(dir.path().join("images")).unwrap();
    assert!(refusal().contains("holds no photos"));
    folder(dir.path(), 1);
    fs::write(dir.path().join("scores.csv"), "id,a1\np0,3\n").unwrap();
    assert!(refusal().contains("row p0"), "{}", refusal());
    fs::remove_file(dir.path().join("scores.csv")).unwrap();
    assert!(Dataset::open(dir.path()).is_ok(), "scores are not needed for outlines");
    image::GrayImage::new(9, 9).save(dir.path().join("masks/p0.png")).unwrap();
    assert!(refusal().contains("differ in size"));
    fs::remove_file(dir.path().join("masks/p0.png")).unwrap();
    assert!(refusal().contains("photo p0 has no mask"));
    folder(dir.path(), 1);
    fs::write(dir.path().join("images/p0.jpg"), "damaged").unwrap();
    assert!(refusal().contains("the photo p0 does not decode"));
}
