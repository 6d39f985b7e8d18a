//! Tenants as operators enter them.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::web::{parse_host, parse_https, parse_link};
use super::{Fields, Refusals, parse_digits};
use crate::contact::Email;
use crate::locale::Locale;
use crate::payment::ProviderName;
use crate::tenant::{Banner, BrandColor, Company, TenantKind};
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 40;
/// The longest text, in characters.
const MAX_TEXT_CHARS: usize = 200;
/// The longest line of the banner, in characters.
const MAX_BANNER_CHARS: usize = 60;
/// The most hosts.
const MAX_HOSTS: usize = 20;

/// A tenant as it was entered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct TenantInput {
    /// The short stable name.
    pub key: String,
    /// `dental` or `hotel`; empty means `dental`.
    pub kind: String,
    /// The product's name that people see.
    pub name: String,
    /// `ko` or `en`.
    pub locale: String,
    /// The hosts, the main one first.
    pub hosts: Vec<String>,
    /// The company in the footer.
    pub company: CompanyInput,
    /// The main colour of the pages, `#rrggbb`.
    pub brand_color: Option<String>,
    /// The home screen's banner.
    pub banner: Option<BannerInput>,
    /// Where the tiles of the home screen lead.
    pub subsites: SubsitesInput,
    /// Whether sign-up needs a verified identity.
    pub identity_required: bool,
    /// Whether claims take the whole resident number.
    pub resident_number_full: bool,
    /// The sender of mails.
    pub mail_from: String,
    /// The sender of text messages.
    pub sms_from: String,
    /// The payment provider on phones.
    pub mobile_provider: Option<String>,
}

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

/// A banner as it was entered. Without any text there is none.
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

/// Where the tiles of the home screen lead, as it was entered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SubsitesInput {
    /// The TCI tile.
    pub tci: Option<String>,
    /// The insurance tile.
    pub chea: Option<String>,
}

/// A tenant's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantSettings {
    /// The short stable name, which never changes.
    pub key: String,
    /// Which product its hosts serve, which never changes.
    pub kind: TenantKind,
    /// The product's name that people see.
    pub name: String,
    /// The language of visitors who state none.
    pub default_locale: Locale,
    /// The hosts, the main one first.
    pub hosts: Vec<String>,
    /// The company in the footer.
    pub company: Company,
    /// The main colour of the pages.
    pub brand_color: Option<BrandColor>,
    /// The home screen's banner, without its picture.
    pub banner: Option<Banner>,
    /// Where the TCI tile leads; `None` means the own pages.
    pub subsite_tci: Option<String>,
    /// Where the insurance tile leads; `None` means the own pages.
    pub subsite_chea: Option<String>,
    /// Whether sign-up needs a verified identity.
    pub identity_required: bool,
    /// Whether claims take the whole resident number.
    pub resident_number_full: bool,
    /// The sender of mails.
    pub mail_from: String,
    /// The sender of text messages, digits only.
    pub sms_from: String,
    /// The payment provider on phones; `None` means the same as elsewhere.
    pub mobile_provider: Option<ProviderName>,
}

impl TenantInput {
    /// Parses the settings. `ops_host` is the operators' own host, which no tenant can have.
    ///
    /// # Errors
    /// Every refused field.
    pub fn parse(&self, ops_host: &str) -> Result<TenantSettings, Vec<Invalid>> {
        let mut refusals = Refusals::default();
        let settings = TenantSettings {
            key: refusals.check(parse_key(&self.key)).unwrap_or_default(),
            kind: refusals.check(parse_kind(&self.kind)).unwrap_or_default(),
            name: refusals.check(parse_line("name", &self.name, MAX_NAME_CHARS)).unwrap_or_default(),
            default_locale: refusals.check(parse_locale(&self.locale)).unwrap_or(Locale::Ko),
            hosts: refusals.check(parse_hosts(&self.hosts, ops_host)).unwrap_or_default(),
            company: self.company.parse(&mut refusals),
            brand_color: parse_optional(self.brand_color.as_deref(), |text| BrandColor::parse("brandColor", text))
                .and_then(|parsed| refusals.check(parsed)),
            banner: self.banner.as_ref().and_then(|banner| banner.parse(&mut refusals)),
            subsite_tci: parse_optional(self.subsites.tci.as_deref(), |text| parse_https("subsites.tci", text))
                .and_then(|parsed| refusals.check(parsed)),
            subsite_chea: parse_optional(self.subsites.chea.as_deref(), |text| parse_https("subsites.chea", text))
                .and_then(|parsed| refusals.check(parsed)),
            identity_required: self.identity_required,
            resident_number_full: self.resident_number_full,
            mail_from: refusals.check(parse_email("mailFrom", &self.mail_from)).unwrap_or_default(),
            sms_from: refusals.check(parse_digits("smsFrom", &self.sms_from)).unwrap_or_default(),
            mobile_provider: parse_optional(self.mobile_provider.as_deref(), |text| {
                text.parse::<ProviderName>().map_err(|_| Invalid::new("mobileProvider", InvalidCode::Unknown))
            })
            .and_then(|parsed| refusals.check(parsed)),
        };
        if refusals.0.is_empty() { Ok(settings) } else { Err(refusals.0) }
    }
}

