//! Convolutions against candle-nn's.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod support;

use candle_core::{Tensor, Var};
use candle_nn::{Conv2dConfig, Module, ModuleT};
use cpu_nn::{Activation, Conv2d, batch_norm, conv2d, conv2d_no_bias};
use support::{assert_close, assert_identical, builder, compare, random, randomize, with_threads};

const SIZES: [(usize, usize); 4] = [(8, 8), (9, 7), (12, 17), (33, 40)];

fn config(padding: usize, stride: usize, groups: usize) -> Conv2dConfig {
    Conv2dConfig { padding, stride, groups, ..Default::default() }
}

/// Returns our layer and candle-nn's over the same variables, and the variables.
fn layers(channels: (usize, usize), k: usize, config: Conv2dConfig) -> (Conv2d, candle_nn::Conv2d, Var, Var) {
    let (map, vb) = builder();
    let ours = conv2d(channels.0, channels.1, k, config, vb.clone()).unwrap();
    let theirs = candle_nn::conv2d(channels.0, channels.1, k, config, vb).unwrap();
    randomize(&map);
    let vars = map.data().lock().unwrap();
    let (weight, bias) = (vars["weight"].clone(), vars["bias"].clone());
    drop(vars);
    (ours, theirs, weight, bias)
}

/// Number of zeros before the first value, and of outputs, along a dimension.
type Extent = (usize, usize);

/// Runs candle's convolution on an image with explicit padding and without unused rows and columns, because with those
/// candle's backward pass fails for images that are not square.
fn reference(x: &Tensor, layer: &candle_nn::Conv2d, extents: [Extent; 2]) -> candle_core::Result<Tensor> {
    let (k, stride) = (layer.weight().dim(3)?, layer.config().stride);
    let mut x = x.clone();
    for (dim, (before, outputs)) in [2, 3].into_iter().zip(extents) {
        let used = (outputs - 1) * stride + k;
        x = x.pad_with_zeros(dim, before, used.saturating_sub(x.dim(dim)? + before))?.narrow(dim, 0, used)?;
    }
    layer.forward(&x.contiguous()?)
}

fn symmetric(size: usize, padding: usize, k: usize, stride: usize) -> Extent {
    (padding, (size + 2 * padding - k) / stride + 1)
}

fn same(size: usize, k: usize, stride: usize) -> Extent {
    let outputs = size.div_ceil(stride);
    (((outputs - 1) * stride + k).saturating_sub(size) / 2, outputs)
}

fn check(channels: (usize, usize), k: usize, groups: usize) {
    for stride in [1, 2] {
        let (layer, theirs, weight, bias) = layers(channels, k, config(0, stride, groups));
        for (h, w) in SIZES {
            let x = random(&[2, channels.0, h, w], 3);
            let vars = [("x", &x), ("weight", &weight), ("bias", &bias)];
            for padding in 0..k {
                let config = config(padding, stride, groups);
                let layer = Conv2d::new(layer.weight().clone(), layer.bias().cloned(), config);
                let extents = [symmetric(h, padding, k, stride), symmetric(w, padding, k, stride)];
                compare(layer.forward(&x), reference(&x, &theirs, extents), &vars);
            }
            let layer = layer.clone().with_same_padding();
            let extents = [same(h, k, stride), same(w, k, stride)];
            compare(layer.forward(&x), reference(&x, &theirs, extents), &vars);
        }
    }
}

#[test]
fn dense_1x1_matches_candle() {
    check((5, 7), 1, 1);
}

#[test]
fn dense_3x3_matches_candle() {
    check((3, 8), 3, 1);
}

#[test]
fn dense_5x5_matches_candle() {
    check((4, 6), 5, 1);
}

#[test]
fn depthwise_1x1_matches_candle() {
    check((4, 4), 1, 4);
}

#[test]
fn depthwise_3x3_matches_candle() {
    check((5, 5), 3, 5);
}

#[test]
fn depthwise_5x5_matches_candle() {
    check((4, 4), 5, 4);
}

