//! The `model` command: data, training, measuring and publishing of the tongue networks.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts, shares and pixels change places in every report"
)]

mod agreement;
mod bench;
mod config;
mod data;
mod eval;
mod export;
mod overlay;
mod predict;
mod train;
mod versions;
mod weights;

use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(
    name = "model",
    about = "Data, training, measuring and publishing of the tongue networks",
    long_about = "Data, training, measuring and publishing of the tongue networks.\n\n\
        From labelled photos to patients, one line each:\n\
        \x20 model data check DATA            # is every label sound? names file and line\n\
        \x20 model train --data DATA --out V2 # all networks; go on after a stop with --resume\n\
        \x20 model eval --data DATA --weights V2 --report V2/report\n\
        \x20 model compare deployed V2 --data DATA\n\
        \x20 model promote V2                 # workers take it up within 10 s; model rollback\n\
        docs/model.md says what the figures mean.",
    version
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check, split, count or draw labelled photos.
    #[command(subcommand)]
    Data(data::Data),
    /// Train the networks on a folder of labelled photos.
    Train(train::Train),
    /// Write the manifest of networks that were trained one by one.
    Seal(train::Seal),
    /// Measure the held-out part of a folder of labelled photos.
    Eval(eval::Eval),
    /// Compare two versions on the same photos: is B better than A, and how sure is that?
    Compare(eval::Compare),
    /// Write the model card of a version, in Markdown.
    Card(eval::Card),
    /// Write the photos that may be learnt from as a folder of labelled photos.
    ///
    /// They were released by a clinic's expert, and their patient consents to training at this moment (consent `training`, which
    /// can be withdrawn; `health` too). Each is cut to the part that was read, encoded anew, so that no EXIF is left, and gets
    /// names that lead back to nobody; a patient's photos are in one part of split.csv. Needs `DATABASE_URL` and `S3_…` of
    /// the worker.
    Export(export::Export),
    /// Show how far AI and experts agree, clinic by clinic, and how a candidate does beside the deployed version, with experts'
    /// scores where there are some; needs `DATABASE_URL`.
    Agreement(agreement::AgreementArgs),
    /// Show the published versions, which one is deployed, and what was before.
    List(versions::List),
    /// Publish a version and deploy it.
    ///
    /// It is tried here first, and once more as it was stored; each worker fetches it, has it read drawn photos, compares the
    /// outlines and scores with those of the place of publication, and swaps it in between two photos. A worker that
    /// cannot use it keeps the old one and says so (log, `model_refusals_total`). Published versions never change.
    Promote(versions::Promote),
    /// Deploy what was deployed before the last promotion.
    Rollback,
    /// Let a candidate read a share of the photos beside the deployed version; `model agreement` compares them.
    Shadow(versions::ShadowArgs),
    /// Read photos.
    Predict(predict::Predict),
    /// Time each stage.
    Bench(bench::Bench),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Data(args) => data::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Seal(args) => train::run_seal(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Compare(args) => eval::run_compare(&args),
        Command::Card(args) => eval::run_card(&args),
        Command::Export(args) => wait(export::run(&args)),
        Command::Agreement(args) => wait(agreement::run(&args)),
        Command::List(args) => wait(versions::run_list(&args)),
        Command::Promote(args) => wait(versions::run_promote(&args)),
        Command::Rollback => wait(versions::run_rollback()),
        Command::Shadow(args) => wait(versions::run_shadow(&args)),
        Command::Predict(args) => predict::run(&args),
        Command::Bench(args) => bench::run(&args),
    }
}

/// Runs what talks to servers.
fn wait<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?.block_on(work)
}
