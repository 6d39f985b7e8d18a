//! Training on drawn photos of two looks: it learns, repeats itself, and goes on after a break.

use std::cell::RefCell;
use std::path::Path;

use model::network::{NetworkConfig, Stage};
use model::weights::Tensors;
use tempfile::TempDir;
use training::augment::{BatchShape, Sampler};
use training::dataset::{Dataset, Photo};
use training::trainer::{Progress, StepLog, TrainConfig, Trainer};

use crate::drawn::write_data;

/// A narrow network on small views: what is tested is the trainer.
fn small_config(steps: usize) -> TrainConfig {
    let stage = |expansion, kernel, stride, channels| Stage { expansion, kernel, stride, channels, blocks: 1 };
    let network = NetworkConfig {
        stem_channels: 8,
        stages: vec![stage(1, 3, 1, 8), stage(3, 3, 2, 12), stage(3, 5, 2, 16), stage(3, 3, 2, 24), stage(3, 5, 2, 32)],
        decoder_width: 16,
        score_width: 16,
        overview_side: 64,
        close_up_side: 64,
        ..NetworkConfig::default()
    };
    let batch = BatchShape { negatives: 1, wide: 2, close: 3 };
    TrainConfig { steps, batch, network, pretrained: false, checkpoint_every: 4, ..TrainConfig::default() }
}

#[derive(Default)]
struct Recorder {
    losses: Vec<[f32; 2]>,
    stop_after: Option<usize>,
}

impl Progress for Recorder {
    fn step(&mut self, log: &StepLog) -> bool {
        self.losses.push([log.mask_loss, log.score_loss]);
        self.stop_after.is_none_or(|stop| log.step < stop)
    }
}

fn load(dir: &Path) -> Dataset {
    write_data(dir, 8);
    Dataset::load(&dir.join("data"), |_| true).unwrap()
}

fn train(config: &TrainConfig, data: &Dataset, out: &Path, recorder: &mut Recorder, resume: bool) -> Option<Tensors> {
    let photos: Vec<&Photo> = data.photos.iter().collect();
    let trained = Trainer::new(config, &photos, &data.hash, out, resume).unwrap().run(recorder).unwrap()?;
    assert_eq!(trained.step, config.steps);
    Some(trained.weights)
}

fn assert_equal(a: &Tensors, b: &Tensors) {
    assert_eq!(a.0.len(), b.0.len());
    for (name, tensor) in &a.0 {
        let values = |t: &candle_core::Tensor| t.flatten_all().unwrap().to_vec1::<f32>().unwrap();
        assert_eq!(values(tensor), values(&b.0[name]), "{name}");
    }
}

#[test]
fn training_lowers_both_losses() {
    let dir = TempDir::new().unwrap();
    let (data, mut recorder) = (load(dir.path()), Recorder::default());
    train(&small_config(60), &data, dir.path(), &mut recorder, false).unwrap();
    let mean = |part: &[[f32; 2]], i: usize| part.iter().map(|loss| loss[i]).sum::<f32>() / part.len() as f32;
    for (i, share) in [0.85, 0.95].into_iter().enumerate() {
        let (first, last) = (mean(&recorder.losses[..8], i), mean(&recorder.losses[52..], i));
        assert!(last < share * first, "loss {i}: {first} before, {last} after");
    }
}

#[test]
fn same_seed_gives_same_weights() {
    let dir = TempDir::new().unwrap();
    let data = load(dir.path());
    let run = |config: &TrainConfig, threads: usize| {
        let out = TempDir::new().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| train(config, &data, out.path(), &mut Recorder::default(), false).unwrap())
    };
    let config = small_config(3);
    let first = run(&config, 1);
    assert_equal(&first, &run(&config, 2));
    let other = run(&TrainConfig { seed: 2, ..config }, 1);
    let name = "decoder.mask.weight";
    let difference = (&first.0[name] - &other.0[name]).unwrap().abs().unwrap().sum_all().unwrap();
    assert!(difference.to_scalar::<f32>().unwrap() > 0.);
}

#[test]
fn resumed_training_ends_with_same_weights() {
    let (dir, out) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (data, config) = (load(dir.path()), small_config(7));
    let whole = train(&config, &data, dir.path(), &mut Recorder::default(), false).unwrap();
    let mut interrupted = Recorder { stop_after: Some(3), ..Recorder::default() };
    assert!(train(&config, &data, out.path(), &mut interrupted, false).is_none());
    let mut rest = Recorder::default();
    let resumed = train(&config, &data, out.path(), &mut rest, true).unwrap();
    assert_eq!((interrupted.losses.len(), rest.losses.len()), (3, 4));
    assert_equal(&whole, &resumed);
}

