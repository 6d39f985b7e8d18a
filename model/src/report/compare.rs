//! Two versions on the same photos: paired, with intervals and a verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::bootstrap::{Interval, interval, interval_by};
use super::photo::{Measured, Photo, kappa};
use crate::shifts::Shift;

/// Differences of the mean overlap below this are of no use to anybody.
const MARGIN_IOU: f64 = 0.005;
/// The same of kappa.
const MARGIN_KAPPA: f64 = 0.02;
/// The same of the shares of photos that are rightly taken or refused.
const MARGIN_GATE: f64 = 0.01;
/// A tongue that is found by less than this share is a gross failure.
const GROSS: f64 = 0.8;

/// What the comparison comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Clearly better in something that matters, clearly worse in nothing, and without more gross failures than before.
    Better,
    /// Clearly worse in something that matters.
    Worse,
    /// No difference that matters is certain.
    NoDifference,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Better => "B is better",
            Self::Worse => "B is worse",
            Self::NoDifference => "no difference that matters is certain",
        })
    }
}

/// One figure of both.
#[derive(Debug, Clone, Serialize)]
pub struct Difference {
    /// What it is.
    pub figure: String,
    /// Photos in the comparison.
    pub photos: usize,
    /// Of the first version.
    pub a: f64,
    /// Of the second.
    pub b: f64,
    /// The second less the first, over the same photos; more is better.
    pub gain: Interval,
    /// Differences below this do not matter.
    pub margin: f64,
}

impl Difference {
    fn verdict(&self) -> Verdict {
        match self.gain {
            gain if gain.low > 0. && gain.value >= self.margin => Verdict::Better,
            gain if gain.high < 0. && gain.value <= -self.margin => Verdict::Worse,
            _ => Verdict::NoDifference,
        }
    }
}

/// A comparison.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// The first version.
    pub a: String,
    /// The second.
    pub b: String,
    /// Figure by figure.
    pub differences: Vec<Difference>,
    /// Photos that only the second fails grossly on (overlap below 0.8), by name and slice.
    pub new_failures: Vec<String>,
    /// Photos that only the first fails grossly on.
    pub mended_failures: Vec<String>,
    /// What it comes to.
    pub verdict: Verdict,
}

type Pair<'a> = (&'a Photo, &'a Photo);

fn difference(figure: String, margin: f64, pairs: &[Pair], of: impl Fn(&[&Photo]) -> f64) -> Option<Difference> {
    let side = |drawn: &[&Pair], second: bool| {
        of(&drawn.iter().map(|(a, b)| if second { *b } else { *a }).collect::<Vec<_>>())
    };
    let all: Vec<&Pair> = pairs.iter().collect();
    let gain = interval_by(pairs, |(a, _)| &a.group, |drawn| side(drawn, true) - side(drawn, false))?;
    Some(Difference { figure, photos: pairs.len(), a: side(&all, false), b: side(&all, true), gain, margin })
}

/// Compares what two versions made of the same views and of the same photos without a tongue; views of only one are left out.
#[must_use]
pub fn compare(a: (&str, &Measured), b: (&str, &Measured)) -> Comparison {
    let key = |photo: &Photo| (photo.slice.clone(), photo.id.clone());
    let others: BTreeMap<_, &Photo> = b.1.photos.iter().map(|photo| (key(photo), photo)).collect();
    let pairs: Vec<Pair> = a.1.photos.iter().filter_map(|photo| Some((photo, *others.get(&key(photo))?))).collect();
    let mut differences = overlaps(&pairs);
    // the first kind of view only: the same photo in others would make the interval too narrow
    let first = pairs.first().map(|(a, _)| &a.slice);
    let scored = pairs.iter().filter(|(a, b)| a.compared() && b.compared() && Some(&a.slice) == first);
    let scored: Vec<Pair> = scored.copied().collect();
    differences.extend(difference("kappa with the readers".to_owned(), MARGIN_KAPPA, &scored, kappa));
    differences.extend(taken(&pairs));
    let empty: Vec<(bool, bool)> = a.1.empty.iter().copied().zip(b.1.empty.iter().copied()).collect();
    differences.extend(gate("no tongue, refused", &empty, |drawn| share(drawn.iter().copied())));
    let fails = |bad: fn(&Pair) -> bool| -> Vec<String> {
        pairs.iter().filter(|pair| bad(pair)).map(|(a, _)| format!("{}, {}", a.id, a.slice)).collect()
    };
    let new_failures = fails(|(a, b)| a.iou >= GROSS && b.iou < GROSS);
    let mended_failures = fails(|(a, b)| a.iou < GROSS && b.iou >= GROSS);
    let said = |verdict| differences.iter().any(|one: &Difference| one.verdict() == verdict);
    let verdict = if said(Verdict::Worse) {
        Verdict::Worse
    } else if said(Verdict::Better) && new_failures.len() <= mended_failures.len() {
        Verdict::Better
    } else {
        Verdict::NoDifference
    };
    Comparison { a: a.0.to_owned(), b: b.0.to_owned(), differences, new_failures, mended_failures, verdict }
}

