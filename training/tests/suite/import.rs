//! Annotations of COCO, `LabelMe` and CVAT become the photos, masks and scores that they were written from.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::{GrayImage, ImageEncoder as _, RgbImage};
use model::detection::bounds;
use model::metrics::iou;
use model::synth::{Options, photo};
use serde_json::{Value, json};
use tempfile::TempDir;
use training::dataset::{Dataset, Format, Import};

use crate::commands::{model, stdout};

const SCORES: [u8; 9] = [0, 1, 2, 2, 1, 0, 1, 1, 2];
/// EXIF of one entry: orientation 6, to be turned clockwise.
const TURN_CLOCKWISE: &[u8] = b"MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";

/// Writes `turned.jpg`, which EXIF turns upright, `day/plain.png` and `closed.png`; returns the upright masks.
fn write_photos(dir: &Path) -> [GrayImage; 2] {
    let draw = |seed, closed| photo(seed, &Options { width: 240, height: 320, closed, ..Options::default() });
    fs::create_dir_all(dir.join("day")).unwrap();
    let (upright, turned_mask) = draw(1, false);
    let stored: RgbImage = image::imageops::rotate270(&upright);
    let mut encoder = JpegEncoder::new_with_quality(fs::File::create(dir.join("turned.jpg")).unwrap(), 95);
    encoder.set_exif_metadata(TURN_CLOCKWISE.to_vec()).unwrap();
    encoder.encode_image(&stored).unwrap();
    let (plain, plain_mask) = draw(2, false);
    plain.save(dir.join("day/plain.png")).unwrap();
    draw(3, true).0.save(dir.join("closed.png")).unwrap();
    [turned_mask, plain_mask]
}

/// The outline of those rows of a mask; each has one run of pixels.
fn ring(mask: &GrayImage, [from, to]: [u32; 2]) -> Vec<[u32; 2]> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for y in from..to {
        let row: Vec<u32> = (0..mask.width()).filter(|x| mask.get_pixel(*x, y).0[0] > 0).collect();
        let (Some(first), Some(last)) = (row.first(), row.last()) else { continue };
        left.extend([[*first, y], [*first, y + 1]]);
        right.extend([[last + 1, y], [last + 1, y + 1]]);
    }
    left.extend(right.into_iter().rev());
    left
}

/// The upper and the lower half of a tongue.
fn two_rings(mask: &GrayImage) -> [Vec<[u32; 2]>; 2] {
    let [_, top, _, bottom] = bounds(mask).unwrap();
    let middle = u32::midpoint(top, bottom);
    [[top, middle], [middle, bottom]].map(|rows| ring(mask, rows))
}

/// Lengths of runs outside and inside in turn.
fn runs(pixels: impl Iterator<Item = u8>) -> Vec<u32> {
    let (mut lengths, mut inside) = (vec![0], false);
    for pixel in pixels {
        if (pixel > 0) != inside {
            inside = !inside;
            lengths.push(0);
        }
        *lengths.last_mut().unwrap() += 1;
    }
    lengths
}

fn columns(mask: &GrayImage) -> Vec<u32> {
    runs((0..mask.width()).flat_map(|x| (0..mask.height()).map(move |y| mask.get_pixel(x, y).0[0])))
}

/// `rleToString` of pycocotools.
fn compress(lengths: &[u32]) -> String {
    let mut out = String::new();
    for (i, length) in lengths.iter().enumerate() {
        let mut rest = i64::from(*length) - if i > 2 { i64::from(lengths[i - 2]) } else { 0 };
        loop {
            let bits = (rest & 31) as u8;
            rest >>= 5;
            let more = if bits & 16 == 0 { rest != 0 } else { rest != -1 };
            out.push(char::from(b'0' + (bits | if more { 32 } else { 0 })));
            if !more {
                break;
            }
        }
    }
    out
}

fn score_attributes() -> serde_json::Map<String, Value> {
    let scores = SCORES.iter().enumerate().map(|(i, score)| (format!("c{}", i + 1), json!(score)));
    scores.chain([("reader".to_owned(), json!("kim"))]).collect()
}

fn coco(turned: &Value, plain: &Value) -> String {
    json!({
        "info": { "description": "drawn" },
        "images": [
            { "id": 7, "file_name": "turned.jpg", "width": 240, "height": 320 },
            { "id": 8, "file_name": "day/plain.png", "width": 240, "height": 320 },
            { "id": 9, "file_name": "closed.png", "width": 240, "height": 320 },
        ],
        "categories": [{ "id": 3, "name": "tongue" }, { "id": 4, "name": "lips" }],
        "annotations": [
            { "id": 1, "image_id": 7, "category_id": 3, "segmentation": turned, "attributes": score_attributes() },
            { "id": 2, "image_id": 8, "category_id": 3, "segmentation": plain, "iscrowd": 1 },
            { "id": 3, "image_id": 9, "category_id": 4, "segmentation": [[0, 0, 9, 0, 9, 9]] },
        ],
    })
    .to_string()
}

