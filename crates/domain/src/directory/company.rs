//! The company in the footer and the banner on the home screen, as operators enter them.

use serde::Deserialize;

use super::FieldErrors;
use super::web::parse_link;
use crate::contact::Email;
use crate::tenant::{Banner, Company};
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The longest text, in characters.
const MAX_TEXT_CHARS: usize = 200;
/// The longest line of the banner, in characters.
const MAX_BANNER_CHARS: usize = 60;

/// A company as it was entered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CompanyInput {
    /// The registered name.
    pub name: String,
    /// The legal representative.
    pub representative: String,
    /// The business registration number, `000-00-00000`.
    pub registration_number: String,
    /// The registered address.
    pub address: String,
    /// The telephone number as shown.
    pub phone: String,
    /// The e-mail address as shown.
    pub email: String,
}

/// A banner as it was entered. A banner without any text counts as none.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BannerInput {
    /// The heading.
    pub title: Option<String>,
    /// The text.
    pub text: Option<String>,
    /// The link.
    pub link_url: Option<String>,
}

pub(super) fn parse_email(field: &'static str, text: &str) -> Result<String, Invalid> {
    let parsed = Email::parse(text).map_err(|invalid| Invalid::new(field, invalid.code))?;
    Ok(parsed.as_str().to_owned())
}

/// Parses a telephone number as people read it: digits, spaces, dashes and a plus.
fn parse_shown_phone(field: &'static str, text: &str) -> Result<String, Invalid> {
    let text = parse_line(field, text, 20)?;
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_phone = digits >= 8 && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'-' | b'+'));
    if is_phone { Ok(text) } else { Err(Invalid::new(field, InvalidCode::Format)) }
}

/// Parses a business registration number, `000-00-00000`.
fn parse_registration_number(text: &str) -> Result<String, Invalid> {
    let field = "company.registrationNumber";
    let text = parse_line(field, text, 20)?;
    let groups: Vec<_> = text.split('-').collect();
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match groups[..] {
        [first, second, third] if is_number && [first.len(), second.len(), third.len()] == [3, 2, 5] => Ok(text),
        _ => Err(Invalid::new(field, InvalidCode::Format)),
    }
}

impl CompanyInput {
    pub(super) fn parse(&self, errors: &mut FieldErrors) -> Company {
        let mut line = |field, text: &str| errors.check(parse_line(field, text, MAX_TEXT_CHARS)).unwrap_or_default();
        let name = line("company.name", &self.name);
        let representative = line("company.representative", &self.representative);
        let address = line("company.address", &self.address);
        let registration = errors.check(parse_registration_number(&self.registration_number));
        let phone = errors.check(parse_shown_phone("company.phone", &self.phone));
        let email = errors.check(parse_email("company.email", &self.email));
        Company {
            name,
            representative,
            registration_number: registration.unwrap_or_default(),
            address,
            phone: phone.unwrap_or_default(),
            email: email.unwrap_or_default(),
        }
    }
}

impl BannerInput {
    pub(super) fn parse(&self, errors: &mut FieldErrors) -> Option<Banner> {
        let texts = [&self.title, &self.text, &self.link_url];
        if texts.iter().all(|text| text.as_deref().is_none_or(|text| text.trim().is_empty())) {
            return None;
        }
        let [title, text, link] = texts.map(|text| text.as_deref().unwrap_or_default());
        let title = errors.check(parse_line("banner.title", title, MAX_BANNER_CHARS));
        let text = errors.check(parse_line("banner.text", text, MAX_BANNER_CHARS));
        let link_url = errors.check(parse_link("banner.linkUrl", link));
        Some(Banner { title: title?, text: text?, link_url: link_url? })
    }
}
