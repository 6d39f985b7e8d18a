//! Readings of sensors: stored as they come, folded into states by a job, and into days when a day is complete.

mod days;
mod fold;
mod insert;

pub use days::{Day, drop_months, find_folded_to, fold_day, list_days, make_months, set_folded_to};
pub use fold::fold;
pub use insert::{Inserted, KnownSensor, NewReading, insert_batch, list_known};
