//! The analyzer: a bounded queue, threads that survive failures, weights that can be replaced while it works.

use std::fs;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread::sleep;
use std::time::Duration;

use image::ImageFormat;
use model::release::{Bundle, CONFIG, MANIFEST, WEIGHTS};
use model::{Analysis, AnalysisError, Analyzer, FailureCode, Overloaded, Square, WeightsError, WeightsSource};
use tempfile::TempDir;

use crate::photos::{encode_picture, failure, good_photo, pipeline, reading};
use crate::weights::{write_manifest, write_untrained};

/// Longer than any file system's clock tick, so that a second writing is seen.
const TICK: Duration = Duration::from_millis(30);

fn start(threads: usize, queue_len: usize) -> Analyzer {
    Analyzer::start(WeightsSource::Embedded, threads, queue_len).unwrap()
}

/// Queues a picture and waits for its result.
fn analyze(analyzer: &Analyzer, bytes: Vec<u8>, crop: Option<Square>) -> Result<Analysis, AnalysisError> {
    let (sender, receiver) = channel();
    analyzer.submit(bytes, crop, move |result| sender.send(result).unwrap()).unwrap();
    receiver.recv().unwrap()
}

/// A directory with the program's own weights.
fn own_weights() -> TempDir {
    let dir = TempDir::new().unwrap();
    for name in [MANIFEST, CONFIG, WEIGHTS] {
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("weights").join(name), dir.path().join(name)).unwrap();
    }
    dir
}

fn rename_version(dir: &Path, version: &str) {
    sleep(TICK);
    let mut manifest = Bundle::open(dir).unwrap().manifest;
    version.clone_into(&mut manifest.version);
    fs::write(dir.join(MANIFEST), serde_json::to_vec(&manifest).unwrap()).unwrap();
}

#[test]
fn concurrent_photos_read_as_single_ones() {
    let analyzer = start(3, 32);
    let photo = encode_picture(good_photo(), ImageFormat::Jpeg);
    let alone = pipeline().read_bytes(&photo, None).unwrap();
    let (sender, receiver) = channel();
    for i in 0..12 {
        let sender = sender.clone();
        let bytes = if i % 4 == 3 { b"damaged".to_vec() } else { photo.clone() };
        analyzer.submit(bytes, None, move |result| sender.send((i, result)).unwrap()).unwrap();
    }
    for _ in 0..12 {
        let (i, result) = receiver.recv().unwrap();
        let result = result.unwrap();
        if i % 4 == 3 {
            assert_eq!(failure(&result), Some(FailureCode::NotAnImage));
        } else {
            assert_eq!((&result.outcome, &result.model_version), (&alone.outcome, &alone.model_version));
            assert!(result.timings.total_ms >= result.timings.decode_ms);
        }
    }
    reading(&alone);
}

#[test]
fn full_queue_is_overloaded() {
    let analyzer = start(1, 1);
    let (entered, busy) = channel();
    let (release, held) = channel::<()>();
    analyzer
        .submit(vec![], None, move |_| {
            entered.send(()).unwrap();
            held.recv().unwrap();
        })
        .unwrap();
    busy.recv().unwrap();
    let (sender, receiver) = channel();
    analyzer.submit(vec![], None, move |result| sender.send(result.is_ok()).unwrap()).unwrap();
    assert_eq!(analyzer.submit(vec![], None, |_| panic!("is not called")), Err(Overloaded));
    release.send(()).unwrap();
    assert!(receiver.recv().unwrap(), "what waited is answered");
    assert!(analyze(&analyzer, vec![], None).is_ok());
}

#[test]
fn panicking_receiver_keeps_thread() {
    let analyzer = start(1, 4);
    for _ in 0..3 {
        analyzer.submit(vec![], None, |_| panic!("a fault of the receiver")).unwrap();
    }
    assert_eq!(failure(&analyze(&analyzer, vec![], None).unwrap()), Some(FailureCode::NotAnImage));
}

#[test]
fn crop_outside_is_callers_error() {
    let photo = encode_picture(image::RgbImage::new(20, 10), ImageFormat::Png);
    let result = analyze(&start(1, 1), photo, Square::new(15, 0, 6));
    assert!(matches!(result, Err(AnalysisError::Crop { width: 20, height: 10 })));
}

