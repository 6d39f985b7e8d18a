//! Errors of weights and of analyses.

use std::path::PathBuf;

/// Why weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// A file cannot be read.
    #[error("{} cannot be read", .0.display())]
    Read(PathBuf, #[source] std::io::Error),
    /// A file does not parse, belongs to another kind of network, contains numbers that are not finite, or does not
    /// match the others.
    #[error("the version cannot be used: {0}")]
    Unfit(String),
    /// The networks cannot be built from the tensors.
    #[error("the networks cannot be built")]
    Network(#[from] candle_core::Error),
    /// The networks do not find the drawn tongue of the self-test.
    #[error("version {0} does not find the tongue of the test picture")]
    SelfTest(String),
    /// The system cannot start a thread.
    #[error("no thread can be started")]
    Thread(#[source] std::io::Error),
}

/// The queue is full; try again later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the queue of pictures is full")]
pub struct Overloaded;

/// Why an analysis has no result.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The square is empty or exceeds the picture.
    #[error("the square does not lie in the picture of {width} x {height} pixels")]
    Crop {
        /// Columns of the upright picture.
        width: u32,
        /// Rows of the upright picture.
        height: u32,
    },
    /// The network failed; an internal error.
    #[error("the network failed")]
    Network(#[from] candle_core::Error),
    /// The analysis panicked; an internal error. The thread continues.
    #[error("the analysis panicked")]
    Panicked,
}
