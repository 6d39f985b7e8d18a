//! Tenants.

use crate::ids::TenantId;
use crate::locale::Locale;
use crate::payment::ProviderName;

/// An operator of the product under its own name and hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    /// The id.
    pub id: TenantId,
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
    /// The sender of mails.
    pub mail_from: String,
    /// The sender of text messages, digits only.
    pub sms_from: String,
    /// Whether sign-up needs a verified identity.
    pub identity_required: bool,
    /// Whether claims ask for the whole resident number: only where a law allows the tenant to store it.
    pub resident_number_full: bool,
    /// The payment provider on phones; `None` means the same one as on other devices.
    pub mobile_provider: Option<ProviderName>,
}

/// The company behind a tenant, as the law wants it in the footer.
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
    /// The picture.
    pub image_url: Option<String>,
    /// The link, opened in a new tab.
    pub link_url: String,
}
