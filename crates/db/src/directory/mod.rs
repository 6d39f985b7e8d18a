//! Tenants and their clinics.

pub mod institutions;
pub mod seed;
pub mod tenants;
