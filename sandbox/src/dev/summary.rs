//! The addresses and accounts of a started product: for the person at the terminal, and as `dev.json` for scripts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::model_env::MODEL_ENV;

/// A demo patient.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Patient {
    /// The sign-in name.
    pub login_user_id: String,
    /// The password.
    pub password: String,
    /// The tenant's host, with the web app's port.
    pub host: String,
}

/// A demo member of a clinic's staff.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Staff {
    /// The sign-in name.
    pub login_id: String,
    /// The password.
    pub password: String,
    /// The clinic.
    pub institution_id: i64,
    /// The tenant's host, with the web app's port.
    pub host: String,
}

/// A demo operator.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Operator {
    /// The sign-in name.
    pub login_id: String,
    /// The password.
    pub password: String,
    /// `viewer`, `operator` or `admin`.
    pub role: String,
}

/// The demo hotel group.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hotel {
    /// The tenant's host, with the web app's port.
    pub host: String,
    /// The accounts.
    pub users: Vec<HotelUser>,
    /// The key of the partner's machines.
    pub api_key: ApiKey,
}

/// A demo account of the hotel group.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HotelUser {
    /// The sign-in name.
    pub login_id: String,
    /// The password.
    pub password: String,
    /// The role.
    pub role: String,
}

/// An API key, and the sensors for which it may post readings.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ApiKey {
    /// The key.
    pub key: String,
    /// The serial numbers.
    pub serials: Vec<String>,
}

/// The accounts that `fixtures load` prints.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Accounts {
    /// Patients.
    pub patients: Vec<Patient>,
    /// Staff.
    #[serde(default)]
    pub staff: Vec<Staff>,
    /// Operators.
    #[serde(default)]
    pub operators: Vec<Operator>,
    /// The hotel group.
    #[serde(default)]
    pub hotel: Option<Hotel>,
}

impl Accounts {
    /// Appends the web app's port to every host.
    pub fn add_port(&mut self, port: u16) {
        let hosts = self.patients.iter_mut().map(|patient| &mut patient.host);
        let hosts = hosts.chain(self.staff.iter_mut().map(|staff| &mut staff.host));
        for host in hosts.chain(self.hotel.iter_mut().map(|hotel| &mut hotel.host)) {
            let _ = write!(host, ":{port}");
        }
    }
}

/// The contents of `dev.json`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The web app.
    pub web: String,
    /// The api.
    pub api: String,
    /// The operators' pages.
    pub ops_web: String,
    /// The api's operations port.
    pub ops: String,
    /// The worker's operations port.
    pub worker_ops: String,
    /// The inbox.
    pub inbox: String,
    /// The bearer token of the operations ports.
    pub ops_token: String,
    /// The outside parties' addresses, by name.
    pub parties: BTreeMap<&'static str, String>,
    /// The demo accounts.
    #[serde(flatten)]
    pub accounts: Accounts,
}

impl Summary {
    /// Writes `dev.json` atomically.
    ///
    /// # Errors
    /// The directory cannot be written.
    pub fn write(&self, dir: &Path) -> Result<()> {
        let unfinished = dir.join("dev.json.new");
        std::fs::write(&unfinished, serde_json::to_string_pretty(self)? + "\n")?;
        Ok(std::fs::rename(unfinished, dir.join("dev.json"))?)
    }

    /// Formats the text for the terminal.
    #[must_use]
    pub fn text(&self, data: &Path) -> String {
        let rule = "─".repeat(78);
        let mut text = format!("\n{rule}\n  혀봄 is ready · 준비되었습니다\n\n");
        let mut row = |name: &str, value: &str| {
            let _ = writeln!(text, "  {name:<11} {value}");
        };
        row("open", &self.web);
        for patient in &self.accounts.patients {
            row("patient", &format!("http://{}   {} / {}", patient.host, patient.login_user_id, patient.password));
        }
        for staff in &self.accounts.staff {
            row("staff", &format!("http://{}/clinic   {} / {}", staff.host, staff.login_id, staff.password));
        }
        for operator in &self.accounts.operators {
            let Operator { login_id, password, role } = operator;
            row("operator", &format!("{}/ops   {login_id} / {password} ({role})", self.ops_web));
        }
        if let Some(hotel) = &self.accounts.hotel {
            for HotelUser { login_id, password, role } in &hotel.users {
                row("hotel", &format!("http://{}/hotel   {login_id} / {password} ({role})", hotel.host));
            }
        }
        row("inbox", &format!("{}   mail and text messages", self.inbox));
        row("parties", &format!("{}/parties   the outside parties that this machine emulates", self.inbox));
        row("operations", &format!("{}   /health /ready /metrics /queues /payments", self.ops));
        row("", &format!("Authorization: Bearer {}", self.ops_token));
        row(
            "model",
            &format!(". {}   then model list, promote, rollback, export, agreement", data.join(MODEL_ENV).display()),
        );
        row("logs", &data.join("logs").display().to_string());
        let _ = write!(text, "\n  Ctrl-C ends all of it; the data stays in {}.\n{rule}", data.display());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_has_the_documented_shape() -> Result<()> {
        let mut accounts: Accounts = serde_json::from_str(
            r#"{"patients":[{"loginUserId":"haneul01","password":"p","host":"bom.localhost"}],
                    "hotel":{"host":"hotel.localhost","users":[{"loginId":"admin001","password":"q","role":"super_admin"}],
                             "apiKey":{"key":"k","serials":["HB-1"]}}}"#,
        )?;
        accounts.add_port(8400);
        let address = |port: u16| format!("http://127.0.0.1:{port}");
        let summary = Summary {
            web: "http://localhost:8400".into(),
            api: address(8401),
            ops_web: "http://ops.localhost:8400".into(),
            ops: address(8402),
            worker_ops: address(8403),
            inbox: address(8405),
            ops_token: "t".into(),
            parties: BTreeMap::from([("juso", address(8409))]),
            accounts,
        };
        let dir = tempfile::tempdir()?;
        summary.write(dir.path())?;
        let written: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(dir.path().join("dev.json"))?)?;
        assert_eq!(
            written,
            serde_json::json!({
                "web": "http://localhost:8400", "api": "http://127.0.0.1:8401", "opsWeb": "http://ops.localhost:8400", "ops": "http://127.0.0.1:8402",
                "workerOps": "http://127.0.0.1:8403", "inbox": "http://127.0.0.1:8405", "opsToken": "t",
                "parties": { "juso": "http://127.0.0.1:8409" },
                "patients": [{ "loginUserId": "haneul01", "password": "p", "host": "bom.localhost:8400" }], "staff": [], "operators": [],
                "hotel": {
                    "host": "hotel.localhost:8400", "users": [{ "loginId": "admin001", "password": "q", "role": "super_admin" }],
                    "apiKey": { "key": "k", "serials": ["HB-1"] },
                },
            })
        );
        let text = summary.text(dir.path());
        assert!(text.contains("http://bom.localhost:8400   haneul01 / p"), "{text}");
        assert!(text.contains("http://hotel.localhost:8400/hotel   admin001 / q (super_admin)"), "{text}");
        Ok(())
    }
}
