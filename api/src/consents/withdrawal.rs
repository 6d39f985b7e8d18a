//! `GET /patients/consents/withdrawal`

use axum::response::Json;
use chrono::{DateTime, Utc};
use db::withdrawal::{self, WithdrawalEffects};
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

/// What ends with a consent or an account, and what continues.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndingsResponse {
    /// The applications that are canceled.
    applications: Vec<EndingApplication>,
    /// The claims that are canceled.
    claims: Vec<EndingClaim>,
    /// The claims that continue: after a withdrawal those that their clinic started, after the deletion of the account
    /// those with issued or forwarded documents, which can then no longer be downloaded.
    continuing_claims: Vec<EndingClaim>,
    /// The claims whose payment is not complete. They are deleted; an amount that is paid anyway is refunded.
    unpaid_claims: Vec<EndingClaim>,
    /// The total refund, whole won.
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
    /// When it was created.
    created_at: DateTime<Utc>,
}

/// A claim.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndingClaim {
    /// Its id; that of the order, if the claim is not paid yet.
    id: i64,
    /// The clinic's name.
    institution: String,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// The paid amount, or the amount to pay, whole won.
    amount: i64,
}

impl From<WithdrawalEffects> for EndingsResponse {
    fn from(effects: WithdrawalEffects) -> Self {
        let refund = effects.refund().get();
        let applications = effects.applications.into_iter().map(|row| EndingApplication {
            id: row.id.get(),
            institution: row.institution,
            created_at: row.created_at,
        });
        let (ending, continuing): (Vec<_>, Vec<_>) = effects.claims.into_iter().partition(|claim| claim.ends);
        let body = |row: withdrawal::ClosingClaim| EndingClaim {
            id: row.id.get(),
            institution: row.institution,
            created_at: row.created_at,
            amount: row.paid.get(),
        };
        let unpaid = effects.payments.into_iter().map(|row| EndingClaim {
            id: row.id.get(),
            institution: row.institution,
            created_at: row.created_at,
            amount: row.amount.get(),
        });
        Self {
            unpaid_claims: unpaid.collect(),
            applications: applications.collect(),
            claims: ending.into_iter().map(body).collect(),
            continuing_claims: continuing.into_iter().map(body).collect(),
            refund,
        }
    }
}

/// What withdrawing the consent to provide data to a recipient cancels, and the refund.
#[utoipa::path(
    get, path = "/patients/consents/withdrawal", tag = "consents", operation_id = "previewWithdrawal",
    security(("session" = [])), params(WithdrawalQuery),
    responses(
        (status = 200, body = EndingsResponse),
        SignedInProblems, MalformedProblem, ValidationProblem,
    )
)]
pub async fn handle(patient: Patient, Query(query): Query<WithdrawalQuery>) -> Result<Json<EndingsResponse>, Problem> {
    let recipient = Recipient::new(&query.kind, query.id);
    let recipient = recipient.ok_or_else(|| Problem::field("kind", InvalidCode::Unknown))?;
    let mut conn = patient.tenant.db.acquire().await?;
    Ok(Json(withdrawal::find_effects(&mut conn, patient.row.id, Some(recipient)).await?.into()))
}
