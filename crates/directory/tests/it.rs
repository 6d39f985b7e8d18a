//! Changes of the directory in a real database.

use std::io;

use db::edit::{accounts, clinics, tenants};
use db::operator_actions::Action;
use directory::{Actor, AdminInput, Context, Editor, Error, FileErrors, Installation, Sources, Target};
use domain::directory::{AccountInput, ClinicInput, KakaoInput, TenantInput, TenantSettings};
use domain::{InstitutionId, InvalidCode, TenantId};
use runtime::Random;
use runtime::config::Env;
use runtime::seal::Sealer;
use secrecy::SecretString;
use testing::{Database, factory};

const OPS_HOST: &str = "ops.example.kr";
const SECRET: &str = "live_sk_very_secret";
const FILE: &str = r##"
[[tenants]]
key = "bom"
name = "혀봄"
locale = "ko"
hosts = ["bom.example.kr"]
brandColor = "#17594a"
mailFrom = "noreply@bom.example.kr"
smsFrom = "0212345678"
logo = "logo.png"
bannerPicture = "banner.png"
[tenants.banner]
title = "설문"
text = "의견을 들려주세요"
linkUrl = "/self-check"
[tenants.company]
name = "주식회사 혀봄"
representative = "김봄"
registrationNumber = "123-45-67890"
address = "서울특별시 중구 1"
phone = "02-1234-5678"
email = "help@bom.example.kr"
[tenants.kakao]
pfId = "KA01PF1"
[tenants.kakao.templates]
result_ready = "KA01TP1"
[[tenants.paymentAccounts]]
provider = "toss"
clientId = "live_ck_1"
secret = "live_sk_very_secret"
[[tenants.clinics]]
name = "봄치과"
representativeName = "이하나"
address = "서울특별시 중구 2"
phoneNumber = "0212345678"
[[tenants.clinics.admins]]
loginId = "admin01"
name = "조관우"
"##;

struct Tools {
    database: Database,
    sealer: Sealer,
    random: Random,
}

impl Tools {
    async fn new() -> Self {
        let pairs = [
            ("HYEOBOM_ENVIRONMENT", "local"),
            ("SEAL_KEYS", "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="),
            ("CI_PEPPER", "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM="),
        ];
        let env = Env::from_pairs(pairs).expect("an environment");
        let sealer = Sealer::load(&env).expect("keys");
        Self { database: Database::create().await, sealer, random: Random::secure() }
    }

    async fn edit(&self) -> Editor<'_> {
        let context = Context {
            actor: Actor { reason: Some("a test"), ..Actor::default() },
            sealer: &self.sealer,
            random: &self.random,
            ops_host: OPS_HOST,
            now: factory::now(),
        };
        Editor::begin(&self.database.db, context).await.expect("a transaction")
    }

    async fn count(&self, from: &str) -> i64 {
        let statement = sqlx::AssertSqlSafe(format!("select count(*) from {from}"));
        sqlx::query_scalar(statement).fetch_one(&mut self.database.superuser().await).await.expect("a count")
    }

    async fn import(&self, text: &str) -> Result<Vec<Action>, String> {
        let installation = parse(text)?;
        let mut editor = self.edit().await;
        editor.import(&installation).await.map_err(|error| error.to_string())?;
        let changes = editor.commit().await.map_err(|error| error.to_string())?;
        Ok(changes.into_iter().map(|change| change.action).collect())
    }
}

/// Returns a PNG header of a one-pixel picture; only the header is checked.
fn png() -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0".to_vec();
    file.extend([0; 12]);
    file
}

fn parse(text: &str) -> Result<Installation, String> {
    let read_file = |name: &str| {
        if ["logo.png", "banner.png"].contains(&name) {
            Ok(png())
        } else {
            Err(io::Error::from(io::ErrorKind::NotFound))
        }
    };
    let sources = Sources { read_file: &read_file, variable: &|_| None, ops_host: OPS_HOST };
    Installation::parse(text, &sources).map_err(|FileErrors(lines)| lines.join("\n"))
}

fn input(key: &str) -> TenantInput {
    let mut settings = factory::tenant_settings(key);
    settings.hosts = vec![format!("{key}.example.kr")];
    TenantInput::from(&settings)
}

#[tokio::test]
async fn second_import_changes_nothing() {
    let tools = Tools::new().await;
    let first = tools.import(FILE).await.expect("imported");
    assert_eq!(first.iter().filter(|action| **action == Action::InsurerAdded).count(), 18);
    for action in [Action::TenantAdded, Action::ClinicAdded, Action::ClinicAdminAdded, Action::PaymentAccountAdded] {
        assert!(first.contains(&action), "{action:?}");
    }
    let audited = tools.count("operator_actions").await;
    assert_eq!(usize::try_from(audited).expect("a count"), first.len());
    assert_eq!(tools.import(FILE).await.expect("imported again"), []);
    assert_eq!(tools.count("operator_actions").await, audited);
    assert_eq!(tools.count("staff where login_id = 'admin01' and must_change_password").await, 1);
    assert_eq!(tools.count("tenants where key = 'bom' and logo is not null and banner_picture is not null").await, 1);
}

