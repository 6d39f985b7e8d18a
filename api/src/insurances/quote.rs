//! `POST /patients/insurances/quote`

use axum::extract::State;
use axum::response::Json;
use domain::claim::{Options, Prior};
use serde::Serialize;
use utoipa::ToSchema;

use super::draft::priced;
use super::request::OptionsRequest;
use super::shape::QuoteBody;
use crate::App;
use crate::guard::Patient;
use crate::http::{Input, Language};
use crate::problem::{Problem, ProblemBody};

/// What it costs.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuoteAnswer {
    /// The quote.
    quote: QuoteBody,
}

/// What a claim with these choices costs today. The discount is decided here, by the patient's own earlier claim.
#[utoipa::path(
    post, path = "/patients/insurances/quote", tag = "insurances", operation_id = "quoteInsurance",
    request_body = OptionsRequest, security(("session" = [])),
    responses(
        (status = 200, body = QuoteAnswer),
        (status = 401, description = "unauthorized", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    patient: Patient,
    Language(locale): Language,
    Input(request): Input<OptionsRequest>,
) -> Result<Json<QuoteAnswer>, Problem> {
    let options = Options::parse(&request.input())?;
    let mut conn = patient.tenant.db.acquire().await?;
    let (prior, quote) = priced(&app, &mut conn, patient.row.id, (&options, request.prior_claim_id)).await?;
    // clinic and insurer are compared when the claim is made
    let institution = prior.map_or_else(|| 0.into(), |prior| prior.institution);
    Prior::allows(prior.as_ref(), options.kind, institution, None)?;
    Ok(Json(QuoteAnswer { quote: QuoteBody::of(&quote, locale) }))
}
