//! Training, measuring and reading by commands.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use model::release::Bundle;
use model::synth::{Options, photo};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::drawn::write_data;

/// A narrow network for tests.
pub const CONFIG: &str = "
steps = 3
pretrained = false
[batch]
negatives = 1
wide = 2
close = 3
[network]
stem_channels = 8
norm_epsilon = 1e-3
decoder_width = 16
score_width = 16
overview_side = 64
close_up_side = 64
stages = [
    { expansion = 1, kernel = 3, stride = 1, channels = 8, blocks = 1 },
    { expansion = 3, kernel = 3, stride = 2, channels = 12, blocks = 1 },
    { expansion = 3, kernel = 5, stride = 2, channels = 16, blocks = 1 },
    { expansion = 3, kernel = 3, stride = 2, channels = 24, blocks = 1 },
    { expansion = 3, kernel = 5, stride = 2, channels = 32, blocks = 1 },
]
";

/// A drawn tongue that every version of the weights must read.
fn good_photo() -> image::RgbImage {
    photo(1, &Options::default()).0
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

#[test]
fn closed_pipe_ends_command_without_panic() {
    let dir = TempDir::new().unwrap();
    good_photo().save(dir.path().join("good.jpg")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_model"));
    command
        .current_dir(dir.path())
        .args(["predict", "--json", "good.jpg"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn predict_prints_one_object_a_line() {
    let dir = TempDir::new().unwrap();
    good_photo().save(dir.path().join("good.jpg")).unwrap();
    fs::write(dir.path().join("damaged.jpg"), b"\xFF\xD8 not much of a photo").unwrap();
    photo(1, &Options { closed: true, ..Options::default() }).0.save(dir.path().join("closed.png")).unwrap();
    fs::create_dir(dir.path().join("other")).unwrap();
    fs::copy(dir.path().join("good.jpg"), dir.path().join("other/good.jpg")).unwrap();
    let files = ["damaged.jpg", "good.jpg", "closed.png", "other"];
    let output = stdout(&model(dir.path(), &[&["predict", "--json", "--overlay", "over"][..], &files].concat()));
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    assert_eq!(names, ["damaged.jpg", "good.jpg", "closed.png", "other/good.jpg"]);
    for line in &lines {
        let mut keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        keys.sort();
        assert_eq!(keys, ["confidences", "failure", "file", "height", "modelVersion", "scores", "splition", "width"]);
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
fn predict_prints_readable_text() {
    let dir = TempDir::new().unwrap();
    good_photo().save(dir.path().join("a.png")).unwrap();
    fs::write(dir.path().join("b.png"), "").unwrap();
    let text = stdout(&model(dir.path(), &["predict", "a.png", "b.png"]));
    assert!(text.starts_with("a.png: TCI ") && text.contains(" %, root to tip "), "{text}");
    assert!(text.ends_with("b.png: not_an_image\n"), "{text}");
    let output = model(dir.path(), &["predict", "missing.png", "a.png"]);
    let errors = stderr(&output);
    assert!(errors.contains("missing.png: cannot be opened") && errors.contains("1 of 2 files"), "{errors}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("a.png: TCI "), "the rest is read");
}

#[test]
fn run_is_trained_measured_listed_and_compared() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 12);
    fs::write(dir.path().join("small.toml"), CONFIG).unwrap();
    let train = |out: &str, more: &[&str]| {
        model(dir.path(), &[&["train", "--config", "small.toml", "--data", "data", "--out", out][..], more].concat())
    };
    let first = stdout(&train("runs/a", &["--leave-out", "cool"]));
    assert!(first.contains("step 3/3") && first.contains("cool"), "{first}");
    assert!(stderr(&train("runs/a", &[])).contains("holds a finished run"));
    assert!(stderr(&train("runs/x", &["--leave-out", "hot"])).contains("no photo is of source hot"));
    // interrupted, and gone on with
    assert!(stdout(&train("runs/b", &["--interrupt", "2"])).contains("interrupted"));
    assert!(stdout(&train("runs/b", &["--resume"])).contains("going on after step 2"));
    assert!(stdout(&train("runs/c", &["--without", "cool"])).contains("0 held out"));

    let list = stdout(&model(dir.path(), &["runs", "runs", "--pooled"]));
    assert!(list.lines().any(|line| line.starts_with("a ") && line.contains("cool")), "{list}");
    let record: Value = serde_json::from_slice(&fs::read(dir.path().join("runs/a/run.json")).unwrap()).unwrap();
    assert_eq!((&record["held_out"], &record["config"]["steps"]), (&json!("cool"), &json!(3)));
    assert_eq!(record["data_hash"].as_str().unwrap().len(), 64);
    let log = fs::read_to_string(dir.path().join("runs/b/log.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 3);

    let evaluate = ["eval", "--data", "data", "--weights", "runs/b", "--photos", "external", "--report", "report"];
    let table = stdout(&model(dir.path(), &[&evaluate[..], &["--record", "--repeatability"]].concat()));
    assert!(table.contains("photos without a tongue refused") && table.contains("warmer"), "{table}");
    assert!(table.contains("instrument: cool") && table.contains("least tongue score"), "{table}");
    let page = fs::read_to_string(dir.path().join("report/index.html")).unwrap();
    assert!(page.contains("data:image/jpeg;base64") && page.contains("<svg") && page.contains("size: upper third"));
    let card = stdout(&model(dir.path(), &["card", "--weights", "runs/b"]));
    assert!(card.contains("| warm |") && card.contains("| all |") && card.contains("| darker |"), "{card}");
    stdout(&model(dir.path(), &["runs", "runs", "--record", "runs/b"]));
    stdout(&model(dir.path(), &[&evaluate[..], &["--record"]].concat()));
    let card = stdout(&model(dir.path(), &["card", "--weights", "runs/b"]));
    assert!(card.contains("| source left out |") && !card.contains("| darker |"), "measured again: {card}");
    assert!(stdout(&model(dir.path(), &["card", "--weights", "runs/c"])).contains("None was recorded"));
    let compared = stdout(&model(dir.path(), &["compare", "built-in", "runs/b,runs/c", "--data", "data", "--all"]));
    let iou = compared.lines().find(|line| line.starts_with("outline IoU")).unwrap();
    assert!(iou.ends_with("B is worse") && iou.contains(" to "), "the range of two trainings: {compared}");
}

#[test]
fn early_stop_never_sees_held_out_photos() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 12);
    fs::write(dir.path().join("small.toml"), format!("checkpoint_every = 1\n{CONFIG}")).unwrap();
    let train = |out: &str, steps: &str, more: &[&str]| {
        let start = ["train", "--config", "small.toml", "--data", "data", "--out", out, "--steps", steps];
        model(dir.path(), &[&start[..], more].concat())
    };
    let printed = stdout(&train("a", "40", &["--leave-out", "warm", "--patience", "2"]));
    let lines = |file: &str| -> Vec<Value> {
        let text = fs::read_to_string(dir.path().join("a").join(file)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let (steps, validations) = (lines("log.jsonl").len(), lines("validation.jsonl"));
    assert!(steps < 40 && validations.len() == steps, "stopped after step {steps}: {printed}");
    let best = validations.last().unwrap()["best_step"].as_u64().unwrap();
    assert_eq!(best as usize + 2, steps, "two validations were no better: {printed}");
    let card = stdout(&model(dir.path(), &["card", "--weights", "a"]));
    assert!(card.contains(&format!("model train, {best} of 40 steps, seed 1")), "{card}");

    stdout(&model(dir.path(), &["data", "split", "data", "--out", "split.csv"]));
    let split = fs::read_to_string(dir.path().join("split.csv")).unwrap();
    let count = |keep: &dyn Fn(&str) -> bool| split.lines().skip(1).filter(|line| keep(line)).count();
    let is_used = |line: &str| line.contains(",train,") && !line.contains(",warm,");
    let validation = count(&|line| is_used(line) && line.ends_with(",true"));
    let trained = count(&|line| is_used(line) && line.ends_with(",false"));
    let held_out = count(&|line| line.contains(",train,") && line.contains(",warm,"));
    assert!(printed.contains(&format!("{trained} photos to train on")), "{printed}\n{split}");
    assert!(printed.contains(&format!("; {held_out} held out\n{validation} photos to validate on")), "{printed}");

    // off by default: every photo is trained on, and no validation is logged
    let printed = stdout(&train("b", "1", &["--leave-out", "warm"]));
    assert!(printed.contains(&format!("{} photos to train on", trained + validation)), "{printed}");
    assert!(!dir.path().join("b/validation.jsonl").exists());
    assert!(!fs::read_to_string(dir.path().join("b/run.json")).unwrap().contains("patience"));
    assert!(stderr(&train("c", "1", &["--patience", "0"])).contains("patience must be above 0"));
    // the only validation photo with a tongue is a cool one
    assert!(
        stderr(&train("c", "1", &["--without", "cool", "--patience", "1"])).contains("too few photos for patience")
    );
}

#[test]
fn training_on_terminal_shows_a_bar() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 4);
    fs::write(dir.path().join("small.toml"), CONFIG).unwrap();
    let command = format!("{} train --config small.toml --data data --out a", env!("CARGO_BIN_EXE_model"));
    // util-linux's `script` runs the command on a pseudo-terminal
    let mut script = Command::new("script");
    let output = script.current_dir(dir.path()).env("TERM", "xterm").args(["-qec", &command, "/dev/null"]).output();
    let printed = stdout(&output.unwrap());
    assert!(printed.contains('█') && printed.contains("step 3/3  mask "), "{printed}");
    assert!(!printed.contains("s a step"), "the bar replaces the lines: {printed}");
    let (_, end) = printed.rsplit_once("left").unwrap();
    assert!(end.contains("\r\n") && end.contains(" in a"), "the bar stays, and the result follows it: {printed:?}");
}

#[test]
fn bench_times_each_stage() {
    let dir = TempDir::new().unwrap();
    let text = stdout(&model(dir.path(), &["bench", "--repeats", "2", "--json"]));
    let stages: Value = serde_json::from_str(&text).unwrap();
    let names: Vec<&str> = stages.as_array().unwrap().iter().map(|s| s["stage"].as_str().unwrap()).collect();
    assert_eq!(names, ["decode", "segment", "score", "total", "forward"]);
}