#[test]
fn drop_answers_waiting_photos() {
    let analyzer = start(1, 8);
    let (sender, receiver) = channel();
    for _ in 0..6 {
        let sender = sender.clone();
        analyzer.submit(vec![], None, move |_| sender.send(()).unwrap()).unwrap();
    }
    drop((analyzer, sender));
    assert_eq!(receiver.iter().count(), 6);
}

#[test]
fn new_version_is_loaded_while_running() {
    let dir = own_weights();
    let analyzer = Analyzer::start(WeightsSource::Directory(dir.path().to_owned()), 1, 4).unwrap();
    assert_eq!(analyzer.version(), pipeline().version());
    assert!(!analyzer.reload_if_changed().unwrap(), "nothing changed");
    rename_version(dir.path(), "tongue-2-next");
    // the watcher may be first: what counts is the version in the end
    analyzer.reload_if_changed().unwrap();
    assert_eq!(analyzer.version(), "tongue-2-next");
    assert_eq!(analyze(&analyzer, vec![], None).unwrap().model_version, "tongue-2-next");
}

#[test]
fn watcher_loads_new_version() {
    let dir = own_weights();
    let analyzer = Analyzer::start(WeightsSource::Directory(dir.path().to_owned()), 1, 4).unwrap();
    rename_version(dir.path(), "tongue-2-watched");
    for _ in 0..300 {
        if analyzer.version() == "tongue-2-watched" {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    panic!("still {}", analyzer.version());
}

#[test]
fn unusable_version_leaves_old_one() {
    let dir = own_weights();
    let analyzer = Analyzer::start(WeightsSource::Directory(dir.path().to_owned()), 1, 4).unwrap();
    let before = analyzer.version();
    let manifest = fs::read(dir.path().join(MANIFEST)).unwrap();
    let steps: [&dyn Fn(); 4] = [
        &|| fs::write(dir.path().join(MANIFEST), "{").unwrap(),
        // whole again, but the weights are cut short
        &|| {
            let weights = fs::read(dir.path().join(WEIGHTS)).unwrap();
            fs::write(dir.path().join(WEIGHTS), &weights[..weights.len() / 2]).unwrap();
            fs::write(dir.path().join(MANIFEST), &manifest).unwrap();
        },
        // cut short, and named so by the manifest
        &|| write_manifest(dir.path(), "short"),
        // sound files of networks that have learnt nothing
        &|| write_untrained(dir.path(), 9),
    ];
    for step in steps {
        sleep(TICK);
        step();
        // refused here, or by the watcher a moment earlier
        assert!(!analyzer.reload_if_changed().is_ok_and(|swapped| swapped));
        assert_eq!(analyzer.version(), before);
        assert_eq!(analyze(&analyzer, vec![], None).unwrap().model_version, before);
    }
}

#[test]
fn files_copied_singly_load_with_the_last() {
    let (dir, other) = (own_weights(), own_weights());
    let analyzer = Analyzer::start(WeightsSource::Directory(dir.path().to_owned()), 1, 4).unwrap();
    // the manifest comes first, then its weights
    let weights = fs::read(dir.path().join(WEIGHTS)).unwrap();
    fs::write(dir.path().join(WEIGHTS), b"not yet").unwrap();
    rename_version(other.path(), "tongue-2-late");
    fs::copy(other.path().join(MANIFEST), dir.path().join(MANIFEST)).unwrap();
    let _ = analyzer.reload_if_changed();
    assert_eq!(analyzer.version(), pipeline().version());
    sleep(TICK);
    fs::write(dir.path().join(WEIGHTS), weights).unwrap();
    let _ = analyzer.reload_if_changed();
    assert_eq!(analyzer.version(), "tongue-2-late");
}

#[test]
fn start_refuses_untrained_weights() {
    let dir = TempDir::new().unwrap();
    let start = || Analyzer::start(WeightsSource::Directory(dir.path().to_owned()), 1, 1).err().unwrap();
    assert!(matches!(start(), WeightsError::Read(..)));
    write_untrained(dir.path(), 3);
    assert!(matches!(start(), WeightsError::SelfTest(version) if version == "untrained-3"));
}
