//! Batch normalization, activations and upsampling against candle's.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod support;

use candle_core::{Result, Tensor, Var};
use candle_nn::{BatchNormConfig, ModuleT};
use cpu_nn::{Activation, BatchNorm, batch_norm, relu6, upsample_bilinear, upsample_nearest2x};
use support::{assert_close, assert_identical, builder, compare, random, randomize, with_threads};

const ACTIVATIONS: [Activation; 3] = [Activation::Identity, Activation::Relu, Activation::Relu6];

/// Our layer and candle-nn's over separate variables with the same values.
struct Layers {
    ours: BatchNorm,
    theirs: candle_nn::BatchNorm,
    weight: [Var; 2],
    bias: [Var; 2],
}

fn layers(channels: usize, config: BatchNormConfig) -> Layers {
    let (maps, vbs): (Vec<_>, Vec<_>) = (0..2).map(|_| builder()).unzip();
    let ours = batch_norm(channels, config, vbs[0].clone()).unwrap();
    let theirs = candle_nn::batch_norm(channels, config, vbs[1].clone()).unwrap();
    maps.iter().for_each(randomize);
    let var = |name: &str| [0, 1].map(|i: usize| maps[i].data().lock().unwrap()[name].clone());
    Layers { ours, theirs, weight: var("weight"), bias: var("bias") }
}

fn activate(x: Result<Tensor>, activation: Activation) -> Result<Tensor> {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x?.relu(),
        Activation::Relu6 => x?.clamp(0f32, 6f32),
    }
}

fn check(train: bool, shape: &[usize], activation: Activation) {
    let Layers { ours, theirs, weight, bias } = layers(shape[1], BatchNormConfig { eps: 1e-3, ..Default::default() });
    let ours = ours.with_activation(activation);
    let x = Var::from_tensor(&((random(shape, 21).as_detached_tensor() * 5.).unwrap() + 0.7).unwrap()).unwrap();
    // large enough for values beyond the bounds of the activations
    for var in weight.iter().chain(&bias) {
        var.set(&(var.as_detached_tensor() * 4.).unwrap()).unwrap();
    }
    let out = ours.forward_t(&x, train).unwrap();
    let expected = activate(theirs.forward_t(&x, train), activation).unwrap().contiguous().unwrap();
    assert_close(&out, &expected, "output");
    let weights = random(shape, 22).as_detached_tensor();
    let gradients = |out: &Tensor| (out * &weights).unwrap().sum_all().unwrap().backward().unwrap();
    let (ours, theirs) = (gradients(&out), gradients(&expected));
    let pairs = [("x", &x, &x), ("weight", &weight[0], &weight[1]), ("bias", &bias[0], &bias[1])];
    for (name, a, b) in pairs {
        let theirs = theirs.get(b).unwrap().contiguous().unwrap();
        assert_close(ours.get(a).unwrap(), &theirs, name);
    }
}

#[test]
fn batch_norm_training_matches_candle() {
    for activation in ACTIVATIONS {
        check(true, &[3, 5, 9, 7], activation);
        check(true, &[2, 3, 40, 40], activation);
    }
}

#[test]
fn batch_norm_inference_matches_candle() {
    for activation in ACTIVATIONS {
        check(false, &[3, 5, 9, 7], activation);
    }
}

#[test]
fn batch_norm_of_vectors_matches_candle() {
    check(true, &[6, 5], Activation::Relu);
    check(false, &[6, 5], Activation::Identity);
}

#[test]
fn batch_norm_without_affine_matches_candle() {
    let config = BatchNormConfig { affine: false, ..Default::default() };
    let (_, vb) = builder();
    let (ours, theirs) = (batch_norm(4, config, vb.pp("a")), candle_nn::batch_norm(4, config, vb.pp("b")));
    let (ours, theirs, x) = (ours.unwrap(), theirs.unwrap(), random(&[2, 4, 6, 6], 23));
    for train in [true, false] {
        let theirs = theirs.forward_t(&x, train).unwrap().contiguous();
        compare(ours.forward_t(&x, train), theirs, &[("x", &x)]);
    }
}

#[test]
fn running_statistics_match_candle() {
    let layers = layers(4, BatchNormConfig { momentum: 0.3, ..Default::default() });
    for step in 0..5 {
        let x = random(&[3, 4, 8, 8], 30 + step);
        layers.ours.forward_t(&x, true).unwrap();
        layers.theirs.forward_t(&x, true).unwrap();
    }
    assert_close(layers.ours.running_mean(), layers.theirs.running_mean(), "running mean");
    assert_close(layers.ours.running_var(), layers.theirs.running_var(), "running variance");
}

#[test]
fn batch_norm_updates_variables_in_place() {
    let (map, vb) = builder();
    let layer = batch_norm(4, 1e-5, vb).unwrap();
    layer.forward_t(&random(&[3, 4, 8, 8], 31), true).unwrap();
    let saved = map.data().lock().unwrap()["running_mean"].as_detached_tensor();
    assert_identical(&saved, layer.running_mean());
    assert!(saved.to_vec1::<f32>().unwrap().iter().all(|mean| *mean != 0.));
}

