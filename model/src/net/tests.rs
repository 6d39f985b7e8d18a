use std::sync::{Arc, Mutex};

use candle_core::{Device, Tensor, Var};

use super::backbone::Backbone;
use super::bias::add_bias;
use super::cells::{moments, surroundings};
use super::conv::conv2d;
use super::depthwise::{Reading, depthwise};
use super::direct::Direct;
use super::kernel::{Finish, MOST_PIXELS, Work, kernel, kernels};
use super::loss::mask_loss;
use super::norm::{Running, batch_norm_relu};
use super::resample::{pixel_shuffle, pixel_unshuffle, pixel_unshuffle_last, up2_add};
use super::taps::{Back, Geometry, Layer, every_loop};
use super::tiles::{Picture, Scratch, every_way};
use super::winograd::Winograd;
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
    assert!(error < 1e-4, "largest error {error}");
}

#[test]
fn convolution_and_its_gradients_equal_candles_own() {
    // the last ones go the quick ways: the kernels of reading, tiles of four results, and two strides
    for (k, s, h, w, from, to) in [
        (1, 1, 6, 5, 3, 4),
        (3, 1, 7, 6, 3, 4),
        (3, 2, 8, 8, 3, 4),
        (3, 2, 7, 9, 3, 4),
        (5, 1, 9, 8, 3, 4),
        (3, 1, 7, 6, 16, 24),
        (3, 1, 16, 20, 8, 56),
        (3, 2, 8, 12, 24, 48),
        (3, 2, 7, 9, 8, 128),
    ] {
        let x = Var::from_tensor(&numbers(&[2, from, h, w], 1)).unwrap();
        let weight = Var::from_tensor(&(numbers(&[to, from, k, k], 2) * 0.3).unwrap()).unwrap();
        let ours = conv2d(&x, &weight, s).unwrap();
        let theirs = native::conv2d(&x, &weight, s).unwrap();
        close(&ours, &theirs);
        let pull = (numbers(ours.dims(), 3) * 0.3).unwrap();
        let ours = (ours * &pull).unwrap().sum_all().unwrap().backward().unwrap();
        let theirs = (theirs * &pull).unwrap().sum_all().unwrap().backward().unwrap();
        close(ours.get(&x).unwrap(), theirs.get(&x).unwrap());
        close(ours.get(&weight).unwrap(), theirs.get(&weight).unwrap());
    }
}

#[test]
fn depthwise_and_bias_and_their_gradients_equal_candles_own() {
    for (k, s, h, w, channels) in
        [(3, 1, 6, 5, 16), (3, 2, 8, 6, 32), (5, 1, 6, 6, 48), (5, 2, 11, 9, 16), (3, 1, 1, 1, 16)]
    {
        let x = Var::from_tensor(&numbers(&[2, channels, h, w], 1)).unwrap();
        let weight = Var::from_tensor(&(numbers(&[channels, 1, k, k], 2) * 0.3).unwrap()).unwrap();
        let bias = Var::from_tensor(&numbers(&[channels], 3)).unwrap();
        for relu in [false, true] {
            let ours = add_bias(&depthwise(&x, &weight, s).unwrap(), &bias, relu).unwrap();
            let theirs = native::add_bias(&native::depthwise(&x, &weight, s).unwrap(), &bias, relu).unwrap();
            close(&ours, &theirs);
            let pull = (numbers(ours.dims(), 4) * 0.3).unwrap();
            let ours = (ours * &pull).unwrap().sum_all().unwrap().backward().unwrap();
            let theirs = (theirs * &pull).unwrap().sum_all().unwrap().backward().unwrap();
            for var in [&x, &weight, &bias] {
                close(ours.get(var).unwrap(), theirs.get(var).unwrap());
            }
        }
        let tensors =
            [("a.weight", &weight), ("a.bias", &bias)].map(|(name, t)| (name.to_owned(), t.as_tensor().clone()));
        let layer = Reading::new(&tensors.into(), "a", channels, (k, s)).unwrap();
        let theirs = native::add_bias(&native::depthwise(&x, &weight, s).unwrap(), &bias, true).unwrap();
        let (oh, ow) = layer.out((h, w));
        let (mut last, mut out) = (Vec::new(), vec![9f32; oh * ow * channels]);
        turn(&x.get(1).unwrap().flatten_all().unwrap().to_vec1().unwrap(), channels, &mut last);
        layer.picture(&last, (h, w), &mut out);
        let ours = Tensor::from_vec(out, (oh, ow, channels), &Device::Cpu).unwrap().permute((2, 0, 1)).unwrap();
        close(&ours, &theirs.get(1).unwrap());
    }
    assert!(depthwise(&numbers(&[1, 8, 4, 4], 1), &numbers(&[8, 1, 3, 3], 2), 1).is_err(), "channels come in sixteens");
    assert!(depthwise(&numbers(&[1, 16, 4, 4], 1), &numbers(&[16, 1, 2, 2], 2), 1).is_err(), "there is no such loop");
    assert!(depthwise(&numbers(&[1, 32, 4, 4], 1), &numbers(&[16, 1, 3, 3], 2), 1).is_err());
}