fn labelme(name: &str, rings: &[Vec<[u32; 2]>], flags: &Value) -> String {
    let shapes: Vec<Value> = rings
        .iter()
        .map(
            |ring| json!({ "label": "tongue", "points": ring, "shape_type": "polygon", "flags": {}, "group_id": null }),
        )
        .collect();
    json!({
        "version": "5.5.0", "flags": flags, "shapes": shapes, "imagePath": name, "imageData": null,
        "imageWidth": 240, "imageHeight": 320,
    })
    .to_string()
}

fn cvat(turned: &GrayImage, plain: &GrayImage) -> String {
    let [left, top, right, bottom] = bounds(turned).unwrap();
    let part = image::imageops::crop_imm(turned, left, top, right - left, bottom - top).to_image();
    let lengths = runs(part.iter().copied()).iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let mut scores = String::new();
    for (name, value) in score_attributes() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _ = write!(scores, "<attribute name=\"{name}\">{value}</attribute>\n      ");
    }
    let polygons = two_rings(plain).map(|ring| {
        let points = ring.iter().map(|[x, y]| format!("{x}.00,{y}.00")).collect::<Vec<_>>().join(";");
        format!("<polygon label=\"tongue\" source=\"manual\" occluded=\"0\" points=\"{points}\" z_order=\"0\">\n    </polygon>")
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<annotations>\n  <version>1.1</version>\n  <meta><task><name>a &amp; b</name></task></meta>
  <image id=\"0\" name=\"turned.jpg\" width=\"240\" height=\"320\">
    <mask label=\"tongue\" source=\"manual\" rle=\"{lengths}\" left=\"{left}\" top=\"{top}\" width=\"{}\" height=\"{}\" z_order=\"0\">
      {scores}</mask>
  </image>
  <image id=\"1\" name=\"day/plain.png\" width=\"240\" height=\"320\">
    {}
    <box label=\"lips\" xtl=\"1\" ytl=\"1\" xbr=\"9\" ybr=\"9\"><attribute name=\"c1\">2</attribute></box>
    {}
    <tag label=\"scored\" source=\"manual\"><attribute name=\"c1\">-</attribute><attribute name=\"c2\"></attribute></tag>
  </image>
  <image id=\"2\" name=\"closed.png\" width=\"240\" height=\"320\">
  </image>
</annotations>\n",
        part.width(),
        part.height(),
        polygons[0],
        polygons[1]
    )
}

/// Imports by command, and checks that photos, masks and scores are those that were drawn.
fn check(dir: &Path, format: &str, annotations: &str, [turned, plain]: &[GrayImage; 2]) {
    let folder = format!("{format}-folder");
    let import = ["data", "import", annotations, "--format", format, "--images", "photos", "--out", &folder];
    let output = stdout(&model(dir, &[&import[..], &["--allow-negatives"]].concat()));
    assert!(output.starts_with("3 photos are in"), "{output}");
    let data = format!("{format}-data");
    stdout(&model(dir, &["data", "manifest", "--source", &format!("drawn={folder}"), "--out", &data]));
    let data = Dataset::load(&dir.join(data), |_| true).unwrap();
    let ids: Vec<&str> = data.photos.iter().map(|photo| photo.row.photo.as_str()).collect();
    assert_eq!(ids, ["closed", "plain", "turned"], "{format}");
    assert!(data.photos.iter().all(|photo| photo.image().dimensions() == (240, 320)), "{format}: upright");
    let masks: Vec<Option<f64>> = data
        .photos
        .iter()
        .zip([None, Some(plain), Some(turned)])
        .map(|(photo, drawn)| photo.mask.as_ref().map(|mask| iou(mask, drawn.unwrap())))
        .collect();
    assert!(masks[0].is_none() && masks[1..].iter().all(|iou| iou.unwrap() > 0.99), "{format}: {masks:?}");
    let scores: Vec<_> = data.photos.iter().flat_map(|photo| photo.scores.clone()).collect();
    assert_eq!(scores, [("kim".to_owned(), SCORES)], "{format}");
}

#[test]
fn coco_import_gives_drawn_masks() {
    let dir = TempDir::new().unwrap();
    let masks = write_photos(&dir.path().join("photos"));
    let flat = |ring: &Vec<[u32; 2]>| ring.iter().flatten().copied().collect::<Vec<u32>>();
    let polygons = json!(two_rings(&masks[0]).iter().map(flat).collect::<Vec<_>>());
    let compressed = json!({ "counts": compress(&columns(&masks[1])), "size": [320, 240] });
    fs::write(dir.path().join("a.json"), coco(&polygons, &compressed)).unwrap();
    check(dir.path(), "coco", "a.json", &masks);

    fs::remove_dir_all(dir.path().join("coco-folder")).unwrap();
    let plain = json!({ "counts": columns(&masks[1]), "size": [320, 240] });
    let compressed = json!({ "counts": compress(&columns(&masks[0])), "size": [320, 240] });
    fs::write(dir.path().join("a.json"), coco(&compressed, &plain)).unwrap();
    check(dir.path(), "coco", "a.json", &masks);
}

