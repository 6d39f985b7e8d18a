//! Follows the deployed version of the weights: reads the registry every few seconds, tests a new version, and installs
//! it between two photos.

use std::sync::Arc;
use std::time::Duration;

use metrics::{counter, gauge};
use model::release::Bundle;
use model::{Analyzer, TonguePipeline};
use parking_lot::RwLock;
use registry::{FormerVersion, ModelRegistry, Pointer, Shadow};
use runtime::logging::chain;
use tokio_util::sync::CancellationToken;

use super::reporter::ModelReporter;
use crate::metrics::{MODEL_BEHIND, MODEL_REFUSALS};

/// How often the registry is read. A promotion takes effect within 10 s.
const UPDATE_INTERVAL: Duration = Duration::from_secs(3);
/// How long the startup waits for the registry.
const REGISTRY_TIMEOUT: Duration = Duration::from_secs(10);

/// A candidate that reads a share of the photos for comparison with the deployed version.
pub struct Candidate {
    /// Its network, on its own thread.
    pub analyzer: Analyzer,
    /// The share of the photos, 0 to 1.
    pub share: f64,
}

/// The current candidate, if there is one.
pub type SharedCandidate = Arc<RwLock<Option<Arc<Candidate>>>>;

/// Keeps the analyzer on the deployed version.
pub struct ModelUpdater {
    registry: ModelRegistry,
    analyzer: Arc<Analyzer>,
    candidate: SharedCandidate,
    reporter: Option<ModelReporter>,
    /// The version in use; `None` means the built-in one.
    in_use: Option<String>,
    /// The version that failed its test. It is not tried again.
    refused: Option<String>,
    last_shadow: Option<Shadow>,
}

impl ModelUpdater {
    /// Creates an updater for an analyzer with the built-in version.
    pub fn new(registry: ModelRegistry, analyzer: Arc<Analyzer>) -> Self {
        Self {
            registry,
            analyzer,
            candidate: SharedCandidate::default(),
            reporter: None,
            in_use: None,
            refused: None,
            last_shadow: None,
        }
    }

    /// Adds a reporter that is called after each update.
    pub fn with_reporter(self, reporter: ModelReporter) -> Self {
        Self { reporter: Some(reporter), ..self }
    }

    /// Returns the shared candidate, which each update can replace.
    pub fn candidate(&self) -> SharedCandidate {
        Arc::clone(&self.candidate)
    }

    /// Updates once before the first photo. Gives up after [`REGISTRY_TIMEOUT`], so that photos never wait longer.
    pub async fn start(&mut self) {
        if tokio::time::timeout(REGISTRY_TIMEOUT, self.update()).await.is_err() {
            tracing::error!("the registry of weights does not answer; photos are read with the built-in version");
        }
    }

    /// Updates periodically until `stop`.
    pub async fn run(mut self, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(UPDATE_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            self.update().await;
        }
    }

    /// Reads the registry and installs a changed version or candidate.
    pub async fn update(&mut self) {
        let pointer = match self.registry.pointer().await {
            Ok(pointer) => pointer,
            Err(error) => {
                tracing::warn!(%error, "the registry of weights was not read; the version in use stays");
                return;
            }
        };
        if pointer.version == self.in_use {
            gauge!(MODEL_BEHIND.name).set(0.0);
            self.refused = None;
        } else if pointer.version.is_none() || self.refused != pointer.version {
            self.deploy(&pointer).await;
        }
        if pointer.shadow != self.last_shadow {
            self.set_candidate(pointer.shadow).await;
        }
        if let Some(reporter) = &mut self.reporter {
            reporter.report(pointer.version.as_deref(), &self.analyzer).await;
        }
    }

    async fn deploy(&mut self, pointer: &Pointer) {
        match self.fetch(pointer.version.clone()).await {
            Ok(reader) => {
                self.install(reader, pointer.version.clone());
                self.refused = None;
                gauge!(MODEL_BEHIND.name).set(0.0);
            }
            Err(registry::Error::Store(error)) => {
                tracing::warn!(%error, "a version was not fetched; it is tried again");
                gauge!(MODEL_BEHIND.name).set(1.0);
            }
            Err(error) => {
                let error = chain(&error);
                tracing::error!(
                    error,
                    stays = self.analyzer.version(),
                    "a deployed version cannot be used; the old one stays"
                );
                counter!(MODEL_REFUSALS.name).increment(1);
                gauge!(MODEL_BEHIND.name).set(1.0);
                self.refused.clone_from(&pointer.version);
                self.deploy_previous(&pointer.history).await;
            }
        }
    }