#[tokio::test]
async fn changed_file_changes_what_it_names() {
    let tools = Tools::new().await;
    tools.import(FILE).await.expect("imported");
    let changed = FILE.replace("혀봄\"\nlocale", "새봄\"\nlocale").replace(SECRET, "live_sk_another");
    assert_eq!(tools.import(&changed).await.expect("imported"), [Action::TenantChanged, Action::PaymentAccountChanged]);
    assert_eq!(tools.count("tenants where key = 'bom' and name = '새봄'").await, 1);
}

#[tokio::test]
async fn import_that_fails_halfway_changes_nothing() {
    let tools = Tools::new().await;
    let before = (tools.count("tenants").await, tools.count("insurers").await);
    // the second tenant has a host of the existing first tenant
    let second = FILE.replace("\"bom\"", "\"other\"").replace("\"bom.example.kr\"", "\"first.localhost\"");
    let error = tools.import(&format!("{FILE}\n{second}")).await.expect_err("refused");
    assert!(error.contains("tenants[1] (other).hosts: is taken"), "{error}");
    assert_eq!((tools.count("tenants").await, tools.count("insurers").await), before);
    assert_eq!(tools.count("operator_actions").await, 0);
}

#[tokio::test]
async fn dropped_editor_changes_nothing() {
    let tools = Tools::new().await;
    let mut editor = tools.edit().await;
    editor.import(&parse(FILE).expect("a file")).await.expect("imported");
    assert!(!editor.changes().is_empty());
    drop(editor);
    assert_eq!(tools.count("tenants where key = 'bom'").await, 0);
}

#[tokio::test]
async fn secrets_are_in_no_change_and_no_audit() {
    let tools = Tools::new().await;
    let mut editor = tools.edit().await;
    editor.import(&parse(FILE).expect("a file")).await.expect("imported");
    let changes = editor.commit().await.expect("committed");
    assert!(changes.iter().all(|change| !change.to_string().contains(SECRET)));
    assert_eq!(tools.count(&format!("operator_actions where subject like '%{SECRET}%'")).await, 0);
    assert_eq!(
        tools.count(&format!("payment_accounts where encode(secret_sealed, 'escape') like '%{SECRET}%'")).await,
        0
    );
}

#[tokio::test]
async fn second_of_two_changes_is_refused() {
    let tools = Tools::new().await;
    let mut editor = tools.edit().await;
    let id = editor.add_tenant(&input("bom")).await.expect("added");
    editor.commit().await.expect("committed");
    let mut editor = tools.edit().await;
    let seen = tenants::find(editor.transaction(), id).await.expect("a result").expect("the tenant").version;
    drop(editor);

    let mut changed = input("bom");
    changed.name = "하나".to_owned();
    let mut first = tools.edit().await;
    first.set_tenant(id, Some(seen), &changed).await.expect("changed");
    first.commit().await.expect("committed");
    changed.name = "둘".to_owned();
    let mut second = tools.edit().await;
    let refused = second.set_tenant(id, Some(seen), &changed).await.expect_err("refused");
    assert!(matches!(refused, Error::Conflict), "{refused:?}");
    drop(second);
    assert_eq!(tools.count("tenants where name = '하나'").await, 1);
}

#[tokio::test]
async fn taken_names_are_refused_by_field() {
    let tools = Tools::new().await;
    let code = async |editor: &mut Editor<'_>, input: &TenantInput| match editor.add_tenant(input).await {
        Err(Error::Refused(refused)) => (refused[0].field, refused[0].code),
        other => panic!("{other:?}"),
    };
    assert_eq!(code(&mut tools.edit().await, &input("first")).await, ("key", InvalidCode::Taken));
    let host = TenantInput { hosts: vec!["FIRST.localhost".to_owned()], ..input("third") };
    assert_eq!(code(&mut tools.edit().await, &host).await, ("hosts", InvalidCode::Taken));

    let (tenant, clinic) = (tools.database.first.id, factory::tenant_seed("first").institutions.remove(0));
    let mut editor = tools.edit().await;
    let refused = editor.add_clinic(tenant, &ClinicInput::from(&clinic)).await.expect_err("refused");
    assert!(matches!(&refused, Error::Refused(fields) if fields[0].field == "name"), "{refused:?}");
}

