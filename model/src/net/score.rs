//! The scoring networks together: how thick the coating is in each of nine cells.

use candle_core::{Result, Tensor};

use super::layers::Source;
use super::numbers::NumbersNet;
use super::pixels::PixelsNet;
use crate::describe::Told;
use crate::weights::Tensors;

/// Side of the square that is described, in pixels.
pub const SCORE_SIDE: usize = 192;
/// Cells a side.
pub const CELLS: usize = 3;

/// A network that scores the cells of tongues, made of several that are asked together.
pub trait Scores: Sized {
    /// Makes or reads the network.
    ///
    /// # Errors
    /// Fails when the weights lack a tensor.
    fn new(source: Source<'_>) -> Result<Self>;

    /// What it reads of a batch of tongues, each of them mirrored where so said.
    ///
    /// # Errors
    /// Fails when too little was told of one.
    fn input(told: &[(&Told, bool)]) -> Result<Tensor>;

    /// Each member's logits of score > 0 and score > 1 of each cell [b, 2, 9].
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    fn each(&self, x: &Tensor) -> Result<Vec<Tensor>>;

    /// The members' mean logits [b, 2, 9].
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        Tensor::stack(&self.each(x)?, 0)?.mean(0)
    }
}

/// What both networks say of a tongue.
pub struct Said {
    /// The two logits of each cell: of score > 0 and of score > 1.
    pub logits: [[f32; 2]; 9],
    /// What the network of pixels saw of the whole tongue, for [`super::Likeness`].
    pub seen: Vec<f32>,
}

/// One network that reads numbers, which knows what a coat looks like, and one that sees the pixels, which finds out more: each
/// errs where the other does not.
pub struct ScoreNet {
    numbers: NumbersNet,
    pixels: PixelsNet,
}

impl ScoreNet {
    /// Reads both networks, whose tensors' names begin with `numbers.` and `pixels.`.
    ///
    /// # Errors
    /// Fails when the weights lack a tensor.
    pub fn new(tensors: &Tensors) -> Result<Self> {
        Ok(Self { numbers: NumbersNet::new(Source::Read(tensors))?, pixels: PixelsNet::new(Source::Read(tensors))? })
    }

    /// Reads what was told of a tongue.
    ///
    /// # Errors
    /// Fails when too little was told.
    pub fn forward(&self, told: &Told) -> Result<Said> {
        let numbers = self.numbers.forward(&NumbersNet::input(&[(told, false)])?)?;
        // the numbers of the mirrored tongue are the same in other places; its pixels are another look
        let (pixels, seen) = self.pixels.look(&PixelsNet::input(&[(told, false), (told, true)])?)?;
        let (numbers, plain, mirrored) =
            (cell_logits(&numbers, 0)?, cell_logits(&pixels, 0)?, cell_logits(&pixels, 1)?);
        let mean = |cell: usize, i: usize| {
            let pixels = f32::midpoint(plain[cell][i], mirrored[across(cell)][i]);
            f32::midpoint(numbers[cell][i], pixels)
        };
        Ok(Said { logits: std::array::from_fn(|cell| [mean(cell, 0), mean(cell, 1)]), seen: seen.mean(0)?.to_vec1()? })
    }
}

/// The two logits of each cell of one of the tongues in an answer [b, 2, 9].
///
/// # Errors
/// Fails when there is no such tongue, or the weights were of another network.
pub fn cell_logits(said: &Tensor, tongue: usize) -> Result<[[f32; 2]; 9]> {
    let said = said.get(tongue)?.reshape(2 * CELLS * CELLS)?.to_vec1::<f32>()?;
    Ok(std::array::from_fn(|cell| [said[cell], said[9 + cell]]))
}

/// The cell in whose place a cell is when the tongue is mirrored.
#[must_use]
pub const fn across(cell: usize) -> usize {
    cell / CELLS * CELLS + CELLS - 1 - cell % CELLS
}

#[cfg(test)]
mod tests {
    use super::super::params::Params;
    use super::super::pixels::PIXEL_SIDE;
    use super::*;

    /// A square of noise, told of as if it were a tongue.
    fn told() -> Told {
        let noise = |i: usize| (i * i + 7 * i) % 211;
        let Told { numbers, pixels } = Told::nothing();
        Told {
            numbers: (0..numbers.len()).map(|i| noise(i) as f32 / 100. - 1.).collect(),
            pixels: (0..pixels.len()).map(|i| noise(i / 5) as u8).collect(),
        }
    }

    fn untrained() -> (Tensors, ScoreNet) {
        let mut params = Params::new(4);
        NumbersNet::new(Source::Train(&mut params)).unwrap();
        PixelsNet::new(Source::Train(&mut params)).unwrap();
        let tensors = params.tensors().unwrap();
        let net = ScoreNet::new(&tensors).unwrap();
        (tensors, net)
    }

    #[test]
    fn both_networks_have_their_share() {
        let (tensors, net) = untrained();
        let told = told();
        let said = net.forward(&told).unwrap().logits;
        let numbers = NumbersNet::new(Source::Read(&tensors)).unwrap();
        let numbers =
            cell_logits(&numbers.forward(&NumbersNet::input(&[(&told, false)]).unwrap()).unwrap(), 0).unwrap();
        let pixels = PixelsNet::new(Source::Read(&tensors)).unwrap();
        let looks = pixels.forward(&PixelsNet::input(&[(&told, false), (&told, true)]).unwrap()).unwrap();
        let [plain, mirrored] = [0, 1].map(|look| cell_logits(&looks, look).unwrap());
        for cell in 0..9 {
            for i in 0..2 {
                let wanted = 0.5 * numbers[cell][i] + 0.25 * (plain[cell][i] + mirrored[across(cell)][i]);
                assert!((said[cell][i] - wanted).abs() < 1e-4, "{cell}: {} {wanted}", said[cell][i]);
                assert!((said[cell][i] - numbers[cell][i]).abs() > 1e-4, "{cell}: the pixels say something else");
            }
        }
    }

    #[test]
    fn a_mirrored_tongue_has_the_same_scores_across() {
        let (_, net) = untrained();
        let told = told();
        let turned = Told {
            numbers: (0..told.numbers.len()).map(|i| told.numbers[across(i)]).collect(),
            pixels: told.pixels.chunks_exact(PIXEL_SIDE).flat_map(|row| row.iter().rev().copied()).collect(),
        };
        let [said, mirrored] = [&told, &turned].map(|told| net.forward(told).unwrap());
        for (a, b) in said.seen.iter().zip(&mirrored.seen) {
            assert!((a - b).abs() < 1e-4, "the whole tongue looks the same");
        }
        let (said, mirrored) = (said.logits, mirrored.logits);
        for cell in 0..9 {
            for i in 0..2 {
                assert!((said[cell][i] - mirrored[across(cell)][i]).abs() < 1e-4, "{cell}");
            }
        }
        assert!((said[0][0] - said[2][0]).abs() > 1e-4, "the tongue itself is not alike on both sides");
    }
}
