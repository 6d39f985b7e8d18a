//! Passwords: Argon2id off the request threads, a few at a time.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{self, PasswordHasher as _, PasswordVerifier as _, SaltString};
use domain::{Password, PasswordHash};
use runtime::Random;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Semaphore;

use crate::problem::Problem;

/// Hashes and verifies. One run takes 19 MiB and some ten milliseconds of a core, so their number is bounded.
#[derive(Clone, Debug)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    random: Random,
    /// The hash of no password, verified against when there is no account, so that both cases take the same time.
    nobody: Arc<str>,
}

impl Passwords {
    /// Runs as many at a time as there are cores.
    ///
    /// # Panics
    /// When Argon2 refuses its own default parameters, which cannot be.
    #[must_use]
    pub fn new(random: Random) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let nobody = hash("", &random).expect("the default parameters are valid");
        Self { turns: Arc::new(Semaphore::new(cores)), random, nobody: nobody.into() }
    }

    /// The hash of a new password, in PHC form.
    ///
    /// # Errors
    /// An internal problem when hashing fails.
    pub async fn hash(&self, password: Password) -> Result<PasswordHash, Problem> {
        let random = self.random.clone();
        let hashed = self.run(move || hash(password.reveal(), &random)).await?;
        hashed.map(PasswordHash::new).map_err(|error| Problem::internal(error.to_string()))
    }

    /// Whether a password is that of a stored hash; without a stored hash it is not, after the same time.
    ///
    /// # Errors
    /// An internal problem when the work could not be run.
    pub async fn verify(&self, password: SecretString, stored: Option<&PasswordHash>) -> Result<bool, Problem> {
        let known = stored.is_some();
        let stored: Arc<str> = stored.map_or_else(|| self.nobody.clone(), |stored| stored.as_str().into());
        let right = self.run(move || {
            let parsed = password_hash::PasswordHash::new(&stored);
            parsed
                .is_ok_and(|hash| Argon2::default().verify_password(password.expose_secret().as_bytes(), &hash).is_ok())
        });
        Ok(right.await? && known)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(Problem::internal)?;
        let work = move || {
            // until the work is done, also when nobody waits for it any more: who hangs up frees no core
            let _turn = turn;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(Problem::internal)
    }
}

fn hash(password: &str, random: &Random) -> Result<String, password_hash::Error> {
    let salt = SaltString::encode_b64(&random.bytes::<16>())?;
    Ok(Argon2::default().hash_password(password.as_bytes(), &salt)?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_of_a_known_account_is_right() {
        let passwords = Passwords::new(Random::seeded(1));
        let stored = passwords.hash(Password::parse("abcd1234!").expect("a strong one")).await.expect("a hash");
        assert!(stored.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", stored.as_str());
        assert!(passwords.verify(SecretString::from("abcd1234!"), Some(&stored)).await.expect("verified"));
        assert!(!passwords.verify(SecretString::from("abcd1234"), Some(&stored)).await.expect("verified"));
        assert!(!passwords.verify(SecretString::from(""), None).await.expect("verified"));
        assert!(
            !passwords
                .verify(SecretString::from("x"), Some(&PasswordHash::new("not a hash".to_owned())))
                .await
                .expect("verified")
        );
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_caller_who_hangs_up_gives_the_turn_back_when_the_work_is_done() {
        let passwords = Passwords { turns: Arc::new(Semaphore::new(1)), ..Passwords::new(Random::seeded(1)) };
        let (release, held) = std::sync::mpsc::channel::<()>();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let runner = passwords.clone();
        let work = move || {
            let _ = begin.send(());
            let _ = held.recv();
        };
        let caller = tokio::spawn(async move { runner.run(work).await });
        begun.await.expect("begun");
        caller.abort();
        assert!(caller.await.is_err_and(|error| error.is_cancelled()));
        assert_eq!(passwords.turns.available_permits(), 0, "the core is still at work");
        drop(release);
        let turn = tokio::time::timeout(std::time::Duration::from_secs(5), passwords.turns.acquire());
        turn.await.expect("in time").expect("a turn");
    }
}
