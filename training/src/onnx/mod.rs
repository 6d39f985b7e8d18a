//! A version's network as an ONNX graph, with batch normalization folded into its convolutions.
//!
//! | value | shape | content |
//! |---|---|---|
//! | input `view` | `[batch, 3, side, side]` | the close-up, each 8-bit color value as `(value - 127) / 128` |
//! | input `cells` | `[batch, 9, side, side]` | probability of each pixel being tongue, in the channel of its cell; 0 elsewhere |
//! | output `mask` | `[batch, 1, side / 4, side / 4]` | logits |
//! | output `presence` | `[batch, 1]` | logit |
//! | output `scores` | `[batch, 9, 2]` | ordinal logits: more than none, more than thin |
//!
//! `mask` and `presence` do not depend on `cells`.

mod graph;

use anyhow::{Context, Result};
use candle_core::{Device, Tensor};
use model::network::CELLS;
use model::release::Bundle;

use graph::Attribute::{Int, Ints, Text};
use graph::Graph;

/// The constant that the decoder's batch normalization adds to the variance.
const DECODER_EPSILON: f64 = 1e-5;
/// The constant that is added to sums of cell weights and to variances of features.
const FLOOR: f32 = 1e-6;
/// Factor from the finest feature map to the view. Each further map is half as fine.
const FINEST_STRIDE: usize = 4;

/// Encodes a version's network.
///
/// # Errors
/// Fails when a tensor is missing or its shape differs from the configuration's.
pub fn encode(bundle: &Bundle) -> Result<Vec<u8>> {
    let config = &bundle.config.network;
    // validates every shape
    bundle.tensors.network(config)?;
    let side = config.close_up_side;
    let mut exporter = Exporter { graph: Graph::default(), bundle };
    exporter.graph.input("view", &[3, side, side]);
    exporter.graph.input("cells", &[CELLS, side, side]);
    let levels = exporter.encoder()?;
    let (coarsest, scored) = levels.split_last().context("the encoder has no levels")?;
    exporter.mask(scored, coarsest)?;
    exporter.presence(coarsest)?;
    exporter.scores(scored)?;
    exporter.graph.output("mask", &[1, side / FINEST_STRIDE, side / FINEST_STRIDE]);
    exporter.graph.output("presence", &[1]);
    exporter.graph.output("scores", &[CELLS, 2]);
    let manifest = &bundle.manifest;
    let metadata = [("version", manifest.version.as_str()), ("weights_hash", &manifest.weights_hash)];
    Ok(exporter.graph.encode("tongue", &metadata))
}

/// The activation after a convolution.
#[derive(Clone, Copy)]
enum Activation {
    None,
    Relu,
    Relu6,
}

/// Stride and groups of a convolution.
#[derive(Clone, Copy)]
struct Step {
    stride: usize,
    groups: usize,
}

const PLAIN: Step = Step { stride: 1, groups: 1 };

struct Exporter<'a> {
    graph: Graph,
    bundle: &'a Bundle,
}

