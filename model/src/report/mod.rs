//! Figures of a version as people read them: measured photo by photo, summed up with intervals, compared, drawn.

pub mod bootstrap;
pub mod card;
pub mod chart;
pub mod compare;
pub mod curves;
pub mod page;
pub mod photo;
pub mod sheet;
pub mod summary;
