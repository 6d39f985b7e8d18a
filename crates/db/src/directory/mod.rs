//! Tenants and their clinics.

pub mod edit;
pub mod institutions;
pub mod seals;
pub mod seed;
pub mod tenants;
