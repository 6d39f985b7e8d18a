//! `GET /patients/consents/withdrawal`

use axum::response::Json;
use chrono::{DateTime, Utc};
use db::withdrawal::{self, Endings};
use domain::{InvalidCode, Recipient};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::extract::Patient;
use crate::http::Query;
use crate::problem::{MalformedProblem, Problem, SignedInProblems, ValidationProblem};

/// The recipient whose consent would be withdrawn.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WithdrawalQuery {
    /// `clinic` or `insurer`.
    #[serde(default)]
    #[param(required = true, example = "clinic")]
    kind: String,
    /// The id of the clinic or insurer.
    #[serde(default)]
    #[param(required = true)]
    id: i64,
}

/// What ends with a consent or an account, and what goes on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndingsAnswer {
    /// The applications that are canceled.
    applications: Vec<EndingApplication>,
    /// The claims that are canceled.
    claims: Vec<EndingClaim>,
    /// The claims that go on, because their clinic started them.
    continuing_claims: Vec<EndingClaim>,
    /// The sum that goes back, whole won.
    refund: i64,
}

/// An application that is canceled.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndingApplication {
    /// Its id.
    id: i64,
    /// The clinic's name.
    institution: String,
    /// When it was made.
    created_at: DateTime<Utc>,
}

/// A claim.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndingClaim {
    /// Its id.
    id: i64,
    /// The clinic's name.
    institution: String,
    /// When it was made.
    created_at: DateTime<Utc>,
    /// What was paid for it, whole won.
    amount: i64,
}

impl From<Endings> for EndingsAnswer {
    fn from(endings: Endings) -> Self {
        let refund = endings.refund().get();
        let applications = endings.applications.into_iter().map(|row| EndingApplication {
            id: row.id.get(),
            institution: row.institution,
            created_at: row.created_at,
        });
        let (ending, continuing): (Vec<_>, Vec<_>) = endings.claims.into_iter().partition(|claim| claim.ends);
        let body = |row: withdrawal::EndingClaim| EndingClaim {
            id: row.id.get(),
            institution: row.institution,
            created_at: row.created_at,
            amount: row.paid.get(),
        };
        Self {
            applications: applications.collect(),
            claims: ending.into_iter().map(body).collect(),
            continuing_claims: continuing.into_iter().map(body).collect(),
            refund,
        }
    }
}

/// What the withdrawal of the consent to provide data to a recipient cancels, and what goes back of the money.
#[utoipa::path(
    get, path = "/patients/consents/withdrawal", tag = "consents", operation_id = "previewWithdrawal",
    security(("session" = [])), params(WithdrawalQuery),
    responses(
        (status = 200, body = EndingsAnswer),
        SignedInProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(patient: Patient, Query(query): Query<WithdrawalQuery>) -> Result<Json<EndingsAnswer>, Problem> {
    let recipient = Recipient::new(&query.kind, query.id);
    let recipient = recipient.ok_or_else(|| Problem::field("kind", InvalidCode::Unknown))?;
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(withdrawal::find_endings(&mut conn, patient.row.id, Some(recipient)).await?.into()))
}