impl<'a> Exporter<'a> {
    fn tensor(&self, name: &str) -> Result<&'a Tensor> {
        self.bundle.tensors.0.get(name).with_context(|| format!("the version has no tensor {name}"))
    }

    /// Returns weight and bias of a layer.
    fn pair(&self, layer: &str) -> Result<[&'a Tensor; 2]> {
        Ok([self.tensor(&format!("{layer}.weight"))?, self.tensor(&format!("{layer}.bias"))?])
    }

    /// Adds a convolution. A stride of 2 is padded like in TensorFlow.
    fn conv(&mut self, name: &str, x: &str, [weight, bias]: [&Tensor; 2], step: Step) -> Result<String> {
        let kernel = weight.dim(2)?;
        let padding = kernel - step.stride;
        let (before, after) = (padding / 2, padding - padding / 2);
        let weight = self.graph.constant(format!("{name}.weight"), weight)?;
        let bias = self.graph.constant(format!("{name}.bias"), bias)?;
        let attributes = [
            ("kernel_shape", Ints(&[kernel; 2])),
            ("strides", Ints(&[step.stride; 2])),
            ("pads", Ints(&[before, before, after, after])),
            ("group", Int(step.groups)),
        ];
        Ok(self.graph.node(name, "Conv", &[x, &weight, &bias], &attributes))
    }

    /// Adds a convolution with folded batch normalization, and its activation.
    fn conv_norm(&mut self, name: &str, x: &str, step: Step, activation: Activation) -> Result<String> {
        let in_encoder = name.starts_with("encoder");
        let epsilon = if in_encoder { self.bundle.config.network.norm_epsilon } else { DECODER_EPSILON };
        let norm = |part: &str| self.tensor(&format!("{name}.norm.{part}"));
        let scale = (norm("weight")? / (norm("running_var")? + epsilon)?.sqrt()?)?;
        let bias = (norm("bias")? - (norm("running_mean")? * &scale)?)?;
        let weight = self.tensor(&format!("{name}.conv.weight"))?.broadcast_mul(&scale.reshape(((), 1, 1, 1))?)?;
        let y = self.conv(name, x, [&weight, &bias], step)?;
        let active = format!("{name}.active");
        Ok(match activation {
            Activation::None => y,
            Activation::Relu => self.graph.node(&active, "Relu", &[&y], &[]),
            Activation::Relu6 => {
                let low = self.scalar(format!("{name}.low"), 0.)?;
                let high = self.scalar(format!("{name}.high"), 6.)?;
                self.graph.node(&active, "Clip", &[&y, &low, &high], &[])
            }
        })
    }

    fn scalar(&mut self, name: String, value: f32) -> Result<String> {
        Ok(self.graph.constant(name, &Tensor::new(value, &Device::Cpu)?)?)
    }

    fn linear(&mut self, name: &str, x: &str, [weight, bias]: [&Tensor; 2]) -> Result<String> {
        let weight = self.graph.constant(format!("{name}.weight"), &weight.t()?)?;
        let bias = self.graph.constant(format!("{name}.bias"), bias)?;
        let product = self.graph.node(&format!("{name}.product"), "MatMul", &[x, &weight], &[]);
        Ok(self.graph.node(name, "Add", &[&product, &bias], &[]))
    }

    /// Adds the encoder and returns its levels, finest first; see [`model::network::Encoder`].
    fn encoder(&mut self) -> Result<Vec<String>> {
        let config = &self.bundle.config.network;
        let mut x = self.conv_norm("encoder.stem", "view", Step { stride: 2, groups: 1 }, Activation::Relu6)?;
        let (mut from, mut blocks, mut levels) = (config.stem_channels, 0, Vec::new());
        for (i, stage) in config.stages.iter().enumerate() {
            for block in 0..stage.blocks {
                let name = format!("encoder.blocks.{blocks}");
                let (inner, stride) = (from * stage.expansion, if block == 0 { stage.stride } else { 1 });
                let mut y = x.clone();
                if stage.expansion > 1 {
                    y = self.conv_norm(&format!("{name}.expand"), &y, PLAIN, Activation::Relu6)?;
                }
                let step = Step { stride, groups: inner };
                y = self.conv_norm(&format!("{name}.depthwise"), &y, step, Activation::Relu6)?;
                y = self.conv_norm(&format!("{name}.project"), &y, PLAIN, Activation::None)?;
                let residual = stride == 1 && from == stage.channels;
                x = if residual { self.graph.node(&format!("{name}.sum"), "Add", &[&x, &y], &[]) } else { y };
                (from, blocks) = (stage.channels, blocks + 1);
            }
            if i > 0 && config.stages.get(i + 1).is_none_or(|next| next.stride == 2) {
                levels.push(x.clone());
            }
        }
        Ok(levels)
    }

    /// Adds the mask's logits; see [`model::network::Decoder`].
    fn mask(&mut self, finer: &[String], coarsest: &str) -> Result<()> {
        let twice = self.graph.constant("decoder.twice".into(), &Tensor::new(&[1f32, 1., 2., 2.], &Device::Cpu)?)?;
        let lateral = |i: usize| format!("decoder.lateral.{i}");
        let mut x = self.conv(&lateral(finer.len()), coarsest, self.pair(&lateral(finer.len()))?, PLAIN)?;
        for (i, level) in finer.iter().enumerate().rev() {
            let y = self.conv(&lateral(i), level, self.pair(&lateral(i))?, PLAIN)?;
            let nearest = [
                ("mode", Text("nearest")),
                ("coordinate_transformation_mode", Text("asymmetric")),
                ("nearest_mode", Text("floor")),
            ];
            // the optional input between the two is omitted
            let up = self.graph.node(&format!("decoder.up.{i}"), "Resize", &[&x, "", &twice], &nearest);
            let sum = self.graph.node(&format!("decoder.sum.{i}"), "Add", &[&up, &y], &[]);
            x = self.conv_norm(&format!("decoder.smooth.{i}"), &sum, PLAIN, Activation::Relu)?;
        }
        self.conv("mask", &x, self.pair("decoder.mask")?, PLAIN)?;
        Ok(())
    }

    fn presence(&mut self, coarsest: &str) -> Result<()> {
        let mean = self.graph.node("presence.mean", "GlobalAveragePool", &[coarsest], &[]);
        let flat = self.graph.node("presence.flat", "Flatten", &[&mean], &[]);
        self.linear("presence", &flat, self.pair("presence")?)?;
        Ok(())
    }

    /// Adds the cells' ordinal logits; see [`model::network::ScoreHead`] and [`model::network::CellWeights`].
    fn scores(&mut self, levels: &[String]) -> Result<()> {
        let floor = self.scalar("scores.floor".into(), FLOOR)?;
        let parts: Vec<String> =
            levels.iter().enumerate().flat_map(|(i, level)| self.pool_cells(i, level, &floor)).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let inputs = self.graph.node("scores.inputs", "Concat", &parts, &[("axis", Int(2))]);
        // the last three inputs of a cell are a one-hot encoding of its row, so their weights act as a bias
        let [weight, bias] = self.pair("scores.hidden")?;
        let pooled = weight.dim(1)? - 3;
        let row_of_cell = Tensor::new(&[0u32, 0, 0, 1, 1, 1, 2, 2, 2], &Device::Cpu)?;
        let bias =
            weight.narrow(1, pooled, 3)?.t()?.contiguous()?.index_select(&row_of_cell, 0)?.broadcast_add(bias)?;
        let hidden = self.linear("scores.hidden", &inputs, [&weight.narrow(1, 0, pooled)?, &bias])?;
        let active = self.graph.node("scores.hidden.active", "Relu", &[&hidden], &[]);
        self.linear("scores", &active, self.pair("scores.output")?)?;
        Ok(())
    }

    /// Adds mean and standard deviation of a map over each cell and, except for the finest map, its mean over the
    /// tongue: `[batch, 9, channels]` each.
    fn pool_cells(&mut self, i: usize, level: &str, floor: &str) -> Vec<String> {
        let graph = &mut self.graph;
        let name = |part: &str| format!("scores.level.{i}.{part}");
        let step = FINEST_STRIDE << i;
        let window = [("kernel_shape", Ints(&[step; 2])), ("strides", Ints(&[step; 2]))];
        let shares = graph.node(&name("shares"), "AveragePool", &["cells"], &window);
        // keeps the first two dimensions and flattens the others
        let flat = graph.integers(name("flat"), &[0, 0, -1]);
        let cells = graph.node(&name("cells"), "Reshape", &[&shares, &flat], &[]);
        let columns = graph.node(&name("columns"), "Reshape", &[level, &flat], &[]);
        let features = graph.node(&name("features"), "Transpose", &[&columns], &[("perm", Ints(&[0, 2, 1]))]);
        let weights = normalized(graph, &name("weights"), &cells, floor);
        let mean = graph.node(&name("mean"), "MatMul", &[&weights, &features], &[]);
        let squares = graph.node(&name("squares"), "Mul", &[&features, &features], &[]);
        let square_mean = graph.node(&name("square_mean"), "MatMul", &[&weights, &squares], &[]);
        let mean_square = graph.node(&name("mean_square"), "Mul", &[&mean, &mean], &[]);
        let variance = graph.node(&name("variance"), "Sub", &[&square_mean, &mean_square], &[]);
        let positive = graph.node(&name("variance.positive"), "Relu", &[&variance], &[]);
        let raised = graph.node(&name("variance.raised"), "Add", &[&positive, floor], &[]);
        let mut parts = vec![mean, graph.node(&name("deviation"), "Sqrt", &[&raised], &[])];
        if i > 0 {
            let axis = graph.integers(name("tongue.axis"), &[1]);
            let tongue = graph.node(&name("tongue"), "ReduceSum", &[&cells, &axis], &[]);
            let weights = normalized(graph, &name("tongue.weights"), &tongue, floor);
            let mean = graph.node(&name("tongue.mean"), "MatMul", &[&weights, &features], &[]);
            let nine = graph.integers(name("tongue.nine"), &[1, 9, 1]);
            parts.push(graph.node(&name("tongue.mean.nine"), "Expand", &[&mean, &nine], &[]));
        }
        parts
    }
}

/// Normalizes rows so that they sum to 1, or are 0 if a cell is empty.
fn normalized(graph: &mut Graph, name: &str, rows: &str, floor: &str) -> String {
    let axis = graph.integers(format!("{name}.axis"), &[2]);
    let sum = graph.node(&format!("{name}.sum"), "ReduceSum", &[rows, &axis], &[]);
    let raised = graph.node(&format!("{name}.raised"), "Add", &[&sum, floor], &[]);
    graph.node(name, "Div", &[rows, &raised], &[])
}
