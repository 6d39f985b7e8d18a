//! Analyses: applications, pictures and results.

pub mod agreements;
pub mod applications;
pub mod comment_snippets;
pub mod corrections;
pub mod deployed_model;
pub mod model_changes;
pub mod pictures;
pub mod results;
pub mod statistics;
pub mod tcis;
pub mod training;
pub mod uploads;
pub mod walk_in_links;
