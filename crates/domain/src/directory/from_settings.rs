//! Conversions from settings to inputs, so that a command changes some fields and keeps the others.

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OPS_HOST: &str = "ops.example.kr";

    prop_compose! {
        fn companies()(
            name in "[가-힣]{1,20}",
            number in "[0-9]{3}-[0-9]{2}-[0-9]{5}",
            phone in "0[0-9]{1,2}-[0-9]{4}-[0-9]{4}",
            email in "[a-z]{1,9}@[a-z]{2,9}\\.kr",
        ) -> CompanyInput {
            let (representative, address) = (name.clone(), format!("{name} 1"));
            CompanyInput { name, representative, registration_number: number, address, phone, email }
        }
    }

    prop_compose! {
        fn banners()(title in "[가-힣 ]{0,9}[가-힣]", text in "[a-z]{1,60}", link in "/[a-z-]{0,20}") -> BannerInput {
            BannerInput { title: Some(title), text: Some(text), link_url: Some(link) }
        }
    }

    prop_compose! {
        fn tenants()(
            key in "[a-z][a-z0-9-]{1,30}",
            (kind, locale) in (prop_oneof!["dental", "hotel", ""], prop_oneof!["ko", "en"]),
            hosts in proptest::collection::btree_set("[a-z]{1,9}\\.kr", 1..5),
            company in companies(),
            banner in proptest::option::of(banners()),
            color in proptest::option::of("#[0-4]{6}"),
            site in proptest::option::of("https://[a-z]{1,9}\\.kr/[a-z]{0,9}"),
            flags: [bool; 2],
            sms_from in "[0-9]{8,11}",
            provider in proptest::option::of(prop_oneof!["toss", "inicis"]),
        ) -> TenantInput {
            TenantInput {
                key,
                kind,
                locale,
                name: company.name.clone(),
                hosts: hosts.into_iter().collect(),
                mail_from: company.email.clone(),
                company,
                brand_color: color,
                banner,
                subsites: SubsitesInput { tci: site.clone(), chea: site },
                identity_required: flags[0],
                resident_number_full: flags[1],
                sms_from,
                mobile_provider: provider,
            }
        }
    }

    proptest! {
        /// Settings that are converted to an input and parsed again stay equal.
        #[test]
        fn settings_survive_becoming_an_input(input in tenants()) {
            let settings = input.parse(OPS_HOST).expect("settings");
            prop_assert_eq!(TenantInput::from(&settings).parse(OPS_HOST), Ok(settings));
        }

        #[test]
        fn clinic_survives_becoming_an_input(name in "[가-힣]{1,20}", phone in "[0-9]{8,11}", active: bool) {
            let input = ClinicInput {
                representative_name: name.clone(),
                address: format!("{name} 1"),
                name,
                phone_number: phone,
            };
            let settings = input.parse(active).expect("settings");
            prop_assert_eq!(ClinicInput::from(&settings).parse(active), Ok(settings));
        }

        #[test]
        fn channel_survives_becoming_an_input(
            pf_id in "[A-Z0-9]{1,64}",
            ids in proptest::collection::btree_map(prop_oneof!["result_ready", "tci_released"], "[A-Z0-9]{1,64}", 0..2),
        ) {
            let settings = KakaoInput { pf_id, templates: ids }.parse().expect("settings");
            prop_assert_eq!(KakaoInput::from(&settings).parse(), Ok(settings));
        }
    }
}
