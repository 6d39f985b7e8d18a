//! What a map tells of the nine cells, and what each cell is told of the others; differentiable.

use candle_core::{CpuStorage, CustomOp1, CustomOp2, Layout, Result, Shape, Tensor, bail};

use super::score::{CELLS, across};
use super::{native, slices};

/// Cells of a tongue.
const ALL: usize = CELLS * CELLS;
/// Least weight of a place in its cell's mean: a cell without tongue has one, too.
pub const LEAST: f32 = 0.01;
/// Least variance of a channel in a cell, so that its root has a gradient.
pub const LEAST_VARIANCE: f32 = 1e-4;

/// Mean and spread of each channel of a map [b, c, side, side] in each cell, by how much tongue there is at a place in the `mask`
/// [b, 1, whole, whole], `whole` being a multiple of the side and that of three: [b, 2 c, 9]. The mask has no gradient.
pub fn moments(map: &Tensor, mask: &Tensor) -> Result<Tensor> {
    if !map.device().is_cpu() {
        return native::moments(map, mask);
    }
    if map.is_contiguous() {
        return map.apply_op2(&mask.detach(), Moments { last: false });
    }
    slices::channels_last(map)?.apply_op2_no_bwd(mask, &Moments { last: true })
}

/// The numbers of each cell [b, n, 9] with those of all cells in the mean and those of the cell across: [b, 3 n, 9].
pub fn surroundings(own: &Tensor) -> Result<Tensor> {
    if own.device().is_cpu() { own.contiguous()?.apply_op1(Surroundings) } else { native::surroundings(own) }
}

/// Where a place of a map belongs.
struct Place {
    cell: usize,
    /// Its share in the mean of the cell.
    share: f32,
}

/// The places of a map of `side` x `side` under a mask of `whole` x `whole`.
fn places(mask: &[f32], whole: usize, side: usize) -> Vec<Place> {
    let (n, wide) = (whole / side, side / CELLS);
    let mut sums = vec![0f32; side * side];
    for (y, row) in mask.chunks_exact(whole).enumerate() {
        for (sum, few) in sums[y / n * side..].iter_mut().zip(row.chunks_exact(n)) {
            *sum += few.iter().sum::<f32>();
        }
    }
    let mut of_cell = [0f32; ALL];
    let mut places: Vec<Place> = (0..side * side)
        .map(|at| {
            let cell = at / side / wide * CELLS + at % side / wide;
            let share = sums[at] / (n * n) as f32 + LEAST;
            of_cell[cell] += share;
            Place { cell, share }
        })
        .collect();
    for place in &mut places {
        place.share /= of_cell[place.cell];
    }
    places
}

struct Moments {
    /// The map is [b, side, side, c] instead of [b, c, side, side].
    last: bool,
}

impl CustomOp2 for Moments {
    fn name(&self) -> &'static str {
        "moments-of-cells"
    }

    fn cpu_fwd(&self, map: &CpuStorage, lm: &Layout, mask: &CpuStorage, lk: &Layout) -> Result<(CpuStorage, Shape)> {
        let (b, i, side, k) = lm.shape().dims4()?;
        let (c, whole) = (if self.last { k } else { i }, lk.dims()[3]);
        if !whole.is_multiple_of(side) || !side.is_multiple_of(CELLS) || lk.dims() != [b, 1, whole, whole] {
            bail!("a map {:?} has no cells under a mask {:?}", lm.dims(), lk.dims());
        }
        let pictures = slices::of(map, lm)?.chunks_exact(c * side * side);
        let (mut out, mut turned) = (Vec::with_capacity(b * 2 * c * ALL), Vec::new());
        for (map, mask) in pictures.zip(slices::of(mask, lk)?.chunks_exact(whole * whole)) {
            let map = if self.last {
                map
            } else {
                slices::turn(map, c, &mut turned);
                &turned
            };
            let (mut mean, mut spread) = (vec![0f32; ALL * c], vec![0f32; ALL * c]);
            for (Place { cell, share }, numbers) in places(mask, whole, side).iter().zip(map.chunks_exact(c)) {
                let sums = mean[cell * c..].iter_mut().zip(&mut spread[cell * c..]);
                for ((mean, square), v) in sums.zip(numbers) {
                    let part = share * v;
                    *mean += part;
                    *square += part * v;
                }
            }
            for (spread, mean) in spread.iter_mut().zip(&mean) {
                *spread = ((*spread - mean * mean).max(0.) + LEAST_VARIANCE).sqrt();
            }
            for of_cells in [mean, spread] {
                for channel in 0..c {
                    out.extend(of_cells[channel..].iter().step_by(c));
                }
            }
        }
        Ok((CpuStorage::F32(out), (b, 2 * c, ALL).into()))
    }

    fn bwd(
        &self,
        map: &Tensor,
        mask: &Tensor,
        said: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        let (_, c, side, _) = map.dims4()?;
        let (whole, n) = (mask.dim(3)?, c * ALL);
        let all = |map: &[f32], mask: &[f32], said: &[f32], gradient: &[f32]| {
            let mut dx = vec![0f32; map.len()];
            let pictures = map.chunks_exact(c * side * side).zip(dx.chunks_exact_mut(c * side * side));
            let moments = said.chunks_exact(2 * n).zip(gradient.chunks_exact(2 * n));
            for (((map, dx), mask), (said, gradient)) in pictures.zip(mask.chunks_exact(whole * whole)).zip(moments) {
                let places = places(mask, whole, side);
                let planes = map.chunks_exact(side * side).zip(dx.chunks_exact_mut(side * side));
                for (channel, (map, dx)) in planes.enumerate() {
                    for ((Place { cell, share }, v), dx) in places.iter().zip(map).zip(dx) {
                        let at = channel * ALL + cell;
                        *dx = share * (gradient[at] + gradient[n + at] * (v - said[at]) / said[n + at]);
                    }
                }
            }
            dx
        };
        let dx = slices::with(map, |map| {
            slices::with(mask, |mask| {
                slices::with(said, |said| slices::with(gradient, |gradient| all(map, mask, said, gradient)))
            })
        })????;
        Ok((Some(Tensor::from_vec(dx, map.shape(), map.device())?), None))
    }
}

