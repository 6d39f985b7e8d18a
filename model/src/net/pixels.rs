//! The scoring network that looks at the tongue's pixels, their light taken out.

use candle_core::{Device, Result, Tensor};

use super::layers::{Cbr, Head, Source};
use super::score::{CELLS, Scores, across};
use crate::describe::Told;

/// Side of the square that is looked at, in pixels.
pub const PIXEL_SIDE: usize = 96;
/// Channels: the picture's three and the mask.
pub const PIXEL_CHANNELS: usize = 4;
/// Channels and stride of each convolution.
const LAYERS: [(usize, usize); 6] = [(16, 2), (16, 1), (32, 2), (32, 1), (64, 2), (64, 1)];
/// Channels of the last convolution.
const LAST: usize = 64;
/// Side of its map.
const MAP: usize = PIXEL_SIDE / 8;
/// Numbers of a cell: mean and spread of each channel in it, in the whole tongue, in the cell across; the row, the column.
const OF_CELL: usize = 3 * 2 * LAST + 2;
/// Width of the hidden layer.
const HIDDEN: usize = 64;
/// Least weight of a place in its cell's mean: a cell without tongue has one, too.
const LEAST: f64 = 0.01;
/// Least variance of a channel in a cell, so that its root has a gradient.
const LEAST_VARIANCE: f64 = 1e-4;

/// Six convolutions whose map is summed up cell by cell, and a hidden layer: two ordinal logits for a cell.
///
/// One is enough: the mean of two, begun with other numbers, scored no better.
pub struct PixelsNet {
    layers: Vec<Cbr>,
    hidden: Head,
    head: Head,
}

/// The share that each place of the map has in each cell's mean [b, MAP * MAP, 9]: none outside the cell, inside it by how much
/// tongue there is in `mask` [b, 1, side, side].
fn shares(mask: &Tensor) -> Result<Tensor> {
    let weight = (mask.avg_pool2d(PIXEL_SIDE / MAP)? + LEAST)?.flatten_from(1)?.unsqueeze(2)?;
    let wide = MAP / CELLS;
    let inside: Vec<f32> = (0..MAP * MAP)
        .flat_map(|at| {
            let own = at / MAP / wide * CELLS + at % MAP / wide;
            (0..CELLS * CELLS).map(move |cell| if cell == own { 1. } else { 0. })
        })
        .collect();
    let inside = Tensor::from_vec(inside, (1, MAP * MAP, CELLS * CELLS), mask.device())?;
    let weights = weight.broadcast_mul(&inside)?;
    weights.broadcast_div(&weights.sum_keepdim(1)?)
}

/// Row and column of each cell [1, 2, 9], the same for a cell and the one across.
fn places(device: &Device) -> Result<Tensor> {
    let row = |cell: usize| [-1f32, 0., 1.][cell / CELLS];
    let column = |cell: usize| if cell % CELLS == 1 { -0.5 } else { 0.5 };
    let told: Vec<f32> = (0..9).map(row).chain((0..9).map(column)).collect();
    Tensor::from_vec(told, (1, 2, CELLS * CELLS), device)
}

impl Scores for PixelsNet {
    fn new(mut source: Source<'_>) -> Result<Self> {
        let s = &mut source;
        let layers = Cbr::row(s, "pixels", PIXEL_CHANNELS, &LAYERS)?;
        let hidden = Head::new(s, "pixels.hidden", OF_CELL, HIDDEN)?;
        Ok(Self { layers, hidden, head: Head::new(s, "pixels.head", HIDDEN, 2)? })
    }

    /// [b, [`PIXEL_CHANNELS`], [`PIXEL_SIDE`], [`PIXEL_SIDE`]]: colours of about -1.5..2, the mask 0..1.
    fn input(told: &[(&Told, bool)]) -> Result<Tensor> {
        let mut numbers = Vec::with_capacity(told.len() * PIXEL_CHANNELS * PIXEL_SIDE * PIXEL_SIDE);
        for (told, flip) in told {
            for (i, row) in told.pixels.chunks_exact(PIXEL_SIDE).enumerate() {
                let (scale, from) = if i / PIXEL_SIDE < 3 { (3.5, -1.5) } else { (1., 0.) };
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
        let shares = shares(&x.narrow(1, PIXEL_CHANNELS - 1, 1)?)?;
        let mut map = x.clone();
        for layer in &self.layers {
            map = layer.forward(&map)?;
        }
        let map = map.contiguous()?.flatten_from(2)?;
        let mean = map.matmul(&shares)?;
        let variance = (map.sqr()?.matmul(&shares)? - mean.sqr()?)?.relu()?;
        let own = Tensor::cat(&[&mean, &(variance + LEAST_VARIANCE)?.sqrt()?], 1)?;
        let whole = own.mean_keepdim(2)?.broadcast_as(own.shape())?;
        let across = Tensor::from_vec((0..9).map(|cell| across(cell) as u32).collect(), CELLS * CELLS, x.device())?;
        let across = own.index_select(&across, 2)?;
        let places = places(x.device())?.broadcast_as((x.dim(0)?, 2, CELLS * CELLS))?;
        let told = Tensor::cat(&[own, whole, across, places], 1)?.reshape(((), OF_CELL, CELLS, CELLS))?;
        Ok(vec![self.head.forward(&self.hidden.forward(&told)?.relu()?)?.flatten_from(2)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Params;

    #[test]
    fn a_cells_mean_is_of_its_tongue() {
        // in the upper cells, tongue in a quarter of the places; none below
        let tongue = |at: usize| at / PIXEL_SIDE < 32 && at % 32 < 8;
        let mask = (0..PIXEL_SIDE * PIXEL_SIDE).map(|at| if tongue(at) { 1f32 } else { 0. }).collect();
        let mask = Tensor::from_vec(mask, (1, 1, PIXEL_SIDE, PIXEL_SIDE), &Device::Cpu).unwrap();
        let shares = shares(&mask).unwrap().squeeze(0).unwrap().to_vec2::<f32>().unwrap();
        for cell in 0..9 {
            let of_cell: Vec<f32> = shares.iter().map(|place| place[cell]).collect();
            assert!((of_cell.iter().sum::<f32>() - 1.).abs() < 1e-5);
            let own = |at: usize| at / MAP / 4 * 3 + at % MAP / 4 == cell;
            assert!(of_cell.iter().enumerate().all(|(at, share)| own(at) == (*share > 0.)), "{cell}");
            // where there is no tongue, all places count alike; elsewhere those with tongue
            let first = of_cell.iter().enumerate().find(|(at, _)| own(*at)).unwrap().1;
            let wanted = if cell < 3 { 0.24 } else { 1. / 16. };
            assert!((first - wanted).abs() < 0.01, "{cell}: {first}");
        }
    }

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
        assert!((plain[1] - (3.5 / 255. - 1.5)).abs() < 1e-6, "a colour");
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
