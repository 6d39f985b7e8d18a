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
        \x20 model train --data DATA --out RUNS/a       # --resume continues after a stop\n\
        \x20 model train --data DATA --out RUNS/b --leave-out clinic\n\
        \x20 model runs RUNS                            # lists and compares them\n\
        \x20 model eval --data DATA --weights RUNS/a --record\n\
        \x20 model compare deployed RUNS/a --data DATA\n\
        \x20 model promote RUNS/a                       # workers load it within 10 s; model rollback undoes it\n\
        docs/training.md explains the metrics.",
    version
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Create, check and count a manifest of labelled photos.
    #[command(subcommand)]
    Data(data::Data),
    /// Train the network on a folder of labelled photos.
    Train(train::Train),
    /// List and compare the runs in a folder.
    Runs(runs::Runs),
    /// Evaluate a version on labelled photos.
    Eval(eval::Eval),
    /// Compare two versions, or two trainings of several seeds each, on the same photos, with confidence intervals.
    Compare(compare::Compare),
    /// Write the model card of a version, in Markdown.
    Card(card::Card),
    /// Read photos.
    Predict(predict::Predict),
    /// Measure the time of each stage of reading a photo.
    Bench(bench::Bench),
    /// Export the network of a version to an ONNX file.
    Onnx(onnx::Onnx),
    /// Export the photos that may be used for training to a folder of labelled photos.
    ///
    /// Exports photos that a clinic's expert released and whose patients currently consent to training (consents `training` and
    /// `health`, which can be withdrawn). Each photo is cropped to the part that was read, re-encoded without EXIF, and gets a random
    /// name that cannot be traced to a person. A patient's photos form one group. Needs `DATABASE_URL` and `S3_…` of the worker.
    #[cfg(feature = "servers")]
    Export(export::Export),
    /// Show the agreement between the model and experts by clinic, and compare a candidate with the deployed version. Needs
    /// `DATABASE_URL`.
    #[cfg(feature = "servers")]
    Agreement(agreement::AgreementArgs),
    /// List the published versions, the deployed one and the previous ones.
    #[cfg(feature = "servers")]
    List(versions::List),
    /// Publish a version and deploy it.
    ///
    /// The version must have been evaluated (`model eval --record`) and must not be worse than the deployed one, unless --force gives a
    /// reason. It is tested here on synthetic photos first. Each worker then fetches it, repeats the test, compares outlines and
    /// scores, and switches to it between two photos. A worker that cannot use it keeps the old one and reports that (log,
    /// `model_refusals_total`). Published versions never change.
    #[cfg(feature = "servers")]
    Promote(versions::Promote),
    /// Deploy the version that was deployed before the last promotion.
    #[cfg(feature = "servers")]
    Rollback,
    /// Run a candidate on a share of the photos in addition to the deployed version. `model agreement` compares them.
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
