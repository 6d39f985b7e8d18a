//! The languages of the product.

use crate::failure::codes;

codes! {
    /// A language of the product. Korean is the default.
    Locale {
        /// Korean.
        Ko = "ko",
        /// English.
        En = "en",
    }
}

impl Locale {
    /// The language that an `Accept-Language` header asks for most, or `default` when it asks for none that is spoken here.
    #[must_use]
    pub fn from_accept_language(header: Option<&str>, default: Self) -> Self {
        let mut best = (default, 0.0_f32);
        for range in header.unwrap_or_default().split(',') {
            let mut parts = range.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default();
            let primary = tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
            let weight = parts.find_map(|p| p.strip_prefix("q=")).map_or(Some(1.0), |q| q.trim().parse::<f32>().ok());
            let spoken = if primary == "*" { Some(default) } else { Self::from_code(&primary) };
            if let (Some(locale), Some(weight)) = (spoken, weight)
                && weight > best.1
                && weight <= 1.0
            {
                best = (locale, weight);
            }
        }
        best.0
    }
}
