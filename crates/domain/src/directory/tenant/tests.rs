use super::*;
use crate::directory::find_changes;

const OPS_HOST: &str = "ops.example.kr";

fn input() -> TenantInput {
    let text = str::to_owned;
    TenantInput {
        key: text("bom"),
        name: text("혀봄"),
        locale: text("ko"),
        hosts: vec![text("Bom.Example.KR"), text("www.bom.example.kr")],
        company: CompanyInput {
            name: text("주식회사 혀봄"),
            representative: text("김봄"),
            registration_number: text("123-45-67890"),
            address: text("서울특별시 중구 1"),
            phone: text("02-1234-5678"),
            email: text("help@bom.example.kr"),
        },
        brand_color: Some(text("#17594a")),
        banner: Some(BannerInput {
            title: Some(text("설문")),
            text: Some(text("의견")),
            link_url: Some(text("/self-check")),
        }),
        mail_from: text("noreply@bom.example.kr"),
        sms_from: text("0212345678"),
        ..TenantInput::default()
    }
}

fn find_invalid(change: impl FnOnce(&mut TenantInput)) -> Vec<(&'static str, InvalidCode)> {
    let mut input = input();
    change(&mut input);
    let refused = input.parse(OPS_HOST).expect_err("refused");
    refused.into_iter().map(|invalid| (invalid.field, invalid.code)).collect()
}

#[test]
fn tenant_is_parsed() {
    let settings = input().parse(OPS_HOST).expect("settings");
    assert_eq!(settings.hosts, ["bom.example.kr", "www.bom.example.kr"]);
    assert_eq!(settings.kind, TenantKind::Dental);
    assert!(settings.banner.is_some_and(|banner| banner.link_url == "/self-check"));
}

#[test]
fn empty_tenant_names_every_field() {
    let refused = TenantInput::default().parse(OPS_HOST).expect_err("refused");
    let fields: Vec<_> = refused.iter().map(|invalid| invalid.field).collect();
    assert_eq!(
        fields,
        [
            "key",
            "name",
            "locale",
            "hosts",
            "company.name",
            "company.representative",
            "company.address",
            "company.registrationNumber",
            "company.phone",
            "company.email",
            "mailFrom",
            "smsFrom"
        ]
    );
    assert!(refused.iter().all(|invalid| invalid.code == InvalidCode::Required));
}

#[test]
fn pale_color_is_refused() {
    let pale = find_invalid(|input| input.brand_color = Some("#7cf0c4".to_owned()));
    assert_eq!(pale, [("brandColor", InvalidCode::Range)]);
}

#[test]
fn hosts_are_distinct_and_not_the_operators() {
    let twice = find_invalid(|input| input.hosts = vec!["a.kr".to_owned(), "A.kr".to_owned()]);
    assert_eq!(twice, [("hosts", InvalidCode::Taken)]);
    assert_eq!(find_invalid(|input| input.hosts = vec![OPS_HOST.to_owned()]), [("hosts", InvalidCode::Taken)]);
    assert_eq!(find_invalid(|input| input.hosts = vec!["a.kr:80".to_owned()]), [("hosts", InvalidCode::Format)]);
}

#[test]
fn wrong_values_name_their_fields() {
    assert_eq!(find_invalid(|input| input.key = "Bom".to_owned()), [("key", InvalidCode::Format)]);
    assert_eq!(find_invalid(|input| input.kind = "vet".to_owned()), [("kind", InvalidCode::Unknown)]);
    assert_eq!(find_invalid(|input| input.locale = "fr".to_owned()), [("locale", InvalidCode::Unknown)]);
    let number = find_invalid(|input| input.company.registration_number = "1234567890".to_owned());
    assert_eq!(number, [("company.registrationNumber", InvalidCode::Format)]);
    let phone = find_invalid(|input| input.company.phone = "전화".to_owned());
    assert_eq!(phone, [("company.phone", InvalidCode::Format)]);
    let provider = find_invalid(|input| input.mobile_provider = Some("paypal".to_owned()));
    assert_eq!(provider, [("mobileProvider", InvalidCode::Unknown)]);
    let site = find_invalid(|input| input.subsites.tci = Some("http://tci.example".to_owned()));
    assert_eq!(site, [("subsites.tci", InvalidCode::Format)]);
    let banner = find_invalid(|input| input.banner.as_mut().expect("a banner").link_url = None);
    assert_eq!(banner, [("banner.linkUrl", InvalidCode::Required)]);
}

#[test]
fn banner_without_texts_is_none() {
    let empty = TenantInput { banner: Some(BannerInput::default()), ..input() };
    assert_eq!(empty.parse(OPS_HOST).expect("settings").banner, None);
}

