//! Settings as inputs, so that a command changes some fields and keeps the others.

use super::{
    BannerInput, ClinicInput, ClinicSettings, CompanyInput, KakaoInput, KakaoSettings, SubsitesInput, TenantInput,
    TenantSettings,
};
use crate::payment::ProviderName;
use crate::tenant::Tenant;

impl From<&Tenant> for TenantSettings {
    fn from(tenant: &Tenant) -> Self {
        Self {
            key: tenant.key.clone(),
            kind: tenant.kind,
            name: tenant.name.clone(),
            default_locale: tenant.default_locale,
            hosts: tenant.hosts.clone(),
            company: tenant.company.clone(),
            brand_color: tenant.brand_color,
            banner: tenant.banner.clone(),
            subsite_tci: tenant.subsite_tci.clone(),
            subsite_chea: tenant.subsite_chea.clone(),
            identity_required: tenant.identity_required,
            resident_number_full: tenant.resident_number_full,
            mail_from: tenant.mail_from.clone(),
            sms_from: tenant.sms_from.clone(),
            mobile_provider: tenant.mobile_provider,
        }
    }
}

impl From<&TenantSettings> for TenantInput {
    fn from(settings: &TenantSettings) -> Self {
        let company = settings.company.clone();
        Self {
            key: settings.key.clone(),
            kind: settings.kind.as_str().to_owned(),
            name: settings.name.clone(),
            locale: settings.default_locale.as_str().to_owned(),
            hosts: settings.hosts.clone(),
            company: CompanyInput {
                name: company.name,
                representative: company.representative,
                registration_number: company.registration_number,
                address: company.address,
                phone: company.phone,
                email: company.email,
            },
            brand_color: settings.brand_color.map(|color| color.to_string()),
            banner: settings.banner.clone().map(|banner| BannerInput {
                title: Some(banner.title),
                text: Some(banner.text),
                link_url: Some(banner.link_url),
            }),
            subsites: SubsitesInput { tci: settings.subsite_tci.clone(), chea: settings.subsite_chea.clone() },
            identity_required: settings.identity_required,
            resident_number_full: settings.resident_number_full,
            mail_from: settings.mail_from.clone(),
            sms_from: settings.sms_from.clone(),
            mobile_provider: settings.mobile_provider.map(ProviderName::as_str).map(str::to_owned),
        }
    }
}

impl From<&ClinicSettings> for ClinicInput {
    fn from(settings: &ClinicSettings) -> Self {
        Self {
            name: settings.name.clone(),
            representative_name: settings.representative_name.clone(),
            address: settings.address.clone(),
            phone_number: settings.phone_number.clone(),
        }
    }
}

impl From<&KakaoSettings> for KakaoInput {
    fn from(settings: &KakaoSettings) -> Self {
        let templates = settings.templates.iter().map(|(kind, id)| (kind.as_str().to_owned(), id.clone()));
        Self { pf_id: settings.pf_id.clone(), templates: templates.collect() }
    }
}
