//! Tenants in requests and responses.

use chrono::{DateTime, Utc};
use db::edit::tenants::{self, TenantRecord};
use domain::directory::{BannerInput, CompanyInput, SubsitesInput, TenantInput, TenantSettings};
use domain::{LegalDocument, TenantId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::problem::{Code, Problem};

/// The settings of a tenant.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OpsTenantSettings)]
pub struct TenantForm {
    /// The short stable name: 2 to 31 lowercase letters, digits and dashes. It never changes.
    #[schema(required, example = "bom")]
    key: String,
    /// Which product its hosts serve: `dental` or `hotel`. It never changes.
    #[schema(required, example = "dental")]
    kind: String,
    /// The product's display name.
    #[schema(required, max_length = 40)]
    name: String,
    /// The hosts without ports, the main one first: links in messages lead there.
    #[schema(required, example = json!(["bom.example.kr"]))]
    hosts: Vec<String>,
    /// The default language of visitors: `ko` or `en`.
    #[schema(required, example = "ko")]
    locale: String,
    /// The company in the footer.
    #[schema(required)]
    company: CompanyForm,
    /// The main color of the pages, dark enough for white text; null for the product's own.
    #[schema(required, example = "#17594a")]
    brand_color: Option<String>,
    /// The home screen's banner; there is none when all its texts are null or empty.
    #[schema(required)]
    banner: BannerForm,
    /// The links of the tiles of the home screen; null means the app's own pages.
    #[schema(required)]
    subsites: SubsitesForm,
    /// Whether sign-up needs a verified identity.
    #[schema(required)]
    identity_required: bool,
    /// Whether claims take the whole resident number: only where a law allows the tenant to store it.
    #[schema(required)]
    resident_number_full: bool,
    /// The sender of mails.
    #[schema(required)]
    mail_from: String,
    /// The sender of text messages, digits only.
    #[schema(required, example = "0212345678")]
    sms_from: String,
    /// The payment provider on phones: `toss` or `inicis`; null means the same as on other devices.
    #[schema(required)]
    mobile_provider: Option<String>,
}

/// The company behind a tenant.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OpsCompany)]
pub struct CompanyForm {
    /// The registered name.
    #[schema(required, max_length = 200)]
    name: String,
    /// The legal representative.
    #[schema(required, max_length = 200)]
    representative: String,
    /// The business registration number.
    #[schema(required, example = "123-45-67890")]
    registration_number: String,
    /// The registered address.
    #[schema(required, max_length = 200)]
    address: String,
    /// The telephone number as shown.
    #[schema(required, example = "02-1234-5678")]
    phone: String,
    /// The e-mail address as shown.
    #[schema(required)]
    email: String,
}

/// A banner.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OpsBanner)]
pub struct BannerForm {
    /// The heading.
    #[schema(required, max_length = 60)]
    title: Option<String>,
    /// The text.
    #[schema(required, max_length = 60)]
    text: Option<String>,
    /// The link: an address over https, or a path of the tenant's pages.
    #[schema(required, max_length = 500)]
    link_url: Option<String>,
}

/// The links of the tiles of the home screen.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default)]
#[schema(as = OpsSubsites)]
pub struct SubsitesForm {
    /// The TCI tile: an address over https.
    #[schema(required)]
    tci: Option<String>,
    /// The insurance tile: an address over https.
    #[schema(required)]
    chea: Option<String>,
}

/// A tenant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpsTenant)]
pub struct TenantDetail {
    /// The id.
    id: i64,
    #[serde(flatten)]
    settings: TenantForm,
    /// Whether people can sign in.
    active: bool,
    /// The version; send it back with a change.
    version: i32,
    /// When it was added.
    created_at: DateTime<Utc>,
    /// Whether it has a logo (`GET …/logo`).
    has_logo: bool,
    /// Whether its banner has a picture (`GET …/banner`).
    has_banner_image: bool,
    /// The day since which the terms are in effect. The editions are the same for all tenants.
    #[schema(example = "2026-12-10")]
    legal_edition: String,
}

/// One tenant.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpsTenantResponse)]
pub struct TenantResponse {
    /// The tenant.
    pub tenant: TenantDetail,
}

impl From<TenantForm> for TenantInput {
    fn from(form: TenantForm) -> Self {
        let CompanyForm { name, representative, registration_number, address, phone, email } = form.company;
        let BannerForm { title, text, link_url } = form.banner;
        Self {
            key: form.key,
            kind: form.kind,
            name: form.name,
            locale: form.locale,
            hosts: form.hosts,
            company: CompanyInput { name, representative, registration_number, address, phone, email },
            brand_color: form.brand_color,
            banner: Some(BannerInput { title, text, link_url }),
            subsites: SubsitesInput { tci: form.subsites.tci, chea: form.subsites.chea },
            identity_required: form.identity_required,
            resident_number_full: form.resident_number_full,
            mail_from: form.mail_from,
            sms_from: form.sms_from,
            mobile_provider: form.mobile_provider,
        }
    }
}

impl From<TenantInput> for TenantForm {
    fn from(input: TenantInput) -> Self {
        let CompanyInput { name, representative, registration_number, address, phone, email } = input.company;
        let BannerInput { title, text, link_url } = input.banner.unwrap_or_default();
        Self {
            key: input.key,
            kind: input.kind,
            name: input.name,
            locale: input.locale,
            hosts: input.hosts,
            company: CompanyForm { name, representative, registration_number, address, phone, email },
            brand_color: input.brand_color,
            banner: BannerForm { title, text, link_url },
            subsites: SubsitesForm { tci: input.subsites.tci, chea: input.subsites.chea },
            identity_required: input.identity_required,
            resident_number_full: input.resident_number_full,
            mail_from: input.mail_from,
            sms_from: input.sms_from,
            mobile_provider: input.mobile_provider,
        }
    }
}

/// Returns a tenant as it is now.
///
/// # Errors
/// [`Code::NotFound`] when there is none.
pub async fn load_response(app: &App, id: TenantId) -> Result<TenantResponse, Problem> {
    let mut tx = app.databases.directory().await?;
    let TenantRecord { tenant, version, created_at } = tenants::find(&mut tx, id).await?.ok_or(Code::NotFound)?;
    let in_effect = app.editions.in_effect(LegalDocument::Terms, domain::calendar::korean_day(app.clock.now()));
    Ok(TenantResponse {
        tenant: TenantDetail {
            id: id.get(),
            settings: TenantInput::from(&TenantSettings::from(&tenant)).into(),
            active: tenant.active,
            version,
            created_at,
            has_logo: tenant.logo.is_some(),
            has_banner_image: tenant.banner_picture.is_some(),
            legal_edition: in_effect.current.effective.to_string(),
        },
    })
}

/// Returns the problem of a refused change. A conflict contains the current tenant.
pub(super) async fn refuse(app: &App, id: TenantId, error: directory::Error) -> Problem {
    let is_conflict = matches!(error, directory::Error::Conflict);
    let problem = Problem::from(error);
    if !is_conflict {
        return problem;
    }
    match load_response(app, id).await {
        Ok(response) => problem.with_extension("tenant", &response.tenant),
        Err(error) => error,
    }
}
