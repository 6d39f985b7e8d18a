//! The dataset's counts, its split, and the training views, by commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::commands::{CONFIG, model, stderr, stdout};
use crate::drawn::write_data;

/// A row of the file that `data split --out` writes.
#[derive(serde::Deserialize)]
struct Row {
    photo: String,
    source: String,
    part: String,
    fold: Option<u32>,
    validation: bool,
}

fn split(dir: &Path, more: &[&str]) -> Vec<Row> {
    stdout(&model(dir, &[&["data", "split", "data", "--out", "split.csv"], more].concat()));
    csv::Reader::from_path(dir.join("split.csv")).unwrap().into_deserialize().collect::<Result<_, _>>().unwrap()
}

#[test]
fn stats_count_photos_and_scores() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 12);
    let sealed = split(dir.path(), &[]).iter().filter(|row| row.part == "sealed").count();
    assert!(sealed > 0);
    let text = stdout(&model(dir.path(), &["data", "stats", "data"]));
    let row = |start: &str| -> Vec<&str> {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(start));
        line.expect(start).split_whitespace().collect()
    };
    assert_eq!(row("warm")[..5], ["warm", "12", "12", "12", "12"], "{text}");
    assert_eq!(row("empty")[..5], ["empty", "12", "0", "0", "12"], "{text}");
    assert_eq!(row("sealed")[1], sealed.to_string(), "{text}");
    assert_eq!(row("1"), ["1", "36"], "36 groups of one photo: {text}");
    let r = row("r");
    assert_eq!((r[1], r.len()), ("24", 12), "nine cells and all: {text}");
    assert!(r[2..].iter().all(|shares| shares.split('/').count() == 3), "{text}");
    let json: Value = serde_json::from_str(&stdout(&model(dir.path(), &["data", "stats", "data", "--json"]))).unwrap();
    assert_eq!(
        (&json["instruments"]["cool"]["photos"], &json["parts"]["sealed"]["photos"]),
        (&12.into(), &sealed.into())
    );
    let cells = json["annotators"]["s"]["cells"].as_array().unwrap();
    assert!(cells.iter().all(|cell| cell.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>() == 24));

    let check = stdout(&model(dir.path(), &["data", "check", "data"]));
    assert!(check.starts_with("36 photos of cool, empty, warm can be used\ndata hash "), "{check}");
}

#[test]
fn split_lists_folds_that_training_holds_out() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 12);
    fs::write(dir.path().join("small.toml"), CONFIG).unwrap();
    for (folds, out) in [("5", "a"), ("3", "b")] {
        let rows = split(dir.path(), &["--folds", folds]);
        assert_eq!(rows.len(), 36);
        assert!(rows.iter().all(|row| row.fold.is_none() == (row.part == "sealed")));
        assert!(rows.iter().all(|row| !row.validation || row.part == "train") && rows.iter().any(|row| row.validation));
        let expected: BTreeSet<&str> =
            rows.iter().filter(|row| row.fold == Some(1)).map(|row| row.photo.as_str()).collect();
        let train = ["train", "--config", "small.toml", "--data", "data", "--steps", "1", "--fold", "1"];
        stdout(&model(dir.path(), &[&train[..], &["--folds", folds, "--out", out]].concat()));
        let predictions = fs::read(dir.path().join(out).join("predictions.json")).unwrap();
        let predictions: Value = serde_json::from_slice(&predictions).unwrap();
        let held_out = predictions["photos"].as_array().unwrap();
        assert_eq!(held_out.iter().map(|photo| photo["photo"].as_str().unwrap()).collect::<BTreeSet<_>>(), expected);
    }
    let record = fs::read_to_string(dir.path().join("b/run.json")).unwrap();
    assert!(record.contains("\"fold 1 of 3\""), "{record}");

    let text = stdout(&model(dir.path(), &["data", "split", "data"]));
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for row in split(dir.path(), &[]) {
        let fold = row.fold.map_or_else(|| "sealed".to_owned(), |fold| fold.to_string());
        let line = text.lines().map(words).find(|line| line.first() == Some(&row.photo)).expect(&row.photo);
        assert_eq!((&line[1], &line[3]), (&row.source, &fold), "{text}");
    }
    assert!(text.lines().last().unwrap().starts_with("sealed "), "{text}");
    assert!(stderr(&model(dir.path(), &["data", "split", "data", "--folds", "10"])).contains("2..=9"));
}

#[test]
fn synth_writes_views_of_training_photos() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 12);
    fs::write(dir.path().join("small.toml"), CONFIG).unwrap();
    // a sealed photo that cannot be read shows that it is not loaded
    let sealed = split(dir.path(), &[]).into_iter().find(|row| row.part == "sealed" && row.source != "empty").unwrap();
    fs::write(dir.path().join(format!("{}/images/{}.png", sealed.source, sealed.photo)), b"no photo").unwrap();
    let synth = |out: &str, seed: &str| {
        let args = ["data", "synth", "data", "--config", "small.toml", "--count", "8", "--seed", seed, "--out", out];
        stdout(&model(dir.path(), &args))
    };
    assert_eq!(synth("a", "7"), "8 views are in a\n");
    let table = fs::read_to_string(dir.path().join("a/views.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0].join(","), "file,view,tongue,c1,c2,c3,c4,c5,c6,c7,c8,c9");
    // two steps of one negative, two wide views and three close-ups
    let kinds: Vec<&str> = rows[1..].iter().map(|row| row[1]).collect();
    assert_eq!(kinds, ["negative", "wide", "wide", "close-up", "close-up", "close-up", "negative", "wide"]);
    let has_color = |file: &str, color: [u8; 3]| {
        let view = image::open(dir.path().join("a").join(file)).unwrap().into_rgb8();
        assert_eq!(view.dimensions(), (64, 64));
        view.pixels().filter(|pixel| pixel.0 == color).count() > 20
    };
    for row in &rows[1..] {
        let is_close_up = row[1] == "close-up";
        assert_eq!(has_color(row[0], [40, 255, 90]), row[1] != "negative", "outline of {}", row[0]);
        assert_eq!(has_color(row[0], [60, 160, 255]), is_close_up, "cells of {}", row[0]);
        assert_eq!(row[3..].iter().all(|score| score.parse::<f32>().is_ok()), is_close_up, "{table}");
    }
    synth("b", "7");
    synth("c", "8");
    let view = |out: &str| fs::read(dir.path().join(out).join("0004-close-up.png")).unwrap();
    assert!(view("a") == view("b") && view("a") != view("c"), "the seed decides");
}
