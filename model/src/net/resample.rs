//! Changes of resolution inside the networks.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor, bail};

use super::slices;

/// Doubles height and width by repeating each number.
pub fn up2(x: &Tensor) -> Result<Tensor> {
    x.contiguous()?.apply_op1(Up2)
}

/// Moves blocks of `r` x `r` pixels into channels: [b, c, h, w] -> [b, c * r * r, h / r, w / r].
pub fn pixel_unshuffle(x: &Tensor, r: usize) -> Result<Tensor> {
    x.contiguous()?.apply_op1(Shuffle { r, back: false })
}

/// The inverse of [`pixel_unshuffle`].
pub fn pixel_shuffle(x: &Tensor, r: usize) -> Result<Tensor> {
    x.contiguous()?.apply_op1(Shuffle { r, back: true })
}

/// Between blocks of pixels and channels.
struct Shuffle {
    r: usize,
    /// From channels to pixels.
    back: bool,
}

impl CustomOp1 for Shuffle {
    fn name(&self) -> &'static str {
        "shuffle"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, r) = (slices::of(storage, layout)?, self.r);
        let (b, c, h, w) = layout.shape().dims4()?;
        let shape = if self.back { (b, c / (r * r), h * r, w * r) } else { (b, c * r * r, h / r, w / r) };
        // sizes of the side with few channels, of which a row is in r planes of the other side
        let (few, height, width) = if self.back { (shape.1, shape.2, shape.3) } else { (c, h, w) };
        if !height.is_multiple_of(r) || !width.is_multiple_of(r) || few * height * width * b != x.len() {
            bail!("{:?} cannot be shuffled by {r}", layout.dims());
        }
        let mut out = vec![0f32; x.len()];
        for i in 0..b * few * height {
            let (plane, y) = (i / height, i % height);
            for dx in 0..r {
                let many = ((plane * r * r + y % r * r + dx) * (height / r) + y / r) * (width / r);
                let (few, many) = (i * width..(i + 1) * width, many..many + width / r);
                if self.back {
                    let to = out[few].iter_mut().skip(dx).step_by(r);
                    to.zip(&x[many]).for_each(|(to, v)| *to = *v);
                } else {
                    let from = x[few].iter().skip(dx).step_by(r);
                    out[many].iter_mut().zip(from).for_each(|(to, v)| *to = *v);
                }
            }
        }
        Ok((CpuStorage::F32(out), shape.into()))
    }

    fn bwd(&self, _x: &Tensor, _out: &Tensor, gradient: &Tensor) -> Result<Option<Tensor>> {
        gradient.contiguous()?.apply_op1(Self { r: self.r, back: !self.back }).map(Some)
    }
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
