//! Tenants and their clinics.

pub mod institutions;
pub mod seals;
pub mod seed;
pub mod tenants;
