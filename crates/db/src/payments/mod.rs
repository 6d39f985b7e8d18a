//! Payments: orders, ledger, payouts and discrepancies.

pub mod ledger;
pub mod orders;
pub mod payment_accounts;
pub mod payment_discrepancies;
pub mod settlements;
