//! Changes of resolution inside the networks.

use candle_core::{CpuStorage, CustomOp1, CustomOp2, Layout, Result, Shape, Tensor, bail};

use super::{native, slices};

/// `x` at twice its height and width, plus `skip`; both in the same order, plain or channels last.
pub fn up2_add(x: &Tensor, skip: &Tensor) -> Result<Tensor> {
    if !x.device().is_cpu() {
        return native::up2_add(x, skip);
    }
    if x.is_contiguous() && skip.is_contiguous() {
        return x.apply_op2(skip, Up2Add { last: false });
    }
    let (x, skip) = (slices::channels_last(x)?, slices::channels_last(skip)?);
    x.apply_op2_no_bwd(&skip, &Up2Add { last: true })?.permute((0, 3, 1, 2))
}

/// Moves blocks of `r` x `r` pixels into channels: [b, c, h, w] -> [b, c * r * r, h / r, w / r].
pub fn pixel_unshuffle(x: &Tensor, r: usize) -> Result<Tensor> {
    if !x.device().is_cpu() {
        return native::pixel_unshuffle(x, r);
    }
    x.contiguous()?.apply_op1(Shuffle { r, back: false })
}

/// The same, channels last: for reading.
pub fn pixel_unshuffle_last(x: &Tensor, r: usize) -> Result<Tensor> {
    x.contiguous()?.apply_op1_no_bwd(&ShuffleLast { r, back: false })?.permute((0, 3, 1, 2))
}

/// The inverse of [`pixel_unshuffle`], from either order to the plain one.
pub fn pixel_shuffle(x: &Tensor, r: usize) -> Result<Tensor> {
    if !x.device().is_cpu() {
        return native::pixel_shuffle(x, r);
    }
    if !x.is_contiguous() {
        return slices::channels_last(x)?.apply_op1_no_bwd(&ShuffleLast { r, back: true });
    }
    x.apply_op1(Shuffle { r, back: true })
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

/// Between blocks of pixels and channels that lie side by side: [b, c, h, w] and [b, h / r, w / r, c * r * r].
struct ShuffleLast {
    r: usize,
    /// From channels to pixels.
    back: bool,
}

impl ShuffleLast {
    /// Each row of a plane is cut into pieces of `R` numbers, which stay together.
    fn pieces<const R: usize>(&self, x: &[f32], (c, h, w): (usize, usize, usize), out: &mut [f32]) {
        let block = c * R * R;
        for row in 0..x.len() / w {
            let (batch, c_of, y) = (row / h / c, row / h % c, row % h);
            let first = (batch * (h / R) + y / R) * (w / R) * block + c_of * R * R + y % R * R;
            let plain = row * w..(row + 1) * w;
            if self.back {
                let from = x[first..].chunks(block).filter_map(|block| block.first_chunk());
                out[plain].as_chunks_mut::<R>().0.iter_mut().zip(from).for_each(|(to, piece)| *to = *piece);
            } else {
                let to = out[first..].chunks_mut(block).filter_map(|block| block.first_chunk_mut());
                to.zip(x[plain].as_chunks::<R>().0).for_each(|(to, piece)| *to = *piece);
            }
        }
    }
}

impl CustomOp1 for ShuffleLast {
    fn name(&self) -> &'static str {
        "shuffle-channels-last"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, r) = (slices::of(storage, layout)?, self.r);
        let (b, i, j, k) = layout.shape().dims4()?;
        let (c, h, w) = if self.back { (k / (r * r), i * r, j * r) } else { (i, j, k) };
        if !h.is_multiple_of(r) || !w.is_multiple_of(r) || b * c * h * w != x.len() {
            bail!("{:?} cannot be shuffled by {r}", layout.dims());
        }
        let mut out = vec![0f32; x.len()];
        match r {
            2 => self.pieces::<2>(x, (c, h, w), &mut out),
            4 => self.pieces::<4>(x, (c, h, w), &mut out),
            _ => bail!("blocks of {r} x {r} pixels are not shuffled while reading"),
        }
        let shape = if self.back { (b, c, h, w) } else { (b, h / r, w / r, c * r * r) };
        Ok((CpuStorage::F32(out), shape.into()))
    }
}

/// Doubling and a sum in one pass.
struct Up2Add {
    /// [b, h, w, c] instead of [b, c, h, w].
    last: bool,
}

impl CustomOp2 for Up2Add {
    fn name(&self) -> &'static str {
        "up2-add"
    }

    fn cpu_fwd(&self, x: &CpuStorage, lx: &Layout, skip: &CpuStorage, ls: &Layout) -> Result<(CpuStorage, Shape)> {
        let (b, i, j, k) = lx.shape().dims4()?;
        let (shape, w, c) = if self.last { ((b, 2 * i, 2 * j, k), j, k) } else { ((b, i, 2 * j, 2 * k), k, 1) };
        if ls.shape().dims4()? != shape {
            bail!("{:?} at twice the size cannot be added to {:?}", lx.dims(), ls.dims());
        }
        let (x, skip) = (slices::of(x, lx)?, slices::of(skip, ls)?);
        let mut out = Vec::with_capacity(skip.len());
        for (row, skip) in x.chunks_exact(w * c).zip(skip.chunks_exact(4 * w * c)) {
            for skip in skip.chunks_exact(2 * w * c) {
                if c == 1 {
                    out.extend(row.iter().zip(skip.as_chunks::<2>().0).flat_map(|(v, [a, b])| [v + a, v + b]));
                } else {
                    for (pixel, skip) in row.chunks_exact(c).zip(skip.chunks_exact(2 * c)) {
                        let (left, right) = skip.split_at(c);
                        out.extend(pixel.iter().zip(left).map(|(v, s)| v + s));
                        out.extend(pixel.iter().zip(right).map(|(v, s)| v + s));
                    }
                }
            }
        }
        Ok((CpuStorage::F32(out), shape.into()))
    }

    fn bwd(
        &self,
        x: &Tensor,
        _skip: &Tensor,
        _out: &Tensor,
        gradient: &Tensor,
    ) -> Result<(Option<Tensor>, Option<Tensor>)> {
        Ok((Some(halved(x, gradient)?), Some(gradient.clone())))
    }
}

/// The gradient of what was doubled.
fn halved(x: &Tensor, gradient: &Tensor) -> Result<Tensor> {
    let w = x.dim(3)?;
    let dx = slices::with(gradient, |g| {
        let mut dx = Vec::with_capacity(g.len() / 4);
        for rows in g.chunks_exact(4 * w) {
            let (upper, lower) = rows.split_at(2 * w);
            let quads = upper.as_chunks::<2>().0.iter().zip(lower.as_chunks::<2>().0);
            dx.extend(quads.map(|([a, b], [c, d])| a + b + c + d));
        }
        dx
    })?;
    Tensor::from_vec(dx, x.shape(), x.device())
}
