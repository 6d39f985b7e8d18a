//! The tiles of a picture on their way into Winograd's convolution and back (`winograd.rs`).

use std::ops::Range;

use super::kernel::Finish;
use super::lanes::{Lanes, Plain, runnable};

/// Numbers of a row of a tile, with its border.
pub const SIDE: usize = 6;
/// Results of a row of a tile.
pub const STEP: usize = 4;

/// A row of a tile, spread.
#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn spread_row<L: Lanes>([a, b, c, d, e, f]: [L; SIDE]) -> [L; SIDE] {
    let (even, odd) = (e.minus(c.times(4.)), d.minus(b.times(4.)));
    let (far, near) = (e.minus(c), d.minus(b).times(2.));
    [
        a.times(4.).minus(c.times(5.)).plus(e),
        even.plus(odd),
        even.minus(odd),
        far.plus(near),
        far.minus(near),
        b.times(4.).minus(d.times(5.)).plus(f),
    ]
}

/// The results of a row of sums.
#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn collect_row<L: Lanes>([a, b, c, d, e, f]: [L; SIDE]) -> [L; STEP] {
    let (near, far) = (b.plus(c), d.plus(e));
    let (near_odd, far_odd) = (b.minus(c), d.minus(e));
    [
        a.plus(near).plus(far),
        near_odd.plus(far_odd.times(2.)),
        near.plus(far.times(4.)),
        near_odd.plus(far_odd.times(8.)).plus(f),
    ]
}

/// A picture whose channels lie side by side, as wide and high as what is computed from it.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    pub x: &'a [f32],
    pub h: usize,
    pub w: usize,
    pub channels: usize,
}

impl Picture<'_> {
    /// The tile that begins before row `y` and column `x`, and the distance of its rows; beyond the border there are zeros.
    fn tile<'a>(&'a self, (y, x): (usize, usize), patch: &'a mut Vec<f32>) -> (&'a [f32], usize) {
        let c = self.channels;
        if y > 0 && x > 0 && y - 1 + SIDE <= self.h && x - 1 + SIDE <= self.w {
            return (&self.x[((y - 1) * self.w + x - 1) * c..], self.w * c);
        }
        patch.clear();
        patch.resize(SIDE * SIDE * c, 0.);
        let (left, right) = (usize::from(x == 0), SIDE.min(self.w + 1 - x));
        for row in usize::from(y == 0)..SIDE.min(self.h + 1 - y) {
            let from = ((y + row - 1) * self.w + x + left - 1) * c;
            let n = (right - left) * c;
            patch[(row * SIDE + left) * c..][..n].copy_from_slice(&self.x[from..from + n]);
        }
        (patch, SIDE * c)
    }
}

/// Memory that is used again: fresh memory for each layer would cost about as much as filling it.
#[derive(Default)]
pub struct Scratch {
    patch: Vec<f32>,
    pub spread: Vec<f32>,
    pub sums: Vec<f32>,
}

/// Some tiles, in the order of their rows.
#[derive(Clone, Copy)]
pub struct Tiles {
    pub first: usize,
    pub count: usize,
    /// Tiles in a row of the picture.
    pub across: usize,
}

impl Tiles {
    /// First row and column of what is computed from each.
    fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (self.first..self.first + self.count).map(move |tile| (tile / self.across * STEP, tile % self.across * STEP))
    }
}

/// Groups of `count` channels that are worked on together: of `L::COUNT` each, the last ones, if need be, of `H::COUNT`.
fn groups<L: Lanes, H: Lanes>(count: usize) -> (std::iter::StepBy<Range<usize>>, std::iter::StepBy<Range<usize>>) {
    let wide = count / L::COUNT * L::COUNT;
    ((0..wide).step_by(L::COUNT), (wide..count).step_by(H::COUNT))
}

/// One group of channels of a tile whose rows are `stride` and pixels `c` numbers apart, into places `next` numbers apart.
#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[expect(unsafe_code, reason = "the assertions keep what is read and written in bounds")]
#[inline(always)]
fn spread_group<L: Lanes>(x: &[f32], (stride, c): (usize, usize), to: &mut [f32], next: usize) {
    assert!((SIDE - 1) * (stride + c) + L::COUNT <= x.len(), "the picture is too short");
    assert!((SIDE * SIDE - 1) * next + L::COUNT <= to.len(), "there is no room for the spread tile");
    let (x, to) = (x.as_ptr(), to.as_mut_ptr());
    let mut d = [[L::of(&[]); SIDE]; SIDE];
    for (i, d) in d.iter_mut().enumerate() {
        for (j, d) in d.iter_mut().enumerate() {
            // SAFETY: see the first assertion
            *d = unsafe { L::at(x.add(i * stride + j * c)) };
        }
        *d = spread_row(*d);
    }
    for j in 0..SIDE {
        let mut column = [d[0][j]; SIDE];
        for (v, d) in column.iter_mut().zip(&d) {
            *v = d[j];
        }
        for (i, v) in spread_row(column).into_iter().enumerate() {
            // SAFETY: see the second assertion
            unsafe { v.put_at(to.add((i * SIDE + j) * next)) };
        }
    }
}

