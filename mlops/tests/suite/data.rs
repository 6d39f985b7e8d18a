//! `model data`: what is wrong is told with its file and line.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::commands::{folder, model, stderr, stdout};

#[test]
fn check_names_the_file_and_the_line_of_everything_that_is_wrong() {
    let dir = TempDir::new().unwrap();
    let data = dir.path().join("data");
    folder(&data, 6);
    assert!(stdout(&model(dir.path(), &["data", "check", "data"])).contains("data: sound"));
    let table = fs::read_to_string(data.join("scores.csv")).unwrap();
    let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
    lines[2] = lines[2].rsplit_once(',').unwrap().0.to_owned() + ",3";
    lines[3] = lines[3].rsplit_once(',').unwrap().0.to_owned();
    lines[5] = lines[5].replace("p4", "p3");
    fs::write(data.join("scores.csv"), lines.join("\n")).unwrap();
    fs::write(data.join("images/p0.jpg"), "damaged").unwrap();
    fs::remove_file(data.join("masks/p1.png")).unwrap();
    image::GrayImage::new(9, 9).save(data.join("masks/p2.png")).unwrap();
    image::GrayImage::from_pixel(400, 400, image::Luma([255])).save(data.join("masks/p3.png")).unwrap();
    image::GrayImage::from_pixel(400, 400, image::Luma([99])).save(data.join("masks/p4.png")).unwrap();
    fs::copy(data.join("images/p4.jpg"), data.join("images/p5.jpg")).unwrap();
    let output = model(dir.path(), &["data", "check", "data"]);
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    for expected in [
        "error data/images/p0.jpg: does not decode",
        "error data/images/p5.jpg: is the same photo as p4",
        "error data/masks/p1.png: is missing: photo p1 has no mask",
        "error data/masks/p2.png: is 9 x 9 pixels, its photo 400 x 400",
        "error data/masks/p3.png: is white nearly everywhere",
        "note  data/masks/p2.png: shows no tongue",
        "error data/scores.csv:3: row p1: b9 is \"3\"; a score is 0, 1 or 2",
        "error data/scores.csv:4: row p2 has 17 scores; nine for each reader are expected",
        "error data/scores.csv:6: row p3 is there twice, first in line 5",
    ] {
        // an all-black mask of the wrong size is told by its size first
        assert!(expected.starts_with("note") || said.contains(expected), "{expected}\nis not in\n{said}");
    }
    assert!(stderr(&output).contains("must be put right before training"));
    // training stops at the first of them, with its line
    let train = model(dir.path(), &["train", "--data", "data", "--out", "out"]);
    assert!(stderr(&train).contains("data/scores.csv:3: row p1"), "{}", stderr(&train));
}

#[test]
fn split_writes_a_list_that_later_photos_do_not_change() {
    let dir = TempDir::new().unwrap();
    let data = dir.path().join("data");
    folder(&data, 12);
    stdout(&model(dir.path(), &["data", "split", "data", "--folds", "3"]));
    let list = fs::read_to_string(data.join("split.csv")).unwrap();
    assert!(list.starts_with("id,group,part,fold\n"));
    assert_eq!(list.lines().filter(|line| line.contains(",test,")).count(), 2, "{list}");
    // a row that somebody changed stays
    fs::write(data.join("split.csv"), list.replace("p0,p0,train", "p0,p0,test")).unwrap();
    fs::copy(data.join("images/p3.jpg"), data.join("images/q1.jpg")).unwrap();
    fs::copy(data.join("masks/p3.png"), data.join("masks/q1.png")).unwrap();
    stdout(&model(dir.path(), &["data", "split", "data", "--folds", "3"]));
    let after = fs::read_to_string(data.join("split.csv")).unwrap();
    assert!(after.contains("p0,p0,test") && after.contains("\nq1,q1,"), "{after}");
    let stats: Value = serde_json::from_str(&stdout(&model(dir.path(), &["data", "stats", "--json", "data"]))).unwrap();
    assert_eq!(stats["photos"], 13);
    let tested = after.lines().filter(|line| line.contains(",test,")).count();
    assert_eq!(stats["held_out"], tested, "the list decides");
    fs::write(data.join("split.csv"), "id,group,part,fold\np0,p0,never,0\n").unwrap();
    let said = stderr(&model(dir.path(), &["data", "stats", "data"]));
    assert!(said.contains("split.csv:2: row p0: part is \"never\"; train or test is expected"), "{said}");
}

#[test]
fn photos_of_one_group_are_never_torn_apart() {
    let dir = TempDir::new().unwrap();
    let data = dir.path().join("data");
    folder(&data, 12);
    for i in 0..12 {
        for (part, end) in [("images", "jpg"), ("masks", "png")] {
            let to = format!("{part}/person{}_{i}.{end}", i / 3);
            fs::rename(data.join(format!("{part}/p{i}.{end}")), data.join(to)).unwrap();
        }
    }
    fs::remove_file(data.join("scores.csv")).unwrap();
    stdout(&model(dir.path(), &["data", "split", "data", "--group-until", "_"]));
    let list = fs::read_to_string(data.join("split.csv")).unwrap();
    for person in 0..4 {
        let places: std::collections::BTreeSet<&str> = list
            .lines()
            .filter(|line| line.starts_with(&format!("person{person}_")))
            .map(|line| line.split_once(",person").unwrap().1)
            .collect();
        assert_eq!(places.len(), 1, "{list}");
    }
}

#[test]
fn synth_draws_a_folder_that_is_sound_and_refuses_to_mix() {
    let dir = TempDir::new().unwrap();
    stdout(&model(dir.path(), &["data", "synth", "drawn", "--count", "3", "--empty", "2", "--seed", "5"]));
    let said = stdout(&model(dir.path(), &["data", "check", "drawn"]));
    assert!(said.contains("drawn: sound, 2 notes"), "{said}");
    let stats = stdout(&model(dir.path(), &["data", "stats", "drawn"]));
    assert!(stats.contains("5 photos") && stats.contains("3 scored") && stats.contains("tip right"), "{stats}");
    assert!(stats.contains("kappa 1.000"), "a drawn tongue's readers agree: {stats}");
    assert!(stderr(&model(dir.path(), &["data", "synth", "drawn"])).contains("holds photos already"));
}