#[test]
fn every_loop_over_single_channels_gives_the_same_sums() {
    for (k, s) in [(1, 1), (3, 1), (3, 2), (5, 1), (5, 2)] {
        let g = Geometry { c: 32, h: 7, w: 6, k, s };
        let (oh, ow) = g.out();
        let [x, w, bias, pull] = [(42 * 32, 1), (k * k * 32, 2), (32, 3), (oh * ow * 32, 4)]
            .map(|(n, salt)| numbers(&[n], salt).to_vec1::<f32>().unwrap());
        let mut memory = vec![7f32; 9999];
        let padded = g.pad(&x, &mut memory);
        let said: Vec<Vec<f32>> = every_loop()
            .map(|loops| {
                let (mut out, mut dx, mut dw) = (vec![0f32; pull.len()], vec![0f32; padded.len()], vec![0f32; w.len()]);
                // the scratch may hold anything
                (loops.forward)(g, &x, Layer { w: &w, bias: &bias, least: 0. }, &mut vec![7f32; 9999], &mut out);
                (loops.backward)(g, Back { padded, w: &w, pull: &pull }, &mut dx, &mut dw);
                [out, dx, dw].concat()
            })
            .collect();
        let (first, others) = said.split_first().unwrap();
        for said in others {
            assert!(first.iter().zip(said).all(|(a, b)| (a - b).abs() < 1e-5), "{k}, {s}");
        }
    }
}

#[test]
fn the_backbone_reads_as_it_was_trained() {
    let mut params = Params::new(7);
    let net = Backbone::new(&mut Source::Train(&mut params), "pixels").unwrap();
    let known = beginning().unwrap();
    params.begin_with(&known).unwrap();
    let tensors = params.tensors().unwrap();
    assert_eq!(tensors.keys().collect::<Vec<_>>(), known.keys().collect::<Vec<_>>());
    let x = numbers(&[2, 3, 96, 96], 8);
    let reading = Backbone::new(&mut Source::Read(&known), "pixels").unwrap();
    let (trained, read) = (net.maps(&x).unwrap(), reading.maps(&x).unwrap());
    let shapes: Vec<&[usize]> = read.iter().map(Tensor::dims).collect();
    assert_eq!(shapes, [[2, 24, 24, 24], [2, 40, 12, 12], [2, 80, 6, 6], [2, 112, 6, 6]]);
    for (trained, read) in trained.iter().zip(&read) {
        let size = trained.abs().unwrap().mean_all().unwrap().to_scalar::<f32>().unwrap();
        let [trained, read] = [trained, read].map(|map| (map / f64::from(size)).unwrap());
        close(&trained, &read);
    }
}

#[test]
fn convolution_for_reading_equals_candles_own() {
    // the last ones are wide enough for tiles of four and two results, in several groups
    for (k, s, h, w, from, to) in [
        (1, 1, 6, 5, 3, 7),
        (1, 1, 1, 1, 3, 7),
        // by kernels of two widths, in groups of pixels of which one is not full
        (1, 1, 6, 6, 24, 112),
        (3, 2, 11, 10, 16, 80),
        (3, 1, 7, 6, 3, 7),
        (3, 1, 40, 70, 3, 50),
        (3, 2, 8, 8, 3, 7),
        (3, 2, 7, 9, 16, 24),
        (5, 1, 9, 8, 3, 7),
        (3, 1, 8, 8, 16, 128),
        (3, 1, 6, 10, 8, 8),
        (3, 1, 16, 12, 24, 48),
        (3, 1, 64, 64, 16, 24),
    ] {
        let x = numbers(&[2, from, h, w], 1);
        let weight = (numbers(&[to, from, k, k], 2) * 0.2).unwrap();
        let bias = numbers(&[to], 3);
        let theirs = x.conv2d(&weight, k / 2, s, 1, 1).unwrap();
        let theirs = theirs.broadcast_add(&bias.reshape((1, to, 1, 1)).unwrap()).unwrap();
        close(&Direct::new(&weight, &bias, s, false).unwrap().forward(&x).unwrap(), &theirs);
        close(&Direct::new(&weight, &bias, s, true).unwrap().forward(&x).unwrap(), &theirs.relu().unwrap());
    }
}

