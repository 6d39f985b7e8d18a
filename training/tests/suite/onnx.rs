//! The ONNX file of a version against the network itself, in ONNX Runtime.

use std::fs;
use std::path::Path;

use candle_core::{Device, Tensor};
use image::imageops::{FilterType, resize};
use model::TonguePipeline;
use model::detection::to_tensor;
use model::network::{CELLS, CellWeights};
use model::release::Bundle;
use model::synth::{Options, photo};
use tempfile::TempDir;

use crate::commands::{model, stdout};
use crate::node::run_script;

/// Largest difference of two programs' logits that is rounding.
const TOLERANCE: f32 = 1e-3;
const BATCH: usize = 2;

/// Repeatable numbers from 0 to 1.
fn noise(n: usize) -> Vec<f32> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    };
    (0..n).map(|_| next()).collect()
}

/// Probabilities of an oval of that many columns and rows, and the same by cell of its box, which is even thirds.
fn oval(side: usize, [left, top, width, height]: [usize; 4]) -> (Vec<f32>, Vec<f32>) {
    let mut mask = noise(side * side);
    let mut cells = vec![0.; CELLS * side * side];
    for (at, value) in mask.iter_mut().enumerate() {
        let (x, y) = ((at % side).wrapping_sub(left), (at / side).wrapping_sub(top));
        let from_middle = |at: usize, size: usize| (2. * at as f32 + 1.) / size as f32 - 1.;
        if x < width && y < height && from_middle(x, width).hypot(from_middle(y, height)) < 1. {
            *value = 0.5 + *value / 2.;
            cells[(y * 3 / height * 3 + x * 3 / width) * side * side + at] = *value;
        } else {
            *value = 0.;
        }
    }
    (mask, cells)
}

fn write(path: &Path, values: &[f32]) {
    fs::write(path, values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>()).unwrap();
}

fn read(path: &Path) -> Vec<f32> {
    fs::read(path).unwrap().as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

#[test]
fn onnx_outputs_equal_network() {
    let dir = TempDir::new().unwrap();
    let bundle = Bundle::embedded().unwrap();
    let output = stdout(&model(dir.path(), &["onnx", "tongue.onnx"]));
    assert!(output.contains(&bundle.manifest.version), "{output}");

    let pipeline = TonguePipeline::new(&bundle).unwrap();
    let side = pipeline.config().network.close_up_side;
    let drawn = resize(&photo(1, &Options::default()).0, side as u32, side as u32, FilterType::Triangle);
    let random = noise(3 * side * side).iter().map(|v| v * 2. - 1.).collect();
    let random = Tensor::from_vec(random, (1, 3, side, side), &Device::Cpu).unwrap();
    let views = Tensor::cat(&[to_tensor(&drawn).unwrap(), random], 0).unwrap();
    let ovals = [oval(side, [38, 20, 150, 180]), oval(side, [7, 66, 90, 120])];
    write(&dir.path().join("view"), &views.flatten_all().unwrap().to_vec1().unwrap());
    write(&dir.path().join("cells"), &ovals.iter().flat_map(|(_, cells)| cells.clone()).collect::<Vec<f32>>());
    run_script("onnx.mjs", &[&dir.path().join("tongue.onnx"), dir.path(), Path::new("2")]);

    let network = pipeline.network();
    let features = network.forward(&views, false).unwrap();
    let sides: Vec<usize> = features.levels.iter().map(|level| level.dim(2).unwrap()).collect();
    let cells = CellWeights::new(&ovals.map(|(mask, _)| mask), side, &sides, &Device::Cpu).unwrap();
    let scores = network.score(&features.levels, &cells, None).unwrap();
    for (name, tensor) in [("mask", features.mask), ("presence", features.presence), ("scores", scores)] {
        let (found, expected) = (read(&dir.path().join(name)), tensor.flatten_all().unwrap().to_vec1::<f32>().unwrap());
        assert_eq!((found.len(), tensor.dim(0).unwrap()), (expected.len(), BATCH), "{name}");
        let difference = found.iter().zip(&expected).fold(0f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(difference < TOLERANCE, "{name} differs by {difference}");
    }
}