struct Surroundings;

impl CustomOp1 for Surroundings {
    fn name(&self) -> &'static str {
        "surroundings-of-cells"
    }

    fn cpu_fwd(&self, own: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (b, n, cells) = layout.shape().dims3()?;
        if cells != ALL {
            bail!("{:?} are no numbers of nine cells", layout.dims());
        }
        let mut out = Vec::with_capacity(3 * b * n * ALL);
        for picture in slices::of(own, layout)?.chunks_exact(n * ALL) {
            let numbers = picture.as_chunks::<ALL>().0;
            out.extend_from_slice(picture);
            out.extend(numbers.iter().flat_map(|cells| [cells.iter().sum::<f32>() / ALL as f32; ALL]));
            out.extend(numbers.iter().flat_map(|cells| std::array::from_fn::<f32, ALL, _>(|cell| cells[across(cell)])));
        }
        Ok((CpuStorage::F32(out), (b, 3 * n, ALL).into()))
    }

    fn bwd(&self, own: &Tensor, _said: &Tensor, gradient: &Tensor) -> Result<Option<Tensor>> {
        let n = own.dim(1)?;
        let numbers = slices::with(gradient, |gradient| {
            let pictures = gradient.chunks_exact(3 * n * ALL).flat_map(|picture| {
                let (cells, _) = picture.as_chunks::<ALL>();
                (0..n).flat_map(move |i| {
                    let mean = cells[n + i].iter().sum::<f32>() / ALL as f32;
                    std::array::from_fn::<f32, ALL, _>(|cell| cells[i][cell] + mean + cells[2 * n + i][across(cell)])
                })
            });
            pictures.collect()
        })?;
        Tensor::from_vec::<_, f32>(numbers, own.shape(), own.device()).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cells_mean_is_of_its_tongue() {
        const WHOLE: usize = 96;
        const MAP: usize = 12;
        // in the upper cells, tongue in a quarter of the places; none below
        let tongue = |at: usize| at / WHOLE < 32 && at % 32 < 8;
        let mask: Vec<f32> = (0..WHOLE * WHOLE).map(|at| if tongue(at) { 1. } else { 0. }).collect();
        let places = places(&mask, WHOLE, MAP);
        for cell in 0..ALL {
            let own = |at: usize| at / MAP / 4 * 3 + at % MAP / 4 == cell;
            assert!(places.iter().enumerate().all(|(at, place)| own(at) == (place.cell == cell)), "{cell}");
            let shares: Vec<f32> = places.iter().filter(|place| place.cell == cell).map(|place| place.share).collect();
            assert!((shares.iter().sum::<f32>() - 1.).abs() < 1e-5);
            // where there is no tongue, all places count alike; elsewhere those with tongue
            let wanted = if cell < 3 { 0.24 } else { 1. / 16. };
            assert!((shares[0] - wanted).abs() < 0.01, "{cell}: {}", shares[0]);
        }
    }
}