#[test]
fn large_dense_layers_match_candle() {
    for (channels, k) in [((64, 96), 1), ((32, 48), 3)] {
        let (ours, theirs, weight, bias) = layers(channels, k, config(k / 2, 1, 1));
        let x = random(&[2, channels.0, 70, 70], 5);
        compare(ours.forward(&x), theirs.forward(&x), &[("x", &x), ("weight", &weight), ("bias", &bias)]);
    }
}

#[test]
fn strided_input_matches_candle() {
    for groups in [1, 6] {
        let (ours, theirs, weight, _) = layers((6, 6), 3, config(1, 1, groups));
        let x = random(&[2, 9, 8, 6], 6);
        let transposed = x.permute((0, 3, 1, 2)).unwrap();
        let narrow = random(&[4, 6, 9, 8], 7);
        let part = narrow.narrow(0, 1, 2).unwrap();
        compare(ours.forward(&transposed), theirs.forward(&transposed), &[("x", &x), ("weight", &weight)]);
        compare(ours.forward(&part), theirs.forward(&part), &[("x", &narrow), ("weight", &weight)]);
    }
}

#[test]
fn fused_forward_matches_tracked() {
    for (groups, activation) in [(1, Activation::Relu), (6, Activation::Relu6), (6, Activation::Identity)] {
        let (map, vb) = builder();
        let layers = [
            conv2d(6, 6, 3, config(1, 2, groups), vb.pp("a")).unwrap(),
            conv2d_no_bias(6, 6, 3, config(1, 2, groups), vb.pp("b")).unwrap(),
        ];
        randomize(&map);
        let x = (random(&[2, 6, 11, 14], 8).as_detached_tensor() * 4.).unwrap();
        for layer in layers {
            let tracked = layer.with_activation(activation);
            let fused = Conv2d::new(tracked.weight().detach(), tracked.bias().map(Tensor::detach), *tracked.config());
            let fused = fused.with_activation(activation).forward(&x).unwrap();
            assert!(!fused.track_op());
            assert_close(&fused, &tracked.forward(&x).unwrap(), "output");
        }
    }
}

#[test]
fn activation_gradients_match_candle() {
    let (ours, theirs, weight, bias) = layers((4, 5), 3, config(1, 1, 1));
    let ours = ours.with_activation(Activation::Relu6);
    let x = random(&[2, 4, 9, 9], 9);
    let theirs = theirs.forward(&x).unwrap().clamp(0f32, 6f32);
    compare(ours.forward(&x), theirs, &[("x", &x), ("weight", &weight), ("bias", &bias)]);
}

#[test]
fn gradient_of_input_is_skipped() {
    let (ours, _, weight, _) = layers((3, 4), 3, config(1, 1, 1));
    let x = random(&[1, 3, 8, 8], 10).as_detached_tensor();
    let grads = ours.forward(&x).unwrap().sum_all().unwrap().backward().unwrap();
    assert!(grads.get(&weight).is_some() && grads.get(&x).is_none());
}

#[test]
fn batch_equals_single_images() {
    for (k, groups) in [(1, 1), (3, 1), (3, 8), (5, 8)] {
        let (layer, ..) = layers((8, 8), k, config(k / 2, 1, groups));
        let layer = Conv2d::new(layer.weight().detach(), layer.bias().map(Tensor::detach), *layer.config());
        let x = random(&[5, 8, 37, 41], 11).as_detached_tensor();
        let batch = layer.forward(&x).unwrap();
        for i in 0..5 {
            let single = layer.forward(&x.narrow(0, i, 1).unwrap()).unwrap();
            assert_identical(&batch.narrow(0, i, 1).unwrap(), &single);
        }
    }
}

#[test]
fn threads_do_not_change_results() {
    for (k, groups) in [(1, 1), (3, 1), (5, 8)] {
        let (layer, _, weight, _) = layers((8, 8), k, config(k / 2, 1, groups));
        let x = random(&[7, 8, 23, 29], 12);
        let run = || {
            let out = layer.forward(&x).unwrap();
            let grads = out.sqr().unwrap().sum_all().unwrap().backward().unwrap();
            (out, grads.get(&x).unwrap().clone(), grads.get(&weight).unwrap().clone())
        };
        let (one, two) = (with_threads(1, run), with_threads(2, run));
        assert_identical(&one.0, &two.0);
        assert_identical(&one.1, &two.1);
        assert_identical(&one.2, &two.2);
    }
}