/// Parses an optional text; an empty one counts as absent.
fn parse_optional<T>(text: Option<&str>, parse: impl FnOnce(&str) -> T) -> Option<T> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(parse)
}

fn parse_key(text: &str) -> Result<String, Invalid> {
    let is_key = (2..=31).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    match text {
        "" => Err(Invalid::new("key", InvalidCode::Required)),
        _ if is_key => Ok(text.to_owned()),
        _ => Err(Invalid::new("key", InvalidCode::Format)),
    }
}

fn parse_kind(text: &str) -> Result<TenantKind, Invalid> {
    if text.is_empty() {
        return Ok(TenantKind::default());
    }
    text.parse().map_err(|_| Invalid::new("kind", InvalidCode::Unknown))
}

fn parse_locale(text: &str) -> Result<Locale, Invalid> {
    match text {
        "" => Err(Invalid::new("locale", InvalidCode::Required)),
        _ => text.parse().map_err(|_| Invalid::new("locale", InvalidCode::Unknown)),
    }
}

fn parse_hosts(hosts: &[String], ops_host: &str) -> Result<Vec<String>, Invalid> {
    let refused = |code| Err(Invalid::new("hosts", code));
    if hosts.is_empty() {
        return refused(InvalidCode::Required);
    }
    if hosts.len() > MAX_HOSTS {
        return refused(InvalidCode::TooLong);
    }
    let parsed = hosts.iter().map(|host| parse_host(host)).collect::<Result<Vec<_>, _>>()?;
    let distinct: BTreeSet<_> = parsed.iter().collect();
    if distinct.len() < parsed.len() || parsed.iter().any(|host| host == ops_host) {
        return refused(InvalidCode::Taken);
    }
    Ok(parsed)
}

fn parse_email(field: &'static str, text: &str) -> Result<String, Invalid> {
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
    fn parse(&self, refusals: &mut Refusals) -> Company {
        let mut line = |field, text: &str| refusals.check(parse_line(field, text, MAX_TEXT_CHARS)).unwrap_or_default();
        let name = line("company.name", &self.name);
        let representative = line("company.representative", &self.representative);
        let address = line("company.address", &self.address);
        let registration = refusals.check(parse_registration_number(&self.registration_number));
        let phone = refusals.check(parse_shown_phone("company.phone", &self.phone));
        let email = refusals.check(parse_email("company.email", &self.email));
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
    fn parse(&self, refusals: &mut Refusals) -> Option<Banner> {
        let texts = [&self.title, &self.text, &self.link_url];
        if texts.iter().all(|text| text.as_deref().is_none_or(|text| text.trim().is_empty())) {
            return None;
        }
        let [title, text, link] = texts.map(|text| text.as_deref().unwrap_or_default());
        let title = refusals.check(parse_line("banner.title", title, MAX_BANNER_CHARS));
        let text = refusals.check(parse_line("banner.text", text, MAX_BANNER_CHARS));
        let link_url = refusals.check(parse_link("banner.linkUrl", link));
        Some(Banner { title: title?, text: text?, link_url: link_url? })
    }
}

impl Fields for TenantSettings {
    fn fields(&self) -> Vec<(&'static str, String)> {
        let optional = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let (company, banner) = (&self.company, self.banner.as_ref());
        vec![
            ("key", self.key.clone()),
            ("kind", self.kind.as_str().to_owned()),
            ("name", self.name.clone()),
            ("locale", self.default_locale.as_str().to_owned()),
            ("hosts", self.hosts.join(" ")),
            ("company.name", company.name.clone()),
            ("company.representative", company.representative.clone()),
            ("company.registrationNumber", company.registration_number.clone()),
            ("company.address", company.address.clone()),
            ("company.phone", company.phone.clone()),
            ("company.email", company.email.clone()),
            ("brandColor", self.brand_color.map(|color| color.to_string()).unwrap_or_default()),
            ("banner.title", optional(banner.map(|banner| banner.title.as_str()))),
            ("banner.text", optional(banner.map(|banner| banner.text.as_str()))),
            ("banner.linkUrl", optional(banner.map(|banner| banner.link_url.as_str()))),
            ("subsites.tci", optional(self.subsite_tci.as_deref())),
            ("subsites.chea", optional(self.subsite_chea.as_deref())),
            ("identityRequired", self.identity_required.to_string()),
            ("residentNumberFull", self.resident_number_full.to_string()),
            ("mailFrom", self.mail_from.clone()),
            ("smsFrom", self.sms_from.clone()),
            ("mobileProvider", optional(self.mobile_provider.map(ProviderName::as_str))),
        ]
    }
}

#[cfg(test)]
mod tests;
