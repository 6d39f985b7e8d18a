//! Conversion of a mask into a polygon.

use geo::{Area, ConvexHull, LineString, Polygon, SimplifyVw, SimplifyVwPreserve};
use image::GrayImage;
use imageproc::contours::{BorderType, find_contours};

/// Minimum number of points of an outline.
pub const MIN_POINTS: usize = 8;
/// Maximum number of points of an outline.
pub const MAX_POINTS: usize = 128;
/// Maximum number of points of a simplified outline.
pub const TARGET_POINTS: usize = 72;
/// Area threshold in pixels at the first simplification step.
const MIN_TOLERANCE: f64 = 0.5;
/// Factor between the thresholds of two steps.
const TOLERANCE_FACTOR: f64 = 1.5;
/// The step at which most tongues' outlines have few enough points, so the search starts there.
const START_STEP: i32 = 8;
/// The last step. A ring that cannot lose a point without crossing itself stays unchanged.
const MAX_STEP: i32 = 40;

/// Returns the first column and row, and the exclusive last ones, of a map's values that are `inside`, if any.
pub(crate) fn bounds_where<T>(map: &[T], width: usize, inside: impl Fn(&T) -> bool) -> Option<[usize; 4]> {
    let mut found: Option<[usize; 4]> = None;
    for (y, row) in map.chunks_exact(width.max(1)).enumerate() {
        let (Some(left), Some(right)) = (row.iter().position(&inside), row.iter().rposition(&inside)) else { continue };
        let [l, t, r, _] = found.unwrap_or([left, y, right, y]);
        found = Some([l.min(left), t, r.max(right + 1), y + 1]);
    }
    found
}

/// Returns the largest connected component of a binary mask. Its holes are filled later by the outline drawn around it.
#[must_use]
pub fn largest_component(mask: &GrayImage) -> GrayImage {
    heaviest_component(mask, |_| 1.)
}

/// A run of adjacent pixels in a row of a mask.
struct Run {
    from: usize,
    to: usize,
    /// An earlier run of the same component, or itself.
    root: usize,
    weight: f32,
}

/// Returns the first run of the component of `at`, and shortens the path to it (union-find with path halving).
fn root(runs: &mut [Run], mut at: usize) -> usize {
    while runs[at].root != at {
        runs[at].root = runs[runs[at].root].root;
        at = runs[at].root;
    }
    at
}

/// Returns the connected component of a binary mask with the largest total weight; `weight` takes a pixel's index.
pub fn heaviest_component(mask: &GrayImage, weight: impl Fn(usize) -> f32) -> GrayImage {
    let (width, pixels) = (mask.width().max(1) as usize, mask.as_raw());
    let mut runs: Vec<Run> = Vec::new();
    // the first run of the previous row that may touch the next one
    let mut above = 0;
    for (y, row) in pixels.chunks_exact(width).enumerate() {
        let first = runs.len();
        let mut x = 0;
        while let Some(start) = row[x..].iter().position(|v| *v > 0).map(|more| x + more) {
            let length = row[start..].iter().position(|v| *v == 0).unwrap_or(width - start);
            x = start + length;
            let (from, to, own) = (y * width + start, y * width + x, runs.len());
            runs.push(Run { from, to, root: own, weight: (from..to).map(&weight).sum() });
            while above < first && runs[above].to + width <= from {
                above += 1;
            }
            let mut other = above;
            while other < first && runs[other].from + width < to {
                let (a, b) = (root(&mut runs, own), root(&mut runs, other));
                runs[a.max(b)].root = a.min(b);
                other += 1;
            }
        }
        above = first;
    }
    let mut weights = vec![0f32; runs.len()];
    for at in 0..runs.len() {
        weights[root(&mut runs, at)] += runs[at].weight;
    }
    // of components with equal weight, the first
    let heaviest =
        weights.iter().enumerate().rev().max_by(|a, b| a.1.total_cmp(b.1)).filter(|(_, weight)| **weight > 0.);
    let mut out = GrayImage::new(mask.width(), mask.height());
    if let Some((best, _)) = heaviest {
        let pixels: &mut [u8] = &mut out;
        for at in 0..runs.len() {
            if root(&mut runs, at) == best {
                pixels[runs[at].from..runs[at].to].fill(255);
            }
        }
    }
    out
}

