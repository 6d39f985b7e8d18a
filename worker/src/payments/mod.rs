//! Jobs about money: each asks the provider what is true and brings our side to it.

mod cashier;
pub mod compare_day;
pub mod compare_settlements;
pub mod expire_drafts;
pub mod gauges;
pub mod reconcile_order;
pub mod refund_order;
pub mod sweep_orders;
#[cfg(test)]
mod tests;

pub use cashier::Cashier;
