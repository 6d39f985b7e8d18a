//! Training on a handful of drawn photos: it learns, repeats, goes on, and leaves weights that load.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use model::Reader;
use model::data::{Dataset, Sample};
use model::eval::evaluate;
use model::manifest::{Bundle, SCORE, SEGMENT};
use model::net::beginning;
use model::synth::samples;
use model::train::{Calibration, Fit, Keeping, ScorePlan, SegmentPlan, train_likeness, train_score, train_segment};
use model::weights;
use tempfile::TempDir;

use crate::weights::seal;

fn segment_plan(steps: usize) -> SegmentPlan {
    SegmentPlan { side: 64, fit: Fit { steps, batch: 4, rate: 4e-3 }, seed: 3 }
}

fn score_plan(steps: usize) -> ScorePlan {
    let fit = Fit { steps, batch: 4, rate: 4e-3 };
    ScorePlan { tilt: fit, numbers: fit, pixels: fit, seed: 3, folds: 2 }
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len() as f32
}

/// The losses of one stage in the log.
fn logged(out: &Path, stage: &str) -> Vec<f32> {
    let log = fs::read_to_string(out.join("metrics.jsonl")).unwrap();
    let lines = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    lines
        .filter(|line| line["stage"] == stage && line["loss"].is_number())
        .map(|line| line["loss"].as_f64().unwrap() as f32)
        .collect()
}

#[test]
fn all_networks_learn_and_leave_weights_that_load() {
    let out = TempDir::new().unwrap();
    let drawn = samples(7, 8);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    let keeping = Keeping { validate_every: 8, ..Keeping::default() };
    let losses = train_segment(&drawn[..7], &drawn[7..], segment_plan(40), &keeping, out.path()).unwrap().losses;
    assert_eq!(losses.len(), 40);
    let (first, last) = (mean(&losses[..8]), mean(&losses[32..]));
    assert!(last < first * 0.8, "loss {first} -> {last}");
    let log = fs::read_to_string(out.path().join("metrics.jsonl")).unwrap();
    let lines = log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let overlaps: Vec<f64> = lines.filter_map(|line| line["validation"].as_f64()).collect();
    assert_eq!(overlaps.len(), 5);
    assert!(overlaps[4] > overlaps[0], "the overlap rises on a photo that it never saw: {overlaps:?}");
    let tilt = Fit { steps: 40, batch: 8, rate: 4e-3 };
    let plan = ScorePlan { tilt, ..score_plan(12) };
    let calibration = train_score(&drawn, &[], plan, &Keeping::default(), out.path()).unwrap().unwrap();
    let losses = logged(out.path(), "tilt");
    let (first, last) = (mean(&losses[..8]), mean(&losses[32..]));
    assert!(losses.len() == 40 && last < first * 0.8, "loss {first} -> {last}");
    assert!((0. ..=1.).contains(&calibration.thin) && (0. ..=1.).contains(&calibration.thick));
    assert!(calibration.temperature > 0.);
    for network in ["numbers", "pixels"] {
        let losses = logged(out.path(), network);
        assert_eq!(losses.len(), 36, "all photos, and each fold");
        let (first, last) = (mean(&losses[..3]), mean(&losses[9..12]));
        assert!(last < first, "{network}: loss {first} -> {last}");
    }
    let written = weights::read(&out.path().join(SCORE)).unwrap();
    for (name, known) in beginning().unwrap() {
        let far = (&written[&name] - &known).unwrap().abs().unwrap().flatten_all().unwrap().max(0).unwrap();
        let far = far.to_scalar::<f32>().unwrap();
        assert!((1e-6..0.02).contains(&far), "{name} begins with what is known and moves on: {far}");
    }
    seal(out.path(), "smoke");
    let bundle = Bundle::open(out.path()).unwrap();
    Reader::new(&bundle).unwrap();
    let evaluation = evaluate(&bundle, &drawn[..2]).unwrap();
    assert_eq!((evaluation.tight.photos, evaluation.pasted.photos), (2, 2));
    assert!((0. ..=1.).contains(&evaluation.tight.iou_mean));
}

