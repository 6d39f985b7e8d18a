//! Lenient deserialization: an optional field of an undocumented type counts as missing and does not invalidate the
//! response.

use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Deserializer};
use serde_json::Value;

/// Deserializes a text. A whole number becomes a text, since some parties send years as numbers; anything else becomes `None`.
pub(crate) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => Some(text),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    })
}

/// Deserializes a value. A value of another type becomes the default.
pub(crate) fn or_default<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    Ok(serde_json::from_value(Value::deserialize(from)?).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_accepts_whole_numbers() {
        for (value, expected) in [
            (json!("1990"), Some("1990")),
            (json!(""), Some("")),
            (json!(1990), Some("1990")),
            (json!(-1), None),
            (json!(1.5), None),
            (json!(true), None),
            (json!(["1990"]), None),
            (json!(null), None),
        ] {
            assert_eq!(text(&value).expect("any value").as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn other_type_becomes_default() {
        assert_eq!(or_default::<_, Option<bool>>(json!(true)).expect("any value"), Some(true));
        for value in [json!("true"), json!(1), json!(null), json!({})] {
            assert_eq!(or_default::<_, Option<bool>>(value.clone()).expect("any value"), None, "{value}");
        }
        assert_eq!(or_default::<_, String>(json!(3172)).expect("any value"), "");
    }
}
