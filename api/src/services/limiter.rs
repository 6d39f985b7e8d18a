//! Rate limits: a counter for each rule and subject in a fixed window, kept in Redis so that all instances share it.
//!
//! While Redis is unreachable, each process counts alone: a limit that is looser by the number of instances is better
//! than sign-ins that fail.

use std::collections::HashMap;
use std::fmt::{Debug, Formatter};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use parking_lot::Mutex;
use queue::RedisConnection;
use redis::Script;
use redis::aio::ConnectionManagerConfig;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use crate::problem::Problem;

/// The timeout of Redis, after which this process counts alone.
const REDIS_TIMEOUT: Duration = Duration::from_millis(200);
/// The timeout of one response. A connection that exceeds it is replaced, so it must be shorter than [`REDIS_TIMEOUT`].
const RESPONSE_TIMEOUT: Duration = Duration::from_millis(150);
/// The pause before Redis is tried again after a failure.
const REDIS_RETRY_DELAY: Duration = Duration::from_secs(1);
/// The number of local counters at which expired ones are dropped.
const MAX_LOCAL_COUNTERS: usize = 100_000;

/// At most `limit` attempts of a subject in a window.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The rule's name, part of the key.
    pub name: &'static str,
    /// The attempts that are allowed.
    pub limit: u32,
    /// The window.
    pub window: Duration,
}

/// Sign-in attempts of one account in one browser where it signed in before.
pub const LOGIN_DEVICE: Rule = Rule { name: "login-device", limit: 10, window: Duration::from_mins(5) };
/// Sign-in attempts of one account from one address, in browsers where the account did not sign in before.
pub const LOGIN_ACCOUNT_ADDRESS: Rule =
    Rule { name: "login-account-address", limit: 10, window: Duration::from_mins(5) };
/// Failed sign-in attempts of one account from all addresses, in browsers where it did not sign in before. The limit is
/// higher than that of one address.
pub const LOGIN_ACCOUNT: Rule = Rule { name: "login-account", limit: 200, window: Duration::from_hours(1) };
/// Attempts of one signed-in patient to confirm to own the account.
pub const CONFIRM_PATIENT: Rule = Rule { name: "confirm-patient", limit: 10, window: Duration::from_mins(5) };
/// Sign-in attempts from one address, which many patients may share.
pub const LOGIN_ADDRESS: Rule = Rule { name: "login-address", limit: 300, window: Duration::from_mins(5) };
/// Sign-ups from one address.
pub const SIGNUP_ADDRESS: Rule = Rule { name: "signup-address", limit: 100, window: Duration::from_mins(10) };
/// Checks whether an ID is free, from one address.
pub const VALID_ID_ADDRESS: Rule = Rule { name: "valid-id-address", limit: 120, window: Duration::from_mins(1) };
/// Codes sent to one number, requested from one address.
pub const CODE_NUMBER_ADDRESS: Rule = Rule { name: "code-number-address", limit: 5, window: Duration::from_hours(1) };
/// Codes sent to one number, requested from all addresses. It limits the messages that strangers can cause, and is higher
/// than the limit of one address, so that a stranger does not block the owner's codes.
pub const CODE_NUMBER: Rule = Rule { name: "code-number", limit: 30, window: Duration::from_hours(1) };
/// Codes requested from one address.
pub const CODE_ADDRESS: Rule = Rule { name: "code-address", limit: 100, window: Duration::from_hours(1) };
/// Codes entered from one address.
pub const VERIFY_ADDRESS: Rule = Rule { name: "verify-address", limit: 300, window: Duration::from_hours(1) };
/// Recoveries of IDs and passwords requested from one address.
pub const FIND_ADDRESS: Rule = Rule { name: "find-address", limit: 60, window: Duration::from_mins(10) };
/// Messages about a forgotten ID or password to one e-mail address or number, requested from one address.
pub const FIND_CONTACT_ADDRESS: Rule = Rule { name: "find-contact-address", limit: 5, window: Duration::from_hours(1) };
/// Messages about a forgotten ID or password to one e-mail address or number, requested from all addresses. It limits
/// the messages that strangers can cause.
pub const FIND_CONTACT: Rule = Rule { name: "find-contact", limit: 30, window: Duration::from_hours(1) };
/// Attempts from one address to name the e-mail address or number of one account.
pub const FIND_ACCOUNT_ADDRESS: Rule =
    Rule { name: "find-account-address", limit: 10, window: Duration::from_hours(1) };
