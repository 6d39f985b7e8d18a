//! Readings of sensors. They are stored as they arrive, a job applies them to the states, and complete days are
//! aggregated.

mod days;
mod fold;
mod insert;

pub use days::{Day, create_partitions, drop_partitions, find_folded_to, fold_day, list_days, set_folded_to};
pub use fold::fold;
pub use insert::{InsertedReadings, KnownSensor, NewReading, insert_batch, list_known};
