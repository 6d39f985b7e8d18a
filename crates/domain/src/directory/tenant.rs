//! Tenants as operators enter them.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::company::{BannerInput, CompanyInput, parse_email};
use super::web::{parse_host, parse_https};
use super::{FieldErrors, Fields, parse_phone_number};
use crate::locale::Locale;
use crate::payment::ProviderName;
use crate::tenant::{Banner, BrandColor, Company, TenantKind};
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The longest name, in characters.
const MAX_NAME_CHARS: usize = 40;
/// The maximum number of hosts.
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
    /// The main color of the pages, `#rrggbb`.
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
    /// The main color of the pages.
    pub brand_color: Option<BrandColor>,
    /// The home screen's banner, without its picture.
    pub banner: Option<Banner>,
    /// Where the TCI tile leads; `None` means this app's own pages.
    pub subsite_tci: Option<String>,
    /// Where the insurance tile leads; `None` means this app's own pages.
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
        let mut errors = FieldErrors::default();
        let settings = TenantSettings {
            key: errors.check(parse_key(&self.key)).unwrap_or_default(),
            kind: errors.check(parse_kind(&self.kind)).unwrap_or_default(),
            name: errors.check(parse_line("name", &self.name, MAX_NAME_CHARS)).unwrap_or_default(),
            default_locale: errors.check(parse_locale(&self.locale)).unwrap_or(Locale::Ko),
            hosts: errors.check(parse_hosts(&self.hosts, ops_host)).unwrap_or_default(),
            company: self.company.parse(&mut errors),
            brand_color: parse_optional(self.brand_color.as_deref(), |text| BrandColor::parse("brandColor", text))
                .and_then(|parsed| errors.check(parsed)),
            banner: self.banner.as_ref().and_then(|banner| banner.parse(&mut errors)),
            subsite_tci: parse_optional(self.subsites.tci.as_deref(), |text| parse_https("subsites.tci", text))
                .and_then(|parsed| errors.check(parsed)),
            subsite_chea: parse_optional(self.subsites.chea.as_deref(), |text| parse_https("subsites.chea", text))
                .and_then(|parsed| errors.check(parsed)),
            identity_required: self.identity_required,
            resident_number_full: self.resident_number_full,
            mail_from: errors.check(parse_email("mailFrom", &self.mail_from)).unwrap_or_default(),
            sms_from: errors.check(parse_phone_number("smsFrom", &self.sms_from)).unwrap_or_default(),
            mobile_provider: parse_optional(self.mobile_provider.as_deref(), |text| {
                text.parse::<ProviderName>().map_err(|_| Invalid::new("mobileProvider", InvalidCode::Unknown))
            })
            .and_then(|parsed| errors.check(parsed)),
        };
        if errors.0.is_empty() { Ok(settings) } else { Err(errors.0) }
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
