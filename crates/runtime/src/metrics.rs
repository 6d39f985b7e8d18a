//! Metrics: recorded with the macros of `metrics`, rendered for Prometheus by the operations port.

use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// The upper bounds of latency histograms, in seconds: from a cached read to an analysis.
const BUCKETS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0];

/// How often histograms are drained.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The process's metrics.
#[derive(Clone, Debug)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Returns the process's recorder. The first call installs it.
    ///
    /// # Panics
    /// When another recorder is installed.
    pub fn install() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            PrometheusBuilder::new()
                .set_buckets(&BUCKETS)
                .and_then(PrometheusBuilder::install_recorder)
                .expect("the only metrics recorder of this process")
        });
        Self(handle.clone())
    }

    /// Renders all metrics in Prometheus' text format.
    #[must_use]
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Drains the histograms periodically, so that they stay small without scrapes. Never returns.
    pub async fn upkeep(self) {
        let mut tick = tokio::time::interval(UPKEEP_INTERVAL);
        loop {
            tick.tick().await;
            self.0.run_upkeep();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installed_recorder_is_shared() {
        let (first, second) = (Metrics::install(), Metrics::install());
        metrics::counter!("runtime_test_total").increment(3);
        for metrics in [first, second] {
            assert!(metrics.render().contains("runtime_test_total 3"), "{}", metrics.render());
        }
    }

    #[test]
    fn histogram_has_latency_buckets() {
        let metrics = Metrics::install();
        metrics::histogram!("runtime_test_seconds").record(0.02);
        let text = metrics.render();
        assert!(text.contains(r#"runtime_test_seconds_bucket{le="0.01"} 0"#), "{text}");
        assert!(text.contains(r#"runtime_test_seconds_bucket{le="0.025"} 1"#), "{text}");
    }
}
