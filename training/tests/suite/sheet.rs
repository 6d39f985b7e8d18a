//! The sheet on which annotators score photos, in a browser, and how far annotators agree.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use training::dataset::{Part, PhotoRow, ScoreRow, read_manifest, read_scores, write_manifest, write_scores};

use crate::commands::{model, stderr, stdout};
use crate::drawn::write_data;
use crate::node::run_script;

#[test]
fn sheet_gives_scores_by_keyboard() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 2);
    let sheet =
        |photos: &str| model(dir.path(), &["data", "sheet", "--data", "data", "--photos", photos, "--out", "sheet"]);
    assert!(stderr(&sheet("unscored")).contains("no such photos with a tongue"));
    let output = stdout(&sheet("train"));
    let rows = read_manifest(&dir.path().join("data")).unwrap();
    let sheet_rows: Vec<&PhotoRow> = rows.iter().filter(|row| row.part == Part::Train && row.mask.is_some()).collect();
    assert!(sheet_rows.len() > 1 && output.starts_with(&format!("{} photos", sheet_rows.len())), "{output}");

    let (page, csv) = (dir.path().join("sheet/index.html"), dir.path().join("kim.csv"));
    let annotator = "Kim, \"A\" 김";
    let printed = run_script("sheet.mjs", &[&page, Path::new(annotator), &csv]);
    assert_eq!(printed.trim(), sheet_rows.len().to_string());
    let sources = ["warm", "cool"].map(|name| format!("{name}={name}"));
    let manifest = ["data", "manifest", "--source", &sources[0], "--source", &sources[1], "--scores", "kim.csv"];
    stdout(&model(dir.path(), &[&manifest[..], &["--out", "more"]].concat()));
    let scores = read_scores(&dir.path().join("more")).unwrap();
    let entered: BTreeMap<&String, [u8; 9]> =
        scores.iter().filter_map(|(photo, annotators)| Some((photo, *annotators.get(annotator)?))).collect();
    assert_eq!(entered.len(), sheet_rows.len());
    // the page shows the photos by hash; the script gives cell i of photo n the score (n + i) mod 3
    let mut shown = sheet_rows;
    shown.sort_by(|a, b| a.sha256.cmp(&b.sha256));
    for (n, row) in shown.iter().enumerate() {
        assert_eq!(entered[&row.photo], std::array::from_fn(|i| ((n + i) % 3) as u8), "{}", row.photo);
    }
}

#[test]
fn sheet_of_unscored_photos_leaves_out_rest() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 2);
    let path = dir.path().join("data/scores.csv");
    let scores = fs::read_to_string(&path).unwrap();
    let kept: Vec<&str> = scores.lines().filter(|line| !line.starts_with("warm")).collect();
    fs::write(&path, kept.join("\n")).unwrap();
    let output = stdout(&model(dir.path(), &["data", "sheet", "--data", "data", "--out", "sheet"]));
    assert!(output.starts_with("2 photos"), "{output}");
    let page = fs::read_to_string(dir.path().join("sheet/index.html")).unwrap();
    assert!(page.contains("\"photo\":\"warm") && !page.contains("\"photo\":\"cool") && !page.contains("SHEET_JSON"));
}

/// A folder of tables alone; photos `p0`, `p1` are of source `x`, `q0` is of `y`.
fn write_tables(dir: &Path, scores: &[(&str, &str, [u8; 9])]) {
    let rows = [("p0", "x"), ("p1", "x"), ("q0", "y")].map(|(photo, source)| PhotoRow {
        photo: photo.into(),
        image: "none".into(),
        mask: None,
        sha256: String::new(),
        source: source.into(),
        licence: String::new(),
        instrument: String::new(),
        group: photo.into(),
        part: Part::Train,
    });
    let row = |(photo, annotator, scores): &(&str, &str, [u8; 9])| ScoreRow {
        photo: (*photo).into(),
        annotator: (*annotator).into(),
        scores: *scores,
    };
    write_manifest(dir, &rows).unwrap();
    write_scores(dir, &scores.iter().map(row).collect::<Vec<_>>()).unwrap();
}

#[test]
fn agreement_equals_figures_worked_out_by_hand() {
    let dir = TempDir::new().unwrap();
    let [ones, twos] = [[1; 9], [2; 9]];
    let lower = [1, 1, 1, 2, 2, 2, 2, 2, 2];
    write_tables(
        dir.path(),
        &[
            ("p0", "a", ones),
            ("p0", "b", ones),
            ("p1", "a", twos),
            ("p1", "b", lower),
            ("q0", "a", ones),
            ("q0", "b", twos),
        ],
    );
    let text = stdout(&model(dir.path(), &["data", "agreement", "--data", ".", "--json"]));
    let found: Vec<Value> = serde_json::from_str(&text).unwrap();
    let sources: Vec<&str> = found.iter().map(|pair| pair["source"].as_str().unwrap()).collect();
    assert_eq!(sources, ["x", "y", "all"]);
    let x = &found[0];
    assert_eq!((&x["readers"], &x["photos"]), (&serde_json::json!(["a", "b"]), &serde_json::json!(2)));
    // kappa: three of 18 cells differ by 1; by chance (9 * 6 + 9 * 12) / 18 = 9 would: 1 - 3 / 9.
    // index: 0 and 100 - 15 / 18 * 100 = 16.67 points, 8.33 in the mean
    for (figure, expected) in
        [("kappa", 2. / 3.), ("exact", 15. / 18.), ("index_difference", 25. / 3.), ("index_error", 25. / 3.)]
    {
        let interval = &x[figure];
        let [value, low, high] = ["value", "low", "high"].map(|end| interval[end].as_f64().unwrap());
        assert!((value - expected).abs() < 1e-9 && low <= value && value <= high, "{figure}: {interval}");
    }
    let cells: Vec<f64> = x["kappa_of_cells"].as_array().unwrap().iter().map(|kappa| kappa.as_f64().unwrap()).collect();
    assert_eq!(cells, [0., 0., 0., 1., 1., 1., 1., 1., 1.]);
    assert!((found[1]["index_difference"]["value"].as_f64().unwrap() + 50.).abs() < 1e-9, "a less b");
    assert!((found[1]["index_error"]["value"].as_f64().unwrap() - 50.).abs() < 1e-9);
    assert_eq!(found[2]["photos"], 3);
    let table = stdout(&model(dir.path(), &["data", "agreement", "--data", "."]));
    assert!(table.contains("a, b") && table.contains("0.667 ["), "{table}");
}

#[test]
fn agreement_of_one_reader_is_refused() {
    let dir = TempDir::new().unwrap();
    write_tables(dir.path(), &[("p0", "a", [1; 9]), ("p1", "b", [1; 9])]);
    let error = stderr(&model(dir.path(), &["data", "agreement", "--data", "."]));
    assert!(error.contains("no photo of . was scored by two annotators"), "{error}");
}
