//! The scoring network: how thick the coating is in each of nine cells, from what [`crate::describe`] says of them.

use candle_core::{Result, Tensor};

use super::layers::{Head, Source, Standard};
use crate::describe::NUMBERS;

/// Side of the square that is described, in pixels.
pub const SCORE_SIDE: usize = 192;
/// Cells a side.
pub const CELLS: usize = 3;
/// Small networks that are asked, each begun with other numbers: their mean errs less than any of them.
const MEMBERS: usize = 6;
/// Width of a member's hidden layer.
const HIDDEN: usize = 96;

/// Several networks of one hidden layer, each with two ordinal logits for a cell.
pub struct ScoreNet {
    standard: Standard,
    members: Vec<(Head, Head)>,
}

impl ScoreNet {
    /// Makes or reads the network, whose tensors' names begin with `score.`.
    ///
    /// # Errors
    /// Fails when the weights lack a tensor.
    pub fn new(mut source: Source<'_>) -> Result<Self> {
        let s = &mut source;
        let member = |i: usize| {
            let hidden = Head::new(s, &format!("score.{i}.hidden"), NUMBERS, HIDDEN)?;
            Ok((hidden, Head::new(s, &format!("score.{i}.head"), HIDDEN, 2)?))
        };
        let members = (0..MEMBERS).map(member).collect::<Result<_>>()?;
        Ok(Self { standard: Standard::new(s, "score.standard", NUMBERS)?, members })
    }

    /// Takes from the training photos' numbers [b, [`NUMBERS`], 3, 3] what numbers are measured by, before training begins.
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn measure(&self, x: &Tensor) -> Result<()> {
        self.standard.measure(x)
    }

    /// Reads a batch of numbers [b, [`NUMBERS`], 3, 3]; gives each member's logits of score > 0 and score > 1 of each cell
    /// [b, 2, 9].
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn each(&self, x: &Tensor) -> Result<Vec<Tensor>> {
        let x = self.standard.forward(x)?;
        self.members.iter().map(|(hidden, head)| head.forward(&hidden.forward(&x)?.relu()?)?.flatten_from(2)).collect()
    }

    /// The members' mean logits [b, 2, 9].
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        Tensor::stack(&self.each(x)?, 0)?.mean(0)
    }
}
