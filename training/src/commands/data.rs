//! `model data`: the manifest of labeled photos.

use std::path::PathBuf;

use anyhow::{Context, Result};
use training::dataset::{Dataset, Import, Sheet, SourceFolder, build};

use super::annotator_agreement::{self, AnnotatorAgreement};
use super::{split, stats, synth};

/// What to do with labelled photos.
#[derive(clap::Subcommand)]
pub enum Data {
    /// Write photos.csv and scores.csv for folders of photos.
    Manifest(Manifest),
    /// Load every photo, mask and score; names the file and line of what is wrong.
    Check(Check),
    /// Count photos by source, instrument, part and group, and scores by cell and annotator.
    Stats(stats::StatsArgs),
    /// Show which photos are in which fold, and which are sealed.
    ///
    /// `model train --fold` holds out the photos of a fold. The validation photos are those on which `model train --patience` decides
    /// when to stop. Sealed photos are in no fold.
    Split(split::Split),
    /// Write training views with their augmentation and labels, to look at before training.
    Synth(synth::Synth),
    /// Write photos annotated with COCO, `LabelMe` or CVAT as a folder that `manifest` takes.
    ///
    /// Scores are attributes `c1` to `c9` of a tongue, each 0, 1 or 2, row by row from the root, and `reader`; in `LabelMe` ticked flags
    /// such as `c1=2` and `reader=kim`.
    Import(Import),
    /// Write a web page on which an annotator scores photos; it gives the file that `manifest --scores` takes.
    Sheet(Sheet),
    /// Show how far annotators agree with each other.
    Agreement(AnnotatorAgreement),
}

/// Options of `model data manifest`.
#[derive(clap::Args)]
pub struct Manifest {
    /// A source as NAME=FOLDER, NAME=FOLDER,LICENCE or NAME=FOLDER,LICENCE,INSTRUMENT; once for each source.
    ///
    /// A folder has images/, masks/ (white is tongue) and scores.csv; one without images/ holds photos without a tongue.
    #[arg(long = "source", required = true, value_parser = parse_source)]
    sources: Vec<SourceFolder>,
    /// A further file of scores, in long or in wide form; may be repeated.
    #[arg(long)]
    scores: Vec<PathBuf>,
    /// Folder for the manifest; the photos stay where they are.
    #[arg(long)]
    out: PathBuf,
}

/// Options of `model data check`.
#[derive(clap::Args)]
pub struct Check {
    /// Folder with photos.csv.
    data: PathBuf,
}

fn parse_source(text: &str) -> Result<SourceFolder> {
    let (name, rest) = text.split_once('=').context("NAME=FOLDER is expected")?;
    let mut parts = rest.splitn(3, ',');
    let dir = PathBuf::from(parts.next().unwrap_or_default());
    let mut next = |default: &str| parts.next().unwrap_or(default).to_owned();
    let (licence, instrument) = (next("unknown"), next(name));
    Ok(SourceFolder { name: name.to_owned(), dir, licence, instrument })
}

/// Runs the subcommand.
pub fn run(args: &Data) -> Result<()> {
    match args {
        Data::Manifest(args) => {
            let photos = build(&args.sources, &args.scores, &args.out)?;
            println!("{photos} photos are listed in {}", args.out.display());
            Ok(())
        }
        Data::Check(args) => check(args),
        Data::Stats(args) => stats::run(args),
        Data::Split(args) => split::run(args),
        Data::Synth(args) => synth::run(args),
        Data::Import(args) => {
            println!("{} photos are in {}", args.run()?, args.out.display());
            Ok(())
        }
        Data::Sheet(args) => {
            println!("{} photos are to be scored on {}", args.write()?, args.out.join("index.html").display());
            Ok(())
        }
        Data::Agreement(args) => annotator_agreement::run(args),
    }
}

/// Loads everything, which finds missing files, changed photos, and masks of another size.
fn check(args: &Check) -> Result<()> {
    let data = Dataset::load(&args.data, |_| true)?;
    println!("{} photos of {} can be used", data.photos.len(), data.sources().join(", "));
    println!("data hash {}", data.hash);
    Ok(())
}
