//! What a clinic's staff saw and changed, for who manages the clinic: to be searched, and reviewed month by month.

pub mod list;
pub mod month;
pub mod months;
pub mod put_month;
pub mod shape;
