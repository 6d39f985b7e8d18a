//! Two versions on the same photos: paired, with intervals and a verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::bootstrap::{Interval, interval};
use super::photo::{Photo, kappa};

/// Differences of the mean overlap below this are of no use to anybody.
const MARGIN_IOU: f64 = 0.005;
/// The same of kappa.
const MARGIN_KAPPA: f64 = 0.02;
/// A tongue that is found by less than this share is a gross failure.
const GROSS: f64 = 0.8;

/// What the comparison comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Clearly better in something that matters and clearly worse in nothing.
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
    let gain = interval(pairs, |drawn| side(drawn, true) - side(drawn, false))?;
    Some(Difference { figure, photos: pairs.len(), a: side(&all, false), b: side(&all, true), gain, margin })
}

/// Compares what two versions made of the same views; views of only one are left out.
#[must_use]
pub fn compare(a: (&str, &[Photo]), b: (&str, &[Photo])) -> Comparison {
    let key = |photo: &Photo| (photo.slice.clone(), photo.id.clone());
    let others: BTreeMap<_, &Photo> = b.1.iter().map(|photo| (key(photo), photo)).collect();
    let pairs: Vec<Pair> = a.1.iter().filter_map(|photo| Some((photo, *others.get(&key(photo))?))).collect();
    let slices: BTreeSet<&str> = pairs.iter().map(|(a, _)| a.slice.as_str()).collect();
    let mut differences = Vec::new();
    for slice in slices {
        let part: Vec<Pair> = pairs.iter().copied().filter(|(a, _)| a.slice == slice).collect();
        let mean = |photos: &[&Photo]| photos.iter().map(|photo| photo.iou).sum::<f64>() / photos.len().max(1) as f64;
        differences.extend(difference(format!("overlap, {slice}"), MARGIN_IOU, &part, mean));
    }
    // the first kind of view only: the same photo in others would make the interval too narrow
    let first = pairs.first().map(|(a, _)| &a.slice);
    let scored = pairs.iter().filter(|(a, b)| a.compared() && b.compared() && Some(&a.slice) == first);
    let scored: Vec<Pair> = scored.copied().collect();
    differences.extend(difference("kappa with the readers".to_owned(), MARGIN_KAPPA, &scored, kappa));
    let fails = |bad: fn(&Pair) -> bool| -> Vec<String> {
        pairs.iter().filter(|pair| bad(pair)).map(|(a, _)| format!("{}, {}", a.id, a.slice)).collect()
    };
    let verdicts: Vec<Verdict> = differences.iter().map(Difference::verdict).collect();
    let verdict = [Verdict::Worse, Verdict::Better].into_iter().find(|one| verdicts.contains(one));
    Comparison {
        a: a.0.to_owned(),
        b: b.0.to_owned(),
        differences,
        new_failures: fails(|(a, b)| a.iou >= GROSS && b.iou < GROSS),
        mended_failures: fails(|(a, b)| a.iou < GROSS && b.iou >= GROSS),
        verdict: verdict.unwrap_or(Verdict::NoDifference),
    }
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::photo;
    use super::*;

    fn photos(gain: f64) -> Vec<Photo> {
        (0..30).map(|i| photo(&format!("p{i}"), "as it is", 0.85 + f64::from(i) * 0.002 + gain, 1, &[1, 2])).collect()
    }

    #[test]
    fn a_steady_gain_is_seen_where_the_photos_differ_far_more() {
        // photos spread over 0.06, the gain is 0.01: unpaired intervals would overlap
        let found = compare(("a", &photos(0.)), ("b", &photos(0.01)));
        assert_eq!(found.verdict, Verdict::Better);
        let gain = found.differences[0].gain;
        assert!((gain.value - 0.01).abs() < 1e-9 && gain.high - gain.low < 1e-9, "{gain}");
        assert_eq!(compare(("a", &photos(0.01)), ("b", &photos(0.))).verdict, Verdict::Worse);
        assert_eq!(
            compare(("a", &photos(0.)), ("b", &photos(0.001))).verdict,
            Verdict::NoDifference,
            "certain, but small"
        );
        assert_eq!(compare(("a", &photos(0.)), ("b", &photos(0.))).verdict, Verdict::NoDifference);
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
        let found = compare(("a", &first), ("b", &second));
        assert_eq!((found.new_failures, found.mended_failures), (vec!["p3, as it is".to_owned()], vec![]));
        let [_, kappa] = &found.differences[..] else { panic!("outlines and scores") };
        assert!((kappa.a - 1.).abs() < 1e-9 && kappa.b.abs() < 1e-9);
        assert_eq!((kappa.verdict(), found.verdict), (Verdict::Worse, Verdict::Worse));
        // scores of the same photos under a shift are not counted again
        let dim = |photos: &[Photo]| -> Vec<Photo> {
            let dim = photos.iter().cloned().map(|photo| Photo { slice: "dim".to_owned(), ..photo });
            photos.iter().cloned().chain(dim).collect()
        };
        let both = compare(("a", &dim(&first)), ("b", &dim(&second)));
        assert_eq!(both.differences.last().map(|one| one.photos), Some(30));
        let none = compare(("a", &photos(0.)), ("b", &[]));
        assert!(none.differences.is_empty() && none.verdict == Verdict::NoDifference);
    }
}
