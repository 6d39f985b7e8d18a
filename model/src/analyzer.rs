//! Runs the network for a service: on its own threads behind a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, SystemTime};

use parking_lot::{Mutex, RwLock};

use crate::error::{AnalysisError, Overloaded, WeightsError};
use crate::pipeline::TonguePipeline;
use crate::release::{Bundle, CONFIG, MANIFEST, Manifest, WEIGHTS};
use crate::result::{Analysis, Outcome, Square};
use crate::synth;

/// How often a directory of weights is looked at for a new version.
const WATCH_PERIOD: Duration = Duration::from_secs(2);

/// Where the weights come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WeightsSource {
    /// The weights that were compiled in.
    Embedded,
    /// A directory with `manifest.json` and the weights; watched, and loaded again when one of them changes.
    Directory(PathBuf),
}

type Answer = Box<dyn FnOnce(Result<Analysis, AnalysisError>) + Send>;

struct Task {
    bytes: Vec<u8>,
    crop: Option<Square>,
    answer: Answer,
}

/// The version in use, and what was last seen of its source.
struct Weights {
    source: WeightsSource,
    pipeline: RwLock<Arc<TonguePipeline>>,
    seen: Mutex<Stamps>,
}

/// When each file of a directory of weights was last written.
type Stamps = [Option<SystemTime>; 3];

impl Weights {
    fn current(&self) -> Arc<TonguePipeline> {
        Arc::clone(&self.pipeline.read())
    }

    fn reload_if_changed(&self) -> Result<bool, WeightsError> {
        let WeightsSource::Directory(dir) = &self.source else { return Ok(false) };
        let mut seen = self.seen.lock();
        let now = stamps(dir);
        if now.contains(&None) || now == *seen {
            return Ok(false);
        }
        // noted before the try: a broken version is refused once, not every two seconds; files that are copied in one by
        // one are tried again with the last of them
        *seen = now;
        let pipeline = load(&self.source)?;
        *self.pipeline.write() = Arc::new(pipeline);
        Ok(true)
    }
}

/// Loads the weights, builds the networks and has them read a known picture.
fn load(source: &WeightsSource) -> Result<TonguePipeline, WeightsError> {
    load_and_self_test(&match source {
        WeightsSource::Embedded => Bundle::embedded()?,
        WeightsSource::Directory(dir) => Bundle::open(dir)?,
    })
}

/// Builds the networks of a version and has them read a drawn tongue, which every version must find.
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

fn stamps(dir: &Path) -> Stamps {
    [MANIFEST, CONFIG, WEIGHTS].map(|name| std::fs::metadata(dir.join(name)).and_then(|meta| meta.modified()).ok())
}

/// Reads pictures on threads of its own.
///
/// Dropping it ends the threads once the pictures that wait are answered.
pub struct Analyzer {
    tasks: SyncSender<Task>,
    weights: Arc<Weights>,
}

impl Analyzer {
    /// Loads the weights, tries them on a drawn tongue, which also warms them up, and starts `threads` threads with room
    /// for `queue_len` waiting pictures. Ready when it returns.
    ///
    /// # Errors
    /// Fails when the weights cannot be used or a thread cannot be started.
    pub fn start(source: WeightsSource, threads: usize, queue_len: usize) -> Result<Self, WeightsError> {
        let seen = match &source {
            WeightsSource::Embedded => Stamps::default(),
            WeightsSource::Directory(dir) => stamps(dir),
        };
        let pipeline = RwLock::new(Arc::new(load(&source)?));
        Self::spawn(Weights { source, pipeline, seen: Mutex::new(seen) }, threads, queue_len)
    }

    /// Reads with a version that was tried; see [`Analyzer::install`] for the next one.
    ///
    /// # Errors
    /// Fails when a thread cannot be started.
    pub fn from_pipeline(pipeline: TonguePipeline, threads: usize, queue_len: usize) -> Result<Self, WeightsError> {
        let pipeline = RwLock::new(Arc::new(pipeline));
        let weights = Weights { source: WeightsSource::Embedded, pipeline, seen: Mutex::default() };
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

    /// Queues a picture; with `crop`, only that square of the upright picture is analysed. `done` is called on the
    /// analysing thread with the answer and must not block.
    ///
    /// # Errors
    /// Fails at once when the queue is full; `done` is then not called.
    pub fn submit(
        &self,
        bytes: Vec<u8>,
        crop: Option<Square>,
        done: impl FnOnce(Result<Analysis, AnalysisError>) + Send + 'static,
    ) -> Result<(), Overloaded> {
        match self.tasks.try_send(Task { bytes, crop, answer: Box::new(done) }) {
            Ok(()) => Ok(()),
            // the threads outlive the sender, so that "disconnected" cannot come
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => Err(Overloaded),
        }
    }

    /// Queues a picture and waits for its answer.
    ///
    /// # Errors
    /// Fails when the queue is full, the square does not fit, or the network fails.
    pub fn analyze(&self, bytes: Vec<u8>, crop: Option<Square>) -> Result<Analysis, AnalysisError> {
        let (sender, receiver) = channel();
        self.submit(bytes, crop, move |answer| drop(sender.send(answer)))?;
        receiver.recv().unwrap_or(Err(AnalysisError::Panicked))
    }

    /// Version of the weights that read the next picture.
    #[must_use]
    pub fn version(&self) -> String {
        self.weights.current().version().to_owned()
    }

    /// What the version is that reads the next picture.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        self.weights.current().manifest().clone()
    }

    /// Takes up a version that was tried; pictures that are being read end with the one that they began with.
    pub fn install(&self, pipeline: TonguePipeline) {
        *self.weights.pipeline.write() = Arc::new(pipeline);
    }

    /// Looks at the directory now; loads, tries and swaps the weights when a file changed. True when they were swapped. A
    /// directory is also looked at every 2 s. Weights that cannot be used leave the present ones in place.
    ///
    /// # Errors
    /// Fails when the new weights cannot be used.
    pub fn reload_if_changed(&self) -> Result<bool, WeightsError> {
        self.weights.reload_if_changed()
    }
}

fn work(waiting: &Mutex<Receiver<Task>>, weights: &Weights) {
    loop {
        let task = waiting.lock().recv();
        // the analyzer is gone
        let Ok(Task { bytes, crop, answer }) = task else { return };
        // a picture keeps the version that it started with
        let pipeline = weights.current();
        let read = catch_unwind(AssertUnwindSafe(|| pipeline.read_bytes(&bytes, crop)));
        let delivered = catch_unwind(AssertUnwindSafe(|| answer(read.unwrap_or(Err(AnalysisError::Panicked)))));
        if delivered.is_err() {
            tracing::error!("the receiver of an analysis panicked");
        }
    }
}

/// Takes up a new version when the files change; one that cannot be used is reported and left alone.
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
