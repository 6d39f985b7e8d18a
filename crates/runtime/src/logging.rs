//! Logs: one JSON object a line, or compact text on a developer's machine.
//!
//! Logs contain no personal data: fields are ids, codes, counts and durations.

use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt};

use crate::config::{ConfigError, Env, Environment};

/// The filter without `RUST_LOG`.
const DEFAULT_FILTER: &str = "info,hyper=warn,aws=warn,aws_config=warn,aws_smithy_runtime=warn,sqlx=warn";

/// Writes the process's logs to standard error. Call it once, at the start.
///
/// # Errors
/// [`ConfigError::Invalid`] when `RUST_LOG` is not a filter, or on a second call.
pub fn init(env: &Env) -> Result<(), ConfigError> {
    let filter = env.optional("RUST_LOG").unwrap_or_else(|| DEFAULT_FILTER.to_owned());
    let filter = EnvFilter::try_new(filter).map_err(|error| ConfigError::invalid("RUST_LOG", error))?;
    let layer = if env.environment() == Environment::Local {
        fmt::layer().compact().with_target(false).with_writer(std::io::stderr).boxed()
    } else {
        fmt::layer().json().flatten_event(true).with_current_span(true).with_writer(std::io::stderr).boxed()
    };
    tracing_subscriber::registry()
        .with(filter)
        .with(layer)
        .try_init()
        .map_err(|error| ConfigError::invalid("RUST_LOG", error))
}

/// Returns an error with all its causes in one line.
#[must_use]
pub fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Failure(&'static str, #[source] Option<Box<Self>>);

    #[test]
    fn chain_contains_every_cause() {
        let cause = Failure("the disk is full", None);
        let error = Failure("no job runs", Some(Box::new(Failure("the queue cannot be read", Some(Box::new(cause))))));
        assert_eq!(chain(&error), "no job runs: the queue cannot be read: the disk is full");
    }
}
