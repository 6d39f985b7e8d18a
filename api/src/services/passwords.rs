//! Password hashing: Argon2id in its own thread pool.

use std::cell::RefCell;
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
struct Memory {
    blocks: Vec<Block>,
    is_idle: bool,
}

impl Memory {
    /// Frees the blocks if no run used them since the last call.
    fn release_idle(&mut self) {
        if self.is_idle {
            self.blocks = Vec::new();
        }
        self.is_idle = true;
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
    /// The hash of an empty password, verified when there is no account so that both cases take the same time.
    dummy_hash: Arc<str>,
}

impl Passwords {
    /// Creates a pool with one thread for each core.
    ///
    /// # Panics
    /// When the threads cannot be started.
    #[must_use]
    pub fn new(random: Random) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let builder = ThreadPoolBuilder::new().num_threads(cores).thread_name(|number| format!("password-{number}"));
        // without a handler rayon aborts the process; with one, the caller sees a closed channel
        let builder = builder.panic_handler(|_| tracing::error!("a password thread panicked"));
        let pool = builder.build().expect("the threads start");
        let dummy_hash = pool.install(|| hash("", &random)).expect("the default parameters are valid");
        Self { pool: Arc::new(pool), random, dummy_hash: dummy_hash.into() }
    }

    /// Hashes a new password into PHC format.
    ///
    /// # Errors
    /// An internal problem when hashing fails.
    pub async fn hash(&self, password: Password) -> Result<PasswordHash, Problem> {
        let random = self.random.clone();
        let hashed = self.run(move || hash(password.reveal(), &random)).await?;
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

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
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

fn hash(password: &str, random: &Random) -> Result<String, Error> {
    let salt = SaltString::encode_b64(&random.bytes::<16>())?;
    let argon2 = Argon2::default();
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
        memory.is_idle = false;
        memory.blocks.resize(argon2.params().block_count(), Block::default());
        Output::init_with(length, |output| {
            Ok(argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut memory.blocks)?)
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    #[tokio::test]
    async fn verify_accepts_only_the_matching_password() {
        let passwords = Passwords::new(Random::seeded(1));
        let stored = passwords.hash(Password::parse("tongue27!").expect("a strong one")).await.expect("a hash");
        assert!(stored.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", stored.as_str());
        // the crate's own verification accepts the hash
        let parsed = Phc::new(stored.as_str()).expect("PHC form");
        assert_eq!(Argon2::default().verify_password(b"tongue27!", &parsed), Ok(()));
        let salt = SaltString::from_b64("c29tZXNhbHQ").expect("a salt");
        let theirs = Argon2::default().hash_password(b"tongue27!", &salt).expect("a hash");
        let theirs = PasswordHash::new(theirs.to_string());
        assert!(passwords.verify(SecretString::from("tongue27!"), Some(&theirs)).await.expect("verified"));
        assert!(passwords.verify(SecretString::from("tongue27!"), Some(&stored)).await.expect("verified"));
        assert!(!passwords.verify(SecretString::from("tongue27"), Some(&stored)).await.expect("verified"));
        assert!(!passwords.verify(SecretString::from(""), None).await.expect("verified"));
        assert!(
            !passwords
                .verify(SecretString::from("x"), Some(&PasswordHash::new("not a hash".to_owned())))
                .await
                .expect("verified")
        );
    }

    #[tokio::test]
    async fn hash_of_another_spelling_still_matches() {
        // "혀봄" as jamo, as some keyboards send it
        let (composed, decomposed) = ("혀봄abc27!", "\u{1112}\u{1167}\u{1107}\u{1169}\u{11b7}abc27!");
        assert_ne!(composed, decomposed);
        let passwords = Passwords::new(Random::seeded(1));
        let hash_raw = |text: &str| {
            let salt = SaltString::from_b64("c29tZXNhbHQ").expect("a salt");
            PasswordHash::new(Argon2::default().hash_password(text.as_bytes(), &salt).expect("a hash").to_string())
        };
        for stored in [composed, decomposed] {
            let stored = hash_raw(stored);
            for typed in [composed, decomposed] {
                assert!(passwords.verify(SecretString::from(typed), Some(&stored)).await.expect("verified"));
            }
            assert!(!passwords.verify(SecretString::from("혀봄abd27!"), Some(&stored)).await.expect("verified"));
        }
    }

    #[test]
    fn idle_thread_gives_its_memory_back() {
        let blocks = || MEMORY.with_borrow(|memory| memory.blocks.capacity());
        let release = || MEMORY.with_borrow_mut(Memory::release_idle);
        hash("one", &Random::seeded(1)).expect("hashed");
        release();
        hash("two", &Random::seeded(1)).expect("hashed");
        release();
        assert!(blocks() >= Argon2::default().params().block_count(), "a busy thread keeps it");
        release();
        assert_eq!(blocks(), 0);
        hash("three", &Random::seeded(1)).expect("hashed again");
    }

    #[tokio::test]
    async fn dropped_request_is_not_hashed() {
        let one = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let passwords = Passwords { pool: Arc::new(one), ..Passwords::new(Random::seeded(1)) };
        let call = |work: Box<dyn FnOnce() -> u8 + Send>| {
            let passwords = passwords.clone();
            tokio::spawn(async move { passwords.run(work).await.expect("run") })
        };
        let (release, held) = std::sync::mpsc::channel::<()>();
        let (start, started) = oneshot::channel();
        let first = call(Box::new(move || {
            let _ = (start.send(()), held.recv());
            1
        }));
        started.await.expect("the first one runs");
        let ran = Arc::new(AtomicBool::new(false));
        let impatient = call(Box::new({
            let ran = ran.clone();
            move || u8::from(ran.swap(true, Ordering::SeqCst))
        }));
        let last = call(Box::new(|| 3));
        tokio::task::yield_now().await;
        impatient.abort();
        assert!(impatient.await.is_err_and(|error| error.is_cancelled()));
        assert!(!last.is_finished(), "the thread is still at work");
        drop(release);
        assert_eq!((first.await.expect("no panic"), last.await.expect("no panic")), (1, 3));
        assert!(!ran.load(Ordering::SeqCst), "nobody waited for it");
    }
}
