//! The registry of model versions as operators see it, and the changes that they ask for.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::deployed_model::ModelMetrics;
use crate::ids::OperatorId;

/// What the registry holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RegistryState {
    /// The deployed version; none is the one that each program was built with.
    pub deployed: Option<String>,
    /// Since when.
    pub since: Option<DateTime<Utc>>,
    /// The versions that were deployed before, the latest last; none is the built-in one.
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
    /// What its tests found.
    pub figures: ModelMetrics,
    /// Why it should not be deployed in place of the deployed one.
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

/// What is asked for.
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

/// How far a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ModelChangeState {
    /// No worker has started.
    Pending,
    /// A worker is checking and doing it.
    Running,
    /// It is done.
    Done,
    /// The checks are against it.
    Refused,
    /// The registry did not do it.
    Failed,
}

/// A change that an operator asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelChange {
    /// The id.
    pub id: i64,
    /// What is asked for.
    pub action: ModelAction,
    /// The version; of a rollback the one that it takes back.
    pub version: Option<String>,
    /// The share of the photos of a shadow run.
    pub share: Option<f32>,
    /// Whether a version is deployed although there is an objection.
    pub forced: bool,
    /// Who asked for it.
    pub operator: OperatorId,
    /// Why.
    pub reason: String,
    /// How far it is.
    pub state: ModelChangeState,
    /// Why it was refused or failed.
    pub detail: Option<String>,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}