#[test]
fn batch_norm_ignores_thread_count() {
    let layers = layers(6, BatchNormConfig::default());
    let layer = layers.ours.with_activation(Activation::Relu6);
    let x = random(&[5, 6, 31, 17], 32);
    let run = || {
        let out = layer.forward_t(&x, true).unwrap();
        let grads = out.sqr().unwrap().sum_all().unwrap().backward().unwrap();
        (out, grads.get(&x).unwrap().clone(), grads.get(&layers.weight[0]).unwrap().clone())
    };
    let (one, two) = (with_threads(1, run), with_threads(2, run));
    assert_identical(&one.0, &two.0);
    assert_identical(&one.1, &two.1);
    assert_identical(&one.2, &two.2);
}

#[test]
fn batch_norm_inference_batch_equals_single() {
    let layer = layers(6, BatchNormConfig::default()).ours;
    let x = random(&[4, 6, 9, 9], 33).as_detached_tensor();
    let batch = layer.forward_t(&x, false).unwrap();
    for i in 0..4 {
        let single = layer.forward_t(&x.narrow(0, i, 1).unwrap(), false).unwrap();
        assert_identical(&batch.narrow(0, i, 1).unwrap(), &single);
    }
}

#[test]
fn batch_norm_of_one_value_is_an_error() {
    let layer = layers(3, BatchNormConfig::default()).ours;
    assert!(layer.forward_t(&random(&[1, 3, 1, 1], 34), true).is_err());
    assert!(layer.forward_t(&random(&[2, 4, 5, 5], 34), true).is_err());
    assert!(layer.forward_t(&random(&[2, 4, 5, 5], 34), false).is_err());
    assert!(layer.running_var().to_vec1::<f32>().unwrap().iter().all(|var| var.is_finite()));
}

#[test]
fn constant_channel_has_finite_gradients() {
    let layers = layers(2, BatchNormConfig::default());
    let x = Var::from_tensor(&Tensor::full(3f32, (2, 2, 6, 6), &candle_core::Device::Cpu).unwrap()).unwrap();
    let grads = layers.ours.forward_t(&x, true).unwrap().sum_all().unwrap().backward().unwrap();
    let dx = grads.get(&x).unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap();
    assert!(dx.iter().all(|value| value.is_finite()));
}

#[test]
fn relu6_matches_clamp() {
    let x = Var::from_tensor(&(random(&[3, 50], 35).as_detached_tensor() * 9.).unwrap()).unwrap();
    compare(relu6(&x), x.clamp(0f32, 6f32), &[("x", &x)]);
    let matrix = random(&[4, 6], 36);
    let transposed = matrix.t().unwrap();
    compare(relu6(&transposed), transposed.contiguous().unwrap().clamp(0f32, 6f32), &[("x", &matrix)]);
}

#[test]
fn nearest_upsampling_matches_repetition() {
    let x = random(&[2, 3, 5, 7], 37);
    let repeated = x.reshape(&[2, 3, 5, 1, 7, 1][..]).unwrap().broadcast_as(&[2, 3, 5, 2, 7, 2][..]).unwrap();
    compare(upsample_nearest2x(&x), repeated.contiguous().unwrap().reshape((2, 3, 10, 14)), &[("x", &x)]);
}

#[test]
fn nearest_upsampling_keeps_other_gradients() {
    let x = random(&[1, 2, 4, 4], 38);
    let both = (upsample_nearest2x(&x).unwrap().sum_all().unwrap() + (x.sum_all().unwrap() * 10.).unwrap()).unwrap();
    let gradient = both.backward().unwrap().get(&x).unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap();
    assert_eq!(gradient, [14.; 32]);
}

#[test]
fn bilinear_upsampling_matches_candle() {
    for factor in 1..=5 {
        for (h, w) in [(1, 1), (4, 4), (5, 7)] {
            let x = random(&[2, 3, h, w], 39).as_detached_tensor();
            let theirs = x.upsample_bilinear2d(h * factor, w * factor, false).unwrap();
            assert_close(&upsample_bilinear(&x, factor).unwrap(), &theirs, "output");
        }
    }
}

#[test]
fn bilinear_gradient_is_the_transpose() {
    // <up(x), g> = <x, up^T(g)> for the linear function up
    for factor in 1..=4 {
        let (x, g) = (random(&[2, 2, 4, 5], 40), random(&[2, 2, 4 * factor, 5 * factor], 41).as_detached_tensor());
        let product = (upsample_bilinear(&x, factor).unwrap() * &g).unwrap().sum_all().unwrap();
        let gradient = product.backward().unwrap().get(&x).unwrap().clone();
        assert_close(&(x.as_detached_tensor() * gradient).unwrap().sum_all().unwrap(), &product, "product");
    }
}

#[test]
fn upsampling_by_zero_is_an_error() {
    assert!(upsample_bilinear(&random(&[1, 2, 4, 5], 42), 0).is_err());
    assert!(upsample_bilinear(&random(&[2, 4, 5], 43), 2).is_err());
    assert!(upsample_nearest2x(&random(&[2, 4, 5], 43)).is_err());
}
