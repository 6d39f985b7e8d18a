//! The scoring network that looks at the tongue's pixels, their light taken out.

use candle_core::{Device, Result, Tensor};

use super::backbone::{BACKBONE_CHANNELS, Backbone};
use super::cells::{moments, surroundings};
use super::layers::{Biased, Source, Standard};
use super::score::{CELLS, Scores};
use crate::describe::{BRIGHTEST, Told};

/// Side of the square that is looked at, in pixels.
pub const PIXEL_SIDE: usize = 96;
/// Channels: the picture's three and the mask.
pub const PIXEL_CHANNELS: usize = 4;
/// Mean and spread of each channel in a cell.
const OWN: usize = 2 * BACKBONE_CHANNELS;
/// Numbers of a cell: its own, the whole tongue's, those of the cell across; the row, the column.
const OF_CELL: usize = 3 * OWN + 2;
/// Tongues that are looked at together when all are measured.
const TOGETHER: usize = 16;
/// Width of the hidden layer.
const HIDDEN: usize = 64;

/// A network that knew things before it saw a tongue, whose maps are summed up cell by cell, and a hidden layer: two ordinal
/// logits for a cell.
pub struct PixelsNet {
    backbone: Backbone,
    standard: Standard,
    hidden: Biased,
    head: Biased,
}

/// Row and column of each cell [1, 2, 9], the same for a cell and the one across.
fn places(device: &Device) -> Result<Tensor> {
    let row = |cell: usize| [-1f32, 0., 1.][cell / CELLS];
    let column = |cell: usize| if cell % CELLS == 1 { -0.5 } else { 0.5 };
    let told: Vec<f32> = (0..9).map(row).chain((0..9).map(column)).collect();
    Tensor::from_vec(told, (1, 2, CELLS * CELLS), device)
}

impl PixelsNet {
    /// Takes from the training photos what its cells are measured by, before training begins.
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn measure(&self, told: &[&Told]) -> Result<()> {
        let cells = told.chunks(TOGETHER).map(|told| {
            let told: Vec<_> = told.iter().map(|told| (*told, false)).collect();
            Ok(self.cells(&Self::input(&told)?)?.detach())
        });
        let cells = Tensor::cat(&cells.collect::<Result<Vec<_>>>()?, 0)?;
        self.standard.measure(&cells.reshape(((), OWN, CELLS, CELLS))?)
    }

    /// Mean and spread of each channel of each map in each cell [b, [`OWN`], 9].
    fn cells(&self, x: &Tensor) -> Result<Tensor> {
        let (colours, mask) = (x.narrow(1, 0, PIXEL_CHANNELS - 1)?, x.narrow(1, PIXEL_CHANNELS - 1, 1)?);
        let mask = mask.contiguous()?;
        let own = self.backbone.maps(&colours)?.iter().map(|map| moments(map, &mask)).collect::<Result<Vec<_>>>()?;
        Tensor::cat(&own, 1)
    }

    /// The logits of each cell [b, 2, 9], and what was seen of the whole tongue [b, [`OWN`]].
    ///
    /// # Errors
    /// Fails when the shape is wrong.
    pub fn look(&self, x: &Tensor) -> Result<(Tensor, Tensor)> {
        let own = self.standard.forward(&self.cells(x)?.reshape(((), OWN, CELLS, CELLS))?)?.flatten_from(2)?;
        let places = places(x.device())?.broadcast_as((x.dim(0)?, 2, CELLS * CELLS))?;
        let told = Tensor::cat(&[surroundings(&own)?, places], 1)?.reshape(((), OF_CELL, CELLS, CELLS))?;
        let logits = self.head.forward(&self.hidden.forward(&told)?.relu()?)?.flatten_from(2)?;
        Ok((logits, own.detach().mean(2)?))
    }
}

impl Scores for PixelsNet {
    fn new(mut source: Source<'_>) -> Result<Self> {
        let s = &mut source;
        let backbone = Backbone::new(s, "pixels")?;
        let standard = Standard::new(s, "pixels.standard", OWN)?;
        let hidden = Biased::head(s, "pixels.hidden", OF_CELL, HIDDEN)?;
        Ok(Self { backbone, standard, hidden, head: Biased::head(s, "pixels.head", HIDDEN, 2)? })
    }

    /// [b, [`PIXEL_CHANNELS`], [`PIXEL_SIDE`], [`PIXEL_SIDE`]]: colours of -1 to 1.4, as the backbone has learnt to see them, the mask 0..1.
    fn input(told: &[(&Told, bool)]) -> Result<Tensor> {
        let mut numbers = Vec::with_capacity(told.len() * PIXEL_CHANNELS * PIXEL_SIDE * PIXEL_SIDE);
        for (told, flip) in told {
            for (i, row) in told.pixels.chunks_exact(PIXEL_SIDE).enumerate() {
                let (scale, from) = if i / PIXEL_SIDE < 3 { (BRIGHTEST / 128., -127. / 128.) } else { (1., 0.) };
                let begin = numbers.len();
                numbers.extend(row.iter().map(|v| f32::from(*v) / 255. * scale + from));
                if *flip {
                    numbers[begin..].reverse();
                }
            }
        }
        Tensor::from_vec(numbers, (told.len(), PIXEL_CHANNELS, PIXEL_SIDE, PIXEL_SIDE), &Device::Cpu)
    }

    fn each(&self, x: &Tensor) -> Result<Vec<Tensor>> {
        Ok(vec![self.look(x)?.0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Params;

    #[test]
    fn a_mirrored_tongue_is_given_mirrored() {
        let side = PIXEL_SIDE * PIXEL_SIDE;
        let pixels: Vec<u8> = (0..PIXEL_CHANNELS * side).map(|at| (at % 251) as u8).collect();
        let told = Told { numbers: Vec::new(), pixels };
        let numbers =
            |flip| PixelsNet::input(&[(&told, flip)]).unwrap().flatten_all().unwrap().to_vec1::<f32>().unwrap();
        let (plain, mirrored) = (numbers(false), numbers(true));
        for (a, b) in plain.chunks_exact(PIXEL_SIDE).zip(mirrored.chunks_exact(PIXEL_SIDE)) {
            assert!(a.iter().eq(b.iter().rev()));
        }
        assert!((plain[1] - (300. / 255. - 127.) / 128.).abs() < 1e-6, "a colour");
        assert!((plain[3 * side] - f32::from(told.pixels[3 * side]) / 255.).abs() < 1e-6, "the mask");
    }

    #[test]
    fn a_cell_hears_of_its_neighbours_too() {
        let mut params = Params::new(4);
        PixelsNet::new(Source::Train(&mut params)).unwrap();
        let net = PixelsNet::new(Source::Read(&params.tensors().unwrap())).unwrap();
        let said = |told: &Told| {
            let said = net.forward(&PixelsNet::input(&[(told, false)]).unwrap()).unwrap();
            assert_eq!(said.dims(), [1, 2, 9]);
            said.flatten_all().unwrap().to_vec1::<f32>().unwrap()
        };
        let mut told = Told::nothing();
        let before = said(&told);
        told.pixels[..8].fill(255);
        let change: Vec<f32> = said(&told).iter().zip(before).map(|(a, b)| (a - b).abs()).collect();
        let least = |cells: &[usize]| cells.iter().map(|cell| change[*cell]).fold(f32::MAX, f32::min);
        // a change in the first cell reaches itself, the one across, and all others through the mean of all
        assert!(least(&[0, 2]) > 1e-6 && least(&[1, 3, 4, 5, 6, 7, 8]) > 1e-7, "{change:?}");
    }
}