#[test]
fn a_training_that_was_interrupted_comes_to_the_very_same_weights() {
    let drawn = samples(8, 6);
    let (validation, drawn): (Vec<&Sample>, Vec<&Sample>) = drawn.iter().partition(|sample| sample.id == "drawn-8073");
    assert_eq!((validation.len(), drawn.len()), (1, 5));
    let keeping = |resume: bool, interrupt: Option<usize>| Keeping {
        resume,
        interrupt,
        checkpoint_every: 3,
        validate_every: 2,
        ..Keeping::default()
    };
    let segment = |keeping: &Keeping, out: &Path| {
        let trained = train_segment(&drawn, &validation, segment_plan(8), keeping, out).unwrap();
        (trained.complete, trained.losses, trained.best)
    };
    let score = |keeping: &Keeping, out: &Path| train_score(&drawn, &validation, score_plan(4), keeping, out).unwrap();
    let (whole, parts) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let first = segment(&keeping(false, None), whole.path());
    let calibration = score(&keeping(false, None), whole.path()).unwrap();
    // interrupted twice, after a checkpoint and between two
    assert!(!segment(&keeping(false, Some(3)), parts.path()).0);
    assert!(!parts.path().join(SEGMENT).exists());
    assert!(!segment(&keeping(true, Some(5)), parts.path()).0);
    assert_eq!(segment(&keeping(true, None), parts.path()), first);
    assert!(score(&keeping(false, Some(3)), parts.path()).is_none());
    assert_eq!(format!("{:?}", score(&keeping(true, None), parts.path()).unwrap()), format!("{calibration:?}"));
    let checkpoints = ["segment.checkpoint", "numbers.checkpoint", "pixels.checkpoint", "pixels-fold-1.checkpoint"];
    for file in [SEGMENT, SCORE, "segment.best.safetensors", "metrics.jsonl"].into_iter().chain(checkpoints) {
        let read = |dir: &TempDir| fs::read(dir.path().join(file)).unwrap();
        assert!(read(&whole) == read(&parts), "{file} differs");
    }
    // going on from the end changes nothing; beginning anew repeats everything
    let weights = fs::read(whole.path().join(SEGMENT)).unwrap();
    assert_eq!(segment(&keeping(true, None), whole.path()), first);
    assert_eq!(segment(&keeping(false, None), parts.path()), first);
    assert!(weights == fs::read(whole.path().join(SEGMENT)).unwrap());
    assert!(weights == fs::read(parts.path().join(SEGMENT)).unwrap());
    // another seed is another training, and its checkpoint is not this one's
    let other = SegmentPlan { seed: 4, ..segment_plan(8) };
    let refused = train_segment(&drawn, &validation, other, &keeping(true, None), parts.path()).unwrap_err();
    assert!(format!("{refused:#}").contains("of another plan or other data"), "{refused:#}");
    train_segment(&drawn, &validation, other, &keeping(false, None), parts.path()).unwrap();
    assert!(weights != fs::read(parts.path().join(SEGMENT)).unwrap());
}

#[test]
fn what_other_photos_look_like_is_learnt_without_training_anew() {
    let out = TempDir::new().unwrap();
    let drawn = samples(7, 6);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    assert!(train_likeness(&drawn, 3, out.path()).is_err(), "there are no networks");
    train_score(&drawn, &[], score_plan(1), &Keeping::default(), out.path()).unwrap();
    let file = out.path().join(SCORE);
    let trained = fs::read(&file).unwrap();
    train_likeness(&drawn, 3, out.path()).unwrap();
    assert!(trained == fs::read(&file).unwrap(), "it is what the training had found by itself");
    train_likeness(&drawn[..3], 3, out.path()).unwrap();
    let (before, after) = (weights::parse(&trained).unwrap(), weights::read(&file).unwrap());
    for (name, tensor) in &before {
        let same = after[name].eq(tensor).unwrap().min_all().unwrap().to_scalar::<u8>().unwrap() == 1;
        assert_eq!(same, !name.starts_with("likeness."), "{name}");
    }
    let refused = train_likeness(&[], 3, out.path()).unwrap_err();
    assert!(refused.to_string().contains("no photo"), "{refused}");
}

