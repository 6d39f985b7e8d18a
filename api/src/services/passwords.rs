//! Password hashing: Argon2id in its own thread pool.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::{Error, Output, ParamsString, PasswordHash as Phc, SaltString};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use domain::password::spelling_variants;
use domain::{Password, PasswordHash};
use rayon::{ThreadPool, ThreadPoolBuilder};
use runtime::Random;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::oneshot;

use crate::problem::Problem;

/// The longest salt, in bytes. Ours have 16.
const MAX_SALT_BYTES: usize = 64;
/// A thread that is idle for one to two of these intervals frees its working memory.
const IDLE_INTERVAL: Duration = Duration::from_secs(5);

/// A thread's working memory, kept between consecutive runs, because allocating such large aligned blocks each time
/// fragments the heap by hundreds of megabytes.
#[derive(Default)]
pub struct Memory {
    blocks: Vec<Block>,
    is_idle: bool,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the content is derived from passwords
        f.debug_struct("Memory").field("blocks", &self.blocks.len()).finish_non_exhaustive()
    }
}

impl Memory {
    /// Returns this many blocks for a run.
    pub fn use_blocks(&mut self, count: usize) -> &mut [Block] {
        self.is_idle = false;
        self.blocks.resize(count, Block::default());
        &mut self.blocks
    }

    /// Frees the blocks if no run used them since the last call.
    pub fn release_idle(&mut self) {
        if self.is_idle {
            self.blocks = Vec::new();
        }
        self.is_idle = true;
    }

    /// Returns the number of blocks that are allocated.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.blocks.capacity()
    }
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Hashes and verifies passwords. One run takes 19 MiB and about ten milliseconds of a core; the pool bounds both.
#[derive(Clone, Debug)]
pub struct Passwords {
    pool: Arc<ThreadPool>,
    random: Random,
    /// The cost of new hashes.
    params: Params,
    /// The hash of an empty password, verified when there is no account so that both cases take the same time.
    dummy_hash: Arc<str>,
}

impl Passwords {
    /// Creates a pool with one thread for each core. New hashes have Argon2's default cost.
    ///
    /// # Panics
    /// When the threads cannot be started.
    #[must_use]
    pub fn new(random: Random) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_params(random, cores, Params::default())
    }

    /// Creates a pool with this many threads. New hashes have the cost of `params`.
    ///
    /// # Panics
    /// When the threads cannot be started.
    #[must_use]
    pub fn with_params(random: Random, threads: usize, params: Params) -> Self {
        let builder = ThreadPoolBuilder::new().num_threads(threads).thread_name(|number| format!("password-{number}"));
        // without a handler rayon aborts the process; with one, the caller sees a closed channel
        let builder = builder.panic_handler(|_| tracing::error!("a password thread panicked"));
        let pool = builder.build().expect("the threads start");
        let dummy_hash = pool.install(|| hash("", &random, &params)).expect("checked parameters are valid");
        Self { pool: Arc::new(pool), random, params, dummy_hash: dummy_hash.into() }
    }

    /// Hashes a new password into PHC format.
    ///
    /// # Errors
    /// An internal problem when hashing fails.
    pub async fn hash(&self, password: Password) -> Result<PasswordHash, Problem> {
        let (random, params) = (self.random.clone(), self.params.clone());
        let hashed = self.run(move || hash(password.reveal(), &random, &params)).await?;
        hashed.map(PasswordHash::new).map_err(|error| Problem::internal(error.to_string()))
    }

    /// Returns whether a password matches a stored hash, in any of its spellings. Without a stored hash the result is
    /// `false`, after the same time.
    ///
    /// # Errors
    /// An internal problem when the work could not be run.
    pub async fn verify(&self, password: SecretString, stored: Option<&PasswordHash>) -> Result<bool, Problem> {
        let has_account = stored.is_some();
        let stored: Arc<str> = stored.map_or_else(|| self.dummy_hash.clone(), |stored| stored.as_str().into());
        // a hash of an unknown format matches no password
        let matches = self.run(move || {
            spelling_variants(password.expose_secret())
                .iter()
                .any(|spelling| matches(spelling, &stored).unwrap_or(false))
        });
        Ok(matches.await? && has_account)
    }

    /// Frees the memory of idle threads periodically. Never returns.
    pub async fn release_idle_memory(self) {
        let mut ticks = tokio::time::interval(IDLE_INTERVAL);
        loop {
            ticks.tick().await;
            self.pool.spawn_broadcast(|_| MEMORY.with_borrow_mut(Memory::release_idle));
        }
    }

    /// Runs work on a thread of the pool, unless the caller goes away before it begins.
    ///
    /// # Errors
    /// An internal problem when the work panicked.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let (sender, receiver) = oneshot::channel();
        self.pool.spawn_fifo(move || {
            // skip the work when the request was dropped
            if !sender.is_closed() {
                let _ = sender.send(work());
            }
        });
        receiver.await.map_err(Problem::internal)
    }
}

fn hash(password: &str, random: &Random, params: &Params) -> Result<String, Error> {
    let salt = SaltString::encode_b64(&random.bytes::<16>())?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
    let hash = Phc {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(argon2.params())?,
        salt: Some(salt.as_salt()),
        hash: Some(digest(&argon2, password, &salt, Params::DEFAULT_OUTPUT_LEN)?),
    };
    Ok(hash.to_string())
}

/// Returns whether a password matches `stored`, in PHC format.
fn matches(password: &str, stored: &str) -> Result<bool, Error> {
    let stored = Phc::new(stored)?;
    let (salt, expected) = (stored.salt.ok_or(Error::Password)?, stored.hash.ok_or(Error::Password)?);
    let version = stored.version.map_or(Ok(Version::default()), Version::try_from)?;
    let argon2 = Argon2::new(stored.algorithm.try_into()?, version, Params::try_from(&stored)?);
    // comparing outputs takes constant time
    Ok(digest(&argon2, password, &SaltString::from_b64(salt.as_str())?, expected.len())? == expected)
}

fn digest(argon2: &Argon2<'_>, password: &str, salt: &SaltString, length: usize) -> Result<Output, Error> {
    let mut bytes = [0; MAX_SALT_BYTES];
    let salt = salt.decode_b64(&mut bytes)?;
    MEMORY.with_borrow_mut(|memory| {
        let blocks = memory.use_blocks(argon2.params().block_count());
        Output::init_with(length, |output| {
            Ok(argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, blocks)?)
        })
    })
}