#[test]
fn absorbed_batch_norm_matches_unfused() {
    for (groups, activation) in [(1, Activation::Relu6), (4, Activation::Identity)] {
        let (map, vb) = builder();
        let convs = [
            conv2d(4, 4, 3, config(1, 2, groups), vb.pp("a")).unwrap(),
            conv2d_no_bias(4, 4, 3, config(1, 2, groups), vb.pp("b")).unwrap().with_same_padding(),
        ];
        let bn = batch_norm(4, 1e-3, vb.pp("bn")).unwrap().with_activation(activation);
        randomize(&map);
        let x = random(&[2, 4, 10, 10], 13).as_detached_tensor();
        for conv in convs {
            let folded = conv.absorb_bn(&bn).unwrap();
            let unfused = bn.forward_t(&conv.forward(&x).unwrap(), false).unwrap();
            assert_close(&folded.forward(&x).unwrap(), &unfused, "output");
            assert!(!folded.weight().track_op());
        }
    }
}

#[test]
fn absorbing_after_activation_is_an_error() {
    let (_, vb) = builder();
    let conv = conv2d(4, 4, 1, config(0, 1, 1), vb.pp("conv")).unwrap().with_activation(Activation::Relu);
    assert!(conv.absorb_bn(&batch_norm(4, 1e-5, vb.pp("bn")).unwrap()).is_err());
}

#[test]
fn unsupported_configurations_are_errors() {
    let (_, vb) = builder();
    let dilated = Conv2dConfig { dilation: 2, ..Default::default() };
    let bad = [
        (8, 8, 2, config(0, 1, 1)),
        (8, 8, 7, config(0, 1, 1)),
        (8, 8, 3, config(3, 1, 1)),
        (8, 8, 3, config(1, 3, 1)),
        (8, 8, 3, config(1, 0, 1)),
        (8, 8, 3, config(1, 1, 2)),
        (8, 16, 3, config(1, 1, 8)),
        (8, 8, 3, config(1, 1, 0)),
        (0, 8, 3, config(1, 1, 1)),
        (8, 8, 3, dilated),
    ];
    for (i, (input, output, k, config)) in bad.into_iter().enumerate() {
        assert!(conv2d_no_bias(input, output, k, config, vb.pp(i)).is_err(), "{config:?}");
    }
}

#[test]
fn wrong_shapes_are_errors() {
    let (_, vb) = builder();
    let conv = conv2d(4, 6, 5, config(0, 1, 1), vb.pp("a")).unwrap();
    for shape in [&[1, 3, 9, 9][..], &[1, 4, 4, 9], &[4, 9, 9], &[0, 4, 9, 9], &[1, 4, 0, 9]] {
        let x = Tensor::zeros(shape, candle_core::DType::F32, &candle_core::Device::Cpu).unwrap();
        assert!(conv.forward(&x).is_err(), "{shape:?}");
    }
    let bias = random(&[5], 1).as_detached_tensor();
    let conv = Conv2d::new(conv.weight().clone(), Some(bias), *conv.config());
    assert!(conv.forward(&random(&[1, 4, 9, 9], 2)).is_err());
    let double = random(&[1, 4, 9, 9], 2).to_dtype(candle_core::DType::F64).unwrap();
    assert!(Conv2d::new(conv.weight().clone(), None, *conv.config()).forward(&double).is_err());
}

#[test]
fn nan_passes_through_the_activation() {
    let (layer, ..) = layers((2, 2), 1, config(0, 1, 1));
    let layer = Conv2d::new(layer.weight().detach(), None, *layer.config()).with_activation(Activation::Relu6);
    let x = Tensor::full(f32::NAN, (1, 2, 3, 3), &candle_core::Device::Cpu).unwrap();
    let out = layer.forward(&x).unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap();
    assert!(out.iter().all(|value| value.is_nan()));
}
