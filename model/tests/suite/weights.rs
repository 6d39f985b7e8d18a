//! Weights on disk: what is taken, and what is refused.

use std::fs;
use std::path::Path;

use candle_core::{DType, Device, Tensor};
use model::WeightsError;
use model::describe::Told;
use model::manifest::{ARCHITECTURE, Bundle, MANIFEST, Manifest, SCORE, SEGMENT, hash};
use model::net::{Likeness, NumbersNet, Params, PixelsNet, ScoreNet, Scores, SegmentNet, Source, TiltNet};
use model::quality::Thresholds;
use model::train::Calibration;
use model::weights;
use safetensors::tensor::{Dtype, TensorView};
use tempfile::TempDir;

/// Writes a version whose networks have learnt nothing.
pub fn untrained(dir: &Path, seed: u64) {
    let mut params = Params::new(seed);
    SegmentNet::new(Source::Train(&mut params)).unwrap();
    weights::write(&dir.join(SEGMENT), &params.tensors().unwrap()).unwrap();
    let mut params = Params::new(seed);
    TiltNet::new(Source::Train(&mut params)).unwrap();
    NumbersNet::new(Source::Train(&mut params)).unwrap();
    PixelsNet::new(Source::Train(&mut params)).unwrap();
    let mut tensors = params.tensors().unwrap();
    let nothing = ScoreNet::new(&tensors).unwrap().forward(&Told::nothing()).unwrap();
    tensors.extend(Likeness::of(&[nothing.seen]).tensors().unwrap());
    weights::write(&dir.join(SCORE), &tensors).unwrap();
    seal(dir, &format!("untrained-{seed}"));
}

/// Writes a manifest that fits the weights that lie there.
pub fn seal(dir: &Path, version: &str) {
    let manifest = Manifest {
        version: version.to_owned(),
        architecture: ARCHITECTURE.to_owned(),
        weights_hash: hash(&fs::read(dir.join(SEGMENT)).unwrap(), &fs::read(dir.join(SCORE)).unwrap()),
        data_hash: String::new(),
        seed: 0,
        split: String::new(),
        command: String::new(),
        calibration: Calibration { thin: 0.5, thick: 0.5, temperature: 1. },
        thresholds: Thresholds::default(),
        metrics: serde_json::Value::Null,
    };
    fs::write(dir.join(MANIFEST), serde_json::to_vec(&manifest).unwrap()).unwrap();
}

fn untrained_dir() -> TempDir {
    let dir = TempDir::new().unwrap();
    untrained(dir.path(), 1);
    dir
}

/// Changes one field of a manifest.
fn change(dir: &Path, field: &str, value: &str) {
    let path = dir.join(MANIFEST);
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    manifest[field] = value.into();
    fs::write(path, manifest.to_string()).unwrap();
}

fn refusal(dir: &Path) -> WeightsError {
    Bundle::open(dir).err().expect("the version is refused")
}

#[test]
fn what_was_written_is_read() {
    let dir = untrained_dir();
    let bundle = Bundle::open(dir.path()).unwrap();
    assert_eq!(bundle.manifest.version, "untrained-1");
    model::Reader::new(&bundle).unwrap();
    let again = weights::read(&dir.path().join(SEGMENT)).unwrap();
    for (name, tensor) in &again {
        let same = bundle.tensors[name].eq(tensor).unwrap().min_all().unwrap().to_scalar::<u8>().unwrap();
        assert_eq!(same, 1, "{name}");
    }
}

#[test]
fn the_programs_own_weights_fit_their_manifest() {
    let bundle = Bundle::embedded().unwrap();
    assert_eq!(bundle.manifest.architecture, ARCHITECTURE);
    assert!(bundle.manifest.version.ends_with(&bundle.manifest.weights_hash[..8]));
    assert_eq!(bundle.manifest.weights_hash.len(), 64);
    assert_eq!(bundle.manifest.data_hash.len(), 64);
    assert!(bundle.manifest.metrics.is_object(), "figures of the held-out photos");
}

#[test]
fn weights_that_the_manifest_does_not_name_are_refused() {
    let dir = untrained_dir();
    let mut bytes = fs::read(dir.path().join(SCORE)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(dir.path().join(SCORE), bytes).unwrap();
    assert!(matches!(refusal(dir.path()), WeightsError::Manifest(why) if why.contains("not those that it names")));
}

#[test]
fn another_architecture_is_refused() {
    let dir = untrained_dir();
    change(dir.path(), "architecture", "segment-m");
    assert!(matches!(refusal(dir.path()), WeightsError::Manifest(why) if why.contains("segment-m")));
}

#[test]
fn a_broken_manifest_and_a_missing_file_are_told_apart() {
    let dir = untrained_dir();
    fs::write(dir.path().join(MANIFEST), "{").unwrap();
    assert!(matches!(refusal(dir.path()), WeightsError::Manifest(_)));
    fs::remove_file(dir.path().join(SEGMENT)).unwrap();
    let error = refusal(dir.path());
    assert!(error.to_string().ends_with("segment.safetensors cannot be read"), "{error}");
}

#[test]
fn what_is_no_safetensors_file_is_refused_though_its_hash_fits() {
    let dir = untrained_dir();
    fs::write(dir.path().join(SEGMENT), b"not tensors").unwrap();
    seal(dir.path(), "broken");
    assert!(matches!(refusal(dir.path()), WeightsError::Manifest(why) if why.contains("safetensors")));
}

#[test]
fn numbers_of_another_kind_are_refused() {
    let data = [0u8; 16];
    let view = TensorView::new(Dtype::I32, vec![4], &data).unwrap();
    let bytes = safetensors::serialize([("a", view)], None).unwrap();
    assert!(weights::parse(&bytes).unwrap_err().to_string().contains("32-bit"));
}

#[test]
fn a_missing_or_misshapen_tensor_makes_no_network() {
    let dir = untrained_dir();
    let mut bundle = Bundle::open(dir.path()).unwrap();
    let whole = bundle.tensors.remove("segment.stem.0.conv.weight").unwrap();
    let error = SegmentNet::new(Source::Read(&bundle.tensors)).err().unwrap();
    assert!(error.to_string().contains("segment.stem.0.conv.weight"), "{error}");
    let thin = whole.narrow(1, 0, 40).unwrap();
    bundle.tensors.insert("segment.stem.0.conv.weight".into(), thin);
    let net = SegmentNet::new(Source::Read(&bundle.tensors)).unwrap();
    let picture = Tensor::zeros((1, 3, 64, 64), DType::F32, &Device::Cpu).unwrap();
    assert!(net.forward(&picture).is_err());
}