    /// Installs the latest earlier version that is usable. Does nothing if this worker has already installed a version.
    async fn deploy_previous(&mut self, history: &[FormerVersion]) {
        for past in history.iter().rev() {
            // the built-in version is in use already, or this worker has installed a version
            if past.version == self.in_use || self.in_use.is_some() {
                return;
            }
            match self.fetch(past.version.clone()).await {
                Ok(reader) => self.install(reader, past.version.clone()),
                Err(error) => {
                    tracing::warn!(error = chain(&error), "a previously deployed version cannot be used either");
                }
            }
        }
    }

    fn install(&mut self, pipeline: TonguePipeline, version: Option<String>) {
        tracing::info!(version = pipeline.version(), before = self.analyzer.version(), "new weights are in use");
        self.analyzer.install(pipeline);
        self.in_use = version;
    }

    async fn set_candidate(&mut self, shadow: Option<Shadow>) {
        let candidate = match &shadow {
            None => None,
            Some(Shadow { version, share }) => match self.fetch(Some(version.clone())).await {
                // one thread and a short queue: a photo that does not fit into the queue is not compared
                Ok(reader) => match Analyzer::from_pipeline(reader, 1, 2) {
                    Ok(analyzer) => {
                        tracing::info!(version, share, "a candidate reads a share of the photos");
                        Some(Arc::new(Candidate { analyzer, share: *share }))
                    }
                    Err(error) => {
                        tracing::error!(%error, "a candidate cannot be started");
                        None
                    }
                },
                Err(registry::Error::Store(error)) => {
                    tracing::warn!(%error, "a candidate was not fetched; it is tried again");
                    return;
                }
                Err(error) => {
                    tracing::error!(error = chain(&error), "a candidate cannot be used");
                    counter!(MODEL_REFUSALS.name).increment(1);
                    None
                }
            },
        };
        *self.candidate.write() = candidate;
        self.last_shadow = shadow;
    }

