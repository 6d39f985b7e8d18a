//! `model compare`.

use std::path::PathBuf;

use anyhow::Result;
use model::TonguePipeline;
use model::bootstrap::{Interval, interval_by};
use model::metrics::{correlation, index, mean};
use training::dataset::{Dataset, Part, Photo};
use training::evaluate::{PhotoPrediction, predict};

use super::weights::load_named;

/// Options of `model compare`.
#[derive(clap::Args)]
pub struct Compare {
    /// A folder of weights, the name of a published version, `deployed` or `built-in`.
    a: String,
    /// The same: is it better than A?
    b: String,
    /// Folder with photos.csv.
    #[arg(long)]
    data: PathBuf,
    /// Compare on all photos of the folder instead of the sealed part.
    #[arg(long)]
    all: bool,
}

/// A photo as both versions see it.
struct Both {
    group: String,
    has_tongue: bool,
    iou: [f64; 2],
    /// Whether the gate did right: read a tongue, or refused another photo.
    right: [f64; 2],
    /// Error of the index, and expected with readers' index; of scored photos that both found.
    scores: Option<[Scored; 2]>,
}

/// A photo as one version sees it.
type Predicted = (PhotoPrediction, Option<Scored>);

#[derive(Clone, Copy)]
struct Scored {
    error: f64,
    expected: f64,
    readers: f64,
}

/// Prints the difference of each figure with its interval.
pub fn run(args: &Compare) -> Result<()> {
    let data = Dataset::load(&args.data, |row| args.all || row.part == Part::Sealed)?;
    let photos: Vec<&Photo> = data.photos.iter().collect();
    let [a, b] = [&args.a, &args.b].map(|name| -> Result<(String, Vec<Predicted>)> {
        let pipeline = TonguePipeline::new(&load_named(name)?.bundle)?;
        let calibration = pipeline.config().calibration;
        let scored = |photo: &PhotoPrediction| {
            let readers = photo.reader_index()?;
            let error = (index(&photo.scores(&calibration)?.0) - readers).abs();
            Some(Scored { error, expected: photo.expected_index(&calibration)?, readers })
        };
        let predictions = predict(&pipeline, &photos)?;
        Ok((
            pipeline.version().to_owned(),
            predictions
                .into_iter()
                .map(|p| {
                    let s = scored(&p);
                    (p, s)
                })
                .collect(),
        ))
    });
    let ((a_name, a), (b_name, b)) = (a?, b?);
    let right = |photo: &PhotoPrediction| f64::from(u8::from(photo.has_tongue == photo.refused.is_none()));
    let both: Vec<Both> = a
        .iter()
        .zip(&b)
        .map(|((pa, sa), (pb, sb))| Both {
            group: pa.group.clone(),
            has_tongue: pa.has_tongue,
            iou: [pa.iou, pb.iou],
            right: [right(pa), right(pb)],
            scores: sa.zip(*sb).map(|(a, b)| [a, b]),
        })
        .collect();
    println!("A {a_name}\nB {b_name}\n{} photos; B less A, with 95 % intervals over groups", both.len());
    let tongues: Vec<&Both> = both.iter().filter(|one| one.has_tongue).collect();
    let scored: Vec<&Both> = both.iter().filter(|one| one.scores.is_some()).collect();
    show("outline IoU", true, difference(&tongues, |drawn, i| mean(drawn.iter().map(|one| one.iou[i]))));
    show(
        "gate right",
        true,
        difference(&both.iter().collect::<Vec<_>>(), |drawn, i| mean(drawn.iter().map(|one| one.right[i]))),
    );
    let of = |one: &Both, i: usize| one.scores.map(|scores| scores[i]);
    show(
        "index error",
        false,
        difference(&scored, |drawn, i| mean(drawn.iter().filter_map(|one| Some(of(one, i)?.error)))),
    );
    show(
        "index correlation",
        true,
        difference(&scored, |drawn, i| {
            let pairs = drawn.iter().filter_map(|one| of(one, i).map(|scored| [scored.expected, scored.readers]));
            correlation(&pairs.collect::<Vec<_>>())
        }),
    );
    Ok(())
}

fn difference(photos: &[&Both], figure: impl Fn(&[&Both], usize) -> f64) -> Option<Interval> {
    interval_by(
        photos,
        |one| &one.group,
        |drawn| {
            let drawn: Vec<&Both> = drawn.iter().map(|one| **one).collect();
            figure(&drawn, 1) - figure(&drawn, 0)
        },
    )
}

fn show(name: &str, more_is_better: bool, found: Option<Interval>) {
    let Some(found) = found else { return println!("{name:18} no photos") };
    let verdict = match (found.is_clear(), (found.value > 0.) == more_is_better) {
        (false, _) => "no clear difference",
        (true, true) => "B is better",
        (true, false) => "B is worse",
    };
    println!("{name:18} {found:+.3}  {verdict}");
}