#[test]
fn early_stop_keeps_best_weights_over_a_break() {
    let (dir, config) = (TempDir::new().unwrap(), small_config(40));
    let data = load(dir.path());
    let photos: Vec<&Photo> = data.photos.iter().collect();
    let train = |out: &Path, breaks: &[Option<usize>]| {
        let mut scores = [0.5, 0.7, 0.7, 0.6, 0.9].into_iter();
        let validated = RefCell::new(Vec::new());
        let scores = RefCell::new(&mut scores);
        let mut result = None;
        for (i, stop_after) in breaks.iter().enumerate() {
            let score = |weights: &Tensors| {
                validated.borrow_mut().push(weights.clone());
                Ok(scores.borrow_mut().next().unwrap())
            };
            let mut recorder = Recorder { stop_after: *stop_after, ..Recorder::default() };
            let trainer = Trainer::new(&config, &photos, &data.hash, out, i > 0).unwrap();
            result = trainer.with_validation(2, Box::new(score)).run(&mut recorder).unwrap();
        }
        (result.unwrap(), validated.into_inner())
    };
    // a validation every 4 steps: the second is the best, and the fourth is the second without improvement
    let (trained, validated) = train(&dir.path().join("whole"), &[None]);
    assert_eq!((trained.step, validated.len()), (8, 4));
    assert_equal(&trained.weights, &validated[1]);
    let (resumed, validated) = train(&dir.path().join("broken"), &[Some(13), Some(16), None]);
    assert_eq!((resumed.step, validated.len()), (8, 4), "nothing is left to train after step 16");
    assert_equal(&trained.weights, &resumed.weights);
}

#[test]
fn checkpoint_of_another_training_is_refused() {
    let dir = TempDir::new().unwrap();
    let (data, config) = (load(dir.path()), small_config(4));
    train(&config, &data, dir.path(), &mut Recorder::default(), false).unwrap();
    let photos: Vec<&Photo> = data.photos.iter().collect();
    let refusal = |config: &TrainConfig, hash: &str| {
        format!("{:#}", Trainer::new(config, &photos, hash, dir.path(), true).err().unwrap())
    };
    assert!(refusal(&TrainConfig { seed: 9, ..config.clone() }, &data.hash).contains("another configuration"));
    assert!(refusal(&config, "other").contains("other data"));
}

#[test]
fn mirrored_views_mirror_cells() {
    let dir = TempDir::new().unwrap();
    let data = load(dir.path());
    let photos: Vec<&Photo> = data.photos.iter().collect();
    let sampler = Sampler::new(&photos, 64, 1., 3);
    let shape = BatchShape { negatives: 4, wide: 8, close: 40 };
    let batch = sampler.batch(shape, 5, 0);
    assert_eq!(batch.len(), 52);
    for (i, example) in batch.iter().enumerate() {
        assert_eq!(example.targets.is_some(), i >= 12);
        assert!(example.pixels.iter().all(|v| (0. ..=1.).contains(v)));
        let tongue: f32 = example.mask.iter().sum();
        assert_eq!(example.presence, tongue > 60., "view {i}");
    }
    assert!(batch[..4].iter().all(|example| !example.presence));
    let again = sampler.batch(shape, 5, 0);
    assert!(batch.iter().zip(&again).all(|(a, b)| a.pixels == b.pixels));
    assert!(sampler.batch(shape, 5, 1)[20].pixels != batch[20].pixels);
    // whatever the mirror, a close-up's targets are one of the photos' or its mirror image
    let known: Vec<[[f32; 2]; 9]> = data.photos.iter().filter_map(Photo::targets).collect();
    let mirror = |t: &[[f32; 2]; 9]| -> [[f32; 2]; 9] { std::array::from_fn(|i| t[i / 3 * 3 + 2 - i % 3]) };
    let of_data = |targets: &[[f32; 2]; 9]| known.iter().any(|k| k == targets || mirror(k) == *targets);
    assert!(batch.iter().filter_map(|example| example.targets.as_ref()).filter(|t| of_data(t)).count() > 30);
}
