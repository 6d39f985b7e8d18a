//! Runs the network for a service, on dedicated threads behind a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use parking_lot::{Mutex, RwLock};

use crate::error::{AnalysisError, Overloaded, WeightsError};
use crate::pipeline::TonguePipeline;
use crate::release::{Bundle, CONFIG, MANIFEST, Manifest, WEIGHTS};
use crate::result::{Analysis, Outcome, Square};
use crate::synth;

/// How often a directory of weights is checked for a new version.
const WATCH_PERIOD: Duration = Duration::from_secs(2);

/// The source of the weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WeightsSource {
    /// The weights that were compiled in.
    Embedded,
    /// A directory with `manifest.json` and the weights, which is watched and reloaded when a file changes.
    Directory(PathBuf),
}

type Callback = Box<dyn FnOnce(Result<Analysis, AnalysisError>) + Send>;

struct Task {
    bytes: Vec<u8>,
    crop: Option<Square>,
    callback: Callback,
}

/// The version in use, and the last known state of its source.
struct Weights {
    source: WeightsSource,
    pipeline: RwLock<Arc<TonguePipeline>>,
    last_modified: Mutex<ModifiedTimes>,
}

/// Modification time of each file of a weights directory.
type ModifiedTimes = [Option<SystemTime>; 3];

impl Weights {
    fn current(&self) -> Arc<TonguePipeline> {
        Arc::clone(&self.pipeline.read())
    }

    fn reload_if_changed(&self) -> Result<bool, WeightsError> {
        let WeightsSource::Directory(dir) = &self.source else { return Ok(false) };
        let mut last_modified = self.last_modified.lock();
        let now = read_modified_times(dir);
        if now.contains(&None) || now == *last_modified {
            return Ok(false);
        }
        // recorded before the attempt: a broken version is rejected once, not every two seconds; files that are copied
        // one by one are tried again with the last of them
        *last_modified = now;
        let pipeline = load(&self.source)?;
        *self.pipeline.write() = Arc::new(pipeline);
        Ok(true)
    }
}

/// Loads the weights, builds the networks and runs the self-test.
fn load(source: &WeightsSource) -> Result<TonguePipeline, WeightsError> {
    load_and_self_test(&match source {
        WeightsSource::Embedded => Bundle::embedded()?,
        WeightsSource::Directory(dir) => Bundle::open(dir)?,
    })
}

/// Builds a version's networks and runs them on a drawn tongue, which every version must find.
///
/// # Errors
/// Fails when the networks cannot be built or find no tongue.
pub fn load_and_self_test(bundle: &Bundle) -> Result<TonguePipeline, WeightsError> {
    let pipeline = TonguePipeline::new(bundle)?;
    let (photo, _) = synth::photo(1, &synth::Options::default());
    match pipeline.read(&photo, None) {
        Ok(Analysis { outcome: Outcome::Reading(_), .. }) => Ok(pipeline),
        _ => Err(WeightsError::SelfTest(pipeline.version().to_owned())),
    }
}

fn read_modified_times(dir: &Path) -> ModifiedTimes {
    [MANIFEST, CONFIG, WEIGHTS].map(|name| std::fs::metadata(dir.join(name)).and_then(|meta| meta.modified()).ok())
}

/// Analyzes pictures on dedicated threads.
///
/// Dropping it ends the threads after the queued pictures are done.
pub struct Analyzer {
    tasks: SyncSender<Task>,
    weights: Arc<Weights>,
}

impl Analyzer {
    /// Loads the weights, runs the self-test, which also warms them up, and starts `threads` threads with a queue of
    /// `queue_len` pictures. It is ready when this returns.
    ///
    /// # Errors
    /// Fails when the weights cannot be used or a thread cannot be started.
    pub fn start(source: WeightsSource, threads: usize, queue_len: usize) -> Result<Self, WeightsError> {
        let last_modified = match &source {
            WeightsSource::Embedded => ModifiedTimes::default(),
            WeightsSource::Directory(dir) => read_modified_times(dir),
        };
        let pipeline = RwLock::new(Arc::new(load(&source)?));
        Self::spawn(Weights { source, pipeline, last_modified: Mutex::new(last_modified) }, threads, queue_len)
    }

