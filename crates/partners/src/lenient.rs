//! Reading what a party may leave out: a field of a type that is not documented counts as left out, so that it costs nobody
//! the rest of the answer.

use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Deserializer};
use serde_json::Value;

/// A text, or a whole number as one: some send years so.
pub(crate) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => Some(text),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    })
}

/// Anything else, or what it is when it is missing.
pub(crate) fn or_default<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    Ok(serde_json::from_value(Value::deserialize(from)?).unwrap_or_default())
}
