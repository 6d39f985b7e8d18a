//! The `model` command: data, training, evaluation and publishing of the tongue network.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts, shares and pixels change places in every report"
)]

mod commands;

use clap::{Parser, Subcommand};

#[cfg(feature = "servers")]
use crate::commands::{agreement, export, versions};
use crate::commands::{bench, card, compare, data, eval, onnx, predict, runs, train};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(
    name = "model",
    about = "Data, training, evaluation and publishing of the tongue network",
    long_about = "Data, training, evaluation and publishing of the tongue network.\n\n\
        From labelled photos to patients, one line each:\n\
        \x20 model data manifest --source clinic=FOLDER --out DATA\n\
        \x20 model train --data DATA --out RUNS/a       # go on after a stop with --resume\n\
        \x20 model train --data DATA --out RUNS/b --leave-out clinic\n\
        \x20 model runs RUNS                            # lists and compares them\n\
        \x20 model eval --data DATA --weights RUNS/a --record\n\
        \x20 model compare deployed RUNS/a --data DATA\n\
        \x20 model promote RUNS/a                       # workers take it up within 10 s; model rollback\n\
        docs/training.md says what the figures mean.",
    version
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make, check and count a manifest of labelled photos.
    #[command(subcommand)]
    Data(data::Data),
    /// Train the network on a folder of labelled photos.
    Train(train::Train),
    /// List and compare the runs below a folder.
    Runs(runs::Runs),
    /// Measure a version on labelled photos.
    Eval(eval::Eval),
    /// Compare two versions, or two trainings of several seeds each, on the same photos: is B better than A, and how sure is that?
    Compare(compare::Compare),
    /// Write the model card of a version, in Markdown.
    Card(card::Card),
    /// Read photos.
    Predict(predict::Predict),
    /// Time each stage of reading a photo.
    Bench(bench::Bench),
    /// Write the network of a version as an ONNX file.
    Onnx(onnx::Onnx),
    /// Write the photos that may be learned from as a folder of labelled photos.
    ///
    /// They were released by a clinic's expert, and their patient consents to training at this moment (consent `training`, which
    /// can be withdrawn; `health` too). Each is cut to the part that was read, encoded again, so that no EXIF is left, and gets
    /// names that lead back to nobody; a patient's photos are one group. Needs `DATABASE_URL` and `S3_…` of the worker.
    #[cfg(feature = "servers")]
    Export(export::Export),
    /// Show how far the model and experts agree, clinic by clinic, and how a candidate compares with the deployed version; needs
    /// `DATABASE_URL`.
    #[cfg(feature = "servers")]
    Agreement(agreement::AgreementArgs),
    /// Show the published versions, which one is deployed, and what was before.
    #[cfg(feature = "servers")]
    List(versions::List),
    /// Publish a version and deploy it.
    ///
    /// It must have been measured (`model eval --record`) and be no worse than the deployed version, unless --force gives a reason.
    /// It reads drawn photos here first; each worker fetches it, repeats that, compares outlines and scores, and swaps it in between
    /// two photos. A worker that cannot use it keeps the old one and says so (log, `model_refusals_total`). Published versions never
    /// change.
    #[cfg(feature = "servers")]
    Promote(versions::Promote),
    /// Deploy what was deployed before the last promotion.
    #[cfg(feature = "servers")]
    Rollback,
    /// Let a candidate read a share of the photos as a shadow of the deployed version; `model agreement` compares them.
    #[cfg(feature = "servers")]
    Shadow(versions::ShadowArgs),
}

fn main() -> anyhow::Result<()> {
    // Rust ignores SIGPIPE, so printing to a closed pipe would panic without this
    sigpipe::reset();
    match Cli::parse().command {
        Command::Data(args) => data::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Runs(args) => runs::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Card(args) => card::run(&args),
        Command::Predict(args) => predict::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Onnx(args) => onnx::run(&args),
        #[cfg(feature = "servers")]
        Command::Export(args) => block_on(export::run(&args)),
        #[cfg(feature = "servers")]
        Command::Agreement(args) => block_on(agreement::run(&args)),
        #[cfg(feature = "servers")]
        Command::List(args) => block_on(versions::run_list(&args)),
        #[cfg(feature = "servers")]
        Command::Promote(args) => block_on(versions::run_promote(&args)),
        #[cfg(feature = "servers")]
        Command::Rollback => block_on(versions::run_rollback()),
        #[cfg(feature = "servers")]
        Command::Shadow(args) => block_on(versions::run_shadow(&args)),
    }
}

/// Runs an asynchronous command.
#[cfg(feature = "servers")]
fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?.block_on(work)
}
