//! Tenants.

use std::fmt;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::ids::TenantId;
use crate::locale::Locale;
use crate::payment::ProviderName;
use crate::validation::{Invalid, InvalidCode};

/// Which product a tenant's hosts serve. It never changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum TenantKind {
    /// Tongue analyses for patients and clinics.
    #[default]
    Dental,
    /// Amenity management for hotels.
    Hotel,
}

/// An operator of the product under its own name and hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    /// The id.
    pub id: TenantId,
    /// Whether people can sign in.
    pub active: bool,
    /// Which product its hosts serve.
    pub kind: TenantKind,
    /// A short stable name for logs and seeds, never shown to people.
    pub key: String,
    /// The product's name that patients see.
    pub name: String,
    /// The language of visitors who state none.
    pub default_locale: Locale,
    /// Its hosts in lower case, without ports. Links in messages lead to the first.
    pub hosts: Vec<String>,
    /// Where the TCI tile leads; `None` means this app's own pages.
    pub subsite_tci: Option<String>,
    /// Where the insurance tile leads; `None` means this app's own pages.
    pub subsite_chea: Option<String>,
    /// The company in the footer.
    pub company: Company,
    /// The home screen's banner.
    pub banner: Option<Banner>,
    /// The version of the banner's picture, which changes with the file; `None` without one.
    pub banner_picture: Option<String>,
    /// The main color of its pages; `None` means the product's own.
    pub brand_color: Option<BrandColor>,
    /// The logo in the header; `None` shows the name instead.
    pub logo: Option<Logo>,
    /// The sender of mails.
    pub mail_from: String,
    /// The sender of text messages, digits only.
    pub sms_from: String,
    /// Whether sign-up needs a verified identity.
    pub identity_required: bool,
    /// Whether claims require the whole resident number: only where a law allows the tenant to store it.
    pub resident_number_full: bool,
    /// The payment provider on phones; `None` means the same one as on other devices.
    pub mobile_provider: Option<ProviderName>,
}

/// The company behind a tenant, as the law requires it in the footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// The registered name.
    pub name: String,
    /// The legal representative.
    pub representative: String,
    /// The business registration number.
    pub registration_number: String,
    /// The registered address.
    pub address: String,
    /// The telephone number as shown.
    pub phone: String,
    /// The e-mail address as shown.
    pub email: String,
}

/// The home screen's banner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banner {
    /// The heading.
    pub title: String,
    /// The text.
    pub text: String,
    /// The link, opened in a new tab.
    pub link_url: String,
}

/// The metadata of a logo. The file is stored separately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logo {
    /// Changes with the file.
    pub version: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

impl Logo {
    /// Returns the logo whose PNG file has these two numbers in its header, in the order of the file.
    #[must_use]
    pub fn new(version: String, [w0, w1, w2, w3, h0, h1, h2, h3]: [u8; 8]) -> Self {
        Self { version, width: u32::from_be_bytes([w0, w1, w2, w3]), height: u32::from_be_bytes([h0, h1, h2, h3]) }
    }
}

/// A color on which white text can be read, and which can be read as text on its own light tint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrandColor([u8; 3]);

impl BrandColor {
    /// The contrast that WCAG 2.2 requires for text (level AA).
    pub const MIN_CONTRAST: f64 = 4.5;
    /// How much of the color is in its light tint; the rest is white.
    const TINT: f64 = 0.12;

    /// Parses `#rrggbb`.
    ///
    /// # Errors
    /// [`InvalidCode::Format`] for another form, [`InvalidCode::Range`] for a color that is too light.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Invalid> {
        let malformed = Invalid::new(field, InvalidCode::Format);
        let is_hex = |digits: &&str| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digits = text.strip_prefix('#').filter(is_hex).ok_or(malformed)?;
        let number = u32::from_str_radix(digits, 16).map_err(|_| malformed)?;
        let [_, red, green, blue] = number.to_be_bytes();
        let color = Self([red, green, blue]);
        if color.contrast_on_tint() < Self::MIN_CONTRAST {
            return Err(Invalid::new(field, InvalidCode::Range));
        }
        Ok(color)
    }

    /// Returns the contrast ratio of the color on its tint, which is lower than that on white.
    fn contrast_on_tint(self) -> f64 {
        let channels = self.0.map(f64::from);
        let tint = channels.map(|channel| (255.0 - channel).mul_add(-Self::TINT, 255.0));
        (luminance(tint) + 0.05) / (luminance(channels) + 0.05)
    }
}

impl fmt::Display for BrandColor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Returns the relative luminance of an sRGB color as WCAG 2.2 defines it.
fn luminance(channels: [f64; 3]) -> f64 {
    let [red, green, blue] = channels.map(|channel| {
        let part = channel / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126_f64.mul_add(red, 0.7152_f64.mul_add(green, 0.0722 * blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_colors_are_accepted() {
        for text in ["#17594a", "#12305e", "#000000", "#7A1F4D"] {
            let color = BrandColor::parse("color", text).expect(text);
            assert_eq!(color.to_string(), text.to_lowercase());
        }
    }

    #[test]
    fn light_colors_are_refused() {
        for text in ["#ffffff", "#7cf0c4", "#e2725f", "#767676"] {
            assert_eq!(BrandColor::parse("color", text), Err(Invalid::new("color", InvalidCode::Range)), "{text}");
        }
    }

    #[test]
    fn other_forms_are_refused() {
        for text in ["", "17594a", "#fff", "#17594g", "#17594a00", "#+7594a", "red"] {
            assert_eq!(BrandColor::parse("color", text), Err(Invalid::new("color", InvalidCode::Format)), "{text}");
        }
    }
}
