//! Rate limits: a count per rule and subject in a fixed window, kept in Redis so that all instances share it.
//!
//! When Redis does not answer, this process counts alone: a limit that is looser by the number of instances is better
//! than nobody signing in.

use std::collections::HashMap;
use std::fmt::{Debug, Formatter};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redis::Script;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use crate::problem::Problem;

/// How long Redis may take before this process counts alone.
const PATIENCE: Duration = Duration::from_millis(200);
/// How long Redis is left alone after it failed.
const REST: Duration = Duration::from_secs(1);
/// How many counts this process keeps at most.
const LOCAL_LIMIT: usize = 100_000;

/// At most `limit` tries of a subject in a window.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The rule's name, part of the key.
    pub name: &'static str,
    /// The tries that are let through.
    pub limit: u32,
    /// The window.
    pub window: Duration,
}

/// Sign-in tries of one account.
pub const LOGIN_ACCOUNT: Rule = Rule { name: "login-account", limit: 10, window: Duration::from_mins(5) };
/// Sign-in tries from one address; many patients can share one.
pub const LOGIN_ADDRESS: Rule = Rule { name: "login-address", limit: 300, window: Duration::from_mins(5) };
/// Sign-ups from one address.
pub const SIGNUP_ADDRESS: Rule = Rule { name: "signup-address", limit: 100, window: Duration::from_mins(10) };
/// Looks at whether an ID is free, from one address.
pub const VALID_ID_ADDRESS: Rule = Rule { name: "valid-id-address", limit: 120, window: Duration::from_mins(1) };
/// Codes sent to one number.
pub const CODE_NUMBER: Rule = Rule { name: "code-number", limit: 5, window: Duration::from_hours(1) };
/// Codes asked for from one address.
pub const CODE_ADDRESS: Rule = Rule { name: "code-address", limit: 100, window: Duration::from_hours(1) };
/// Codes entered from one address.
pub const VERIFY_ADDRESS: Rule = Rule { name: "verify-address", limit: 300, window: Duration::from_hours(1) };
/// Forgotten IDs and passwords asked for from one address.
pub const FIND_ADDRESS: Rule = Rule { name: "find-address", limit: 60, window: Duration::from_mins(10) };
/// Messages about a forgotten ID or password to one e-mail address or number.
pub const FIND_CONTACT: Rule = Rule { name: "find-contact", limit: 5, window: Duration::from_hours(1) };
/// Tries to name the e-mail address or number of one account.
pub const FIND_ACCOUNT: Rule = Rule { name: "find-account", limit: 10, window: Duration::from_hours(1) };
/// Links of a password reset opened or used from one address.
pub const RESET_ADDRESS: Rule = Rule { name: "reset-address", limit: 100, window: Duration::from_mins(10) };
/// Files of one's own data asked for by one patient.
pub const EXPORT_PATIENT: Rule = Rule { name: "export-patient", limit: 3, window: Duration::from_hours(24) };
/// Links to such files opened from one address.
pub const EXPORT_ADDRESS: Rule = Rule { name: "export-address", limit: 100, window: Duration::from_mins(10) };
/// Address searches from one address.
pub const ADDRESSES_ADDRESS: Rule = Rule { name: "addresses-address", limit: 120, window: Duration::from_mins(1) };
/// Social sign-ins begun from one address.
pub const SOCIAL_ADDRESS: Rule = Rule { name: "social-address", limit: 300, window: Duration::from_mins(10) };
/// Verifications of identity begun from one address.
pub const IDENTITY_ADDRESS: Rule = Rule { name: "identity-address", limit: 100, window: Duration::from_mins(10) };
/// Results of such verifications asked for from one address; each may be a call of the provider.
pub const IDENTITY_RESULT_ADDRESS: Rule =
    Rule { name: "identity-result-address", limit: 100, window: Duration::from_mins(10) };
/// Sign-in tries of one account of a clinic's staff.
pub const STAFF_ACCOUNT: Rule = Rule { name: "staff-account", limit: 10, window: Duration::from_mins(5) };
/// Sign-in tries of staff from one address; a clinic shares one.
pub const STAFF_ADDRESS: Rule = Rule { name: "staff-address", limit: 100, window: Duration::from_mins(5) };
/// Clinic searches from one address.
pub const CLINICS_ADDRESS: Rule = Rule { name: "clinics-address", limit: 600, window: Duration::from_mins(1) };
/// Applications made by one patient.
pub const APPLICATION_PATIENT: Rule = Rule { name: "application-patient", limit: 60, window: Duration::from_hours(1) };
/// Invitations accepted, or tried to, by one patient.
pub const ACCEPT_PATIENT: Rule = Rule { name: "accept-patient", limit: 60, window: Duration::from_mins(10) };
/// Uploads asked for by one of a clinic's staff.
pub const UPLOAD_STAFF: Rule = Rule { name: "upload-staff", limit: 3_000, window: Duration::from_hours(1) };
/// Uploads asked for by one patient.
pub const UPLOAD_PATIENT: Rule = Rule { name: "upload-patient", limit: 3_000, window: Duration::from_hours(1) };

