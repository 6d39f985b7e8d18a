//! The products that hotels order.

use chrono::{DateTime, Utc};
use domain::hotel::product::{ProductSpec, ProductType};
use domain::{HotelProductId, Krw};

use crate::{Error, Result, TenantConn, column, is_unique_violation};

/// A product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// The id.
    pub id: HotelProductId,
    /// The product's properties.
    pub spec: ProductSpec,
    /// Whether it can be ordered.
    pub active: bool,
}

/// A product as other rows refer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductName {
    /// The id.
    pub id: HotelProductId,
    /// The product code.
    pub code: String,
    /// The name.
    pub name: String,
    /// The type.
    pub kind: ProductType,
    /// The fragrance.
    pub fragrance: String,
}

impl From<Product> for ProductName {
    fn from(product: Product) -> Self {
        let ProductSpec { code, kind, name, fragrance, .. } = product.spec;
        Self { id: product.id, code, name, kind, fragrance }
    }
}

/// Why a product was not inserted or changed.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another product of the tenant has the code. The transaction has failed and must be dropped.
    #[error("the code is taken")]
    CodeTaken,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] Error),
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        if is_unique_violation(&error, "hotel_products_code") { Self::CodeTaken } else { Self::Db(error.into()) }
    }
}

/// The columns of a product.
pub(super) struct Row {
    pub id: i64,
    pub code: String,
    pub kind: String,
    pub name: String,
    pub fragrance: String,
    pub bottle_ml: i32,
    pub bottles_per_box: i32,
    pub unit_price: i64,
    pub active: bool,
}

impl TryFrom<Row> for Product {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: HotelProductId::new(row.id),
            spec: ProductSpec {
                code: row.code,
                kind: parse_type(row.id, &row.kind)?,
                name: row.name,
                fragrance: row.fragrance,
                bottle_ml: row.bottle_ml,
                bottles_per_box: row.bottles_per_box,
                unit_price: Krw::new(row.unit_price),
            },
            active: row.active,
        })
    }
}

/// Parses the type of a product.
pub(super) fn parse_type(id: i64, kind: &str) -> Result<ProductType> {
    column("hotel_products", "type", id).check(kind.parse::<ProductType>())
}

/// Lists all products by type and name, those that cannot be ordered last.
pub async fn list(conn: &mut TenantConn) -> Result<Vec<Product>> {
    let rows = sqlx::query_as!(
        Row,
        "select id, code, type as kind, name, fragrance, bottle_ml, bottles_per_box, unit_price, active
         from hotel_products order by not active, type, name, id"
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Product::try_from).collect()
}

/// Finds the products with these ids that can be ordered.
pub async fn list_orderable(conn: &mut TenantConn, ids: &[HotelProductId]) -> Result<Vec<Product>> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let rows = sqlx::query_as!(
        Row,
        "select id, code, type as kind, name, fragrance, bottle_ml, bottles_per_box, unit_price, active
         from hotel_products where id = any($1) and active",
        &ids
    )
    .fetch_all(conn.connection())
    .await?;
    rows.into_iter().map(Product::try_from).collect()
}

/// Returns whether there is a product with this id.
pub async fn exists(conn: &mut TenantConn, id: HotelProductId) -> Result<bool> {
    let found =
        sqlx::query_scalar!(r#"select exists (select from hotel_products where id = $1) as "found!""#, id.get())
            .fetch_one(conn.connection())
            .await?;
    Ok(found)
}

/// Inserts a product.
///
/// # Errors
/// [`WriteError::CodeTaken`] when another product has the code.
pub async fn insert(
    conn: &mut TenantConn,
    spec: &ProductSpec,
    now: DateTime<Utc>,
) -> Result<HotelProductId, WriteError> {
    let id = sqlx::query_scalar!(
        "insert into hotel_products (code, type, name, fragrance, bottle_ml, bottles_per_box, unit_price, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id",
        spec.code,
        spec.kind.as_str(),
        spec.name,
        spec.fragrance,
        spec.bottle_ml,
        spec.bottles_per_box,
        spec.unit_price.get(),
        now
    )
    .fetch_one(conn.connection())
    .await?;
    Ok(HotelProductId::new(id))
}

/// Changes a product. Existing orders keep their prices. Returns false when no product has this id.
///
/// # Errors
/// [`WriteError::CodeTaken`] when another product has the code.
pub async fn set(
    conn: &mut TenantConn,
    id: HotelProductId,
    spec: &ProductSpec,
    active: bool,
) -> Result<bool, WriteError> {
    let done = sqlx::query!(
        "update hotel_products
         set code = $2, type = $3, name = $4, fragrance = $5, bottle_ml = $6, bottles_per_box = $7, unit_price = $8, active = $9
         where id = $1",
        id.get(),
        spec.code,
        spec.kind.as_str(),
        spec.name,
        spec.fragrance,
        spec.bottle_ml,
        spec.bottles_per_box,
        spec.unit_price.get(),
        active
    )
    .execute(conn.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