#[test]
fn every_kernel_of_this_processor_gives_the_same_sums() {
    const LENGTH: usize = 5;
    let (x, weights) = (numbers(&[300], 4).to_vec1::<f32>().unwrap(), numbers(&[2 * LENGTH * 64], 5));
    let weights = weights.to_vec1::<f32>().unwrap();
    let at: [usize; MOST_PIXELS] = std::array::from_fn(|i| i * 7);
    for kernel in kernels().flatten() {
        let (weights, stride) = (&weights[..2 * LENGTH * kernel.width], kernel.width + 3);
        let bias = &weights[3..];
        let plain = Work { x: &x, pixels: &at, runs: &[2, 150], length: LENGTH, weights, finish: Finish::NONE };
        for work in [plain, Work { finish: Finish { bias, least: 0.1 }, ..plain }] {
            // there is no room for the last pixel's sums
            let mut out = vec![9f32; stride * (kernel.pixels - 1)];
            (kernel.sums)(&work, &mut out, stride);
            for (i, sum) in out.iter().enumerate() {
                let (pixel, channel) = (i / stride, i % stride);
                let term = |run: usize, n: usize| {
                    x[at[pixel] + work.runs[run] + n] * weights[(run * LENGTH + n) * kernel.width + channel]
                };
                let expected = if channel < kernel.width {
                    let terms = (0..2).flat_map(|run| (0..LENGTH).map(move |n| (run, n)));
                    let sum: f32 = terms.map(|(run, n)| term(run, n)).sum();
                    (sum + work.finish.bias.get(channel).unwrap_or(&0.)).max(work.finish.least)
                } else {
                    9.
                };
                assert!((sum - expected).abs() < 1e-5, "{} wide, pixel {pixel}, channel {channel}", kernel.width);
            }
        }
    }
}

#[test]
fn what_is_no_number_is_not_hidden_by_a_rectifier() {
    for kernel in kernels().flatten() {
        let finish = Finish { bias: &[f32::NAN; 64], least: 0. };
        let work = Work { x: &[1.], pixels: &[0; MOST_PIXELS], runs: &[0], length: 1, weights: &[1.; 64], finish };
        let mut out = vec![0f32; kernel.width];
        (kernel.sums)(&work, &mut out, kernel.width);
        assert!(out.iter().all(|v| v.is_nan()), "{} wide", kernel.width);
    }
}

#[test]
fn every_way_to_spread_tiles_gives_the_same_results() {
    // 24 and 40 channels fill no whole number of the widest vectors
    let (h, w, from, to) = (8, 12, 24, 40);
    let [x, weights, bias] =
        [(h * w * from, 1), (to * from * 9, 2), (to, 3)].map(|(n, salt)| numbers(&[n], salt).to_vec1::<f32>().unwrap());
    let said = every_way().map(|ways| {
        let mut out = vec![0f32; h * w * to];
        let picture = Picture { x: &x, h, w, channels: from };
        let finish = Finish { bias: &bias, least: 0. };
        Winograd::by(ways, &weights, (to, from), kernel(to)).forward(
            picture,
            finish,
            &mut Scratch::default(),
            &mut out,
        );
        out
    });
    let said: Vec<Vec<f32>> = said.collect();
    let (first, others) = said.split_first().unwrap();
    for said in others {
        assert!(first.iter().zip(said).all(|(a, b)| (a - b).abs() < 1e-4));
    }
}

#[test]
fn batch_norm_relu_and_its_gradients_equal_candles_own() {
    let x = Var::from_tensor(&numbers(&[3, 4, 5, 6], 1)).unwrap();
    let gamma = Var::from_tensor(&numbers(&[4], 2)).unwrap();
    let beta = Var::from_tensor(&numbers(&[4], 3)).unwrap();
    let running = [1, 2].map(|_| Arc::new(Mutex::new(Running { mean: vec![0.; 4], var: vec![1.; 4] })));
    let ours = batch_norm_relu(&x, &gamma, &beta, &running[0]).unwrap();
    let theirs = native::batch_norm_relu(&x, &gamma, &beta, &running[1]).unwrap();
    close(&ours, &theirs);
    let [ours_seen, theirs_seen] = running.map(|running| running.lock().unwrap().clone());
    let seen = ours_seen.mean.iter().chain(&ours_seen.var).zip(theirs_seen.mean.iter().chain(&theirs_seen.var));
    assert!(seen.into_iter().all(|(a, b)| (a - b).abs() < 1e-6));
    let pull = numbers(&[3, 4, 5, 6], 4);
    let ours = (ours * &pull).unwrap().sum_all().unwrap().backward().unwrap();
    let theirs = (theirs * &pull).unwrap().sum_all().unwrap().backward().unwrap();
    for var in [&x, &gamma, &beta] {
        close(ours.get(var).unwrap(), theirs.get(var).unwrap());
    }
}