    /// Starts with a version that passed the self-test; see [`Analyzer::install`] for later ones.
    ///
    /// # Errors
    /// Fails when a thread cannot be started.
    pub fn from_pipeline(pipeline: TonguePipeline, threads: usize, queue_len: usize) -> Result<Self, WeightsError> {
        let pipeline = RwLock::new(Arc::new(pipeline));
        let weights = Weights { source: WeightsSource::Embedded, pipeline, last_modified: Mutex::default() };
        Self::spawn(weights, threads, queue_len)
    }

    fn spawn(weights: Weights, threads: usize, queue_len: usize) -> Result<Self, WeightsError> {
        let watched = matches!(weights.source, WeightsSource::Directory(_));
        let weights = Arc::new(weights);
        let (tasks, waiting) = sync_channel::<Task>(queue_len);
        let waiting = Arc::new(Mutex::new(waiting));
        let spawn = |name: String, run: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name).spawn(run).map(drop).map_err(WeightsError::Thread)
        };
        for i in 0..threads.max(1) {
            let (waiting, weights) = (Arc::clone(&waiting), Arc::clone(&weights));
            spawn(format!("analyzer-{i}"), Box::new(move || work(&waiting, &weights)))?;
        }
        if watched {
            let weights = Arc::downgrade(&weights);
            spawn("weights".into(), Box::new(move || watch(&weights)))?;
        }
        Ok(Self { tasks, weights })
    }

    /// Queues a picture; with `crop`, only that square of the upright picture is analyzed. `done` is called with the
    /// result on the analyzing thread and must not block.
    ///
    /// # Errors
    /// Fails at once when the queue is full; `done` is not called then.
    pub fn submit(
        &self,
        bytes: Vec<u8>,
        crop: Option<Square>,
        done: impl FnOnce(Result<Analysis, AnalysisError>) + Send + 'static,
    ) -> Result<(), Overloaded> {
        match self.tasks.try_send(Task { bytes, crop, callback: Box::new(done) }) {
            Ok(()) => Ok(()),
            // the threads outlive the sender, so "disconnected" cannot occur
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => Err(Overloaded),
        }
    }

    /// Version of the weights that the next picture will be analyzed with.
    #[must_use]
    pub fn version(&self) -> String {
        self.weights.current().version().to_owned()
    }

    /// Manifest of the version that the next picture will be analyzed with.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        self.weights.current().manifest().clone()
    }

    /// Installs a version that passed the self-test. Running analyses finish with the version that they started with.
    pub fn install(&self, pipeline: TonguePipeline) {
        *self.weights.pipeline.write() = Arc::new(pipeline);
    }

    /// Checks the directory now, and loads, tests and swaps the weights if a file changed. Returns whether they were
    /// swapped. The directory is also checked every 2 s. Unusable weights leave the current ones in place.
    ///
    /// # Errors
    /// Fails when the new weights are unusable.
    pub fn reload_if_changed(&self) -> Result<bool, WeightsError> {
        self.weights.reload_if_changed()
    }
}

fn work(waiting: &Mutex<Receiver<Task>>, weights: &Weights) {
    loop {
        let task = waiting.lock().recv();
        // the analyzer was dropped
        let Ok(Task { bytes, crop, callback }) = task else { return };
        // a picture keeps the version that it started with
        let pipeline = weights.current();
        let read = catch_unwind(AssertUnwindSafe(|| pipeline.read_bytes(&bytes, crop)));
        let delivered = catch_unwind(AssertUnwindSafe(|| callback(read.unwrap_or(Err(AnalysisError::Panicked)))));
        if delivered.is_err() {
            tracing::error!("the receiver of an analysis panicked");
        }
    }
}

/// Installs a new version when the files change. An unusable one is logged and ignored.
fn watch(weights: &Weak<Weights>) {
    loop {
        thread::sleep(WATCH_PERIOD);
        let Some(weights) = weights.upgrade() else { return };
        match weights.reload_if_changed() {
            Ok(true) => tracing::info!(version = weights.current().version(), "new weights are in use"),
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "new weights were refused; the old ones stay"),
        }
    }
}
