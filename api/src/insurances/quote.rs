//! `POST /patients/insurances/quote`

use axum::extract::State;
use axum::response::Json;
use domain::claim::ClaimOptions;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::draft::{check_offered, price_options};
use super::lines::QuoteBody;
use super::request::OptionsRequest;
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::JsonBody;
use crate::problem::{JsonProblems, Problem, SignedInProblems};

/// What to price.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QuoteRequest {
    /// The clinic. Options that it does not offer are refused.
    institution_id: Option<i64>,
    /// The options that decide the price.
    #[serde(flatten)]
    options: OptionsRequest,
}

/// A quote.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuoteResponse {
    /// The quote.
    quote: QuoteBody,
}

/// The current price of a claim with these options. The discount depends on the patient's earlier claim.
#[utoipa::path(
    post, path = "/patients/insurances/quote", tag = "insurances", operation_id = "quoteInsurance",
    request_body = QuoteRequest, security(("session" = [])),
    responses(
        (status = 200, body = QuoteResponse),
        SignedInProblems, JsonProblems,
        (status = 422, description = "validation, option_not_offered"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    JsonBody(QuoteRequest { institution_id, options: request }): JsonBody<QuoteRequest>,
) -> Result<Json<QuoteResponse>, Problem> {
    let options = ClaimOptions::parse(&request.input())?;
    let mut conn = patient.tenant.db.acquire().await?;
    let (prior, quote) = price_options(&app, &mut conn, patient.row.id, &options, request.prior_claim_id).await?;
    if let Some(clinic) = institution_id {
        check_offered(&mut conn, clinic.into(), &options).await?;
    }
    // clinic and insurer are compared when the claim is created
    let institution = prior.map_or_else(|| 0.into(), |prior| prior.institution);
    options.kind.check_prior(prior.as_ref(), institution, None)?;
    Ok(Json(QuoteResponse { quote: QuoteBody::new(&quote, locale) }))
}