#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn spread<L: Lanes, H: Lanes>(p: Picture<'_>, tiles: Tiles, scratch: &mut Scratch) {
    let (c, next) = (p.channels, tiles.count * p.channels);
    for (place, at) in tiles.places().enumerate() {
        let (x, stride) = p.tile(at, &mut scratch.patch);
        let (wide, rest) = groups::<L, H>(c);
        for lane in wide {
            spread_group::<L>(&x[lane..], (stride, c), &mut scratch.spread[place * c + lane..], next);
        }
        for lane in rest {
            spread_group::<H>(&x[lane..], (stride, c), &mut scratch.spread[place * c + lane..], next);
        }
    }
}

/// One group of channels of a tile's sums, which lie `next` numbers apart, into pixels `to` apart in rows `stride` apart.
#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[expect(unsafe_code, reason = "the assertions keep what is read and written in bounds")]
#[inline(always)]
fn collect_group<L: Lanes>(
    (sums, next): (&[f32], usize),
    Finish { bias, least }: Finish<'_>,
    (out, [stride, to]): (&mut [f32], [usize; 2]),
) {
    assert!((SIDE * SIDE - 1) * next + L::COUNT <= sums.len(), "too few sums");
    assert!((STEP - 1) * (stride + to) + L::COUNT <= out.len(), "there is no room for the results");
    let (sums, bias, out) = (sums.as_ptr(), L::of(bias), out.as_mut_ptr());
    let mut rows = [[bias; STEP]; SIDE];
    for (i, row) in rows.iter_mut().enumerate() {
        let mut d = [bias; SIDE];
        for (j, d) in d.iter_mut().enumerate() {
            // SAFETY: see the first assertion
            *d = unsafe { L::at(sums.add((i * SIDE + j) * next)) };
        }
        *row = collect_row(d);
    }
    for j in 0..STEP {
        let mut column = [bias; SIDE];
        for (v, row) in column.iter_mut().zip(&rows) {
            *v = row[j];
        }
        for (i, v) in collect_row(column).into_iter().enumerate() {
            // SAFETY: see the second assertion
            unsafe { v.plus(bias).at_least(least).put_at(out.add(i * stride + j * to)) };
        }
    }
}

#[expect(clippy::inline_always, reason = "it must be compiled with the instructions of the function that calls it")]
#[inline(always)]
fn collect<L: Lanes, H: Lanes>(
    (sums, width): (&[f32], usize),
    tiles: Tiles,
    Finish { bias, least }: Finish<'_>,
    (out, w): (&mut [f32], usize),
) {
    let (to, next) = (bias.len(), tiles.count * width);
    for (place, (y, x)) in tiles.places().enumerate() {
        let (wide, rest) = groups::<L, H>(to);
        let first = (y * w + x) * to;
        for lane in wide {
            let (sums, finish) = (&sums[place * width + lane..], Finish { bias: &bias[lane..], least });
            collect_group::<L>((sums, next), finish, (&mut out[first + lane..], [w * to, to]));
        }
        for lane in rest {
            let (sums, finish) = (&sums[place * width + lane..], Finish { bias: &bias[lane..], least });
            collect_group::<H>((sums, next), finish, (&mut out[first + lane..], [w * to, to]));
        }
    }
}

type Spread = fn(Picture<'_>, Tiles, &mut Scratch);
type Collect = fn((&[f32], usize), Tiles, Finish<'_>, (&mut [f32], usize));

/// How tiles are spread and collected.
#[derive(Clone, Copy)]
pub struct Ways {
    pub spread: Spread,
    pub collect: Collect,
}

/// For any processor.
pub const PLAIN: Ways = Ways { spread: spread::<Plain, Plain>, collect: collect::<Plain, Plain> };

/// The ways that this processor can go, the fastest first.
pub fn every_way() -> impl Iterator<Item = Ways> {
    #[cfg(target_arch = "x86_64")]
    let special = [x86::AVX512, x86::AVX2];
    #[cfg(not(target_arch = "x86_64"))]
    let special = [];
    runnable(special).chain([PLAIN])
}

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "instructions that not every processor has: `every_way` gives these functions out after it has asked for them"
)]
mod x86 {
    use super::super::lanes::{Wide, Widest};
    use super::{Finish, Picture, Scratch, Tiles, Ways};

    macro_rules! ways {
        ($name:ident, $wide:ident, $half:ident, $features:literal) => {
            pub const $name: Ways = Ways {
                spread: |p, tiles, scratch| {
                    #[target_feature(enable = $features)]
                    fn with_features(p: Picture<'_>, tiles: Tiles, scratch: &mut Scratch) {
                        super::spread::<$wide, $half>(p, tiles, scratch);
                    }
                    // SAFETY: the processor has the instructions
                    unsafe { with_features(p, tiles, scratch) }
                },
                collect: |sums, tiles, finish, out| {
                    #[target_feature(enable = $features)]
                    fn with_features(s: (&[f32], usize), tiles: Tiles, finish: Finish<'_>, out: (&mut [f32], usize)) {
                        super::collect::<$wide, $half>(s, tiles, finish, out);
                    }
                    // SAFETY: the processor has the instructions
                    unsafe { with_features(sums, tiles, finish, out) }
                },
            };
        };
    }

    ways!(AVX512, Widest, Wide, "avx2,fma,avx512f,avx512vl");
    ways!(AVX2, Wide, Wide, "avx2,fma");
}
