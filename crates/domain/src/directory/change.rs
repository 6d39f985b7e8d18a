//! The fields that differ between two versions of settings.

/// The fields of settings as texts, for comparison and the audit. None of them is a secret.
pub trait Fields {
    /// Returns each field's name and text.
    fn fields(&self) -> Vec<(&'static str, String)>;
}

/// A field whose value differs from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// The field's name in the API.
    pub field: &'static str,
    /// The text before.
    pub before: String,
    /// The text now.
    pub after: String,
}

/// Returns the fields that differ. Both settings must have the same fields in the same order.
pub fn find_changes<T: Fields>(before: &T, after: &T) -> Vec<FieldChange> {
    let pairs = before.fields().into_iter().zip(after.fields());
    pairs
        .filter(|((_, before), (_, after))| before != after)
        .map(|((field, before), (_, after))| FieldChange { field, before, after })
        .collect()
}
