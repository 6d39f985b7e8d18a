//! Hashes of passwords, and the threads that make them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use api::services::passwords::{Memory, Passwords};
use argon2::password_hash::{PasswordHash as Phc, PasswordHasher as _, PasswordVerifier as _, SaltString};
use argon2::{Argon2, Params};
use domain::{Password, PasswordHash};
use runtime::Random;
use secrecy::SecretString;
use tokio::sync::oneshot;

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
    let argon2 = Argon2::default();
    let count = argon2.params().block_count();
    let hash = |memory: &mut Memory| {
        let blocks = memory.use_blocks(count);
        argon2.hash_password_into_with_memory(b"one", b"some salt", &mut [0; 32], blocks).expect("hashed");
    };
    let mut memory = Memory::default();
    hash(&mut memory);
    memory.release_idle();
    hash(&mut memory);
    memory.release_idle();
    assert!(memory.capacity() >= count, "a busy thread keeps it");
    memory.release_idle();
    assert_eq!(memory.capacity(), 0);
    hash(&mut memory);
}

#[tokio::test]
async fn dropped_request_is_not_hashed() {
    let passwords = Passwords::with_params(Random::seeded(1), 1, Params::default());
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
