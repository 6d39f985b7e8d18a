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

fn refused(change: impl FnOnce(&mut TenantInput)) -> Vec<(&'static str, InvalidCode)> {
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
fn pale_colour_is_refused() {
    let pale = refused(|input| input.brand_color = Some("#7cf0c4".to_owned()));
    assert_eq!(pale, [("brandColor", InvalidCode::Range)]);
}

#[test]
fn hosts_are_distinct_and_not_the_operators() {
    let twice = refused(|input| input.hosts = vec!["a.kr".to_owned(), "A.kr".to_owned()]);
    assert_eq!(twice, [("hosts", InvalidCode::Taken)]);
    assert_eq!(refused(|input| input.hosts = vec![OPS_HOST.to_owned()]), [("hosts", InvalidCode::Taken)]);
    assert_eq!(refused(|input| input.hosts = vec!["a.kr:80".to_owned()]), [("hosts", InvalidCode::Format)]);
}

#[test]
fn wrong_values_name_their_fields() {
    assert_eq!(refused(|input| input.key = "Bom".to_owned()), [("key", InvalidCode::Format)]);
    assert_eq!(refused(|input| input.kind = "vet".to_owned()), [("kind", InvalidCode::Unknown)]);
    assert_eq!(refused(|input| input.locale = "fr".to_owned()), [("locale", InvalidCode::Unknown)]);
    let number = refused(|input| input.company.registration_number = "1234567890".to_owned());
    assert_eq!(number, [("company.registrationNumber", InvalidCode::Format)]);
    let phone = refused(|input| input.company.phone = "전화".to_owned());
    assert_eq!(phone, [("company.phone", InvalidCode::Format)]);
    let provider = refused(|input| input.mobile_provider = Some("paypal".to_owned()));
    assert_eq!(provider, [("mobileProvider", InvalidCode::Unknown)]);
    let site = refused(|input| input.subsites.tci = Some("http://tci.example".to_owned()));
    assert_eq!(site, [("subsites.tci", InvalidCode::Format)]);
    let banner = refused(|input| input.banner.as_mut().expect("a banner").link_url = None);
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
