//! Readings of sensors. They are stored as they arrive, a job applies them to the states, and complete days are
//! aggregated.

mod days;
mod fold;
mod insert;

pub use days::{Day, drop_months, find_folded_to, fold_day, list_days, make_months, set_folded_to};
pub use fold::fold;
pub use insert::{Inserted, KnownSensor, NewReading, insert_batch, list_known};
