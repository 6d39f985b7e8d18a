//! `POST /patients/insurances/quote`

use axum::extract::State;
use axum::response::Json;
use domain::claim::ClaimOptions;
use serde::Serialize;
use utoipa::ToSchema;

use super::draft::price_options;
use super::request::OptionsRequest;
use super::shape::QuoteBody;
use crate::App;
use crate::extract::{Language, Patient};
use crate::http::JsonBody;
use crate::problem::{JsonProblems, Problem, SignedInProblems, ValidationProblem};

/// A quote.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuoteAnswer {
    /// The quote.
    quote: QuoteBody,
}

/// The current price of a claim with these options. The discount depends on the patient's earlier claim.
#[utoipa::path(
    post, path = "/patients/insurances/quote", tag = "insurances", operation_id = "quoteInsurance",
    request_body = OptionsRequest, security(("session" = [])),
    responses(
        (status = 200, body = QuoteAnswer),
        SignedInProblems, JsonProblems, ValidationProblem,
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    JsonBody(request): JsonBody<OptionsRequest>,
) -> Result<Json<QuoteAnswer>, Problem> {
    let options = ClaimOptions::parse(&request.input())?;
    let mut conn = patient.tenant.db.acquire().await?;
    let (prior, quote) = price_options(&app, &mut conn, patient.row.id, &options, request.prior_claim_id).await?;
    // clinic and insurer are compared when the claim is created
    let institution = prior.map_or_else(|| 0.into(), |prior| prior.institution);
    options.kind.check_prior(prior.as_ref(), institution, None)?;
    Ok(Json(QuoteAnswer { quote: QuoteBody::new(&quote, locale) }))
}