#[test]
fn labelme_import_gives_drawn_masks() {
    let dir = TempDir::new().unwrap();
    let masks = write_photos(&dir.path().join("photos"));
    let files = dir.path().join("labels");
    fs::create_dir(&files).unwrap();
    let mut flags: serde_json::Map<String, Value> =
        (0..9).flat_map(|i| (0..3).map(move |v| (format!("c{}={v}", i + 1), json!(SCORES[i] == v)))).collect();
    flags.insert("reader=kim".into(), json!(true));
    flags.insert("blurred".into(), json!(true));
    let whole = [ring(&masks[0], [0, 320])];
    fs::write(files.join("turned.json"), labelme("..\\photos\\turned.jpg", &whole, &flags.into())).unwrap();
    fs::write(files.join("plain.json"), labelme("day/plain.png", &two_rings(&masks[1]), &json!({}))).unwrap();
    fs::write(files.join("closed.json"), labelme("closed.png", &[], &json!(null))).unwrap();
    check(dir.path(), "labelme", "labels", &masks);
}

#[test]
fn cvat_import_gives_drawn_masks() {
    let dir = TempDir::new().unwrap();
    let masks = write_photos(&dir.path().join("photos"));
    fs::write(dir.path().join("a.xml"), cvat(&masks[0], &masks[1])).unwrap();
    check(dir.path(), "cvat", "a.xml", &masks);
}

fn import(dir: &Path, allow_negatives: bool) -> Result<usize, String> {
    let import = Import {
        annotations: dir.join("a.json"),
        format: Format::Coco,
        images: dir.join("photos"),
        label: "tongue".into(),
        allow_negatives,
        out: dir.join("out"),
    };
    import.run().map_err(|error| format!("{error:#}"))
}

#[test]
fn broken_annotations_leave_nothing() {
    let dir = TempDir::new().unwrap();
    let masks = write_photos(&dir.path().join("photos"));
    let flat = |ring: Vec<[u32; 2]>| ring.into_iter().flatten().collect::<Vec<u32>>();
    let polygon = json!([flat(ring(&masks[0], [0, 320]))]);
    let sound: Value = serde_json::from_str(&coco(&polygon, &polygon)).unwrap();
    let cases = [
        ("/images/1/file_name", json!("gone.png"), "image 8 (gone.png): gone.png is not in"),
        ("/images/1/file_name", json!("../other/turned.png"), "another photo is called turned"),
        ("/images/0/width", json!(320), "annotated as 320 x 320"),
        ("/images/0", json!({ "id": 7, "file_name": "turned.jpg", "width": 320, "height": 240 }), "EXIF"),
        ("/categories/0/name", json!("zunge"), "choose one of [\"zunge\", \"lips\"] with --label"),
        ("/annotations/1/image_id", json!(70), "annotation 2 is of image 70"),
        ("/annotations/1/segmentation", json!([]), "annotation 2: a box is no outline"),
        ("/annotations/1/segmentation", json!([[1, 2, 3, 4]]), "image 8 (day/plain.png): a polygon has 2 corners"),
        ("/annotations/1/segmentation", json!([[1, 2, 3]]), "annotation 2: a polygon has a number without a partner"),
        ("/annotations/1/segmentation", json!([[400, 0, 410, 0, 410, 9]]), "the tongue has no pixels"),
        ("/annotations/1/segmentation", json!({ "counts": [5, 6], "size": [320, 240] }), "a mask of 11 pixels"),
        (
            "/annotations/1/segmentation",
            json!({ "counts": "\u{1}", "size": [320, 240] }),
            "annotation 2: the compressed",
        ),
        ("/annotations/0/attributes/c5", json!("thin"), "image 7 (turned.jpg): c5 is thin"),
        ("/annotations/0/attributes", json!({ "c1": 1 }), "c2 is missing"),
        ("/annotations", json!("none"), "a.json is no COCO file"),
        ("/annotations/1/category_id", json!(4), "no polygon or mask is labelled tongue"),
    ];
    for (place, value, expected) in cases {
        let mut broken = sound.clone();
        *broken.pointer_mut(place).unwrap() = value;
        fs::write(dir.path().join("a.json"), broken.to_string()).unwrap();
        // the closed mouth is let through, except in the last case
        let error = import(dir.path(), !expected.contains("labelled")).unwrap_err();
        assert!(error.contains(expected) && error.contains("a.json"), "{expected}: {error}");
        let mut left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["a.json", "photos"], "{expected}");
    }
    fs::write(dir.path().join("a.json"), sound.to_string()).unwrap();
    assert_eq!(import(dir.path(), true), Ok(3));
    assert!(import(dir.path(), true).unwrap_err().contains("exists already"));
}