/// Attempts from all addresses to name the e-mail address or number of one account.
pub const FIND_ACCOUNT: Rule = Rule { name: "find-account", limit: 100, window: Duration::from_hours(1) };
/// Links of a password reset opened or used from one address.
pub const RESET_ADDRESS: Rule = Rule { name: "reset-address", limit: 100, window: Duration::from_mins(10) };
/// Links to confirm an e-mail address, of one patient.
pub const EMAIL_PATIENT: Rule = Rule { name: "email-patient", limit: 5, window: Duration::from_hours(1) };
/// Attempts of one patient to change the name: by a verified identity, or by the answer to a clinic's request.
pub const NAME_PATIENT: Rule = Rule { name: "name-patient", limit: 20, window: Duration::from_hours(1) };
/// Names that clinics request for one account. Each request notifies the patient.
pub const NAME_REQUEST_PATIENT: Rule =
    Rule { name: "name-request-patient", limit: 10, window: Duration::from_hours(24) };
/// Data exports requested by one patient.
pub const EXPORT_PATIENT: Rule = Rule { name: "export-patient", limit: 3, window: Duration::from_hours(24) };
/// Download links of exports opened from one address.
pub const EXPORT_ADDRESS: Rule = Rule { name: "export-address", limit: 100, window: Duration::from_mins(10) };
/// Links of downloads that one patient requests.
pub const LINK_PATIENT: Rule = Rule { name: "link-patient", limit: 120, window: Duration::from_hours(1) };
/// Links of downloads opened from one address.
pub const LINK_ADDRESS: Rule = Rule { name: "link-address", limit: 100, window: Duration::from_mins(10) };
/// Address searches from one address.
pub const ADDRESSES_ADDRESS: Rule = Rule { name: "addresses-address", limit: 120, window: Duration::from_mins(1) };
/// Social sign-ins started from one address.
pub const SOCIAL_ADDRESS: Rule = Rule { name: "social-address", limit: 300, window: Duration::from_mins(10) };
/// Identity verifications started from one address.
pub const IDENTITY_ADDRESS: Rule = Rule { name: "identity-address", limit: 100, window: Duration::from_mins(10) };
/// Verification results requested from one address. Each may call the provider.
pub const IDENTITY_RESULT_ADDRESS: Rule =
    Rule { name: "identity-result-address", limit: 100, window: Duration::from_mins(10) };
/// Codes of a second factor that one staff account tries.
pub const STAFF_CODE: Rule = Rule { name: "staff-code", limit: 10, window: Duration::from_mins(5) };
/// Sign-in attempts of one staff account in one browser where it signed in before.
pub const STAFF_DEVICE: Rule = Rule { name: "staff-device", limit: 10, window: Duration::from_mins(5) };
/// Sign-in attempts of one staff account from one address, in browsers where it did not sign in before.
pub const STAFF_ACCOUNT_ADDRESS: Rule =
    Rule { name: "staff-account-address", limit: 10, window: Duration::from_mins(5) };
/// Failed sign-in attempts of one staff account from all addresses, in browsers where it did not sign in before.
pub const STAFF_ACCOUNT: Rule = Rule { name: "staff-account", limit: 200, window: Duration::from_hours(1) };
/// Sign-in attempts of staff from one address, which a clinic shares.
pub const STAFF_ADDRESS: Rule = Rule { name: "staff-address", limit: 100, window: Duration::from_mins(5) };
/// Codes of a second factor that one operator tries.
pub const OPERATOR_CODE: Rule = Rule { name: "operator-code", limit: 5, window: Duration::from_mins(5) };
/// Sign-in attempts of one operator from one address.
pub const OPERATOR_ACCOUNT_ADDRESS: Rule =
    Rule { name: "operator-account-address", limit: 10, window: Duration::from_mins(5) };
/// Failed sign-in attempts of one operator from all addresses.
pub const OPERATOR_ACCOUNT: Rule = Rule { name: "operator-account", limit: 200, window: Duration::from_hours(1) };
/// Sign-in attempts of operators from one address.
pub const OPERATOR_ADDRESS: Rule = Rule { name: "operator-address", limit: 30, window: Duration::from_mins(5) };
/// Sign-in attempts of one hotel account from one address.
pub const HOTEL_ACCOUNT_ADDRESS: Rule =
    Rule { name: "hotel-account-address", limit: 10, window: Duration::from_mins(5) };
