//! A product in requests and responses.

use db::hotel::products::{Product, ProductName, WriteError};
use domain::InvalidCode;
use domain::hotel::product::{ProductInput, ProductSpec};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::hotel::codes::ProductTypeCode;
use crate::problem::Problem;

/// A product.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelProduct)]
pub struct ProductBody {
    /// The id.
    id: i64,
    /// The product code.
    #[schema(example = "SH-300")]
    code: String,
    /// The type.
    #[serde(rename = "type")]
    #[schema(value_type = ProductTypeCode)]
    kind: &'static str,
    /// The name.
    name: String,
    /// The fragrance.
    fragrance: String,
    /// The contents of a bottle, in millilitres.
    bottle_ml: i32,
    /// The bottles in a box.
    bottles_per_box: i32,
    /// The price of a box in won, without VAT.
    unit_price: i64,
    /// Whether it can be ordered.
    active: bool,
}

impl From<Product> for ProductBody {
    fn from(product: Product) -> Self {
        let spec = product.spec;
        Self {
            id: product.id.get(),
            code: spec.code,
            kind: spec.kind.as_str(),
            name: spec.name,
            fragrance: spec.fragrance,
            bottle_ml: spec.bottle_ml,
            bottles_per_box: spec.bottles_per_box,
            unit_price: spec.unit_price.get(),
            active: product.active,
        }
    }
}

/// A product as another object names it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = HotelProductName)]
pub struct ProductNameBody {
    /// The id.
    id: i64,
    /// The product code.
    code: String,
    /// The name.
    name: String,
    /// The type.
    #[serde(rename = "type")]
    #[schema(value_type = ProductTypeCode)]
    kind: &'static str,
    /// The fragrance.
    fragrance: String,
}

impl From<ProductName> for ProductNameBody {
    fn from(product: ProductName) -> Self {
        let ProductName { id, code, name, kind, fragrance } = product;
        Self { id: id.get(), code, name, kind: kind.as_str(), fragrance }
    }
}

/// The fields of a product.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = HotelProductRequest)]
pub struct ProductRequest {
    /// The product code: letters, digits and hyphens.
    #[schema(required, max_length = 20)]
    code: String,
    /// The type.
    #[serde(rename = "type")]
    #[schema(required, value_type = ProductTypeCode)]
    kind: String,
    /// The name.
    #[schema(required, max_length = 80)]
    name: String,
    /// The fragrance.
    #[schema(required, max_length = 80)]
    fragrance: String,
    /// The contents of a bottle, in millilitres.
    #[schema(required, minimum = 1, maximum = 20_000)]
    bottle_ml: i32,
    /// The bottles in a box.
    #[schema(required, minimum = 1, maximum = 1_000)]
    bottles_per_box: i32,
    /// The price of a box in won, without VAT.
    #[schema(required, minimum = 0, maximum = 100_000_000)]
    unit_price: i64,
}

impl ProductRequest {
    /// Parses the product.
    pub(super) fn parse(&self) -> Result<ProductSpec, Problem> {
        let input = ProductInput {
            code: &self.code,
            kind: &self.kind,
            name: &self.name,
            fragrance: &self.fragrance,
            bottle_ml: self.bottle_ml,
            bottles_per_box: self.bottles_per_box,
            unit_price: self.unit_price,
        };
        ProductSpec::parse(&input).map_err(Problem::validation)
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::CodeTaken => Self::field("code", InvalidCode::Taken),
            WriteError::Db(error) => error.into(),
        }
    }
}
