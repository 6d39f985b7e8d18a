//! Training, measuring and reading.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use model::data::Folder;
use model::manifest::Bundle;
use model::synth::{Options, photo, samples};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A drawn tongue that every version of the weights must read.
fn good() -> image::RgbImage {
    photo(1, &Options::default()).0
}

/// A folder of drawn photos p0, p1, …; p6 and p8 are held out.
pub fn folder(dir: &Path, n: usize) {
    let mut folder = Folder::create(dir).unwrap();
    for (i, sample) in samples(9, n).iter().enumerate() {
        folder.add(&format!("p{i}"), (sample.photo(), &sample.mask), &sample.readers, None).unwrap();
    }
    folder.finish().unwrap();
}

pub fn model(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_model")).current_dir(dir).args(args).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn predict_prints_one_object_a_line_and_goes_on_after_a_damaged_file() {
    let dir = TempDir::new().unwrap();
    good().save(dir.path().join("good.jpg")).unwrap();
    fs::write(dir.path().join("damaged.jpg"), b"\xFF\xD8 not much of a photo").unwrap();
    photo(1, &Options { closed: true, ..Options::default() }).0.save(dir.path().join("closed.png")).unwrap();
    fs::create_dir(dir.path().join("other")).unwrap();
    fs::copy(dir.path().join("good.jpg"), dir.path().join("other/good.jpg")).unwrap();
    let files = ["damaged.jpg", "good.jpg", "closed.png", "other/good.jpg"];
    let output = model(dir.path(), &[&["predict", "--json", "--overlay", "over"][..], &files].concat());
    let lines = lines(&output);
    assert_eq!(lines.iter().map(|line| line["file"].as_str().unwrap()).collect::<Vec<_>>(), files);
    let mut names = ["file", "width", "height", "splition", "scores", "confidences", "failure", "modelVersion"];
    names.sort_unstable();
    for line in &lines {
        let mut seen = keys(line);
        seen.sort_unstable();
        assert_eq!(seen, names);
        assert_eq!(line["modelVersion"], Bundle::embedded().unwrap().manifest.version);
    }
    for (line, code) in [(0, "not_an_image"), (2, "no_tongue")] {
        let line = &lines[line];
        assert_eq!(line["failure"], json!({ "code": code }));
        assert_eq!([&line["splition"], &line["scores"], &line["confidences"]], [&Value::Null; 3]);
    }
    let read = &lines[1];
    assert_eq!((&read["width"], &read["height"], &read["failure"]), (&json!(768), &json!(1024), &Value::Null));
    let outline = read["splition"].as_object().unwrap();
    assert!((8..=128).contains(&outline.len()));
    for i in 0..outline.len() {
        let point = outline[&i.to_string()].as_array().unwrap();
        assert!(point.len() == 2 && point.iter().all(|v| (0. ..=1024.).contains(&v.as_f64().unwrap())));
    }
    assert!(read["scores"].as_array().unwrap().iter().all(|score| score.as_u64().unwrap() <= 2));
    assert_eq!((read["scores"].as_array().unwrap().len(), read["confidences"].as_array().unwrap().len()), (9, 9));
    let mut drawings: Vec<_> =
        fs::read_dir(dir.path().join("over")).unwrap().map(|one| one.unwrap().file_name()).collect();
    drawings.sort();
    assert_eq!(drawings, ["closed.png.png", "good.jpg-2.png", "good.jpg.png"], "none in another's place");
    let overlay = image::open(dir.path().join("over/good.jpg.png")).unwrap().into_rgb8();
    assert_eq!(overlay.dimensions(), (768, 1024));
    assert!(overlay.pixels().any(|p| p.0 == [40, 255, 90]), "the outline is drawn");
}

