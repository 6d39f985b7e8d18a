//! How unlike the tongues that were learnt from something is: what the network of pixels sees, against what it saw of them.

use candle_core::{Device, Result, Tensor};
use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::layers::Source;
use crate::weights::Tensors;

/// Directions in which tongues differ most, each measured by its own spread; all others share one.
const AXES: usize = 16;
/// Least variance, so that what never differed is not divided by nothing.
const LEAST: f64 = 1e-3;

/// Name of a tensor.
fn name(part: &str) -> String {
    format!("likeness.{part}")
}

/// The tongues that were learnt from as one cloud: a Gaussian with a few main axes and one spread in all other directions
/// (probabilistic principal components: Tipping ME, Bishop CM. J R Stat Soc B 1999;61:611-622).
pub struct Likeness {
    mean: Vec<f32>,
    /// What each number is divided by first.
    scale: Vec<f32>,
    /// [`AXES`] directions of length 1, one after the other.
    axes: Vec<f32>,
    /// Variance along each axis, and in any other direction.
    variances: Vec<f32>,
}

impl Likeness {
    /// The cloud of what was seen of tongues, the same numbers of each.
    ///
    /// # Panics
    /// Panics when they are not as many of each.
    #[must_use]
    pub fn of(seen: &[Vec<f32>]) -> Self {
        let (n, numbers) = (seen.len().max(1), seen.first().map_or(0, Vec::len));
        let mut rows = DMatrix::from_fn(seen.len(), numbers, |row, column| f64::from(seen[row][column]));
        let mean = DVector::from_fn(numbers, |column, _| rows.column(column).sum() / n as f64);
        let scale = DVector::from_fn(numbers, |column, _| {
            let square: f64 = rows.column(column).iter().map(|v| (v - mean[column]).powi(2)).sum();
            (square / n as f64 + LEAST).sqrt()
        });
        for column in 0..numbers {
            rows.column_mut(column).iter_mut().for_each(|v| *v = (*v - mean[column]) / scale[column]);
        }
        let found = SymmetricEigen::new(rows.tr_mul(&rows) / n as f64);
        let mut order: Vec<usize> = (0..numbers).collect();
        order.sort_by(|a, b| found.eigenvalues[*b].total_cmp(&found.eigenvalues[*a]));
        let (main, others) = order.split_at(AXES.min(numbers));
        let rest = others.iter().map(|i| found.eigenvalues[*i].max(0.)).sum::<f64>() / others.len().max(1) as f64;
        let mut axes = Vec::with_capacity(main.len() * numbers);
        for i in main {
            axes.extend(found.eigenvectors.column(*i).iter().map(|v| *v as f32));
        }
        let along = main.iter().map(|i| found.eigenvalues[*i]).chain([rest]);
        Self {
            mean: mean.iter().map(|v| *v as f32).collect(),
            scale: scale.iter().map(|v| *v as f32).collect(),
            axes,
            variances: along.map(|v| v.max(LEAST) as f32).collect(),
        }
    }

    /// Reads it from a weights file.
    ///
    /// # Errors
    /// Fails when the weights lack a tensor.
    pub fn new(tensors: &Tensors) -> Result<Self> {
        let part = |part: &str| Source::read(tensors, &name(part))?.flatten_all()?.to_vec1();
        let read =
            Self { mean: part("mean")?, scale: part("scale")?, axes: part("axes")?, variances: part("variances")? };
        let numbers = read.mean.len();
        if read.scale.len() != numbers || read.axes.len() != (read.variances.len().max(1) - 1) * numbers {
            candle_core::bail!("the tensors likeness.* do not fit each other");
        }
        Ok(read)
    }

    /// The tensors of a weights file.
    ///
    /// # Errors
    /// Fails only when there is no memory.
    pub fn tensors(&self) -> Result<Tensors> {
        let numbers = self.mean.len();
        let tensor = |values: &[f32], shape: &[usize]| Tensor::from_slice(values, shape, &Device::Cpu);
        let parts = [
            ("mean", tensor(&self.mean, &[numbers])?),
            ("scale", tensor(&self.scale, &[numbers])?),
            ("axes", tensor(&self.axes, &[self.variances.len() - 1, numbers])?),
            ("variances", tensor(&self.variances, &[self.variances.len()])?),
        ];
        Ok(parts.into_iter().map(|(part, tensor)| (name(part), tensor)).collect())
    }

    /// The Mahalanobis distance from the middle of the cloud: about the root of how many numbers there are for a tongue of those.
    #[must_use]
    pub fn distance(&self, seen: &[f32]) -> f32 {
        let from = seen.iter().zip(&self.mean).zip(&self.scale).map(|((v, mean), scale)| (v - mean) / scale);
        let from: Vec<f32> = from.collect();
        let (mut rest, mut sum) = (from.iter().map(|v| v * v).sum::<f32>(), 0f32);
        for (axis, variance) in self.axes.chunks_exact(from.len().max(1)).zip(&self.variances) {
            let along = axis.iter().zip(&from).map(|(a, b)| a * b).sum::<f32>().powi(2);
            rest -= along;
            sum += along / variance;
        }
        (sum + rest.max(0.) / self.variances.last().unwrap_or(&1.)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const NUMBERS: usize = 40;

    /// A cloud that is wide in its first direction, about 5 in all.
    fn cloud(n: usize) -> Vec<Vec<f32>> {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut normal = || (0..12).map(|_| rng.random_range(-0.5f32..0.5)).sum::<f32>();
        let one = |_| {
            let wide = 3. * normal();
            (0..NUMBERS).map(|i| 5. + normal() + if i < 20 { wide } else { 0. }).collect()
        };
        (0..n).map(one).collect()
    }

    #[test]
    fn what_differs_as_tongues_do_is_near_and_what_differs_otherwise_is_far() {
        let likeness = Likeness::of(&cloud(2000));
        let at = |wide: f32, rest: f32| -> Vec<f32> {
            (0..NUMBERS).map(|i| 5. + if i < 20 { wide } else { -rest + 2. * rest * (i % 2) as f32 }).collect()
        };
        let [middle, along, across] = [at(0., 0.), at(6., 0.), at(0., 6.)].map(|seen| likeness.distance(&seen));
        assert!(middle < 1. && along < 4., "{middle}, {along}");
        assert!(across > 20., "the same step in a direction in which none differ: {across}");
        // what is seen of another one like them: the root of how many numbers there are
        let others: f32 = cloud(2200)[2000..].iter().map(|seen| likeness.distance(seen).powi(2)).sum::<f32>() / 200.;
        assert!((0.8..1.2).contains(&(others / NUMBERS as f32)), "{others}");
    }

    #[test]
    fn what_was_written_measures_the_same() {
        let seen = cloud(30);
        let made = Likeness::of(&seen);
        let read = Likeness::new(&made.tensors().unwrap()).unwrap();
        for seen in &seen {
            assert_eq!(made.distance(seen).to_bits(), read.distance(seen).to_bits());
        }
        let mut torn = made.tensors().unwrap();
        torn.insert(name("scale"), Tensor::from_slice(&[1f32], 1, &Device::Cpu).unwrap());
        assert!(Likeness::new(&torn).is_err());
        torn.remove(&name("scale"));
        assert!(Likeness::new(&torn).is_err());
    }
}
