//! Verifications and their outcomes. A successful one is final; a failed one may be retried.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::Store;
use super::people::Person;
use crate::clock;
use crate::machine::random;

/// The outcome of a verification.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The window was opened.
    Ready,
    /// The person is verified.
    Verified(Box<Person>),
    /// The verification failed, with the carrier's code and the reason.
    Failed { code: &'static str, reason: &'static str },
}

/// One verification.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The id of the attempt, which changes each time the window opens.
    pub attempt: String,
    pub outcome: Outcome,
    custom_data: Option<String>,
    requested_at: DateTime<Utc>,
    changed_at: DateTime<Utc>,
}

impl Record {
    /// Returns whether the verification succeeded.
    pub(super) const fn is_verified(&self) -> bool {
        matches!(self.outcome, Outcome::Verified(_))
    }

    /// Returns the JSON for servers.
    pub(super) fn body(&self, id: &str, store: &Store) -> Value {
        let time = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
        let mut body = json!({
            "id": id,
            "channel": {
                "type": "TEST", "id": "channel-id-hyeobom-local", "key": store.channel, "name": "sandbox", "pgProvider": "KCP_V2",
                "pgMerchantId": "AO0QE",
            },
            "requestedCustomer": {},
            "requestedAt": time(self.requested_at),
            "updatedAt": time(self.changed_at),
            "statusChangedAt": time(self.changed_at),
            "version": "V2",
        });
        if let Some(data) = &self.custom_data {
            body["customData"] = json!(data);
        }
        match &self.outcome {
            Outcome::Ready => body["status"] = json!("READY"),
            Outcome::Verified(person) => {
                body["status"] = json!("VERIFIED");
                body["verifiedCustomer"] = person.body(store);
                body["verifiedAt"] = json!(time(self.changed_at));
                body["pgTxId"] = json!(self.attempt);
                body["pgRawResponse"] = json!("{}");
            }
            Outcome::Failed { code, reason } => {
                body["status"] = json!("FAILED");
                body["failure"] = json!({ "reason": reason, "pgCode": code, "pgMessage": reason });
                body["failedAt"] = json!(time(self.changed_at));
            }
        }
        body
    }
}

/// The verifications by the product's ids.
#[derive(Debug, Default)]
pub(super) struct Records(HashMap<String, Record>);

impl Records {
    pub(super) fn find(&self, id: &str) -> Option<&Record> {
        self.0.get(id)
    }

    /// Starts an attempt, unless the verification succeeded already.
    pub(super) fn open(&mut self, id: &str, custom_data: Option<String>) -> anyhow::Result<Record> {
        if let Some(verified) = self.0.get(id).filter(|record| record.is_verified()) {
            return Ok(verified.clone());
        }
        let attempt = random::hex(16)?;
        let now = clock::now();
        let requested_at = self.0.get(id).map_or(now, |record| record.requested_at);
        let record = Record { attempt, outcome: Outcome::Ready, custom_data, requested_at, changed_at: now };
        self.0.insert(id.to_owned(), record.clone());
        Ok(record)
    }

    /// Ends the attempt. Returns false if it is not the latest one, or the verification already succeeded.
    pub(super) fn close(&mut self, id: &str, attempt: &str, outcome: Outcome) -> bool {
        let Some(record) = self.0.get_mut(id).filter(|record| !record.is_verified() && record.attempt == attempt)
        else {
            return false;
        };
        (record.outcome, record.changed_at) = (outcome, clock::now());
        true
    }
}
