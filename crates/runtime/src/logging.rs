//! Logs: one JSON object a line, or compact text on a developer's machine.
//!
//! Logs contain no personal data: fields are ids, codes, counts and durations.

use tracing::Subscriber;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::{ConfigError, Env, Environment};
use crate::traces::{self, Traces};

/// The filter that applies without `RUST_LOG`.
const DEFAULT_FILTER: &str = "info,hyper=warn,aws=warn,aws_config=warn,aws_smithy_runtime=warn,sqlx=warn";

/// Writes the process's logs to standard error. Call it once, at startup.
///
/// # Errors
/// [`ConfigError::Invalid`] when `RUST_LOG` is not a filter, or on a second call.
pub fn init(env: &Env) -> Result<(), ConfigError> {
    let filter = filter(env, "")?;
    tracing_subscriber::registry().with(filter).with(output(env)).try_init().map_err(invalid)
}

/// Initializes logs as [`init`] does, and exports traces of this program if the environment names a collector. Call it
/// in a tokio runtime, and [`Traces::shutdown`] at the end.
///
/// # Errors
/// As [`init`], and when the collector's address cannot be used.
pub fn init_with_traces(env: &Env, program: &'static str) -> Result<Traces, ConfigError> {
    let traces = Traces::start(env, program)?;
    match traces.layer() {
        Some(layer) => {
            let filter = filter(env, &format!(",{}=off", traces::TARGET))?;
            let output = output(env).with_filter(filter);
            tracing_subscriber::registry().with(output).with(layer).try_init().map_err(invalid)?;
        }
        None => init(env)?,
    }
    Ok(traces)
}

fn filter(env: &Env, more: &str) -> Result<EnvFilter, ConfigError> {
    let filter = env.optional("RUST_LOG").unwrap_or_else(|| DEFAULT_FILTER.to_owned());
    EnvFilter::try_new(filter + more).map_err(invalid)
}

fn output<S>(env: &Env) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    if env.environment() == Environment::Local {
        fmt::layer().compact().with_target(false).with_writer(std::io::stderr).boxed()
    } else {
        fmt::layer().json().flatten_event(true).with_current_span(true).with_writer(std::io::stderr).boxed()
    }
}

fn invalid(error: impl std::fmt::Display) -> ConfigError {
    ConfigError::invalid("RUST_LOG", error)
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
