//! Why weights cannot be used, and why an analysis has no answer.

use std::path::PathBuf;

/// Why weights cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// A file cannot be read.
    #[error("{} cannot be read", .0.display())]
    Read(PathBuf, #[source] std::io::Error),
    /// A file does not parse, is of another kind of network, holds numbers that are not finite, or does not fit the others.
    #[error("the version cannot be used: {0}")]
    Unfit(String),
    /// The tensors do not make the networks.
    #[error("the networks cannot be built")]
    Network(#[from] candle_core::Error),
    /// The networks do not find the drawn tongue that every version is tried on.
    #[error("version {0} does not find the tongue of the test picture")]
    SelfTest(String),
    /// The system gives no thread.
    #[error("no thread can be started")]
    Thread(#[source] std::io::Error),
}

/// The queue is full; try again later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the queue of pictures is full")]
pub struct Overloaded;

/// Why an analysis has no answer.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The square is empty or does not lie in the picture.
    #[error("the square does not lie in the picture of {width} x {height} pixels")]
    Crop {
        /// Columns of the upright picture.
        width: u32,
        /// Rows of the upright picture.
        height: u32,
    },
    /// The network failed; a fault of ours.
    #[error("the network failed")]
    Network(#[from] candle_core::Error),
    /// The analysis panicked; a fault of ours. The thread goes on.
    #[error("the analysis panicked")]
    Panicked,
    /// The queue was full.
    #[error(transparent)]
    Overloaded(#[from] Overloaded),
}