#[tokio::test]
async fn key_and_kind_never_change() {
    let tools = Tools::new().await;
    let mut settings = TenantSettings { key: "other".to_owned(), ..factory::tenant_settings("first") };
    let id = tools.database.first.id;
    let refused = tools.edit().await.set_tenant(id, None, &TenantInput::from(&settings)).await;
    assert!(matches!(refused, Err(Error::Refused(fields)) if fields[0].field == "key"));
    settings = factory::tenant_settings("first");
    let hotel = TenantInput { kind: "hotel".to_owned(), ..TenantInput::from(&settings) };
    let refused = tools.edit().await.set_tenant(id, None, &hotel).await;
    assert!(matches!(refused, Err(Error::Refused(fields)) if fields[0].field == "kind"));
}

#[tokio::test]
async fn disabled_tenant_and_clinic_keep_their_data() {
    let tools = Tools::new().await;
    let (tenant, clinic) = (tools.database.first.id, tools.database.first.institutions[0]);
    let mut editor = tools.edit().await;
    editor.set_tenant_active(tenant, false).await.expect("disabled");
    editor.set_tenant_active(tenant, false).await.expect("again");
    let row = clinics::lock(editor.transaction(), tenant, clinic).await.expect("a result").expect("the clinic");
    let target = Target { tenant, id: clinic, version: Some(row.version) };
    editor.set_clinic(target, &ClinicInput::from(&row.settings), false).await.expect("disabled");
    let changes = editor.commit().await.expect("committed");
    let actions: Vec<_> = changes.iter().map(|change| change.action).collect();
    assert_eq!(actions, [Action::TenantDisabled, Action::ClinicChanged]);
    assert_eq!(tools.count(&format!("tenants where id = {tenant} and not active")).await, 1);
    assert_eq!(tools.count(&format!("patients where tenant_id = {tenant}")).await, 1);
}

#[tokio::test]
async fn account_without_new_secret_keeps_its_own() {
    let tools = Tools::new().await;
    let tenant = tools.database.first.id;
    let account =
        |client_id: &str, active| AccountInput { provider: "toss".to_owned(), client_id: client_id.to_owned(), active };
    let mut editor = tools.edit().await;
    let id = editor.add_account(tenant, &account("ck_1", true), &SecretString::from(SECRET)).await.expect("added");
    let before = accounts::list(editor.transaction(), tenant).await.expect("a list").remove(0);
    let target = Target { tenant, id, version: Some(before.record.version) };
    editor.set_account(target, &account("ck_2", false), None).await.expect("changed");
    let after = accounts::list(editor.transaction(), tenant).await.expect("a list").remove(0);
    assert_eq!(after.secret, before.secret);
    assert_eq!((after.record.settings.client_id.as_str(), after.record.settings.active), ("ck_2", false));
    let again = Target { version: None, ..target };
    editor.set_account(again, &account("ck_2", false), Some(&SecretString::from("other"))).await.expect("changed");
    let changed = accounts::list(editor.transaction(), tenant).await.expect("a list").remove(0);
    assert_ne!(changed.secret, before.secret);
    let other = AccountInput { provider: "inicis".to_owned(), ..account("ck_2", true) };
    let refused = editor.set_account(again, &other, None).await.expect_err("refused");
    assert!(matches!(refused, Error::Refused(fields) if fields[0].field == "provider"));
}

#[tokio::test]
async fn rows_of_other_tenants_are_not_found() {
    let tools = Tools::new().await;
    let (tenant, foreign) = (tools.database.first.id, tools.database.second.institutions[0]);
    let admin = AdminInput { login_id: "admin01".to_owned(), name: "조관우".to_owned() };
    let refused = tools.edit().await.add_admin(tenant, foreign, &admin).await.expect_err("refused");
    assert!(matches!(refused, Error::NotFound("clinic")), "{refused:?}");
    let target = Target { tenant: TenantId::new(0), id: InstitutionId::new(1), version: None };
    let clinic = ClinicInput::from(&factory::tenant_seed("first").institutions.remove(0));
    let refused = tools.edit().await.set_clinic(target, &clinic, true).await.expect_err("refused");
    assert!(matches!(refused, Error::NotFound("tenant")), "{refused:?}");
}

#[tokio::test]
async fn import_leaves_what_operators_ended() {
    const BOM: &str = "(select id from tenants where key = 'bom')";
    let tools = Tools::new().await;
    let named = FILE.replace("logo = ", "insurers = [\"가보험\", \"나보험\"]\nlogo = ");
    tools.import(&named).await.expect("imported");
    for table in ["institutions", "insurers", "payment_accounts"] {
        let statement = format!("update {table} set active = false where tenant_id = {BOM}");
        let done = sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut tools.database.superuser().await).await;
        done.expect("ended");
    }
    assert_eq!(tools.import(&named).await.expect("imported again"), []);
    let swapped = named.replace("[\"가보험\", \"나보험\"]", "[\"나보험\", \"가보험\"]");
    assert_eq!(tools.import(&swapped).await.expect("imported"), [Action::InsurerChanged; 2]);
    for table in ["institutions", "insurers", "payment_accounts"] {
        assert_eq!(tools.count(&format!("{table} where tenant_id = {BOM} and active")).await, 0, "{table}");
    }
}