/// Combines each pixel with its eight neighbors by `join`.
fn combine_neighbors(mask: &GrayImage, join: impl Fn(u8, u8) -> u8) -> GrayImage {
    let width = mask.width().max(1) as usize;
    let with_shifted = |out: &mut [u8], from: &[u8], by: usize| {
        out.iter_mut().skip(by).zip(from).for_each(|(out, v)| *out = join(*out, *v));
        out.iter_mut().zip(from.iter().skip(by)).for_each(|(out, v)| *out = join(*out, *v));
    };
    let mut rows = mask.clone();
    for (out, from) in rows.chunks_exact_mut(width).zip(mask.chunks_exact(width)) {
        with_shifted(out, from, 1);
    }
    let mut all = rows.clone();
    with_shifted(&mut all, &rows, width);
    all
}

/// Dilates a binary mask by one pixel.
pub fn dilate(mask: &GrayImage) -> GrayImage {
    combine_neighbors(mask, u8::max)
}

/// Removes spurs thinner than three pixels, along which a contour would go back and forth (morphological opening).
fn open(mask: &GrayImage) -> GrayImage {
    dilate(&combine_neighbors(mask, u8::min))
}

/// Returns the polygon around the largest component of a binary mask, in its pixels; none if the mask is empty.
#[must_use]
pub fn polygon(mask: &GrayImage) -> Option<Vec<[f32; 2]>> {
    let component = largest_component(&open(mask));
    // the contour search needs background around the component
    let mut padded = GrayImage::new(component.width() + 2, component.height() + 2);
    let (inner, outer) = (component.width().max(1) as usize, padded.width() as usize);
    for (row, to) in component.chunks_exact(inner).zip(padded.chunks_exact_mut(outer).skip(1)) {
        to[1..=inner].copy_from_slice(row);
    }
    let contour = find_contours::<u32>(&padded)
        .into_iter()
        .filter(|contour| contour.border_type == BorderType::Outer)
        .max_by_key(|contour| contour.points.len())?;
    let points: Vec<(f64, f64)> = contour.points.iter().map(|p| (f64::from(p.x) - 1., f64::from(p.y) - 1.)).collect();
    if points.len() < MIN_POINTS {
        return None;
    }
    let ring = Polygon::new(LineString::from(points), vec![]);
    // the algorithm that preserves topology takes far longer and is rarely needed
    normalize_ring(offset_half_pixel(&simplify(&ring, Polygon::simplify_vw)))
        .or_else(|| normalize_ring(offset_half_pixel(&simplify(&ring, Polygon::simplify_vw_preserve))))
        .or_else(|| normalize_ring(offset_half_pixel(&simplify(&ring.convex_hull(), Polygon::simplify_vw))))
}

/// Removes the least important points, at the finest step that leaves [`TARGET_POINTS`] or fewer; `simplify` removes
/// those below an area threshold.
#[must_use]
pub fn simplify(ring: &Polygon<f64>, simplify: impl Fn(&Polygon<f64>, f64) -> Polygon<f64>) -> Polygon<f64> {
    let at = |step: i32| simplify(ring, MIN_TOLERANCE * TOLERANCE_FACTOR.powi(step));
    let is_small_enough = |simple: &Polygon<f64>| simple.exterior().0.len() <= TARGET_POINTS + 1;
    let (mut step, mut simple) = (START_STEP, at(START_STEP));
    while !is_small_enough(&simple) && step < MAX_STEP {
        step += 1;
        simple = at(step);
    }
    while step > 0 {
        let finer = at(step - 1);
        if !is_small_enough(&finer) {
            break;
        }
        step -= 1;
        simple = finer;
    }
    simple
}