/// The mean overlap of each kind of view.
fn overlaps(pairs: &[Pair]) -> Vec<Difference> {
    let slices: BTreeSet<&str> = pairs.iter().map(|(a, _)| a.slice.as_str()).collect();
    let mean = |photos: &[&Photo]| photos.iter().map(|photo| photo.iou).sum::<f64>() / photos.len().max(1) as f64;
    let of = |slice: &str| {
        let part: Vec<Pair> = pairs.iter().copied().filter(|(a, _)| a.slice == slice).collect();
        difference(format!("overlap, {slice}"), MARGIN_IOU, &part, mean)
    };
    slices.into_iter().filter_map(of).collect()
}

/// The share of views with a whole tongue that the gate takes. The views of a person's photos stay together.
fn taken(pairs: &[Pair]) -> Option<Difference> {
    let mut people: BTreeMap<&str, Vec<(bool, bool)>> = BTreeMap::new();
    for (a, b) in pairs.iter().filter(|(a, _)| a.slice != Shift::Cut.name()) {
        people.entry(&a.group).or_default().push((a.refused.is_none(), b.refused.is_none()));
    }
    let people: Vec<Vec<(bool, bool)>> = people.into_values().collect();
    gate("whole tongue, taken", &people, |drawn| share(drawn.iter().flat_map(|views| views.iter())))
}

/// How much of something is right by the first version and by the second.
fn share<'a>(found: impl Iterator<Item = &'a (bool, bool)>) -> (f64, f64) {
    let (n, a, b) =
        found.fold((0, 0, 0), |(n, a, b), (by_a, by_b)| (n + 1, a + i32::from(*by_a), b + i32::from(*by_b)));
    let n = f64::from(n.max(1));
    (f64::from(a) / n, f64::from(b) / n)
}