/// Counts tries.
#[derive(Clone)]
pub struct Limiter {
    redis: ConnectionManager,
    script: Arc<Script>,
    prefix: Arc<str>,
    local: Arc<Mutex<Local>>,
}

#[derive(Default)]
struct Local {
    counts: HashMap<String, (u32, Instant)>,
    redis_rests_until: Option<Instant>,
}

impl Debug for Limiter {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limiter").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

impl Limiter {
    /// Counts in the Redis at `url` under keys that begin with `prefix`. Nothing is sent yet.
    ///
    /// # Errors
    /// When `url` is not a Redis address.
    pub fn connect(url: &str, prefix: &str) -> Result<Self, redis::RedisError> {
        let config = ConnectionManagerConfig::new()
            .set_response_timeout(Some(PATIENCE))
            .set_connection_timeout(Some(PATIENCE))
            .set_number_of_retries(1);
        let redis = ConnectionManager::new_lazy_with_config(redis::Client::open(url)?, config)?;
        let script = Script::new(include_str!("limiter.lua"));
        Ok(Self { redis, script: script.into(), prefix: prefix.into(), local: Arc::default() })
    }

    /// Counts one try of a subject.
    ///
    /// # Errors
    /// [`Problem::too_many`] when it is one too many.
    pub async fn count(&self, rule: Rule, subject: &str) -> Result<(), Problem> {
        let key = self.key(rule, subject);
        let (count, left) = match self.count_shared(rule, &key).await {
            Some(counted) => counted,
            None => self.count_alone(rule, &key),
        };
        if count > rule.limit {
            metrics::counter!("rate_limited_total", "rule" => rule.name).increment(1);
            return Err(Problem::too_many(left.as_secs() + 1));
        }
        Ok(())
    }

    /// Forgets the tries of a subject: after a success they say nothing any more.
    pub async fn forget(&self, rule: Rule, subject: &str) {
        let key = self.key(rule, subject);
        self.lock().counts.remove(&key);
        if self.redis_rests() {
            return;
        }
        let mut redis = self.redis.clone();
        let mut command = redis::cmd("DEL");
        command.arg(&key);
        if !matches!(tokio::time::timeout(PATIENCE, command.query_async::<()>(&mut redis)).await, Ok(Ok(()))) {
            self.let_rest();
        }
    }

    /// The key holds a hash of the subject: login IDs, numbers and addresses are nobody's business in Redis.
    fn key(&self, rule: Rule, subject: &str) -> String {
        let hash = Sha256::digest(subject);
        let short = u128::from_be_bytes(std::array::from_fn(|index| hash[index]));
        format!("{}rate:{}:{short:032x}", self.prefix, rule.name)
    }

    async fn count_shared(&self, rule: Rule, key: &str) -> Option<(u32, Duration)> {
        if self.redis_rests() {
            return None;
        }
        let mut redis = self.redis.clone();
        let milliseconds = u64::try_from(rule.window.as_millis()).unwrap_or(u64::MAX);
        let mut invocation = self.script.key(key);
        invocation.arg(milliseconds);
        match tokio::time::timeout(PATIENCE, invocation.invoke_async::<(u32, i64)>(&mut redis)).await {
            Ok(Ok((count, left))) => Some((count, Duration::from_millis(u64::try_from(left).unwrap_or(0)))),
            failed => {
                let why = failed.err().map_or_else(|| "refused".to_owned(), |late| late.to_string());
                tracing::warn!(why, "Redis does not answer: counting tries in this process");
                self.let_rest();
                None
            }
        }
    }

    fn count_alone(&self, rule: Rule, key: &str) -> (u32, Duration) {
        let now = Instant::now();
        let mut local = self.lock();
        if local.counts.len() >= LOCAL_LIMIT {
            local.counts.retain(|_, (_, ends)| *ends > now);
        }
        let (count, ends) = local.counts.entry(key.to_owned()).or_insert((0, now + rule.window));
        if *ends <= now {
            (*count, *ends) = (0, now + rule.window);
        }
        *count += 1;
        (*count, *ends - now)
    }

    fn redis_rests(&self) -> bool {
        self.lock().redis_rests_until.is_some_and(|until| Instant::now() < until)
    }

    fn let_rest(&self) {
        self.lock().redis_rests_until = Some(Instant::now() + REST);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Local> {
        self.local.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule { name: "test", limit: 3, window: Duration::from_secs(2) };

    #[tokio::test]
    async fn without_redis_this_process_counts() {
        // nothing listens on the discard port
        let limiter = Limiter::connect("redis://127.0.0.1:9", "test:").expect("an address");
        for _ in 0..3 {
            limiter.count(RULE, "a").await.expect("within the limit");
        }
        let problem = limiter.count(RULE, "a").await.expect_err("one too many");
        assert!(problem.retry_after.is_some_and(|seconds| (1..=3).contains(&seconds)));
        limiter.count(RULE, "b").await.expect("another subject");
        limiter.forget(RULE, "a").await;
        limiter.count(RULE, "a").await.expect("forgotten");
        for _ in 0..5 {
            let _ = limiter.count(RULE, "a").await;
        }
        tokio::time::sleep(RULE.window).await;
        limiter.count(RULE, "a").await.expect("a new window");
    }
}
