//! Measures of agreement.

use image::GrayImage;
use serde::Serialize;

use crate::outline::fill;

/// Cohen's kappa with quadratic weights over three ordered classes (Cohen 1968), of pairs (said, truth). 1 is full
/// agreement, 0 what chance gives.
#[must_use]
pub fn weighted_kappa(pairs: &[(u8, u8)]) -> f64 {
    let n = pairs.len() as f64;
    let mut seen = [[0f64; 3]; 3];
    for (a, b) in pairs {
        seen[usize::from(*a)][usize::from(*b)] += 1.;
    }
    let row = |i: usize| seen[i].iter().sum::<f64>();
    let column = |j: usize| seen.iter().map(|r| r[j]).sum::<f64>();
    let (mut observed, mut expected) = (0., 0.);
    for (i, line) in seen.iter().enumerate() {
        for (j, count) in line.iter().enumerate() {
            let weight = (i as f64 - j as f64).powi(2);
            observed += weight * count;
            expected += weight * row(i) * column(j) / n.max(1.);
        }
    }
    if expected == 0. { 1. } else { 1. - observed / expected }
}

/// The index of nine scores, in points of 100.
#[must_use]
pub fn index(scores: &[u8; 9]) -> f64 {
    f64::from(scores.iter().sum::<u8>()) / 18. * 100.
}

/// Agreement with each reader on the photos that this one scored.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Agreement {
    /// Photos, of nine cells each.
    pub photos: usize,
    /// Share of cells with the reader's very score.
    pub exact: Vec<f64>,
    /// Quadratic-weighted kappa with each reader.
    pub kappa: Vec<f64>,
    /// Mean absolute difference of the index, in points of 100.
    pub index_error: Vec<f64>,
    /// Kappa of the first two readers; none where no photo has two.
    pub kappa_between_readers: Option<f64>,
}

impl Agreement {
    /// Of what was said of photos with what each photo's readers said.
    #[must_use]
    pub fn of(scored: &[([u8; 9], &[[u8; 9]])]) -> Self {
        type Both = ([u8; 9], [u8; 9]);
        let cells = |of: &[Both]| of.iter().flat_map(|(a, b)| a.iter().copied().zip(*b)).collect::<Vec<_>>();
        let readers = scored.iter().map(|(_, readers)| readers.len()).max().unwrap_or(0);
        let mut all = Self { photos: scored.len(), ..Self::default() };
        for r in 0..readers {
            let both = scored.iter().filter_map(|(said, readers)| Some((*said, *readers.get(r)?)));
            let both: Vec<Both> = both.collect();
            let pairs = cells(&both);
            all.exact.push(pairs.iter().filter(|(a, b)| a == b).count() as f64 / pairs.len() as f64);
            all.kappa.push(weighted_kappa(&pairs));
            let apart = both.iter().map(|(a, b)| (index(a) - index(b)).abs());
            all.index_error.push(apart.sum::<f64>() / both.len() as f64);
        }
        let twice: Vec<Both> =
            scored.iter().filter_map(|(_, readers)| Some((*readers.first()?, *readers.get(1)?))).collect();
        all.kappa_between_readers = (!twice.is_empty()).then(|| weighted_kappa(&cells(&twice)));
        all
    }
}

/// Intersection over union of two masks of one size; 1 when both are empty.
#[must_use]
pub fn iou(a: &GrayImage, b: &GrayImage) -> f64 {
    let (mut both, mut any) = (0u64, 0u64);
    for (a, b) in a.iter().zip(b.iter()) {
        let (a, b) = (*a > 127, *b > 127);
        both += u64::from(a && b);
        any += u64::from(a || b);
    }
    if any == 0 { 1. } else { both as f64 / any as f64 }
}

/// Intersection over union of two outlines in a picture of that many columns and rows.
#[must_use]
pub fn overlap(a: &[[f32; 2]], b: &[[f32; 2]], (width, height): (u32, u32)) -> f64 {
    iou(&fill(a, width, height), &fill(b, width, height))
}

/// The 95th percentile of the distances between two masks' outlines, each way, the greater of both; as a share of the second
/// mask's height. None when one is empty.
#[must_use]
pub fn hausdorff95(a: &GrayImage, b: &GrayImage) -> Option<f64> {
    let (a, b) = (edge(a), edge(b));
    let rows = || b.iter().map(|p| p[1]);
    let height = f64::from(rows().max()? - rows().min()? + 1);
    let farthest = |from: &[[i32; 2]], to: &[[i32; 2]]| {
        let mut near: Vec<i64> = from.iter().map(|p| nearest(*p, to)).collect();
        near.sort_unstable();
        near.get((near.len().saturating_sub(1)) * 95 / 100).map(|square| (*square as f64).sqrt())
    };
    Some(farthest(&a, &b)?.max(farthest(&b, &a)?) / height)
}