/// Failed sign-in attempts of one hotel account from all addresses. The limit is higher than that of one address.
pub const HOTEL_ACCOUNT: Rule = Rule { name: "hotel-account", limit: 200, window: Duration::from_hours(1) };
/// Sign-in attempts of hotels' users from one address, which a hotel shares.
pub const HOTEL_ADDRESS: Rule = Rule { name: "hotel-address", limit: 100, window: Duration::from_mins(5) };
/// Batches of readings sent with one API key: three times what 10,000 sensors need for a reading a minute in batches of
/// 20.
pub const READINGS_KEY: Rule = Rule { name: "readings-key", limit: 1_500, window: Duration::from_mins(1) };
/// Opened invitations from one address, which a clinic's visitors share.
pub const INVITES_ADDRESS: Rule = Rule { name: "invites-address", limit: 600, window: Duration::from_mins(10) };
/// Clinic searches from one address.
pub const CLINICS_ADDRESS: Rule = Rule { name: "clinics-address", limit: 600, window: Duration::from_mins(1) };
/// Applications made by one patient.
pub const APPLICATION_PATIENT: Rule = Rule { name: "application-patient", limit: 60, window: Duration::from_hours(1) };
/// Unpaid claims made by one patient.
pub const CLAIM_PATIENT: Rule = Rule { name: "claim-patient", limit: 60, window: Duration::from_hours(1) };
/// Orders made by one patient.
pub const ORDER_PATIENT: Rule = Rule { name: "order-patient", limit: 60, window: Duration::from_hours(1) };
/// Payments started from one address, which many phones may share.
pub const CHECKOUT_ADDRESS: Rule = Rule { name: "checkout-address", limit: 600, window: Duration::from_mins(10) };
/// Payers returning from a provider, from one address.
pub const RETURN_ADDRESS: Rule = Rule { name: "return-address", limit: 600, window: Duration::from_mins(10) };
/// Webhooks from one address. A provider sends all of them from a few.
pub const WEBHOOK_ADDRESS: Rule = Rule { name: "webhook-address", limit: 6_000, window: Duration::from_mins(1) };
/// Attempts of one patient to accept an invitation.
pub const ACCEPT_PATIENT: Rule = Rule { name: "accept-patient", limit: 60, window: Duration::from_mins(10) };
/// Uploads requested by one staff account.
pub const UPLOAD_STAFF: Rule = Rule { name: "upload-staff", limit: 3_000, window: Duration::from_hours(1) };
/// Photos added, replaced and cropped by one patient. Each is copied and read by the network.
pub const PICTURE_PATIENT: Rule = Rule { name: "picture-patient", limit: 300, window: Duration::from_hours(1) };
/// Photos added by one staff account.
pub const PICTURE_STAFF: Rule = Rule { name: "picture-staff", limit: 3_000, window: Duration::from_hours(1) };
/// Uploads requested by one patient.
pub const UPLOAD_PATIENT: Rule = Rule { name: "upload-patient", limit: 3_000, window: Duration::from_hours(1) };
/// Reports that one patient downloads. Each decodes photos.
pub const REPORT_PATIENT: Rule = Rule { name: "report-patient", limit: 60, window: Duration::from_hours(1) };
/// Reports that one staff account downloads.
pub const REPORT_STAFF: Rule = Rule { name: "report-staff", limit: 600, window: Duration::from_hours(1) };

/// Decrements a counter, unless its window has ended.
static REFUND: LazyLock<Script> =
    LazyLock::new(|| Script::new("if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end"));

/// Counts attempts; cheap to clone.
#[derive(Clone)]
pub struct Limiter {
    redis: RedisConnection,
    script: Arc<Script>,
    prefix: Arc<str>,
    local: Arc<Mutex<LocalCounters>>,
}

