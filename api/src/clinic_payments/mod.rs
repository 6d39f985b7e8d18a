//! What comparisons with the payment provider found about a clinic's own orders, for who manages the clinic.

pub mod list;
pub mod put;
pub mod shape;
