//! Verifications and what became of them. One that succeeded stays as it is; one that failed may be tried again.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::Store;
use super::people::Person;
use crate::clock;
use crate::machine::random;

/// What became of a verification.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The window was opened.
    Ready,
    /// The person is known.
    Verified(Box<Person>),
    /// It failed, with the carrier's code and the reason.
    Failed(&'static str, &'static str),
}

/// One verification.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The attempt's id, another one each time the window opens.
    pub attempt: String,
    pub outcome: Outcome,
    custom_data: Option<String>,
    requested: DateTime<Utc>,
    changed: DateTime<Utc>,
}

impl Record {
    /// Whether it succeeded already.
    pub(super) const fn is_done(&self) -> bool {
        matches!(self.outcome, Outcome::Verified(_))
    }

    /// The body that servers get.
    pub(super) fn body(&self, id: &str, store: &Store) -> Value {
        let time = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
        let mut body = json!({
            "id": id,
            "channel": {
                "type": "TEST", "id": "channel-id-hyeobom-local", "key": store.channel, "name": "sandbox", "pgProvider": "KCP_V2",
                "pgMerchantId": "AO0QE",
            },
            "requestedCustomer": {},
            "requestedAt": time(self.requested),
            "updatedAt": time(self.changed),
            "statusChangedAt": time(self.changed),
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
                body["verifiedAt"] = json!(time(self.changed));
                body["pgTxId"] = json!(self.attempt);
                body["pgRawResponse"] = json!("{}");
            }
            Outcome::Failed(code, reason) => {
                body["status"] = json!("FAILED");
                body["failure"] = json!({ "reason": reason, "pgCode": code, "pgMessage": reason });
                body["failedAt"] = json!(time(self.changed));
            }
        }
        body
    }
}

/// All verifications, by the id that the product gave them.
#[derive(Debug, Default)]
pub(super) struct Records(HashMap<String, Record>);

impl Records {
    pub(super) fn find(&self, id: &str) -> Option<&Record> {
        self.0.get(id)
    }

    /// Begins an attempt, unless one succeeded already.
    pub(super) fn open(&mut self, id: &str, custom_data: Option<String>) -> anyhow::Result<Record> {
        if let Some(done) = self.0.get(id).filter(|record| record.is_done()) {
            return Ok(done.clone());
        }
        let attempt = random::hex(16)?;
        let now = clock::now();
        let requested = self.0.get(id).map_or(now, |record| record.requested);
        let record = Record { attempt, outcome: Outcome::Ready, custom_data, requested, changed: now };
        self.0.insert(id.to_owned(), record.clone());
        Ok(record)
    }

    /// Ends the attempt; false when it is not the last one, or one succeeded already.
    pub(super) fn close(&mut self, id: &str, attempt: &str, outcome: Outcome) -> bool {
        let Some(record) = self.0.get_mut(id).filter(|record| !record.is_done() && record.attempt == attempt) else {
            return false;
        };
        (record.outcome, record.changed) = (outcome, clock::now());
        true
    }
}