#[derive(Default)]
struct LocalCounters {
    counters: HashMap<String, (u32, Instant)>,
    redis_paused_until: Option<Instant>,
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
            .set_response_timeout(Some(RESPONSE_TIMEOUT))
            .set_connection_timeout(Some(REDIS_TIMEOUT))
            .set_number_of_retries(1);
        let redis = RedisConnection::lazy(url, config)?;
        let script = Script::new(include_str!("limiter.lua"));
        Ok(Self { redis, script: script.into(), prefix: prefix.into(), local: Arc::default() })
    }

    /// Counts one attempt of a subject.
    ///
    /// # Errors
    /// [`Problem::too_many_requests`] when the limit is exceeded.
    pub async fn count(&self, rule: Rule, subject: &str) -> Result<(), Problem> {
        let key = self.key(rule, subject);
        let (count, left) = match self.count_shared(rule, &key).await {
            Some(counted) => counted,
            None => self.count_locally(rule, &key),
        };
        let is_exceeded = count > rule.limit;
        // incremented by 0, too, because a rate needs a value before the first refusal
        metrics::counter!(crate::metrics::RATE_LIMITED.name, "rule" => rule.name).increment(u64::from(is_exceeded));
        if is_exceeded {
            return Err(Problem::too_many_requests(left.as_secs() + 1));
        }
        Ok(())
    }

    /// Resets the counter of a subject after a success.
    pub async fn reset(&self, rule: Rule, subject: &str) {
        let key = self.key(rule, subject);
        self.local.lock().counters.remove(&key);
        if self.is_redis_paused() {
            return;
        }
        let mut redis = self.redis.clone();
        let mut command = redis::cmd("DEL");
        command.arg(&key);
        if !matches!(tokio::time::timeout(REDIS_TIMEOUT, command.query_async::<()>(&mut redis)).await, Ok(Ok(()))) {
            self.pause_redis();
        }
    }

    /// Takes one attempt of a subject back, because it succeeded.
    pub async fn refund(&self, rule: Rule, subject: &str) {
        let key = self.key(rule, subject);
        if let Some((count, _)) = self.local.lock().counters.get_mut(&key) {
            *count = count.saturating_sub(1);
        }
        if self.is_redis_paused() {
            return;
        }
        let mut redis = self.redis.clone();
        let invocation = REFUND.key(&key);
        if !matches!(tokio::time::timeout(REDIS_TIMEOUT, invocation.invoke_async::<()>(&mut redis)).await, Ok(Ok(()))) {
            self.pause_redis();
        }
    }

    /// Returns the key, which contains a hash of the subject, so that Redis stores no login IDs, numbers or addresses.
    fn key(&self, rule: Rule, subject: &str) -> String {
        let hash = Sha256::digest(subject);
        let short = u128::from_be_bytes(std::array::from_fn(|index| hash[index]));
        format!("{}rate:{}:{short:032x}", self.prefix, rule.name)
    }

    async fn count_shared(&self, rule: Rule, key: &str) -> Option<(u32, Duration)> {
        if self.is_redis_paused() {
            return None;
        }
        let mut redis = self.redis.clone();
        let milliseconds = u64::try_from(rule.window.as_millis()).unwrap_or(u64::MAX);
        let mut invocation = self.script.key(key);
        invocation.arg(milliseconds);
        match tokio::time::timeout(REDIS_TIMEOUT, invocation.invoke_async::<(u32, i64)>(&mut redis)).await {
            Ok(Ok((count, left))) => Some((count, Duration::from_millis(u64::try_from(left).unwrap_or(0)))),
            failed => {
                let error = failed.err().map_or_else(|| "refused".to_owned(), |elapsed| elapsed.to_string());
                tracing::warn!(error, "Redis is unreachable: counting attempts in this process");
                self.pause_redis();
                None
            }
        }
    }

    fn count_locally(&self, rule: Rule, key: &str) -> (u32, Duration) {
        let now = Instant::now();
        let mut local = self.local.lock();
        if local.counters.len() >= MAX_LOCAL_COUNTERS {
            local.counters.retain(|_, (_, ends)| *ends > now);
        }
        let (count, ends) = local.counters.entry(key.to_owned()).or_insert((0, now + rule.window));
        if *ends <= now {
            (*count, *ends) = (0, now + rule.window);
        }
        *count += 1;
        (*count, *ends - now)
    }

    fn is_redis_paused(&self) -> bool {
        self.local.lock().redis_paused_until.is_some_and(|until| Instant::now() < until)
    }

    fn pause_redis(&self) {
        self.local.lock().redis_paused_until = Some(Instant::now() + REDIS_RETRY_DELAY);
    }
}
