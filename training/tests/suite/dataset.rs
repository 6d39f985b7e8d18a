//! The manifest of labelled photos: what is listed, and what is refused.

use std::fs;

use tempfile::TempDir;
use training::dataset::{Dataset, Part, SourceFolder, build, part_of_group, read_manifest};

use crate::drawn::write_data;

fn error(dir: &std::path::Path) -> String {
    format!("{:#}", Dataset::load(dir, |_| true).err().unwrap())
}

#[test]
fn manifest_lists_sources_parts_and_scores() {
    let dir = TempDir::new().unwrap();
    assert_eq!(write_data(dir.path(), 12), 36);
    let data = Dataset::load(&dir.path().join("data"), |_| true).unwrap();
    assert_eq!(data.sources(), ["cool", "empty", "warm"]);
    for photo in &data.photos {
        let empty = photo.row.source == "empty";
        assert_eq!((photo.mask.is_none(), photo.scores.len()), (empty, if empty { 0 } else { 2 }));
        assert_eq!(photo.row.part, part_of_group(&photo.row.group));
        assert!(photo.row.fold(5) < 5);
    }
    let warm = Dataset::load(&dir.path().join("data"), |row| row.source == "warm").unwrap();
    assert_eq!(warm.photos.len(), 12);
    assert_ne!(warm.hash, data.hash);
}

#[test]
fn further_scores_keep_their_readers() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 1);
    let photo = read_manifest(&dir.path().join("data")).unwrap()[0].clone();
    let wide = dir.path().join("wide.csv");
    let header: Vec<String> = ["c", "d"].iter().flat_map(|r| (1..=9).map(move |i| format!("{r}{i}"))).collect();
    fs::write(&wide, format!("id,{}\n{}{}\n", header.join(","), photo.photo, ",1".repeat(18))).unwrap();
    let source = SourceFolder {
        name: "warm".into(),
        dir: dir.path().join("warm"),
        licence: "none".into(),
        instrument: "none".into(),
    };
    build(&[source], &[wide], &dir.path().join("more")).unwrap();
    let data = Dataset::load(&dir.path().join("more"), |_| true).unwrap();
    let annotators: Vec<&String> = data.photos[0].scores.keys().collect();
    assert_eq!(annotators, ["c", "d", "r", "s"]);
}

#[test]
fn about_a_tenth_of_groups_is_sealed() {
    let sealed = (0..2000).filter(|i| part_of_group(&i.to_string()) == Part::Sealed).count();
    assert!((150..250).contains(&sealed), "{sealed} of 2000");
}

#[test]
fn changed_file_is_refused() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 2);
    let data = dir.path().join("data");
    let before = Dataset::load(&data, |_| true).unwrap().hash;
    let file = read_manifest(&data).unwrap()[0].image.clone();
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, [&bytes[..], b"more"].concat()).unwrap();
    assert!(error(&data).contains("not the file that the manifest lists"), "{}", error(&data));
    fs::write(&file, bytes).unwrap();
    assert_eq!(Dataset::load(&data, |_| true).unwrap().hash, before);
}

#[test]
fn wrong_scores_are_named_with_their_line() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 2);
    let (data, path) = (dir.path().join("data"), dir.path().join("data/scores.csv"));
    let sound = fs::read_to_string(&path).unwrap();
    let cases = [
        (sound.replacen(",0,", ",7,", 1).replacen(",1,", ",7,", 1), "no score: 0, 1 or 2"),
        (format!("{sound}warm1,r,0,0\n"), "scores.csv:"),
        (format!("{sound}{}\n", sound.lines().nth(1).unwrap()), "scored photo"),
    ];
    for (text, expected) in cases {
        fs::write(&path, text).unwrap();
        let found = error(&data);
        assert!(found.contains(expected) && found.contains("scores.csv:"), "{found}");
    }
}

#[test]
fn mask_of_another_size_is_refused() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 1);
    let data = dir.path().join("data");
    let mask = read_manifest(&data).unwrap()[0].mask.clone().unwrap();
    image::GrayImage::from_pixel(9, 9, image::Luma([255])).save(&mask).unwrap();
    assert!(error(&data).contains("(9, 9)"), "{}", error(&data));
}

#[test]
fn group_in_two_parts_is_refused() {
    let dir = TempDir::new().unwrap();
    write_data(dir.path(), 1);
    let path = dir.path().join("data/photos.csv");
    let text = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let row = lines[1].clone();
    let other =
        if row.ends_with("train") { row.replace(",train", ",sealed") } else { row.replace(",sealed", ",train") };
    lines.push(other.replacen("warm", "warm-", 1));
    fs::write(&path, lines.join("\n")).unwrap();
    assert!(error(&dir.path().join("data")).contains("is in two parts"), "{}", error(&dir.path().join("data")));
}