/// The pixels of a mask that have a neighbour outside it, row by row.
fn edge(mask: &GrayImage) -> Vec<[i32; 2]> {
    let (w, h) = (mask.width().cast_signed(), mask.height().cast_signed());
    let white =
        |x: i32, y: i32| (0..w).contains(&x) && (0..h).contains(&y) && mask.get_pixel(x as u32, y as u32).0[0] > 127;
    let inner = |x: i32, y: i32| white(x - 1, y) && white(x + 1, y) && white(x, y - 1) && white(x, y + 1);
    (0..h).flat_map(|y| (0..w).map(move |x| [x, y])).filter(|[x, y]| white(*x, *y) && !inner(*x, *y)).collect()
}

/// The square of the distance to the nearest of `to`, which is ordered by rows: rows farther than what was found end it.
fn nearest(p: [i32; 2], to: &[[i32; 2]]) -> i64 {
    let from = to.partition_point(|q| q[1] < p[1]);
    let mut best = i64::MAX;
    let square = |v: i32| i64::from(v) * i64::from(v);
    for q in &to[from..] {
        if square(q[1] - p[1]) >= best {
            break;
        }
        best = best.min(square(q[0] - p[0]) + square(q[1] - p[1]));
    }
    for q in to[..from].iter().rev() {
        if square(q[1] - p[1]) >= best {
            break;
        }
        best = best.min(square(q[0] - p[0]) + square(q[1] - p[1]));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reader_is_met_on_the_photos_that_this_one_scored() {
        let (once, twice) = ([[1; 9]], [[0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 0, 0, 1, 1, 1, 2, 2, 0]]);
        let scored = [([1; 9], &once[..]), (twice[0], &twice[..])];
        let all = Agreement::of(&scored);
        assert_eq!((all.photos, all.kappa[0], all.exact[0], all.index_error[0]), (2, 1., 1., 0.));
        assert!((all.index_error[1] - 200. / 18.).abs() < 1e-9, "{:?}", all.index_error);
        assert!((all.exact[1] - 8. / 9.).abs() < 1e-9, "{:?}", all.exact);
        assert_eq!(Some(all.kappa[1]), all.kappa_between_readers, "only the second photo counts");
        assert!(all.kappa[1] < 1.);
        assert_eq!(Agreement::of(&scored[..1]).kappa_between_readers, None);
        assert_eq!(Agreement::of(&[]).photos, 0);
    }

    #[test]
    fn kappa_is_one_for_agreement_and_zero_for_a_constant() {
        assert!((weighted_kappa(&[(0, 0), (1, 1), (2, 2)]) - 1.).abs() < 1e-9);
        assert!(weighted_kappa(&[(1, 0), (1, 1), (1, 2)]).abs() < 1e-9);
        assert!(weighted_kappa(&[(0, 2), (2, 0)]) < -0.9);
        assert!((weighted_kappa(&[]) - 1.).abs() < 1e-9);
    }

    #[test]
    fn kappa_equals_the_value_worked_out_by_hand() {
        // said 0: truth 0, 0, 1; said 1: truth 1, 2; said 2: truth 2. Disagreement seen: 1 + 1 = 2. By chance, with rows
        // 3, 2, 1 and columns 2, 2, 2: (3*2*1 + 3*2*4 + 2*2*1 + 2*2*1 + 1*2*4 + 1*2*1) / 6 = 48 / 6 = 8. 1 - 2 / 8 = 0.75
        let pairs = [(0, 0), (0, 0), (0, 1), (1, 1), (1, 2), (2, 2)];
        assert!((weighted_kappa(&pairs) - 0.75).abs() < 1e-12);
    }

    #[test]
    fn intersection_over_union_counts_pixels() {
        let bar = |from: u32, to: u32| {
            GrayImage::from_fn(10, 2, |x, _| image::Luma([if (from..to).contains(&x) { 255 } else { 0 }]))
        };
        // 3 columns of 7 in common
        assert!((iou(&bar(0, 5), &bar(2, 7)) - 3. / 7.).abs() < 1e-12);
        assert!(iou(&bar(0, 5), &bar(5, 9)).abs() < 1e-12);
        assert!((iou(&bar(0, 0), &bar(0, 0)) - 1.).abs() < 1e-12);
    }

    #[test]
    fn the_distance_of_outlines_is_that_of_their_sides() {
        let square = |left: u32, size: u32| {
            let inside = move |v: u32, from: u32| (from..from + size).contains(&v);
            GrayImage::from_fn(80, 60, |x, y| image::Luma([if inside(x, left) && inside(y, 10) { 255 } else { 0 }]))
        };
        assert_eq!(hausdorff95(&square(10, 40), &square(10, 40)), Some(0.));
        // moved by 8 of a height of 40: the far sides are 8 away, a quarter of the outline
        assert_eq!(hausdorff95(&square(18, 40), &square(10, 40)), Some(0.2));
        assert_eq!(hausdorff95(&square(18, 0), &square(10, 40)), None);
        // one pixel of 159 that lies far away is not the 95th percentile
        let mut dotted = square(10, 40);
        dotted.put_pixel(79, 59, image::Luma([255]));
        assert_eq!(hausdorff95(&dotted, &square(10, 40)), Some(0.));
    }
}
