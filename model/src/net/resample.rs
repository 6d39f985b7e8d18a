//! Changes of resolution inside the networks.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor};

use super::slices;

/// Doubles height and width by repeating each number.
pub fn up2(x: &Tensor) -> Result<Tensor> {
    x.contiguous()?.apply_op1(Up2)
}

/// Moves blocks of `r` x `r` pixels into channels: [b, c, h, w] -> [b, c * r * r, h / r, w / r].
pub fn pixel_unshuffle(x: &Tensor, r: usize) -> Result<Tensor> {
    let (b, c, h, w) = x.dims4()?;
    x.reshape(&[b, c, h / r, r, w / r, r][..])?.permute([0, 1, 3, 5, 2, 4].as_slice())?.contiguous()?.reshape((
        b,
        c * r * r,
        h / r,
        w / r,
    ))
}

/// The inverse of [`pixel_unshuffle`].
pub fn pixel_shuffle(x: &Tensor, r: usize) -> Result<Tensor> {
    let (b, c, h, w) = x.dims4()?;
    x.reshape(&[b, c / (r * r), r, r, h, w][..])?.permute([0, 1, 4, 2, 5, 3].as_slice())?.contiguous()?.reshape((
        b,
        c / (r * r),
        h * r,
        w * r,
    ))
}

struct Up2;

impl CustomOp1 for Up2 {
    fn name(&self) -> &'static str {
        "up2"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let x = slices::of(storage, layout)?;
        let (b, c, h, w) = layout.shape().dims4()?;
        let mut out = Vec::with_capacity(x.len() * 4);
        for row in x.chunks_exact(w) {
            let start = out.len();
            out.extend(row.iter().flat_map(|v| [*v, *v]));
            out.extend_from_within(start..);
        }
        Ok((CpuStorage::F32(out), (b, c, 2 * h, 2 * w).into()))
    }

    fn bwd(&self, x: &Tensor, _out: &Tensor, gradient: &Tensor) -> Result<Option<Tensor>> {
        let w = x.dim(3)?;
        let dx = slices::with(gradient, |g| {
            let mut dx = Vec::with_capacity(g.len() / 4);
            for rows in g.chunks_exact(4 * w) {
                let (upper, lower) = rows.split_at(2 * w);
                dx.extend(upper.chunks_exact(2).zip(lower.chunks_exact(2)).map(|(u, l)| u[0] + u[1] + l[0] + l[1]));
            }
            dx
        })?;
        Ok(Some(Tensor::from_vec(dx, x.shape(), x.device())?))
    }
}
