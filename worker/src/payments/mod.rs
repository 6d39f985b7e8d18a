//! The payment jobs. Each queries the provider, whose state is authoritative, and settles our side accordingly.

mod compare_day;
mod compare_settlements;
mod context;
mod expire_drafts;
mod reconcile_order;
mod refund_order;
mod sweep_orders;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use context::PaymentContext;
use queue::JobHandlers;

/// Registers the payment jobs.
pub fn handlers(context: &Arc<PaymentContext>) -> JobHandlers {
    JobHandlers::new()
        .handle(context, reconcile_order::run)
        .handle_with_on_dead(context, refund_order::run, refund_order::on_dead)
        .handle(context, sweep_orders::run)
        .handle(context, expire_drafts::run)
        .handle(context, compare_day::run)
        .handle(context, compare_settlements::run)
}
