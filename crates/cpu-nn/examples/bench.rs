//! Times a network shaped like EfficientNet-Lite0: inference of one image, and a training step of a batch.
//!
//! `MIMALLOC_PURGE_DELAY=-1 CANDLE_NUM_THREADS=1 cargo run --example bench -p cpu-nn [-- INFERENCE_REPEATS TRAINING_REPEATS]`
#![expect(clippy::print_stdout, clippy::cast_precision_loss, reason = "a program for the terminal")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use candle_core::{DType, Device, Result, Tensor, Var};
use cpu_nn::{Activation, BatchNorm, Conv2d, Conv2dConfig, Module, ModuleT, VarBuilder, VarMap};
use cpu_nn::{batch_norm, conv2d_no_bias};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SIZE: usize = 224;
const BATCH: usize = 14;

/// Expansion, kernel, stride, channels and number of blocks of each stage.
const STAGES: [(usize, usize, usize, usize, usize); 7] = [
    (1, 3, 1, 16, 1),
    (6, 3, 2, 24, 2),
    (6, 5, 2, 40, 2),
    (6, 3, 2, 80, 3),
    (6, 5, 1, 112, 3),
    (6, 5, 2, 192, 4),
    (6, 3, 1, 320, 1),
];

thread_local! {
    static TOTALS: RefCell<BTreeMap<String, Duration>> = RefCell::default();
}

fn timed<T>(kind: &str, f: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let out = f();
    TOTALS.with_borrow_mut(|totals| *totals.entry(kind.to_owned()).or_default() += start.elapsed());
    out
}

/// Convolution and normalization; for inference the normalization is folded into the convolution.
struct Layer {
    kind: String,
    conv: Conv2d,
    bn: Option<BatchNorm>,
}

impl Layer {
    fn new(channels: (usize, usize), (k, stride, groups): (usize, usize, usize), vb: &VarBuilder) -> Result<Self> {
        let config = Conv2dConfig { stride, groups, padding: k / 2, ..Default::default() };
        let conv = conv2d_no_bias(channels.0, channels.1, k, config, vb.pp("conv"))?;
        let kind = format!("{} {k}x{k}", if groups > 1 { "depthwise" } else { "dense" });
        Ok(Self { kind, conv, bn: Some(batch_norm(channels.1, 1e-3, vb.pp("bn"))?) })
    }

    fn with_activation(self) -> Self {
        Self { bn: self.bn.map(|bn| bn.with_activation(Activation::Relu6)), ..self }
    }

    fn folded(&self) -> Result<Self> {
        let conv = match &self.bn {
            Some(bn) => self.conv.absorb_bn(bn)?,
            None => self.conv.clone(),
        };
        Ok(Self { kind: self.kind.clone(), conv, bn: None })
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let x = timed(&self.kind, || self.conv.forward(x))?;
        match &self.bn {
            Some(bn) => timed("batch norm", || bn.forward_t(&x, true)),
            None => Ok(x),
        }
    }
}

struct Block {
    layers: Vec<Layer>,
    residual: bool,
}

impl Block {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let mut out = x.clone();
        for layer in &self.layers {
            out = layer.forward(&out)?;
        }
        if self.residual { timed("residual", || x + out) } else { Ok(out) }
    }
}

struct Network(Vec<Block>);

impl Network {
    fn new(vb: &VarBuilder) -> Result<Self> {
        let stem = Layer::new((3, 32), (3, 2, 1), &vb.pp("stem"))?.with_activation();
        let mut blocks = vec![Block { layers: vec![stem], residual: false }];
        let mut input = 32;
        for (expansion, k, stride, output, n) in STAGES {
            for i in 0..n {
                let (vb, wide) = (vb.pp(blocks.len()), input * expansion);
                let stride = if i == 0 { stride } else { 1 };
                let mut layers = Vec::new();
                if expansion > 1 {
                    layers.push(Layer::new((input, wide), (1, 1, 1), &vb.pp("expand"))?.with_activation());
                }
                layers.push(Layer::new((wide, wide), (k, stride, wide), &vb.pp("depthwise"))?.with_activation());
                layers.push(Layer::new((wide, output), (1, 1, 1), &vb.pp("project"))?);
                blocks.push(Block { layers, residual: stride == 1 && input == output });
                input = output;
            }
        }
        Ok(Self(blocks))
    }

    fn folded(&self) -> Result<Self> {
        let block = |block: &Block| -> Result<Block> {
            let layers = block.layers.iter().map(Layer::folded).collect::<Result<_>>()?;
            Ok(Block { layers, residual: block.residual })
        };
        self.0.iter().map(block).collect::<Result<_>>().map(Self)
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        self.0.iter().try_fold(x.clone(), |x, block| block.forward(&x))
    }
}

/// Runs `f` repeatedly and prints the time per run, and the mean time per kind of layer.
fn bench(name: &str, repeats: usize, f: impl Fn() -> Result<()>) -> Result<()> {
    if repeats == 0 {
        return Ok(());
    }
    f()?;
    TOTALS.with_borrow_mut(BTreeMap::clear);
    let mut times = Vec::new();
    for _ in 0..repeats {
        let start = Instant::now();
        f()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!("{name}: min {:.2} ms, median {:.2} ms", times[0], times[repeats / 2]);
    TOTALS.with_borrow(|totals| {
        for (kind, total) in totals {
            println!("  {kind:15} {:8.2} ms", total.as_secs_f64() * 1e3 / repeats as f64);
        }
    });
    Ok(())
}

fn main() -> Result<()> {
    let argument = |i, default| std::env::args().nth(i).and_then(|n| n.parse().ok()).unwrap_or(default);
    let map = VarMap::new();
    let network = Network::new(&VarBuilder::from_varmap(&map, DType::F32, &Device::Cpu))?;
    let folded = network.folded()?;
    let image = Tensor::rand(-1f32, 1f32, (1, 3, SIZE, SIZE), &Device::Cpu)?;
    bench("inference, 1 image, 1 thread", argument(1, 100), || folded.forward(&image).map(drop))?;

    let images = Tensor::rand(-1f32, 1f32, (BATCH, 3, SIZE, SIZE), &Device::Cpu)?;
    let vars: Vec<Var> = map.all_vars();
    let name = format!("training step, {BATCH} images, {} threads", rayon::current_num_threads());
    bench(&name, argument(2, 5), || {
        let loss = network.forward(&images)?.sqr()?.mean_all()?;
        let gradients = timed("backward", || loss.backward())?;
        assert!(vars.iter().any(|var| gradients.get(var).is_some()), "no gradient");
        Ok(())
    })
}
