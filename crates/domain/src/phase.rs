//! The two analyses of an application.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// One of an application's two analyses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Phase {
    /// Before cleaning.
    Before,
    /// After cleaning.
    After,
}
