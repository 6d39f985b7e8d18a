use super::*;

const VALID_FILE: &str = r##"
[[tenants]]
key = "bom"
name = "혀봄"
locale = "ko"
hosts = ["bom.example.kr"]
brandColor = "#17594a"
mailFrom = "noreply@bom.example.kr"
smsFrom = "0212345678"
[tenants.company]
name = "주식회사 혀봄"
representative = "김봄"
registrationNumber = "123-45-67890"
address = "서울특별시 중구 1"
phone = "02-1234-5678"
email = "help@bom.example.kr"
[[tenants.paymentAccounts]]
provider = "toss"
clientId = "live_ck_1"
secretVariable = "TOSS_SECRET"
[[tenants.clinics]]
name = "봄치과"
representativeName = "이하나"
address = "서울특별시 중구 2"
phoneNumber = "0212345678"
[[tenants.clinics.admins]]
loginId = "admin01"
name = "조관우"
"##;

fn parse(text: &str) -> Result<Installation, Vec<String>> {
    let read_file = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let variable = |name: &str| (name == "TOSS_SECRET").then(|| "live_sk_1".to_owned());
    let sources = Sources { read_file: &read_file, variable: &variable, ops_host: "ops.example.kr" };
    Installation::parse(text, &sources).map_err(|FileErrors(lines)| lines)
}

#[test]
fn file_is_parsed_with_secrets_hidden() {
    let installation = parse(VALID_FILE).expect("an installation");
    let tenant = &installation.tenants[0];
    assert_eq!((tenant.input.key.as_str(), tenant.clinics[0].admins[0].login_id.as_str()), ("bom", "admin01"));
    assert_eq!(tenant.accounts[0].secret.expose_secret(), "live_sk_1");
    assert!(!format!("{installation:?}").contains("live_sk_1"));
}

#[test]
fn every_refused_place_is_named() {
    let text = VALID_FILE
        .replace("#17594a", "#7cf0c4")
        .replace("phoneNumber = \"0212345678\"", "phoneNumber = \"02-1234-5678\"")
        .replace("admin01", "a")
        .replace("TOSS_SECRET", "OTHER_SECRET")
        .replace("locale = \"ko\"", "locale = \"ko\"\nlogo = \"logo.png\"");
    let lines = parse(&text).expect_err("refused");
    assert_eq!(
        lines.iter().map(|line| line.split(": ").next().unwrap_or_default()).collect::<Vec<_>>(),
        [
            "tenants[0] (bom).logo",
            "tenants[0] (bom).brandColor",
            "tenants[0] (bom).paymentAccounts[0].secretVariable",
            "tenants[0] (bom).clinics[0].phoneNumber",
            "tenants[0] (bom).clinics[0].admins[0].loginId",
        ],
        "{lines:#?}"
    );
}

#[test]
fn unknown_keys_are_refused() {
    let lines = parse(&VALID_FILE.replace("mailFrom", "mailFrm")).expect_err("refused");
    assert!(lines[0].starts_with("tenants[0] (bom): unknown field `mailFrm`"), "{lines:#?}");
    assert_eq!(parse(&format!("other = 1\n{VALID_FILE}")).expect_err("refused"), ["other: is not known here"]);
    assert_eq!(parse("").expect_err("refused"), ["tenants: is missing"]);
}

#[test]
fn syntax_error_names_its_line() {
    let lines = parse("[[tenants]]\nkey = bom").expect_err("refused");
    assert!(lines[0].contains("line 2"), "{lines:#?}");
}
