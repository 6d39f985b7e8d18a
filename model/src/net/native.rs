//! The operators as candle itself computes them: for training on a graphics processor, where ours do not run, and what ours
//! are checked against.

use std::sync::{Arc, Mutex, PoisonError};

use candle_core::{Result, Tensor};

use super::cells::{LEAST, LEAST_VARIANCE};
use super::loss::{DICE_FLOOR, ENTROPY, cross_entropy};
use super::norm::{EPSILON, Running};
use super::score::{CELLS, across};

/// See [`super::conv::conv2d`].
pub fn conv2d(x: &Tensor, w: &Tensor, s: usize) -> Result<Tensor> {
    x.contiguous()?.conv2d(&w.contiguous()?, w.dim(2)? / 2, s, 1, 1)
}

/// See [`super::bias::add_bias`].
pub fn add_bias(x: &Tensor, bias: &Tensor, relu: bool) -> Result<Tensor> {
    let sum = x.broadcast_add(&bias.reshape((1, bias.elem_count(), 1, 1))?)?;
    if relu { sum.relu() } else { Ok(sum) }
}

/// See [`super::depthwise::depthwise`]: channel by channel, since candle has no gradient of its own for that.
pub fn depthwise(x: &Tensor, w: &Tensor, s: usize) -> Result<Tensor> {
    let one = |c: usize| conv2d(&x.narrow(1, c, 1)?, &w.narrow(0, c, 1)?, s);
    Tensor::cat(&(0..w.dim(0)?).map(one).collect::<Result<Vec<_>>>()?, 1)
}

/// See [`super::norm::batch_norm_relu`].
pub fn batch_norm_relu(x: &Tensor, gamma: &Tensor, beta: &Tensor, running: &Arc<Mutex<Running>>) -> Result<Tensor> {
    let (b, c, h, w) = x.dims4()?;
    let channels = x.transpose(0, 1)?.flatten_from(1)?;
    let mean = channels.mean_keepdim(1)?;
    let centred = channels.broadcast_sub(&mean)?;
    let var = centred.sqr()?.mean_keepdim(1)?;
    let said = |t: &Tensor| t.flatten_all()?.to_vec1::<f32>();
    let moments = said(&mean)?.into_iter().zip(said(&var)?);
    running.lock().unwrap_or_else(PoisonError::into_inner).take(moments, b * h * w);
    let scaled = centred.broadcast_div(&(var + f64::from(EPSILON))?.sqrt()?)?.broadcast_mul(&gamma.reshape((c, 1))?)?;
    scaled.broadcast_add(&beta.reshape((c, 1))?)?.relu()?.reshape((c, b, h, w))?.transpose(0, 1)
}

/// See [`super::resample::up2_add`].
pub fn up2_add(x: &Tensor, skip: &Tensor) -> Result<Tensor> {
    let (b, c, h, w) = x.dims4()?;
    let doubled = x.reshape(&[b, c, h, 1, w, 1][..])?.broadcast_as(&[b, c, h, 2, w, 2][..])?;
    doubled.reshape((b, c, 2 * h, 2 * w))? + skip
}

/// See [`super::resample::pixel_unshuffle`].
pub fn pixel_unshuffle(x: &Tensor, r: usize) -> Result<Tensor> {
    let (b, c, h, w) = x.dims4()?;
    let blocks = x.reshape(&[b, c, h / r, r, w / r, r][..])?.permute(&[0, 1, 3, 5, 2, 4][..])?;
    blocks.reshape((b, c * r * r, h / r, w / r))
}

/// See [`super::resample::pixel_shuffle`].
pub fn pixel_shuffle(x: &Tensor, r: usize) -> Result<Tensor> {
    let (b, c, h, w) = x.dims4()?;
    let blocks = x.reshape(&[b, c / (r * r), r, r, h, w][..])?.permute(&[0, 1, 4, 2, 5, 3][..])?;
    blocks.reshape((b, c / (r * r), h * r, w * r))
}

/// See [`super::cells::moments`].
pub fn moments(map: &Tensor, mask: &Tensor) -> Result<Tensor> {
    let (_, _, side, _) = map.dims4()?;
    let weight = (mask.avg_pool2d(mask.dim(3)? / side)? + f64::from(LEAST))?;
    let mean_of = |t: &Tensor| t.broadcast_mul(&weight)?.avg_pool2d(side / CELLS)?.flatten_from(2);
    let all = weight.avg_pool2d(side / CELLS)?.flatten_from(2)?;
    let mean = mean_of(map)?.broadcast_div(&all)?;
    let variance = (mean_of(&map.sqr()?)?.broadcast_div(&all)? - mean.sqr()?)?.relu()?;
    Tensor::cat(&[mean, (variance + f64::from(LEAST_VARIANCE))?.sqrt()?], 1)
}

/// See [`super::cells::surroundings`].
pub fn surroundings(own: &Tensor) -> Result<Tensor> {
    let opposite: Vec<u32> = (0..CELLS * CELLS).map(|cell| across(cell) as u32).collect();
    let opposite = own.index_select(&Tensor::new(opposite, own.device())?, 2)?;
    Tensor::cat(&[own.clone(), own.mean_keepdim(2)?.broadcast_as(own.shape())?.contiguous()?, opposite], 1)
}

/// See [`super::loss::mask_loss`].
pub fn mask_loss(logits: &Tensor, target: &Tensor) -> Result<Tensor> {
    let floor = f64::from(DICE_FLOOR);
    let p = (logits.neg()?.exp()? + 1.)?.recip()?;
    let sum = |t: &Tensor| t.flatten_from(1)?.sum(1);
    let both = ((sum(&(&p * target)?)? * 2.)? + floor)?;
    let all = ((sum(&p)? + sum(target)?)? + floor)?;
    (cross_entropy(logits, target)?.mean_all()? * f64::from(ENTROPY))? + (1. - (both / all)?)?.mean_all()?
}
