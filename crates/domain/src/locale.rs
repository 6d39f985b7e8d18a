//! The languages of the product.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A language of the product. Korean is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Locale {
    /// Korean.
    Ko,
    /// English.
    En,
}

impl Locale {
    /// Returns the language that an `Accept-Language` header prefers, or `default` when the header names no supported language.
    #[must_use]
    pub fn from_accept_language(header: Option<&str>, default: Self) -> Self {
        let mut best = (default, 0.0_f32);
        for range in header.unwrap_or_default().split(',') {
            let mut parts = range.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default();
            let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
            let weight = parts.find_map(|p| p.strip_prefix("q=")).map_or(Some(1.0), |q| q.trim().parse::<f32>().ok());
            let supported = if primary == "*" { Some(default) } else { primary.parse().ok() };
            if let (Some(locale), Some(weight)) = (supported, weight)
                && weight > best.1
                && weight <= 1.0
            {
                best = (locale, weight);
            }
        }
        best.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Locale::{En, Ko};
    use super::*;

    #[test]
    fn preferred_supported_language_wins() {
        for (header, default, expected) in [
            (None, Ko, Ko),
            (None, En, En),
            (Some(""), En, En),
            (Some("ko"), En, Ko),
            (Some("en-US,en;q=0.9,ko;q=0.8"), Ko, En),
            (Some("ko-KR"), En, Ko),
            (Some("KO"), En, Ko),
            (Some("ja, en;q=0.4, ko;q=0.5"), En, Ko),
            (Some("fr, de"), En, En),
            (Some("*"), En, En),
            (Some("fr, *;q=0.5"), Ko, Ko),
            // the first of two equal ones
            (Some("en, ko"), Ko, En),
            (Some("en;q=0.5, ko;q=0.5"), Ko, En),
        ] {
            assert_eq!(Locale::from_accept_language(header, default), expected, "{header:?}");
        }
    }

    #[test]
    fn invalid_weights_are_ignored() {
        for header in ["en;q=0", "en;q=1.5", "en;q=x", "en;q=-1", "en;q=NaN", ";q=1", ",,,"] {
            assert_eq!(Locale::from_accept_language(Some(header), Ko), Ko, "{header}");
        }
    }

    proptest! {
        #[test]
        fn any_header_is_accepted(header in "\\PC{0,60}|[a-z,;=q0-9.* -]{0,60}") {
            let _ = Locale::from_accept_language(Some(&header), Ko);
        }
    }
}
