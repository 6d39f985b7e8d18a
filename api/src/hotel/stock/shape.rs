//! A stock in responses.

use db::hotel::stock::Stock;
use domain::hotel::order::HotelOrderState;
use domain::hotel::stock::holding_rate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::hotel::codes::OrderStateCode;
use crate::hotel::products::shape::ProductBody;

/// A hotel's stock of a product.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HotelStock)]
pub struct StockBody {
    /// The product.
    product: ProductBody,
    /// The capacity of the storeroom, in millilitres.
    capacity_ml: i64,
    /// The stock, in millilitres.
    ml: i64,
    /// The stock in percent of the capacity.
    holding_rate: i64,
    /// What was ordered in the last 30 days, in litres.
    monthly_order_litres: f64,
    /// The most advanced state of an open order; null without one.
    #[schema(required, value_type = Option<OrderStateCode>)]
    production_status: Option<&'static str>,
    /// The stock after the delivery of all open orders, in millilitres.
    ml_after_delivery: i64,
}

impl From<Stock> for StockBody {
    fn from(stock: Stock) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "millilitres of a month are exact in an f64")]
        let litres = stock.ordered_ml as f64 / 1_000.0;
        Self {
            product: stock.product.into(),
            capacity_ml: stock.capacity_ml,
            ml: stock.ml,
            holding_rate: holding_rate(stock.ml, stock.capacity_ml),
            monthly_order_litres: litres,
            production_status: stock.open_state.map(HotelOrderState::as_str),
            ml_after_delivery: stock.ml + stock.open_ml,
        }
    }
}
