//! `GET /patients/addresses`

use axum::extract::State;
use axum::response::Json;
use domain::InvalidCode;
use partners::address::{Address, AddressError, sanitize_keyword};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::extract::Tenant;
use crate::http::{ClientAddress, Query};
use crate::problem::{Code, MalformedProblem, Problem, PublicProblems, RateLimitProblem, ValidationProblem};
use crate::services::limiter::ADDRESSES_ADDRESS;

/// The minimum length of a keyword, as the address service requires.
const MIN_KEYWORD_CHARS: usize = 2;
/// The longest keyword.
const MAX_KEYWORD_CHARS: usize = 80;

/// The search.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AddressesQuery {
    /// Part of an address: a road, a building, a lot. Characters that the address service rejects are removed.
    #[serde(default)]
    #[param(required, min_length = 2, max_length = 80, example = "세종대로 175")]
    q: String,
}

/// Addresses.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressesResponse {
    /// The best matches, at most 50.
    addresses: Vec<AddressBody>,
}

/// An address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Address)]
pub struct AddressBody {
    /// The postcode.
    #[schema(example = "03172")]
    zipcode: String,
    /// By road and building.
    #[schema(example = "서울특별시 종로구 세종대로 175 (세종로)")]
    road_address: String,
    /// By district and lot.
    #[schema(example = "서울특별시 종로구 세종로 81-3 세종문화회관")]
    jibun_address: String,
}

impl From<Address> for AddressBody {
    fn from(address: Address) -> Self {
        Self { zipcode: address.zipcode, road_address: address.road, jibun_address: address.jibun }
    }
}

/// Searches Korean addresses.
#[utoipa::path(
    get, path = "/patients/addresses", tag = "addresses", operation_id = "listAddresses", params(AddressesQuery),
    responses(
        (status = 200, body = AddressesResponse),
        PublicProblems, MalformedProblem, ValidationProblem, RateLimitProblem,
        (status = 503, description = "address_search_unavailable, unavailable"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    _: Tenant,
    address: ClientAddress,
    Query(query): Query<AddressesQuery>,
) -> Result<Json<AddressesResponse>, Problem> {
    let keyword = sanitize_keyword(&query.q);
    match keyword.chars().count() {
        0 => return Err(Problem::field("q", InvalidCode::Required)),
        length if length < MIN_KEYWORD_CHARS => return Err(Problem::field("q", InvalidCode::Range)),
        length if length > MAX_KEYWORD_CHARS => return Err(Problem::field("q", InvalidCode::TooLong)),
        _ => {}
    }
    app.limiter.count(ADDRESSES_ADDRESS, &address.network()).await?;
    let found = app.parties.addresses.search(&keyword).await?;
    Ok(Json(AddressesResponse { addresses: found.into_iter().map(Into::into).collect() }))
}

impl From<AddressError> for Problem {
    fn from(error: AddressError) -> Self {
        match error {
            // too common, or digits only: a longer keyword is needed
            AddressError::Keyword { .. } => Self::field("q", InvalidCode::Range),
            AddressError::Unavailable(error) => Self::with_cause(Code::AddressSearchUnavailable, error),
        }
    }
}
