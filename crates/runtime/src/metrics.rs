//! Metrics: each one is a [`Metric`] with its help text, is recorded with the macros of `metrics`, and is rendered for
//! Prometheus by the operations port.

use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;

/// The upper bounds of latency histograms, in seconds: from a cached read to an analysis.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 20.0];
/// The upper bounds of histograms of shares, with a finer resolution close to 1.
const RATIOS: [f64; 6] = [0.5, 0.8, 0.9, 0.95, 0.98, 0.99];

/// How often histograms are drained.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

const BUILD_INFO: Metric = Metric::gauge("hyeobom_build_info", "1, with the program and its version as labels.");

/// A metric: its name, which ends with the unit unless it counts things, and its help text.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// The name in Prometheus.
    pub name: &'static str,
    help: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}

impl Metric {
    /// Declares a counter. Its name ends with `_total`.
    #[must_use]
    pub const fn counter(name: &'static str, help: &'static str) -> Self {
        Self { name, help, kind: Kind::Counter }
    }

    /// Declares a gauge, a value that goes up and down.
    #[must_use]
    pub const fn gauge(name: &'static str, help: &'static str) -> Self {
        Self { name, help, kind: Kind::Gauge }
    }

    /// Declares a histogram of seconds or, when its name ends with `_ratio`, of shares.
    #[must_use]
    pub const fn histogram(name: &'static str, help: &'static str) -> Self {
        Self { name, help, kind: Kind::Histogram }
    }
}

/// Registers the help texts of metrics with the current recorder.
pub fn describe<'a>(metrics: impl IntoIterator<Item = &'a Metric>) {
    for metric in metrics {
        match metric.kind {
            Kind::Counter => metrics::describe_counter!(metric.name, metric.help),
            Kind::Gauge => metrics::describe_gauge!(metric.name, metric.help),
            Kind::Histogram => metrics::describe_histogram!(metric.name, metric.help),
        }
    }
}

/// The process's metrics.
#[derive(Clone, Debug)]
pub struct Metrics {
    handle: PrometheusHandle,
    process: Collector,
}

impl Metrics {
    /// Returns the process's recorder. The first call installs it.
    ///
    /// # Panics
    /// When another recorder is installed.
    pub fn install() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            builder().and_then(PrometheusBuilder::install_recorder).expect("the only metrics recorder of this process")
        });
        let process = Collector::default();
        process.describe();
        Self { handle: handle.clone(), process }
    }

    /// Records the program's name and version as a metric.
    pub fn set_program(&self, program: &'static str) {
        describe([&BUILD_INFO]);
        metrics::gauge!(BUILD_INFO.name, "program" => program, "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    }

    /// Renders all metrics in Prometheus' text format.
    #[must_use]
    pub fn render(&self) -> String {
        self.process.collect();
        self.handle.render()
    }

    /// Drains the histograms periodically, so that they stay small without scrapes. Never returns.
    pub async fn upkeep(self) {
        let mut tick = tokio::time::interval(UPKEEP_INTERVAL);
        loop {
            tick.tick().await;
            self.handle.run_upkeep();
        }
    }
}

/// Renders only what `record` records, in Prometheus' text format. It is for values that are read at each scrape, so
/// that entities that no longer exist leave no values behind.
///
/// # Panics
/// Never: the buckets are constants.
pub fn render_once(record: impl FnOnce()) -> String {
    let recorder = builder().expect("constant buckets").build_recorder();
    metrics::with_local_recorder(&recorder, record);
    recorder.handle().render()
}

fn builder() -> Result<PrometheusBuilder, BuildError> {
    PrometheusBuilder::new()
        .set_buckets(&SECONDS)?
        .set_buckets_for_metric(Matcher::Suffix("_ratio".to_owned()), &RATIOS)
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
    fn histogram_has_buckets_of_its_unit() {
        let metrics = Metrics::install();
        metrics::histogram!("runtime_test_seconds").record(0.02);
        metrics::histogram!("runtime_test_ratio").record(0.97);
        let text = metrics.render();
        assert!(text.contains(r#"runtime_test_seconds_bucket{le="0.01"} 0"#), "{text}");
        assert!(text.contains(r#"runtime_test_seconds_bucket{le="0.025"} 1"#), "{text}");
        assert!(text.contains(r#"runtime_test_ratio_bucket{le="0.95"} 0"#), "{text}");
        assert!(text.contains(r#"runtime_test_ratio_bucket{le="0.98"} 1"#), "{text}");
    }

    #[test]
    fn process_and_build_are_shown() {
        let metrics = Metrics::install();
        metrics.set_program("test");
        let text = metrics.render();
        for line in ["process_resident_memory_bytes ", "process_cpu_seconds_total ", "process_open_fds "] {
            assert!(text.contains(&format!("\n{line}")) && text.contains(&format!("# HELP {line}")), "{line}: {text}");
        }
        assert!(text.contains(r#"hyeobom_build_info{program="test",version="0"#), "{text}");
    }

    #[test]
    fn render_once_shows_only_what_is_recorded() {
        let shown = Metric::gauge("runtime_test_files", "Files.");
        let text = render_once(|| {
            describe([&shown]);
            metrics::gauge!(shown.name).set(2.0);
        });
        assert_eq!(
            text.trim(),
            "# HELP runtime_test_files Files.\n# TYPE runtime_test_files gauge\nruntime_test_files 2"
        );
        assert!(!Metrics::install().render().contains("runtime_test_files"));
    }
}
