//! Metrics: recorded through the `metrics` macros, rendered for Prometheus by the operations port.

use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// Upper bounds of the latency histograms, in seconds: from a cached read to a waited-for analysis.
const SECONDS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0];

/// The process's recorded metrics.
#[derive(Clone, Debug)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// The process's recorder; installed at the first call, the same one at each later call.
    ///
    /// # Panics
    /// When another recorder was installed by somebody else, which is a mistake in the program.
    pub fn install() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            PrometheusBuilder::new()
                .set_buckets(&SECONDS)
                .and_then(PrometheusBuilder::install_recorder)
                .expect("the only metrics recorder of this process")
        });
        Self(handle.clone())
    }

    /// All metrics in Prometheus' text form.
    #[must_use]
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Drains the histograms every few seconds, for ever, so that they stay small when nobody scrapes.
    pub async fn upkeep(self) {
        let mut tick = tokio::time::interval(Duration::from_secs(5));
        loop {
            tick.tick().await;
            self.0.run_upkeep();
        }
    }
}