    /// Fetches and tests a version; `None` means the built-in one.
    async fn fetch(&self, version: Option<String>) -> Result<TonguePipeline, registry::Error> {
        let release = match &version {
            Some(version) => Some(self.registry.fetch(version).await?),
            None => None,
        };
        // reading the synthetic photos is CPU-bound
        let tried = tokio::task::spawn_blocking(move || match release {
            Some(release) => release.open(),
            None => Ok(Bundle::embedded().and_then(|bundle| model::load_and_self_test(&bundle))?),
        });
        match tried.await {
            Ok(reader) => Ok(reader?),
            Err(error) => Err(registry::Error::Invalid(registry::InvalidRelease::Differs(error.to_string()))),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use std::io::Cursor;
    use std::path::Path;
    use std::sync::mpsc::channel;

    use bytes::Bytes;
    use chrono::DateTime;
    use metrics_exporter_prometheus::PrometheusBuilder;
    use model::WeightsSource;
    use model::synth::{Options, photo};
    use registry::Release;
    use testing::store;

    use super::*;

    /// Returns the built-in weights as a folder, under another name and with this evaluation.
    pub fn folder(version: &str, evaluation: &serde_json::Value) -> tempfile::TempDir {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/weights");
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["config.json", "model.safetensors"] {
            std::fs::copy(from.join(name), dir.path().join(name)).expect("a copy");
        }
        let text = std::fs::read(from.join("manifest.json")).expect("a manifest");
        let mut manifest: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        manifest["version"] = version.into();
        manifest["evaluation"].clone_from(evaluation);
        std::fs::write(dir.path().join("manifest.json"), manifest.to_string()).expect("written");
        dir
    }

    /// Publishes the built-in weights under another name, without an evaluation.
    pub async fn publish(registry: &ModelRegistry, version: &str) {
        let dir = folder(version, &serde_json::Value::Null);
        registry.publish(&Release::from_dir(dir.path()).expect("sound weights")).await.expect("published");
    }

    pub fn jpeg() -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let (picture, _) = photo(1, &Options::default());
        picture.write_to(&mut bytes, image::ImageFormat::Jpeg).expect("a photo");
        bytes.into_inner()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn promotion_under_load_loses_no_photo() {
        let (store, prefix) = (store(), format!("{}/", testing::key_prefix()));
        let registry = ModelRegistry::with_prefix(store.clone(), &prefix);
        let analyzer = Arc::new(Analyzer::start(WeightsSource::Embedded, 2, 64).expect("the networks"));
        let own = analyzer.version();
        let mut updater = ModelUpdater::new(registry.clone(), Arc::clone(&analyzer));
        updater.start().await;
        assert_eq!(analyzer.version(), own, "nothing was deployed yet");
        publish(&registry, "next").await;
        let now = DateTime::UNIX_EPOCH;
        registry.promote("next", now).await.expect("promoted");

        let bytes = jpeg();
        let (sender, receiver) = channel();
        for _ in 0..40 {
            let sender = sender.clone();
            analyzer
                .submit(bytes.clone(), None, move |analysis| drop(sender.send(analysis)))
                .expect("room in the queue");
        }
        updater.update().await;
        assert_eq!(analyzer.version(), "next");
        for _ in 0..4 {
            let sender = sender.clone();
            analyzer
                .submit(bytes.clone(), None, move |analysis| drop(sender.send(analysis)))
                .expect("room in the queue");
        }
        drop(sender);
        let analyses: Vec<_> = receiver.into_iter().map(|analysis| analysis.expect("an analysis")).collect();
        assert_eq!(analyses.len(), 44, "no photo was lost");
        let outcome = |version: &str| analyses.iter().find(|one| one.model_version == version).map(|one| &one.outcome);
        assert!(analyses.iter().all(|one| one.model_version == own || one.model_version == "next"));
        assert!(analyses[analyses.len() - 1].model_version == "next" && outcome("next").is_some());

        // damaged after its publication: the version in use stays, and the damaged one is not tried again
        publish(&registry, "broken").await;
        registry.promote("broken", now).await.expect("promoted");
        let key = format!("{prefix}versions/broken/model.safetensors");
        store.put(&key, "application/octet-stream", Bytes::from_static(b"damaged")).await.expect("stored");
        updater.update().await;
        assert_eq!((analyzer.version().as_str(), updater.refused.as_deref()), ("next", Some("broken")));
        updater.update().await;
        assert_eq!(analyzer.version(), "next");
        // a worker that starts now has no previous version: it installs the one that was deployed before
        let fresh = Arc::new(Analyzer::start(WeightsSource::Embedded, 1, 4).expect("the networks"));
        let mut started = ModelUpdater::new(registry.clone(), Arc::clone(&fresh));
        started.start().await;
        assert_eq!((fresh.version().as_str(), started.in_use.as_deref()), ("next", Some("next")));
        // rolled back twice, to the built-in version
        registry.roll_back(now).await.expect("rolled back");
        registry.roll_back(now).await.expect("rolled back");
        updater.update().await;
        assert_eq!((analyzer.version(), &updater.refused), (own, &None));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn worker_is_behind_until_it_has_the_version() {
        let recorder = PrometheusBuilder::new().build_recorder();
        let _guard = metrics::set_default_local_recorder(&recorder);
        let behind = |value: u8| recorder.handle().render().contains(&format!("model_behind {value}\n"));
        let (store, prefix) = (store(), format!("{}/", testing::key_prefix()));
        let registry = ModelRegistry::with_prefix(store.clone(), &prefix);
        let analyzer = Arc::new(Analyzer::start(WeightsSource::Embedded, 1, 4).expect("the networks"));
        let mut updater = ModelUpdater::new(registry.clone(), analyzer);
        publish(&registry, "next").await;
        registry.promote("next", DateTime::UNIX_EPOCH).await.expect("promoted");
        // a store that returns the pointer but not the version
        let segment = format!("{prefix}versions/next/model.safetensors");
        let bytes = store.get(&segment, 1 << 26).await.expect("published");
        store.put(&segment, "application/octet-stream", Bytes::from(vec![0; (64 << 20) + 1])).await.expect("stored");
        updater.update().await;
        assert!(behind(1), "{}", recorder.handle().render());
        // rolled back before it could be fetched
        registry.roll_back(DateTime::UNIX_EPOCH).await.expect("rolled back");
        updater.update().await;
        assert!(behind(0));
        store.put(&segment, "application/octet-stream", bytes).await.expect("stored");
        registry.promote("next", DateTime::UNIX_EPOCH).await.expect("promoted");
        updater.update().await;
        assert!(behind(0) && updater.in_use.as_deref() == Some("next"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn candidate_follows_the_registry() {
        let registry = ModelRegistry::with_prefix(store(), &format!("{}/", testing::key_prefix()));
        let analyzer = Arc::new(Analyzer::start(WeightsSource::Embedded, 1, 4).expect("the networks"));
        let mut updater = ModelUpdater::new(registry.clone(), Arc::clone(&analyzer));
        let candidate = updater.candidate();
        let version = || candidate.read().as_ref().map(|one| (one.analyzer.version(), one.share));
        publish(&registry, "bold").await;
        registry.shadow(Some(Shadow { version: "bold".to_owned(), share: 0.25 })).await.expect("set");
        updater.update().await;
        assert_eq!(version(), Some(("bold".to_owned(), 0.25)));
        assert_ne!(analyzer.version(), "bold", "patients see the deployed version");
        registry.shadow(None).await.expect("ended");
        updater.update().await;
        assert_eq!(version(), None);
    }
}
