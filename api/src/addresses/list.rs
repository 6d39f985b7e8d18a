//! `GET /patients/addresses`

use axum::extract::State;
use axum::response::Json;
use domain::Code as Wrong;
use partners::address::{Address, AddressError, keyword};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::guard::Tenant;
use crate::guard::limiter::ADDRESSES_ADDRESS;
use crate::http::{ClientAddress, Query};
use crate::problem::{Code, Problem, ProblemBody};

/// The fewest characters that the service searches for.
const SHORTEST: usize = 2;
/// The most.
const LONGEST: usize = 80;

/// What to search for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AddressesQuery {
    /// Part of an address: a road, a building, a lot. What the address service takes for an attack is left out.
    #[serde(default)]
    #[param(required, min_length = 2, max_length = 80, example = "세종대로 175")]
    q: String,
}

/// Addresses.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddressesAnswer {
    /// The best fits, at most 50.
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

/// Korean addresses that fit a search.
#[utoipa::path(
    get, path = "/patients/addresses", tag = "addresses", operation_id = "listAddresses", params(AddressesQuery),
    responses(
        (status = 200, body = AddressesAnswer),
        (status = 422, description = "validation", body = ProblemBody, content_type = "application/problem+json"),
        (status = 429, description = "too_many_requests", body = ProblemBody, content_type = "application/problem+json"),
        (status = 503, description = "address_search_unavailable", body = ProblemBody, content_type = "application/problem+json"),
    )
)]
pub async fn handle(
    State(app): State<App>,
    _: Tenant,
    address: ClientAddress,
    Query(query): Query<AddressesQuery>,
) -> Result<Json<AddressesAnswer>, Problem> {
    let keyword = keyword(&query.q);
    match keyword.chars().count() {
        0 => return Err(Problem::field("q", Wrong::Required)),
        length if length < SHORTEST => return Err(Problem::field("q", Wrong::Range)),
        length if length > LONGEST => return Err(Problem::field("q", Wrong::TooLong)),
        _ => {}
    }
    app.limiter.count(ADDRESSES_ADDRESS, &address.0.to_string()).await?;
    let found = app.parties.addresses.search(&keyword).await?;
    Ok(Json(AddressesAnswer { addresses: found.into_iter().map(Into::into).collect() }))
}

impl From<AddressError> for Problem {
    fn from(error: AddressError) -> Self {
        match error {
            // too common, or digits alone: more of the address is needed
            AddressError::Keyword { .. } => Self::field("q", Wrong::Range),
            AddressError::Unavailable(outage) => Self::caused(Code::AddressSearchUnavailable, outage),
        }
    }
}