/// Clips a polygon and rounds to tenths of a pixel. Its convex hull replaces one with overlapping sides; none if empty.
#[must_use]
pub fn clip(points: &[[f32; 2]], width: f32, height: f32) -> Option<Vec<[f32; 2]>> {
    let tenth = |v: f32, most: f32| (v.clamp(0., most) * 10.).round() / 10.;
    let kept: Vec<[f32; 2]> = points.iter().map(|p| [tenth(p[0], width), tenth(p[1], height)]).collect();
    let ring: Vec<(f64, f64)> = kept.iter().map(|p| (f64::from(p[0]), f64::from(p[1]))).collect();
    normalize_ring(kept).or_else(|| {
        let hull = Polygon::new(LineString::from(ring), vec![]).convex_hull();
        let points = &hull.exterior().0;
        normalize_ring(points.iter().skip(1).map(|p| [p.x as f32, p.y as f32]).collect())
    })
}

/// Returns the polygon clockwise, without repeated points and with sides halved until there are enough of them; none if
/// it is not simple.
fn normalize_ring(mut points: Vec<[f32; 2]>) -> Option<Vec<[f32; 2]>> {
    points.dedup();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    if points.len() < 3 || points.len() > MAX_POINTS {
        return None;
    }
    while points.len() < MIN_POINTS {
        halve_longest_side(&mut points);
    }
    let area = doubled_area(&points);
    if area < 0. {
        points.reverse();
    }
    (area != 0. && is_simple(&points)).then_some(points)
}

fn halve_longest_side(points: &mut Vec<[f32; 2]>) {
    let side = |i: usize| (points[i], points[(i + 1) % points.len()]);
    let length = |i: &usize| {
        let (a, b) = side(*i);
        (a[0] - b[0]).hypot(a[1] - b[1])
    };
    let Some(longest) = (0..points.len()).max_by(|i, j| length(i).total_cmp(&length(j))) else { return };
    let (a, b) = side(longest);
    points.insert(longest + 1, [f32::midpoint(a[0], b[0]), f32::midpoint(a[1], b[1])]);
}

/// Returns the ring's points, clockwise on the screen (y grows downwards), moved outwards by the half pixel between the
/// centers of the border's pixels and the border itself.
fn offset_half_pixel(polygon: &Polygon<f64>) -> Vec<[f32; 2]> {
    let ring = &polygon.exterior().0;
    let mut points: Vec<[f64; 2]> = ring[..ring.len().saturating_sub(1)].iter().map(|p| [p.x, p.y]).collect();
    // geo's positive area is counterclockwise with y upwards, so clockwise on a screen
    if polygon.signed_area() < 0. {
        points.reverse();
    }
    let range = |axis: usize| {
        let values = points.iter().map(|p| p[axis]);
        (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max))
    };
    let ranges = [range(0), range(1)];
    let offset = |value: f64, (low, high): (f64, f64)| {
        let middle = f64::midpoint(low, high);
        middle + 0.5 + (value - middle) * (high - low + 1.) / (high - low).max(1.)
    };
    points.iter().map(|p| [offset(p[0], ranges[0]) as f32, offset(p[1], ranges[1]) as f32]).collect()
}

/// Returns twice the signed area, positive for clockwise on a screen.
#[must_use]
pub fn doubled_area(points: &[[f32; 2]]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

/// Whether no two sides of the polygon cross or touch, except neighbors at their common point.
#[must_use]
pub fn is_simple(points: &[[f32; 2]]) -> bool {
    let n = points.len();
    let side = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| {
        let cross = (f64::from(b[0]) - f64::from(a[0])) * (f64::from(c[1]) - f64::from(a[1]))
            - (f64::from(b[1]) - f64::from(a[1])) * (f64::from(c[0]) - f64::from(a[0]));
        if cross.abs() < 1e-9 { 0 } else { cross.signum() as i32 }
    };
    for i in 0..n {
        for j in i + 2..n {
            if i == 0 && j == n - 1 {
                continue;
            }
            let (a, b, c, d) = (points[i], points[i + 1], points[j], points[(j + 1) % n]);
            // collinear sides may still be apart
            if (0..2).any(|k| a[k].max(b[k]) < c[k].min(d[k]) || c[k].max(d[k]) < a[k].min(b[k])) {
                continue;
            }
            if side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0 {
                return false;
            }
        }
    }
    true
}