#[test]
fn predict_has_words_for_people() {
    let dir = TempDir::new().unwrap();
    good().save(dir.path().join("a.png")).unwrap();
    fs::write(dir.path().join("b.png"), "").unwrap();
    let text = stdout(&model(dir.path(), &["predict", "a.png", "b.png"]));
    assert!(text.starts_with("a.png: scores ["), "{text}");
    assert!(text.ends_with("b.png: not_an_image\n"), "{text}");
    let output = model(dir.path(), &["predict", "missing.png", "a.png"]);
    let said = stderr(&output);
    assert!(said.contains("missing.png: cannot be opened") && said.contains("1 of 2 files cannot be opened"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("a.png: scores ["), "the rest is read");
}

#[test]
fn train_eval_and_predict_work_on_a_folder() {
    let dir = TempDir::new().unwrap();
    folder(&dir.path().join("data"), 12);
    let steps = ["--segment-steps", "2", "--tilt-steps", "2", "--numbers-steps", "2", "--pixels-steps", "2"];
    let train = model(dir.path(), &[&["train", "--data", "data", "--out", "out"][..], &steps].concat());
    assert!(stdout(&train).contains("photos for training"));
    let manifest: Value = serde_json::from_slice(&fs::read(dir.path().join("out/manifest.json")).unwrap()).unwrap();
    assert!(manifest["metrics"].is_null());
    let evaluate = ["eval", "--data", "data", "--weights", "out", "--json", "--record", "out"];
    let record = model(dir.path(), &["card", "--weights", "out"]);
    assert!(stdout(&record).contains("Not measured"));
    let figures: Value = serde_json::from_str(&stdout(&model(dir.path(), &evaluate))).unwrap();
    assert!(figures["tight"]["iou_mean"].is_number() && figures["scores"]["kappa"].is_array());
    let sealed: Value = serde_json::from_slice(&fs::read(dir.path().join("out/manifest.json")).unwrap()).unwrap();
    assert_eq!(sealed["metrics"], figures);
    let card = stdout(&model(dir.path(), &["card", "--weights", "out"]));
    assert!(card.contains("| as it is | 2 |") && card.contains("Nobody wrote down"), "{card}");
    // figures of other weights, or of photos that these may have been trained on, are not taken down
    let other = stderr(&model(dir.path(), &["eval", "--data", "data", "--record", "out"]));
    assert!(other.contains("name the same directory with --weights"), "{other}");
    let of_fold = ["eval", "--data", "data", "--weights", "out", "--fold", "1", "--record", "out"];
    assert!(stderr(&model(dir.path(), &of_fold)).contains("cannot be used with"));
    let kept: Value = serde_json::from_slice(&fs::read(dir.path().join("out/manifest.json")).unwrap()).unwrap();
    assert_eq!(kept, sealed);
    let output = model(dir.path(), &["predict", "--json", "--weights", "out", "data/images/p0.jpg"]);
    assert_eq!(lines(&output)[0]["modelVersion"], manifest["version"]);
    let seal = ["seal", "--data", "data", "--weights", "out", "--seed", "4", "--command", "by hand"];
    stdout(&model(dir.path(), &seal));
    let sealed: Value = serde_json::from_slice(&fs::read(dir.path().join("out/manifest.json")).unwrap()).unwrap();
    assert_eq!((&sealed["command"], &sealed["version"]), (&json!("by hand"), &manifest["version"]));
}

#[test]
fn a_training_is_configured_by_a_file_and_goes_on_after_a_break() {
    let dir = TempDir::new().unwrap();
    folder(&dir.path().join("data"), 12);
    let config = "data = \"data\"\nout = \"out\"\nseed = 3\nvalidation_fold = 1\n[segment]\nsteps = 4\nside = 64\nbatch = 2\n\
                  [tilt]\nsteps = 2\nbatch = 2\n[numbers]\nsteps = 2\nbatch = 2\n[pixels]\nsteps = 2\nbatch = 2\n[keep]\ncheckpoint_every = 1\nvalidate_every = 2\n";
    fs::write(dir.path().join("train.toml"), config).unwrap();
    let train = |more: &[&str]| stdout(&model(dir.path(), &[&["train", "--config", "train.toml"][..], more].concat()));
    assert!(train(&["--interrupt", "1"]).contains("go on with --resume"));
    assert!(!dir.path().join("out/manifest.json").exists());
    assert!(train(&["--resume"]).contains("out/manifest.json"));
    let manifest = fs::read(dir.path().join("out/manifest.json")).unwrap();
    let weights = fs::read(dir.path().join("out/segment.safetensors")).unwrap();
    // a flag goes before the file
    train(&["--out", "again"]);
    assert!(weights == fs::read(dir.path().join("again/segment.safetensors")).unwrap());
    assert_eq!(manifest, fs::read(dir.path().join("again/manifest.json")).unwrap());
    let log = fs::read_to_string(dir.path().join("out/metrics.jsonl")).unwrap();
    let measured: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(measured.iter().filter(|line| line["run"] == "segment" && line["loss"].is_number()).count(), 4);
    assert_eq!(measured.iter().filter(|line| line["run"] == "segment" && line["validation"].is_number()).count(), 2);
    fs::write(dir.path().join("train.toml"), "[segment]\nstep = 3\n").unwrap();
    let said = stderr(&model(dir.path(), &["train", "--config", "train.toml"]));
    assert!(said.contains("train.toml is not understood") && said.contains("line 2"), "{said}");
}

#[test]
fn an_evaluation_leaves_a_report_and_two_versions_are_compared() {
    let dir = TempDir::new().unwrap();
    folder(&dir.path().join("data"), 12);
    let said = stdout(&model(dir.path(), &["eval", "--data", "data", "--report", "report"]));
    assert!(said.contains("as it is   IoU") && said.contains("Hausdorff"), "{said}");
    let read = |name: &str| fs::read_to_string(dir.path().join("report").join(name)).unwrap();
    assert!(read("report.html").contains("share of right scores by confidence"));
    assert_eq!(read("photos.jsonl").lines().count(), 26, "two photos, thirteen views");
    let summary: Value = serde_json::from_str(&read("summary.json")).unwrap();
    let overlap = &summary["slices"]["as it is"]["iou"];
    assert!(overlap["value"].as_f64().unwrap() > 0.85 && overlap["low"].is_number(), "{overlap}");
    assert_eq!(image::open(dir.path().join("report/worst.png")).unwrap().width(), 5 * 262 + 6);
    let same = stdout(&model(dir.path(), &["compare", "built-in", "built-in", "--data", "data"]));
    assert!(
        same.contains("+0.0000 [+0.0000, +0.0000]") && same.ends_with("no difference that matters is certain\n"),
        "{same}"
    );
    let missing = stderr(&model(dir.path(), &["compare", "built-in", "nowhere", "--data", "data"]));
    assert!(missing.contains("nowhere"), "{missing}");
}

const SCORED: &str = "score.safetensors: model train --data DATA --out OUT --seed 1 --stage score";

#[test]
fn networks_that_were_trained_one_by_one_say_so() {
    let dir = TempDir::new().unwrap();
    folder(&dir.path().join("data"), 12);
    let steps = ["--segment-steps", "2", "--tilt-steps", "2", "--numbers-steps", "2", "--pixels-steps", "2"];
    let train = |more: &[&str]| {
        stdout(&model(dir.path(), &[&["train", "--data", "data", "--out", "out"][..], &steps, more].concat()))
    };
    train(&["--stage", "segment", "--seed", "5"]);
    assert!(!dir.path().join("out/manifest.json").exists());
    train(&["--stage", "score"]);
    let command = || {
        let manifest: Value = serde_json::from_slice(&fs::read(dir.path().join("out/manifest.json")).unwrap()).unwrap();
        manifest["command"].as_str().unwrap().to_owned()
    };
    for told in ["segment.safetensors: model train --data DATA --out OUT --seed 5 --stage segment", SCORED] {
        assert!(command().contains(told), "{}", command());
    }
    // in a folder that holds a version and nothing of its training, too
    fs::remove_file(dir.path().join("out/calibration.json")).unwrap();
    train(&["--stage", "likeness", "--seed", "9"]);
    let likeness = "likeness: model train --data DATA --out OUT --seed 9 --stage likeness, data";
    assert!(command().contains(likeness) && command().contains(SCORED), "{}", command());
    assert_eq!(
        stdout(&model(dir.path(), &["predict", "--weights", "out", "--json", "data/images/p0.jpg"])).lines().count(),
        1
    );
    train(&["--stage", "score"]);
    assert!(!command().contains("likeness"), "scores that are trained anew bring their own: {}", command());
}

#[test]
fn faults_of_the_caller_are_told_in_words() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("empty")).unwrap();
    let train = |data: &str| stderr(&model(dir.path(), &["train", "--data", data, "--out", "out"]));
    assert!(train("empty").contains("empty has no folder images"));
    assert!(train("nowhere").contains("nowhere has no folder images"));
    fs::create_dir(dir.path().join("empty/images")).unwrap();
    assert!(train("empty").contains("empty holds no photos"));
    assert!(!dir.path().join("out").exists());
    let weights = stderr(&model(dir.path(), &["predict", "--weights", "empty", "a.jpg"]));
    assert!(weights.contains("manifest.json cannot be read"), "{weights}");
    assert!(stderr(&model(dir.path(), &["predict"])).contains("Usage"));
}

#[test]
fn bench_names_its_stages() {
    let dir = TempDir::new().unwrap();
    let stages: Value =
        serde_json::from_str(&stdout(&model(dir.path(), &["bench", "--json", "--repeats", "2"]))).unwrap();
    let names: Vec<&str> = stages.as_array().unwrap().iter().map(|s| s["stage"].as_str().unwrap()).collect();
    assert_eq!(names, ["decode", "segment", "score", "total", "forward segment", "forward score"]);
    assert!(stages.as_array().unwrap().iter().all(|s| s["p50_ms"].as_f64().unwrap() >= s["min_ms"].as_f64().unwrap()));
}
