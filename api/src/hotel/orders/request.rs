//! The requested order, parsed and priced in one place for the quote and for the order.

use db::TenantConn;
use db::hotel::orders::{Line, NewLine};
use db::hotel::products;
use domain::hotel::HotelClient;
use domain::hotel::price::{MAX_BOXES, OrderPrice, PriceInput, price};
use domain::{HotelProductId, InvalidCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::hotel::HotelUser;
use crate::problem::Problem;

/// What a hotel orders.
#[derive(Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = HotelOrderRequest)]
pub struct OrderRequest {
    /// The hotel.
    #[schema(required)]
    hotel_id: i64,
    /// The products, each once.
    #[schema(required, min_items = 1, max_items = 50)]
    lines: Vec<LineRequest>,
    /// The total that the person saw, in won with VAT: an order at another price is refused. A quote ignores it.
    total: Option<i64>,
}

/// What is ordered of one product.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = HotelOrderLineRequest)]
pub struct LineRequest {
    /// The product.
    #[schema(required)]
    product_id: i64,
    /// The boxes.
    #[schema(required, minimum = 1, maximum = 1_000)]
    boxes: i32,
}

/// A priced request.
#[derive(Debug)]
pub struct PricedRequest {
    /// The hotel, in the caller's scope.
    pub hotel: HotelClient,
    /// The lines.
    pub lines: Vec<NewLine>,
    /// Their prices.
    pub price: OrderPrice,
}

impl OrderRequest {
    /// Finds hotel and products, and prices the order.
    pub(super) async fn price(&self, user: &HotelUser, conn: &mut TenantConn) -> Result<PricedRequest, Problem> {
        let hotel = user.hotel(conn, self.hotel_id.into()).await?;
        if !hotel.active {
            return Err(Problem::field("hotelId", InvalidCode::Unknown));
        }
        let ids: Vec<HotelProductId> = self.lines.iter().map(|line| line.product_id.into()).collect();
        let products = products::list_orderable(conn, &ids).await?;
        let mut lines: Vec<NewLine> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let refuse = |field, code| Problem::nested_field(format!("lines[{index}]."), field, code);
            if !(1..=MAX_BOXES).contains(&line.boxes) {
                return Err(refuse("boxes", InvalidCode::Range));
            }
            if lines.iter().any(|earlier| earlier.product.id.get() == line.product_id) {
                return Err(refuse("productId", InvalidCode::Used));
            }
            let product = products.iter().find(|product| product.id.get() == line.product_id);
            let product = product.ok_or_else(|| refuse("productId", InvalidCode::Unknown))?;
            lines.push(NewLine { product: product.clone(), boxes: line.boxes });
        }
        let inputs: Vec<PriceInput> = lines.iter().map(price_input).collect();
        let price = price(&inputs)?;
        Ok(PricedRequest { hotel, lines, price })
    }

    /// Checks that the person saw this price, unless the request has no total.
    pub(super) fn check_total(&self, price: &OrderPrice) -> Result<(), Problem> {
        match self.total {
            Some(seen) if seen != price.total.get() => Err(Problem::field("total", InvalidCode::Mismatch)),
            _ => Ok(()),
        }
    }
}

fn price_input(line: &NewLine) -> PriceInput {
    let spec = &line.product.spec;
    PriceInput {
        boxes: line.boxes,
        bottles_per_box: spec.bottles_per_box,
        bottle_ml: spec.bottle_ml,
        unit_price: spec.unit_price,
    }
}

impl PricedRequest {
    /// Returns the lines as the order will have them.
    pub(super) fn price_lines(&self) -> impl Iterator<Item = Line> {
        self.lines.iter().zip(&self.price.lines).map(|(line, price)| {
            let spec = &line.product.spec;
            Line {
                product_id: line.product.id,
                product_code: spec.code.clone(),
                product_name: spec.name.clone(),
                kind: spec.kind,
                fragrance: spec.fragrance.clone(),
                boxes: line.boxes,
                quantity: price.quantity,
                total_ml: price.total_ml,
                unit_price: spec.unit_price,
                amount: price.amount,
            }
        })
    }
}
