//! Every operator of ours against differences of its own values: a slip that values and a formula share is seen here.

use candle_core::{Device, Result, Tensor, Var};

use super::bias::add_bias;
use super::cells::{moments, surroundings};
use super::conv::conv2d;
use super::depthwise::depthwise;
use super::loss::mask_loss;
use super::norm::{Running, batch_norm_relu};
use super::resample::{pixel_shuffle, pixel_unshuffle, up2_add};
use super::taps::TOGETHER;

/// Repeatable numbers -1..1, none near 0.
fn numbers(shape: &[usize], salt: u64) -> Var {
    let mut state = salt.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let values: Vec<f32> = (0..shape.iter().product())
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let v = (state % 1800) as f32 / 1000. - 0.9;
            v + 0.1 * v.signum()
        })
        .collect();
    Var::from_tensor(&Tensor::from_vec(values, shape, &Device::Cpu).unwrap()).unwrap()
}

/// Compares the gradient of a weighted sum of `f` with central differences, at a few places of each variable.
fn check(name: &str, vars: &[Var], f: &dyn Fn(&[Var]) -> Result<Tensor>) {
    const STEP: f32 = 4e-3;
    let pull = numbers(f(vars).unwrap().dims(), 99);
    let sum = || (f(vars).unwrap() * pull.as_tensor()).unwrap().sum_all().unwrap();
    // summed in 64 bits: thousands of products in 32 would drown the difference
    let value = || -> f64 {
        let products = (f(vars).unwrap() * pull.as_tensor()).unwrap().flatten_all().unwrap();
        products.to_vec1::<f32>().unwrap().into_iter().map(f64::from).sum()
    };
    let gradients = sum().backward().unwrap();
    for (which, var) in vars.iter().enumerate() {
        let gradient = gradients.get(var).unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap();
        let whole = var.flatten_all().unwrap().to_vec1::<f32>().unwrap();
        for place in (0..whole.len()).step_by((whole.len() / 7).max(1)) {
            let at = |by: f32| {
                let mut moved = whole.clone();
                moved[place] += by;
                var.set(&Tensor::from_vec(moved, var.dims(), &Device::Cpu).unwrap()).unwrap();
                value()
            };
            let difference = (at(STEP) - at(-STEP)) / f64::from(2. * STEP);
            at(0.);
            let said = f64::from(gradient[place]);
            let error = (said - difference).abs() / (1. + said.abs());
            assert!(error < 0.01, "{name}, variable {which}, place {place}: {said} but differences say {difference}");
        }
    }
}

#[test]
fn convolution() {
    for (k, stride, h, w) in [(1, 1, 5, 6), (3, 1, 6, 7), (3, 2, 7, 8), (5, 1, 6, 5)] {
        let vars = [numbers(&[2, 3, h, w], 1), numbers(&[4, 3, k, k], 2)];
        check(&format!("convolution {k} stride {stride}"), &vars, &|v| conv2d(&v[0], &v[1], stride));
    }
}

#[test]
fn convolution_of_each_channel() {
    for (k, stride, h, w) in [(3, 1, 5, 6), (3, 2, 7, 6), (5, 1, 6, 5), (5, 2, 7, 8)] {
        let vars = [numbers(&[2, TOGETHER, h, w], 1), numbers(&[TOGETHER, 1, k, k], 2)];
        check(&format!("depthwise {k} stride {stride}"), &vars, &|v| depthwise(&v[0], &v[1], stride));
    }
}

#[test]
fn bias_with_rectifier() {
    // no sum is near the rectifier's kink: the numbers are at least 0.1 from 0, and at most 1
    let bias = Var::from_tensor(&Tensor::new(&[3f32, -4., 0.], &Device::Cpu).unwrap()).unwrap();
    let vars = [numbers(&[2, 3, 4, 5], 3), bias];
    check("bias", &vars, &|v| add_bias(&v[0], &v[1], false));
    check("bias and rectifier", &vars, &|v| add_bias(&v[0], &v[1], true));
}

#[test]
fn moments_and_surroundings_of_cells() {
    let mask = numbers(&[2, 1, 12, 12], 4).abs().unwrap();
    check("moments", &[numbers(&[2, 3, 6, 6], 5)], &|v| moments(&v[0], &mask));
    check("surroundings", &[numbers(&[2, 3, 9], 6)], &|v| surroundings(&v[0]));
}

#[test]
fn batch_normalisation_with_rectifier() {
    // each channel lies wholly on one side of the rectifier's kink, where no difference is a gradient
    let beta = Var::from_tensor(&Tensor::new(&[4f32, -4., 5.], &Device::Cpu).unwrap()).unwrap();
    let vars = [numbers(&[2, 3, 4, 5], 3), numbers(&[3], 4), beta];
    check("batch normalisation", &vars, &|v| {
        let running = std::sync::Arc::new(std::sync::Mutex::new(Running { mean: vec![0.; 3], var: vec![1.; 3] }));
        batch_norm_relu(&v[0], &v[1], &v[2], &running)
    });
}

#[test]
fn loss_of_masks() {
    let target = numbers(&[2, 1, 4, 4], 12).ge(0f64).unwrap().to_dtype(candle_core::DType::F32).unwrap();
    // a mean's gradients are small: 30 times that is seen beside the 1 that errors are compared with
    check("loss", &[numbers(&[2, 1, 4, 4], 11)], &|v| mask_loss(&(v[0].as_tensor() * 3.)?, &target)? * 30.);
}

#[test]
fn doubling_and_shuffling() {
    check("doubling", &[numbers(&[2, 3, 4, 5], 6), numbers(&[2, 3, 8, 10], 10)], &|v| up2_add(&v[0], &v[1]));
    check("blocks to channels", &[numbers(&[1, 2, 8, 8], 7)], &|v| pixel_unshuffle(&v[0], 4));
    check("channels to blocks", &[numbers(&[1, 16, 3, 2], 8)], &|v| pixel_shuffle(&v[0], 4));
    // each is the other's transpose, so that their gradients must add up in one graph too
    check("there and back", &[numbers(&[1, 4, 4, 4], 9)], &|v| {
        let there = pixel_shuffle(&v[0], 2)?;
        up2_add(&pixel_unshuffle(&there, 4)?.narrow(1, 0, 4)?.contiguous()?, &pixel_unshuffle(&there, 2)?)
    });
}