#[tokio::test]
async fn decomposed_names_are_the_same_rows() {
    let tools = Tools::new().await;
    tools.import(FILE).await.expect("imported");
    // 봄 and 조 decomposed, as macOS writes them
    let decomposed = FILE
        .replace('봄', "\u{1107}\u{1169}\u{11b7}")
        .replace("조관우", "\u{110c}\u{1169}\u{1100}\u{116a}\u{11ab}\u{110b}\u{116e}");
    assert_eq!(tools.import(&decomposed).await.expect("imported again"), []);
    assert_eq!(tools.count("institutions where name = '봄치과'").await, 1);
}

#[tokio::test]
async fn channel_changes_are_named_by_field() {
    let tools = Tools::new().await;
    let tenant = tools.database.first.id;
    let input = |pf_id: &str, template: &str| KakaoInput {
        pf_id: pf_id.to_owned(),
        templates: [("result_ready".to_owned(), template.to_owned())].into(),
    };
    let mut editor = tools.edit().await;
    for channel in [Some(input("P1", "T1")), Some(input("P1", "T1")), Some(input("P1", "T2")), None, None] {
        editor.set_kakao(tenant, channel.as_ref()).await.expect("set");
    }
    let changes = editor.commit().await.expect("committed");
    let shown: Vec<Vec<_>> = changes
        .iter()
        .map(|change| {
            change.fields.iter().map(|one| format!("{}: {} -> {}", one.field, one.before, one.after)).collect()
        })
        .collect();
    assert_eq!(
        shown,
        [
            vec!["pfId:  -> P1", "templates:  -> result_ready=T1"],
            vec!["templates: result_ready=T1 -> result_ready=T2"],
            vec!["pfId: P1 -> ", "templates: result_ready=T2 -> "],
        ]
    );
    let refused = tools.edit().await.set_kakao(TenantId::new(0), None).await.expect_err("refused");
    assert!(matches!(refused, Error::NotFound("tenant")), "{refused:?}");
}

#[tokio::test]
async fn same_picture_is_no_change() {
    let tools = Tools::new().await;
    tools.import(FILE).await.expect("imported");
    let mut editor = tools.edit().await;
    let tenant = tenants::lock_by_key(editor.transaction(), "bom").await.expect("a result").expect("the tenant");
    let (id, version) = (tenant.tenant.id, tenant.tenant.logo.expect("a logo").version);
    let picture = parse(FILE).expect("a file").tenants.remove(0).logo.expect("a logo");
    editor.set_logo(id, Some(&picture)).await.expect("the same");
    assert!(editor.changes().is_empty());
    editor.set_logo(id, None).await.expect("removed");
    editor.set_logo(id, None).await.expect("again");
    let changes = editor.commit().await.expect("committed");
    let fields: Vec<_> = changes.iter().flat_map(|change| &change.fields).collect();
    let [removed] = fields.as_slice() else { panic!("{fields:?}") };
    assert_eq!((removed.field, removed.before.as_str(), removed.after.as_str()), ("logo", version.as_str(), ""));
    assert_eq!(tools.count("tenants where logo is not null").await, 0);
}

#[tokio::test]
async fn login_of_admins_is_taken_in_its_tenant() {
    let tools = Tools::new().await;
    let (first, second) = (&tools.database.first, &tools.database.second);
    let admin = |login: &str| AdminInput { login_id: login.to_owned(), name: "조관우".to_owned() };
    let mut editor = tools.edit().await;
    let made = editor.add_admin(first.id, first.institutions[0], &admin("admin01")).await.expect("added");
    assert_eq!((made.host.as_str(), made.clinic.as_str()), (first.host.as_str(), "하늘치과"));
    editor.add_admin(second.id, second.institutions[0], &admin("admin01")).await.expect("another tenant's");
    let refused = editor.add_admin(first.id, first.institutions[1], &admin("ADMIN01")).await.expect_err("refused");
    assert!(matches!(&refused, Error::Refused(fields) if fields[0].code == InvalidCode::Taken), "{refused:?}");
    let both = editor.add_admin(first.id, first.institutions[0], &admin("a b")).await.expect_err("refused");
    assert_eq!(both.to_string().split(' ').next(), Some("loginId"), "{both}");
    editor.commit().await.expect("committed");
    let logged = "access_log where action = 'staff_made' and reason = 'a test'";
    assert_eq!(tools.count(logged).await, 2, "the clinic's own log has it, too");
}