#[test]
fn a_training_is_not_gone_on_with_once_a_label_was_changed() {
    let mut drawn = samples(8, 4);
    let train = |drawn: &[Sample], resume: bool, out: &Path| {
        let (drawn, keeping) = (drawn.iter().collect::<Vec<_>>(), Keeping { resume, ..Keeping::default() });
        let segment = train_segment(&drawn, &[], segment_plan(1), &keeping, out).map(drop);
        let score = train_score(&drawn, &[], score_plan(1), &keeping, out).map(drop);
        [segment, score].map(|done| done.map_or_else(|error| format!("{error:#}"), |()| "done".to_owned()))
    };
    let out = TempDir::new().unwrap();
    assert_eq!(train(&drawn, false, out.path()), ["done"; 2]);
    assert_eq!(train(&drawn, true, out.path()), ["done"; 2]);
    let scored = drawn.iter_mut().find(|sample| !sample.readers.is_empty()).unwrap();
    scored.readers[0][4] = (scored.readers[0][4] + 1) % 3;
    let [segment, score] = train(&drawn, true, out.path());
    assert_eq!(segment, "done", "scores do not concern the outline");
    assert!(score.contains("numbers.checkpoint") && score.contains("of another plan or other data"), "{score}");
    drawn[0].mask.put_pixel(0, 0, image::Luma([255]));
    let [segment, _] = train(&drawn, true, out.path());
    assert!(segment.contains("of another plan or other data"), "{segment}");
}

#[test]
fn any_number_of_threads_gives_the_same_weights() {
    let drawn = samples(5, 3);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    let weights = |threads: usize| {
        let out = TempDir::new().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| train_segment(&drawn, &[], segment_plan(3), &Keeping::default(), out.path())).unwrap();
        fs::read(out.path().join(SEGMENT)).unwrap()
    };
    let one = weights(1);
    assert!(one == weights(3) && one == weights(2));
}

#[test]
fn training_ends_early_with_the_best_version_when_it_gets_no_better() {
    let drawn = samples(8, 4);
    let drawn: Vec<&Sample> = drawn.iter().collect();
    let out = TempDir::new().unwrap();
    // an average that keeps its past gets no better: what was best stays the first
    let keeping = Keeping { validate_every: 2, patience: 3, ema: Some(0.999_999_999), ..Keeping::default() };
    let trained = train_segment(&drawn, &drawn[..1], segment_plan(40), &keeping, out.path()).unwrap();
    let (best, figure) = trained.best.unwrap();
    assert!(trained.complete && trained.losses.len() < 40, "{} steps", trained.losses.len());
    assert_eq!(trained.losses.len(), best + 1 + 3 * 2, "three validations after the best one");
    let read = |name: &str| fs::read(out.path().join(name)).unwrap();
    assert!(read(SEGMENT) == read("segment.best.safetensors"));
    let page = fs::read_to_string(out.path().join("curves.html")).unwrap();
    assert!(page.contains(&format!("best validation {figure:.4} at step {best}")), "the curves are drawn");
}

#[test]
fn there_must_be_something_to_learn_from() {
    let out = TempDir::new().unwrap();
    assert!(train_segment(&[], &[], segment_plan(1), &Keeping::default(), out.path()).is_err());
    let error = train_score(&[], &[], score_plan(1), &Keeping::default(), out.path()).unwrap_err();
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
    let fit = Fit { steps: 200, batch: 1, rate: 1. };
    assert!((fit.at(0) - 0.1).abs() < 1e-9);
    assert!((fit.at(10) - 1.).abs() < 0.01);
    assert!((fit.at(105) - 0.5).abs() < 0.01);
    assert!(fit.at(199) < 0.01);
    assert!((1..200).all(|step| fit.at(step) > 0.));
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
    let line = "scores.csv:2: row p0";
    assert!(refusal().contains("has no folder images"));
    fs::create_dir(dir.path().join("images")).unwrap();
    assert!(refusal().contains("holds no photos"));
    folder(dir.path(), 1);
    fs::write(dir.path().join("scores.csv"), "id,a1\np0,3\n").unwrap();
    assert!(refusal().contains(line), "{}", refusal());
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