#[test]
fn what_is_told_of_cells_equals_what_candle_says() {
    let map = Var::from_tensor(&numbers(&[2, 16, 12, 12], 1)).unwrap();
    let mask = numbers(&[2, 1, 24, 24], 2).abs().unwrap();
    let pull = numbers(&[2, 96, 9], 3);
    let [ours, theirs] = [
        surroundings(&moments(&map, &mask).unwrap()).unwrap(),
        native::surroundings(&native::moments(&map, &mask).unwrap()).unwrap(),
    ];
    close(&ours, &theirs);
    let gradient =
        |said: Tensor| (said * &pull).unwrap().sum_all().unwrap().backward().unwrap().get(&map).unwrap().clone();
    close(&gradient(ours), &gradient(theirs.clone()));
    // the other order of the same numbers
    let last = map.permute((0, 2, 3, 1)).unwrap().contiguous().unwrap().permute((0, 3, 1, 2)).unwrap();
    close(&native::surroundings(&moments(&last, &mask).unwrap()).unwrap(), &theirs);
    assert!(moments(&map, &mask.narrow(3, 0, 12).unwrap()).is_err(), "a mask of another shape");
    assert!(moments(&numbers(&[2, 16, 8, 8], 1), &mask).is_err(), "no whole places for a cell");
}

#[test]
fn the_loss_of_masks_and_its_gradients_equal_candles_own() {
    let logits = Var::from_tensor(&(numbers(&[3, 1, 20, 30], 1) * 8.).unwrap()).unwrap();
    let target = numbers(&[3, 1, 20, 30], 2).ge(0f64).unwrap().to_dtype(candle_core::DType::F32).unwrap();
    let (ours, theirs) = (mask_loss(&logits, &target).unwrap(), native::mask_loss(&logits, &target).unwrap());
    close(&ours, &theirs);
    let gradient = |loss: Tensor| (loss * 1800.).unwrap().backward().unwrap().get(&logits).unwrap().clone();
    close(&gradient(ours), &gradient(theirs));
    assert!(mask_loss(&logits, &target.narrow(0, 0, 2).unwrap()).is_err());
    // logits that no number of 32 bits can be the exponential of
    let far = (logits.as_tensor() * 1000.).unwrap();
    assert!(mask_loss(&far, &target).unwrap().to_scalar::<f32>().unwrap().is_finite());
}

#[test]
fn shuffling_back_gives_the_picture() {
    let x = numbers(&[2, 3, 8, 12], 5);
    close(&pixel_shuffle(&pixel_unshuffle(&x, 4).unwrap(), 4).unwrap(), &x);
    close(&pixel_unshuffle(&x, 4).unwrap(), &native::pixel_unshuffle(&x, 4).unwrap());
    close(&native::pixel_shuffle(&pixel_unshuffle(&x, 4).unwrap(), 4).unwrap(), &x);
    // the other order of the same numbers
    for r in [2, 4] {
        close(&pixel_unshuffle_last(&x, r).unwrap(), &pixel_unshuffle(&x, r).unwrap());
        close(&pixel_shuffle(&pixel_unshuffle_last(&x, r).unwrap(), r).unwrap(), &x);
    }
    assert!(pixel_unshuffle_last(&x, 3).is_err());
}

#[test]
fn doubling_adds_a_skip_and_its_gradients_up() {
    let (x, skip) = (Var::from_tensor(&numbers(&[2, 3, 3, 4], 6)).unwrap(), numbers(&[2, 3, 6, 8], 7));
    let theirs = native::up2_add(&x, &skip).unwrap();
    let ours = up2_add(&x, &skip).unwrap();
    close(&ours, &theirs);
    let last = |t: &Tensor| t.permute((0, 2, 3, 1)).unwrap().contiguous().unwrap().permute((0, 3, 1, 2)).unwrap();
    close(&up2_add(&last(&x), &last(&skip)).unwrap(), &theirs);
    assert!(up2_add(&x, &skip.narrow(2, 0, 4).unwrap()).is_err());
    // used twice: a gradient must be added, not overwritten
    let sum = (ours.sum_all().unwrap() + x.sum_all().unwrap()).unwrap();
    let gradients = sum.backward().unwrap();
    close(gradients.get(&x).unwrap(), &Tensor::full(5f32, (2, 3, 3, 4), &Device::Cpu).unwrap());
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
