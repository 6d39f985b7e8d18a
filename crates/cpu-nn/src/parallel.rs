//! Parallel loops on rayon's pool.

use rayon::prelude::*;

/// Calls `f` with the index and the values of each chunk of `size` values.
///
/// A single chunk, or any number in a pool of one thread, runs on the caller's thread, because callers would otherwise
/// queue for the pool.
pub fn for_each_chunk<T: Send>(out: &mut [T], size: usize, f: impl Fn(usize, &mut [T]) + Sync) {
    if is_serial(out.len() / size.max(1)) {
        out.chunks_mut(size).enumerate().for_each(|(i, chunk)| f(i, chunk));
    } else {
        out.par_chunks_mut(size).enumerate().for_each(|(i, chunk)| f(i, chunk));
    }
}

/// Maps each item with `f`, keeping the order of the items.
pub fn map<I: Send, T: Send>(items: Vec<I>, f: impl Fn(I) -> T + Sync + Send) -> Vec<T> {
    if is_serial(items.len()) { items.into_iter().map(f).collect() } else { items.into_par_iter().map(f).collect() }
}

fn is_serial(items: usize) -> bool {
    items < 2 || rayon::current_num_threads() == 1
}

/// Sums vectors of equal length in their order, so that the result does not depend on the number of threads.
pub fn sum_in_order<const N: usize>(parts: Vec<[Vec<f32>; N]>) -> [Vec<f32>; N] {
    let add = |mut total: [Vec<f32>; N], part: [Vec<f32>; N]| {
        for (total, part) in total.iter_mut().zip(part) {
            total.iter_mut().zip(part).for_each(|(total, value)| *total += value);
        }
        total
    };
    parts.into_iter().reduce(add).unwrap_or([const { Vec::new() }; N])
}