fn gate<T>(figure: &str, units: &[T], of: impl Fn(&[&T]) -> (f64, f64)) -> Option<Difference> {
    let gain = interval(units, |drawn| {
        let (a, b) = of(drawn);
        b - a
    })?;
    let (a, b) = of(&units.iter().collect::<Vec<_>>());
    Some(Difference { figure: figure.to_owned(), photos: units.len(), a, b, gain, margin: MARGIN_GATE })
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::photo;
    use super::*;

    fn photos(gain: f64) -> Vec<Photo> {
        (0..30).map(|i| photo(&format!("p{i}"), "as it is", 0.85 + f64::from(i) * 0.002 + gain, 1, &[1, 2])).collect()
    }

    fn measured(photos: Vec<Photo>) -> Measured {
        Measured { photos, empty: vec![] }
    }

    fn compared(a: Vec<Photo>, b: Vec<Photo>) -> Comparison {
        compare(("a", &measured(a)), ("b", &measured(b)))
    }

    fn named<'a>(found: &'a Comparison, figure: &str) -> &'a Difference {
        found.differences.iter().find(|one| one.figure == figure).expect("the figure")
    }

    #[test]
    fn a_steady_gain_is_seen_where_the_photos_differ_far_more() {
        // photos spread over 0.06, the gain is 0.01: unpaired intervals would overlap
        let found = compared(photos(0.), photos(0.01));
        assert_eq!(found.verdict, Verdict::Better);
        let gain = found.differences[0].gain;
        assert!((gain.value - 0.01).abs() < 1e-9 && gain.high - gain.low < 1e-9, "{gain}");
        assert_eq!(compared(photos(0.01), photos(0.)).verdict, Verdict::Worse);
        assert_eq!(compared(photos(0.), photos(0.001)).verdict, Verdict::NoDifference, "certain, but small");
        assert_eq!(compared(photos(0.), photos(0.)).verdict, Verdict::NoDifference);
    }

    #[test]
    fn worse_in_one_thing_is_worse_and_gross_failures_are_named() {
        // every second tongue is thickly coated, and the first version says so
        let thick = |place: usize| if place.is_multiple_of(2) { 2 } else { 0 };
        let (mut first, mut second) = (photos(0.), photos(0.02));
        for (place, (a, b)) in first.iter_mut().zip(&mut second).enumerate() {
            (a.scores, b.scores) = (Some([thick(place); 9]), Some([0; 9]));
            (a.readers, b.readers) = (vec![[thick(place); 9]], vec![[thick(place); 9]]);
        }
        second[3].iou = 0.1;
        let found = compared(first.clone(), second.clone());
        assert_eq!((&found.new_failures, &found.mended_failures), (&vec!["p3, as it is".to_owned()], &vec![]));
        let kappa = named(&found, "kappa with the readers");
        assert!((kappa.a - 1.).abs() < 1e-9 && kappa.b.abs() < 1e-9);
        assert_eq!((kappa.verdict(), found.verdict), (Verdict::Worse, Verdict::Worse));
        // scores of the same photos under a shift are not counted again
        let dim = |photos: &[Photo]| -> Vec<Photo> {
            let dim = photos.iter().cloned().map(|photo| Photo { slice: "dim".to_owned(), ..photo });
            photos.iter().cloned().chain(dim).collect()
        };
        let both = compared(dim(&first), dim(&second));
        assert_eq!(named(&both, "kappa with the readers").photos, 30);
        let none = compared(photos(0.), vec![]);
        assert!(none.differences.is_empty() && none.verdict == Verdict::NoDifference);
    }

    #[test]
    fn a_gain_that_loses_a_tongue_altogether_is_not_better() {
        let mut lost = photos(0.03);
        lost[3].iou = 0.7;
        let found = compared(photos(0.), lost.clone());
        assert_eq!(found.differences[0].verdict(), Verdict::Better, "in the mean");
        assert_eq!((found.new_failures.len(), found.verdict), (1, Verdict::NoDifference));
        let mut bad = photos(0.);
        bad[7].iou = 0.7;
        assert_eq!(compared(bad, lost).verdict, Verdict::Better, "as many as before");
    }

    #[test]
    fn a_version_that_refuses_good_photos_or_reads_walls_is_worse() {
        let mut strict = photos(0.01);
        strict.iter_mut().step_by(2).for_each(|photo| photo.refused = Some("blurred".to_owned()));
        let found = compared(photos(0.), strict.clone());
        let taken = named(&found, "whole tongue, taken");
        assert_eq!((taken.photos, taken.a, taken.b, found.verdict), (30, 1., 0.5, Verdict::Worse));
        // a tongue that is cut is to be refused
        let cut = |photos: Vec<Photo>| -> Vec<Photo> {
            photos.into_iter().map(|photo| Photo { slice: Shift::Cut.name().to_owned(), ..photo }).collect()
        };
        assert_eq!(compared(cut(photos(0.)), cut(strict)).verdict, Verdict::Better);

        let sees_walls = Measured { empty: (0..40).map(|i| i % 4 > 0).collect(), ..measured(photos(0.)) };
        let careful = Measured { empty: vec![true; 40], ..measured(photos(0.)) };
        let found = compare(("a", &careful), ("b", &sees_walls));
        let refused = named(&found, "no tongue, refused");
        assert_eq!((refused.a, refused.b, found.verdict), (1., 0.75, Verdict::Worse));
        assert_eq!(compare(("a", &sees_walls), ("b", &careful)).verdict, Verdict::Better);
    }
}