#[test]
fn changes_list_every_field_that_differs() {
    let before = input().parse(OPS_HOST).expect("settings");
    let after = TenantSettings { name: "새봄".to_owned(), banner: None, ..before.clone() };
    let fields: Vec<_> = find_changes(&before, &after).iter().map(|change| change.field).collect();
    assert_eq!(fields, ["name", "banner.title", "banner.text", "banner.linkUrl"]);
}

type Edit = fn(&mut TenantSettings);

/// A change of one setting lists exactly that field in the audit.
#[test]
fn each_setting_is_audited_by_its_own_field() {
    let before = input().parse(OPS_HOST).expect("settings");
    let text = str::to_owned;
    let cases: [(&str, Edit); 17] = [
        ("kind", |settings| settings.kind = TenantKind::Hotel),
        ("name", |settings| settings.name.push('!')),
        ("locale", |settings| settings.default_locale = Locale::En),
        ("hosts", |settings| settings.hosts.reverse()),
        ("company.name", |settings| settings.company.name.push('!')),
        ("company.representative", |settings| settings.company.representative.push('!')),
        ("company.registrationNumber", |settings| settings.company.registration_number.push('1')),
        ("company.address", |settings| settings.company.address.push('1')),
        ("company.phone", |settings| settings.company.phone.push('1')),
        ("company.email", |settings| settings.company.email.push('m')),
        ("brandColor", |settings| settings.brand_color = None),
        ("subsites.tci", |settings| settings.subsite_tci = Some("https://tci.kr".to_owned())),
        ("subsites.chea", |settings| settings.subsite_chea = Some("https://chea.kr".to_owned())),
        ("identityRequired", |settings| settings.identity_required ^= true),
        ("residentNumberFull", |settings| settings.resident_number_full ^= true),
        ("smsFrom", |settings| settings.sms_from.push('1')),
        ("mobileProvider", |settings| settings.mobile_provider = Some(ProviderName::Inicis)),
    ];
    for (field, edit) in cases {
        let mut after = before.clone();
        edit(&mut after);
        let listed: Vec<_> = find_changes(&before, &after).into_iter().map(|change| change.field).collect();
        assert_eq!(listed, [field]);
    }
    let mail = TenantSettings { mail_from: text("other@bom.example.kr"), ..before.clone() };
    let listed = find_changes(&before, &mail);
    assert_eq!(
        (listed[0].before.as_str(), listed[0].after.as_str()),
        ("noreply@bom.example.kr", "other@bom.example.kr")
    );
}

#[test]
fn company_texts_have_a_form() {
    for (field, change) in [
        ("company.phone", (|company| company.phone = "1234567".to_owned()) as fn(&mut CompanyInput)),
        ("company.phone", |company| company.phone = "02.1234.5678".to_owned()),
        ("company.registrationNumber", |company| company.registration_number = "12-345-67890".to_owned()),
        ("company.registrationNumber", |company| company.registration_number = "123-45-6789a".to_owned()),
        ("company.email", |company| company.email = "help".to_owned()),
    ] {
        let found = find_invalid(|input| change(&mut input.company));
        assert_eq!(found, [(field, InvalidCode::Format)]);
    }
    let long = find_invalid(|input| input.company.address = "가".repeat(201));
    assert_eq!(long, [("company.address", InvalidCode::TooLong)]);
    let line = find_invalid(|input| input.banner.as_mut().expect("a banner").title = Some("가".repeat(61)));
    assert_eq!(line, [("banner.title", InvalidCode::TooLong)]);
}

#[test]
fn name_hosts_and_link_end_at_their_limits() {
    let hosts = |count: usize| -> Vec<String> { (0..count).map(|number| format!("{number}.kr")).collect() };
    let link = |length: usize| Some(format!("/{}", "a".repeat(length - 1)));
    let mut longest = TenantInput { name: "가".repeat(40), hosts: hosts(20), ..input() };
    longest.banner.as_mut().expect("a banner").link_url = link(500);
    assert!(longest.parse(OPS_HOST).is_ok());
    assert_eq!(find_invalid(|input| input.name = "가".repeat(41)), [("name", InvalidCode::TooLong)]);
    assert_eq!(find_invalid(|input| input.hosts = hosts(21)), [("hosts", InvalidCode::TooLong)]);
    let banner = find_invalid(|input| input.banner.as_mut().expect("a banner").link_url = link(501));
    assert_eq!(banner, [("banner.linkUrl", InvalidCode::TooLong)]);
}
