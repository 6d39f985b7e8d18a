use candle_core::{Device, Tensor, Var};

use super::conv::conv2d;
use super::direct::Direct;
use super::kernel::{ROWS, Tap, WIDEST, kernels};
use super::norm::{Running, batch_norm_relu};
use super::resample::{pixel_shuffle, pixel_unshuffle, up2};
use super::*;

/// Repeatable numbers -1..1.
fn numbers(shape: &[usize], salt: u32) -> Tensor {
    let n = shape.iter().product::<usize>();
    let mut state = salt.wrapping_mul(2_654_435_761).max(1);
    let values: Vec<f32> = (0..n)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state % 2001) as f32 / 1000. - 1.
        })
        .collect();
    Tensor::from_vec(values, shape, &Device::Cpu).unwrap()
}

fn close(a: &Tensor, b: &Tensor) {
    assert_eq!(a.dims(), b.dims());
    let error = (a - b).unwrap().abs().unwrap().flatten_all().unwrap().max(0).unwrap().to_scalar::<f32>().unwrap();
    assert!(error < 1e-3, "largest error {error}");
}

#[test]
fn convolution_and_its_gradients_equal_candles_own() {
    for (k, s, h, w) in [(1, 1, 6, 5), (3, 1, 7, 6), (3, 2, 8, 8), (3, 2, 7, 9), (5, 1, 9, 8)] {
        let x = Var::from_tensor(&numbers(&[2, 3, h, w], 1)).unwrap();
        let weight = Var::from_tensor(&numbers(&[4, 3, k, k], 2)).unwrap();
        let ours = conv2d(&x, &weight, s).unwrap();
        let theirs = x.conv2d(&weight, k / 2, s, 1, 1).unwrap();
        close(&ours, &theirs);
        let pull = numbers(ours.dims(), 3);
        let ours = (ours * &pull).unwrap().sum_all().unwrap().backward().unwrap();
        let theirs = (theirs * &pull).unwrap().sum_all().unwrap().backward().unwrap();
        close(ours.get(&x).unwrap(), theirs.get(&x).unwrap());
        close(ours.get(&weight).unwrap(), theirs.get(&weight).unwrap());
    }
}

#[test]
fn convolution_for_reading_equals_candles_own() {
    for (k, s, h, w) in
        [(1, 1, 6, 5), (1, 1, 1, 1), (3, 1, 7, 6), (3, 1, 40, 70), (3, 2, 8, 8), (3, 2, 7, 9), (5, 1, 9, 8)]
    {
        let x = numbers(&[2, 3, h, w], 1);
        let weight = numbers(&[7, 3, k, k], 2);
        let bias = numbers(&[7], 3);
        let theirs = x.conv2d(&weight, k / 2, s, 1, 1).unwrap();
        let theirs = theirs.broadcast_add(&bias.reshape((1, 7, 1, 1)).unwrap()).unwrap();
        close(&Direct::new(&weight, &bias, s, false).unwrap().forward(&x).unwrap(), &theirs);
        close(&Direct::new(&weight, &bias, s, true).unwrap().forward(&x).unwrap(), &theirs.relu().unwrap());
    }
}

#[test]
fn every_kernel_of_this_processor_gives_the_same_sums() {
    let x = numbers(&[300], 4).to_vec1::<f32>().unwrap();
    let offsets = [0, 7, 50, 236];
    let taps: Vec<Tap> = (0..4).map(|i| std::array::from_fn(|m| x[i * 31 + m])).collect();
    for (kernel, width) in kernels() {
        let mut out = [0f32; ROWS * WIDEST];
        kernel(&x, &offsets, &taps, &mut out);
        for (i, sum) in out[..ROWS * width].iter().enumerate() {
            let (m, place) = (i / width, i % width);
            let expected: f32 = offsets.iter().zip(&taps).map(|(offset, tap)| x[offset + place] * tap[m]).sum();
            assert!((sum - expected).abs() < 1e-5, "{width} wide, row {m}, place {place}");
        }
    }
}

#[test]
fn batch_norm_relu_and_its_gradients_equal_the_formula() {
    let x = Var::from_tensor(&numbers(&[3, 4, 5, 6], 1)).unwrap();
    let gamma = Var::from_tensor(&numbers(&[4], 2)).unwrap();
    let beta = Var::from_tensor(&numbers(&[4], 3)).unwrap();
    let running = std::sync::Arc::new(std::sync::Mutex::new(Running { mean: vec![0.; 4], var: vec![1.; 4] }));
    let ours = batch_norm_relu(&x, &gamma, &beta, &running).unwrap();
    let channels = x.transpose(0, 1).unwrap().flatten_from(1).unwrap();
    let mean = channels.mean_keepdim(1).unwrap();
    let centred = channels.broadcast_sub(&mean).unwrap();
    let deviation = (centred.sqr().unwrap().mean_keepdim(1).unwrap() + 1e-5).unwrap().sqrt().unwrap();
    let theirs = centred.broadcast_div(&deviation).unwrap();
    let theirs = theirs.broadcast_mul(&gamma.reshape((4, 1)).unwrap()).unwrap();
    let theirs = theirs.broadcast_add(&beta.reshape((4, 1)).unwrap()).unwrap().relu().unwrap();
    let theirs = theirs.reshape((4, 3, 5, 6)).unwrap().transpose(0, 1).unwrap();
    close(&ours, &theirs);
    let pull = numbers(&[3, 4, 5, 6], 4);
    let ours = (ours * &pull).unwrap().sum_all().unwrap().backward().unwrap();
    let theirs = (theirs * &pull).unwrap().sum_all().unwrap().backward().unwrap();
    for var in [&x, &gamma, &beta] {
        close(ours.get(var).unwrap(), theirs.get(var).unwrap());
    }
}

#[test]
fn shuffling_back_gives_the_picture() {
    let x = numbers(&[2, 3, 8, 12], 5);
    close(&pixel_shuffle(&pixel_unshuffle(&x, 4).unwrap(), 4).unwrap(), &x);
}

#[test]
fn doubling_adds_its_gradients_up() {
    let x = Var::from_tensor(&numbers(&[1, 2, 3, 4], 6)).unwrap();
    // used twice: a gradient must be added, not overwritten
    let sum = (up2(&x).unwrap().sum_all().unwrap() + x.sum_all().unwrap()).unwrap();
    let gradients = sum.backward().unwrap();
    close(gradients.get(&x).unwrap(), &Tensor::full(5f32, (1, 2, 3, 4), &Device::Cpu).unwrap());
}

#[test]
fn folded_weights_read_as_the_running_statistics_say() {
    let mut params = Params::new(7);
    let net = SegmentNet::new(Source::Train(&mut params)).unwrap();
    for salt in 0..3 {
        net.forward(&numbers(&[2, 3, 64, 64], salt)).unwrap();
    }
    let tensors = params.tensors().unwrap();
    let folded = SegmentNet::new(Source::Read(&tensors)).unwrap();
    let one = folded.forward(&numbers(&[1, 3, 64, 64], 9)).unwrap();
    let two = Tensor::cat(&[numbers(&[1, 3, 64, 64], 8), numbers(&[1, 3, 64, 64], 9)], 0).unwrap();
    let two = folded.forward(&two).unwrap();
    assert_eq!(one.mask.dims(), [1, 1, 64, 64]);
    close(&two.mask.narrow(0, 1, 1).unwrap(), &one.mask);
    close(&two.presence.narrow(0, 1, 1).unwrap(), &one.presence);
}
