//! Squares of values: at half the size, by cell, and how grainy they are.

use std::iter::zip;
use std::ops::Range;

use crate::net::CELLS;

/// A square of values.
pub struct Plane<T> {
    side: usize,
    /// Row after row.
    pub values: Vec<T>,
}

impl<T> Plane<T> {
    /// Of values that lie row after row.
    pub fn new(side: usize, values: impl Iterator<Item = T>) -> Self {
        Self { side, values: values.collect() }
    }

    /// The places of a cell, row by row.
    pub fn cell(&self, cell: usize) -> impl Iterator<Item = Range<usize>> + use<T> {
        let (n, side) = (self.side / CELLS, self.side);
        let from = cell / CELLS * n * side + cell % CELLS * n;
        (0..n).map(move |row| from + row * side..from + row * side + n)
    }

    /// A square of what is made of each value.
    pub fn map<U>(&self, make: impl FnMut(&T) -> U) -> Plane<U> {
        Plane { side: self.side, values: self.values.iter().map(make).collect() }
    }
}

impl Plane<f32> {
    /// The square of half the side, of the mean of each four values.
    pub fn half(&self) -> Self {
        let mut values = Vec::with_capacity(self.values.len() / 4);
        for rows in self.values.chunks_exact(2 * self.side) {
            let (upper, lower) = rows.split_at(self.side);
            let fours = zip(upper.as_chunks::<2>().0, lower.as_chunks::<2>().0);
            values.extend(fours.map(|([a, b], [c, d])| (a + b + c + d) / 4.));
        }
        Self { side: self.side / 2, values }
    }

    /// How much each value differs from the mean of the nine about it; at the border the outermost count again.
    pub fn grain(&self) -> Vec<f32> {
        let n = self.side;
        let near = |i: usize| [i.saturating_sub(1), i, (i + 1).min(n - 1)];
        let mut rows = vec![0f32; self.values.len()];
        for (row, sums) in zip(self.values.chunks_exact(n), rows.chunks_exact_mut(n)) {
            zip(&mut sums[1..], row.windows(3)).for_each(|(sum, three)| *sum = three[0] + three[1] + three[2]);
            for x in [0, n - 1] {
                sums[x] = near(x).map(|x| row[x]).iter().sum();
            }
        }
        let mut out = Vec::with_capacity(self.values.len());
        for (y, row) in self.values.chunks_exact(n).enumerate() {
            let [above, own, below] = near(y).map(|y| &rows[y * n..(y + 1) * n]);
            let nine = zip(above, zip(own, below)).map(|(a, (b, c))| a + b + c);
            out.extend(zip(row, nine).map(|(v, nine)| (v - nine / 9.).abs()));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_square_is_the_mean_of_each_four() {
        let plane = Plane::new(4, (0..16).map(|v| v as f32));
        assert_eq!(plane.half().values.iter().map(|v| (*v * 4.) as u8).collect::<Vec<_>>(), [10, 18, 42, 50]);
    }

    #[test]
    fn each_place_is_in_one_cell() {
        let plane = Plane::new(6, 0..36);
        let cells: Vec<Vec<usize>> = (0..9).map(|cell| plane.cell(cell).flatten().collect()).collect();
        assert_eq!(cells[0], [0, 1, 6, 7]);
        assert_eq!(cells[5], [16, 17, 22, 23]);
        let mut all = cells.concat();
        all.sort_unstable();
        assert_eq!(all, plane.values);
    }

    #[test]
    fn grain_is_the_distance_from_the_mean_of_nine() {
        // a spot in the middle, and one in each of two corners, which counts there four times
        let plane = Plane::new(5, (0..25).map(|i| if [0, 12, 24].contains(&i) { 9. } else { 0. }));
        let grain = plane.grain();
        let at = |x: usize, y: usize| (grain[y * 5 + x] * 10.).round() / 10.;
        assert_eq!([at(2, 2), at(3, 2), at(4, 2), at(2, 3)].map(|v| v as u8), [8, 1, 0, 1]);
        assert_eq!([at(0, 0), at(1, 0), at(1, 1)].map(|v| v as u8), [5, 2, 2]);
        assert_eq!([at(4, 4), at(3, 4), at(3, 3)].map(|v| v as u8), [5, 2, 2]);
    }
}
