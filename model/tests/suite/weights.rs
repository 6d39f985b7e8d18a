//! Weights on disk: what is loaded, and what is refused.

use std::fs;
use std::path::Path;

use candle_core::{Device, Tensor};
use model::network::NetworkConfig;
use model::release::{Bundle, CONFIG, Config, MANIFEST, Manifest, WEIGHTS, hash};
use model::weights::{Precision, Tensors};
use model::{TonguePipeline, WeightsError};
use safetensors::tensor::{Dtype, TensorView};
use tempfile::TempDir;

/// Writes a version that finds nothing: the built-in shapes, every weight 0.
pub fn write_untrained(dir: &Path, seed: u64) {
    let mut tensors = Bundle::embedded().unwrap().tensors;
    tensors.0.retain(|name, _| !name.starts_with("familiarity."));
    for (name, tensor) in &mut tensors.0 {
        let empty = tensor.zeros_like().unwrap();
        *tensor = if name.ends_with("running_var") { (empty + 1.).unwrap() } else { empty };
    }
    tensors.write(&dir.join(WEIGHTS), Precision::Half).unwrap();
    fs::write(dir.join(CONFIG), serde_json::to_vec(&Config::default()).unwrap()).unwrap();
    write_manifest(dir, &format!("untrained-{seed}"));
}

/// Writes a manifest that fits the files in a folder.
pub fn write_manifest(dir: &Path, version: &str) {
    let weights_hash = hash(&fs::read(dir.join(CONFIG)).unwrap(), &fs::read(dir.join(WEIGHTS)).unwrap());
    let manifest = Manifest {
        version: version.to_owned(),
        weights_hash,
        data_hash: String::new(),
        seed: 0,
        commit: String::new(),
        command: String::new(),
        evaluation: None,
    };
    manifest.write(dir).unwrap();
}

fn untrained_dir() -> TempDir {
    let dir = TempDir::new().unwrap();
    write_untrained(dir.path(), 1);
    dir
}

fn refusal(dir: &Path) -> String {
    match Bundle::open(dir).err().expect("the version is refused") {
        WeightsError::Unfit(why) => why,
        other => panic!("another refusal: {other}"),
    }
}

/// Writes other configuration values; the manifest names them.
fn change_config(dir: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let path = dir.join(CONFIG);
    let mut config: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut config);
    fs::write(&path, config.to_string()).unwrap();
    write_manifest(dir, "changed");
}

#[test]
fn written_weights_are_read_back() {
    let dir = untrained_dir();
    let bundle = Bundle::open(dir.path()).unwrap();
    assert_eq!(bundle.manifest.version, "untrained-1");
    TonguePipeline::new(&bundle).unwrap();
    let embedded = Bundle::embedded().unwrap().tensors;
    let path = dir.path().join("single.safetensors");
    embedded.write(&path, Precision::Single).unwrap();
    let again = Tensors::read(&path).unwrap();
    assert_eq!(again.0.len(), embedded.0.len());
    for (name, tensor) in &again.0 {
        let same = embedded.0[name].eq(tensor).unwrap().min_all().unwrap().to_scalar::<u8>().unwrap();
        assert_eq!(same, 1, "{name}");
    }
}

#[test]
fn built_in_weights_fit_their_manifest() {
    let bundle = Bundle::embedded().unwrap();
    assert!(bundle.manifest.version.ends_with(&bundle.manifest.weights_hash[..8]));
    assert_eq!((bundle.manifest.weights_hash.len(), bundle.manifest.data_hash.len()), (64, 64));
    let evaluation = bundle.manifest.evaluation.expect("a recorded evaluation");
    assert_eq!(evaluation.version, bundle.manifest.version);
    assert!(fs::metadata(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/model.safetensors")).unwrap().len() < 8 << 20);
}

#[test]
fn weights_of_another_manifest_are_refused() {
    let dir = untrained_dir();
    let mut bytes = fs::read(dir.path().join(WEIGHTS)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(dir.path().join(WEIGHTS), bytes).unwrap();
    assert!(refusal(dir.path()).contains("not those that it names"));
}

#[test]
fn another_model_type_is_refused() {
    let dir = untrained_dir();
    change_config(dir.path(), |config| config["model_type"] = "tongue-coating-9".into());
    assert!(refusal(dir.path()).contains("tongue-coating-9"));
}

#[test]
fn config_values_out_of_range_are_refused() {
    type Change = dyn Fn(&mut serde_json::Value);
    let changes: [(&str, &Change); 6] = [
        ("close_up_side", &|config| config["network"]["close_up_side"] = 100.into()),
        ("strides", &|config| config["network"]["stages"][1]["stride"] = 1.into()),
        ("stage 2", &|config| config["network"]["stages"][2]["kernel"] = 4.into()),
        ("calibration", &|config| config["calibration"]["thin"] = 1.5.into()),
        ("invalid type: null", &|config| config["thresholds"]["min_luma"] = serde_json::Value::Null),
        ("unknown field", &|config| config["thresholds"]["max_mood"] = 1.into()),
    ];
    for (expected, change) in changes {
        let dir = untrained_dir();
        change_config(dir.path(), change);
        let found = refusal(dir.path());
        assert!(found.contains(expected), "{found} instead of {expected}");
    }
}

#[test]
fn weights_that_are_not_finite_are_refused() {
    for broken in [f32::NAN, f32::INFINITY] {
        let dir = untrained_dir();
        let mut tensors = Bundle::open(dir.path()).unwrap().tensors;
        let bias = Tensor::new(&[broken], &Device::Cpu).unwrap();
        tensors.0.insert("presence.bias".into(), bias);
        tensors.write(&dir.path().join(WEIGHTS), Precision::Single).unwrap();
        write_manifest(dir.path(), "broken");
        let found = refusal(dir.path());
        assert!(found.contains("presence.bias") && found.contains("not finite"), "{found}");
    }
}

#[test]
fn missing_and_broken_files_differ() {
    let dir = untrained_dir();
    fs::write(dir.path().join(MANIFEST), "{").unwrap();
    assert!(refusal(dir.path()).starts_with("manifest.json"));
    fs::remove_file(dir.path().join(WEIGHTS)).unwrap();
    let error = Bundle::open(dir.path()).err().unwrap();
    assert!(error.to_string().ends_with("model.safetensors cannot be read"), "{error}");
}

#[test]
fn other_files_than_safetensors_are_refused() {
    let dir = untrained_dir();
    fs::write(dir.path().join(WEIGHTS), b"not tensors").unwrap();
    write_manifest(dir.path(), "broken");
    assert!(refusal(dir.path()).contains("safetensors"));
}

#[test]
fn tensors_of_integers_are_refused() {
    let data = [0u8; 16];
    let view = TensorView::new(Dtype::I32, vec![4], &data).unwrap();
    let bytes = safetensors::serialize([("a", view)], None).unwrap();
    assert!(Tensors::parse(&bytes).unwrap_err().to_string().contains("16 or 32 bits"));
}

#[test]
fn missing_or_misshapen_tensor_makes_no_network() {
    let mut tensors = Bundle::embedded().unwrap().tensors;
    let shape = NetworkConfig::default();
    let whole = tensors.0.remove("encoder.stem.conv.weight").unwrap();
    let error = tensors.network(&shape).err().unwrap();
    assert!(error.to_string().contains("encoder.stem.conv.weight"), "{error}");
    tensors.0.insert("encoder.stem.conv.weight".into(), whole.narrow(0, 0, 16).unwrap());
    let error = tensors.network(&shape).err().unwrap();
    assert!(error.to_string().contains("encoder.stem.conv.weight"), "{error}");
}
