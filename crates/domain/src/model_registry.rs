//! The registry of model versions as operators see it, and the changes that they request.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::deployed_model::ModelMetrics;
use crate::ids::OperatorId;

/// The contents of the registry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RegistryState {
    /// The deployed version; `None` means the built-in one.
    pub deployed: Option<String>,
    /// When it was deployed.
    pub since: Option<DateTime<Utc>>,
    /// The versions that were deployed before, the latest last; `None` means the built-in one.
    pub former: Vec<Option<String>>,
    /// The shadow run, if there is one.
    pub shadow: Option<ShadowRun>,
    /// The published versions.
    pub versions: Vec<PublishedVersion>,
}

/// A candidate that reads a share of the photos for comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShadowRun {
    /// The version.
    pub version: String,
    /// The share, 0 to 1.
    pub share: f64,
}

/// A published version.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PublishedVersion {
    /// The name.
    pub version: String,
    /// SHA-256 of the photos that it was measured on.
    pub data_hash: String,
    /// Its test results.
    pub figures: ModelMetrics,
    /// Why it should not replace the deployed version, if there is a reason.
    pub objection: Option<Objection>,
}

/// Why a version should not be deployed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objection {
    /// The stable name of the reason.
    pub code: String,
    /// The reason with its figures, in English.
    pub text: String,
}

/// A kind of change to the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ModelAction {
    /// Deploy a version.
    Promote,
    /// Start or end a shadow run.
    Shadow,
    /// Deploy the version before the deployed one again.
    Rollback,
}

/// The progress of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ModelChangeState {
    /// No worker has started it.
    Pending,
    /// A worker is checking or applying it.
    Running,
    /// It is done.
    Done,
    /// A check rejected it.
    Refused,
    /// The registry could not apply it.
    Failed,
}

/// A change that an operator requested.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelChange {
    /// The id.
    pub id: i64,
    /// The requested action.
    pub action: ModelAction,
    /// The version; for a rollback, the one that is rolled back.
    pub version: Option<String>,
    /// The share of the photos that a shadow run reads.
    pub share: Option<f32>,
    /// Whether a version is deployed despite an objection.
    pub forced: bool,
    /// Who requested it.
    pub operator: OperatorId,
    /// Why.
    pub reason: String,
    /// Its progress.
    pub state: ModelChangeState,
    /// Why it was refused or failed.
    pub detail: Option<String>,
    /// When it was requested.
    pub created_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}
