//! Tenants, as the tenant directory lists them.

use crate::ids::TenantId;
use crate::locale::Locale;
use crate::payment::ProviderName;

/// An operator of the product under its own name and hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    /// Its id.
    pub id: TenantId,
    /// Short stable name used in logs and seeds, never shown.
    pub key: String,
    /// The product's name as patients see it.
    pub name: String,
    /// Language of a visitor who states none.
    pub default_locale: Locale,
    /// Hosts by which it is addressed, lower case, without a port; links in messages lead to the first.
    pub hosts: Vec<String>,
    /// Where the TCI tile leads; none means this app's own pages.
    pub subsite_tci: Option<String>,
    /// Where the insurance tile leads; none means this app's own pages.
    pub subsite_chea: Option<String>,
    /// What the footer shows.
    pub company: Company,
    /// The home screen's banner.
    pub banner: Option<Banner>,
    /// Sender of mail.
    pub mail_from: String,
    /// Sender of SMS, digits only.
    pub sms_from: String,
    /// Whether sign-up needs a verified identity.
    pub identity_required: bool,
    /// Whether claims take the whole resident number: only where a law lets the tenant hold it.
    pub resident_number_full: bool,
    /// The payment provider of telephones; none means the same as elsewhere.
    pub mobile_provider: Option<ProviderName>,
}

/// What the footer must show of the company behind a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    /// Registered name.
    pub name: String,
    /// Who stands for it.
    pub representative: String,
    /// Business registration number.
    pub registration_number: String,
    /// Registered address.
    pub address: String,
    /// Telephone, as shown.
    pub phone: String,
    /// E-mail, as shown.
    pub email: String,
}

/// The home screen's banner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banner {
    /// Its heading.
    pub title: String,
    /// Its words.
    pub text: String,
    /// Its picture.
    pub image_url: Option<String>,
    /// Where it leads, in a new tab.
    pub link_url: String,
}
