//! The directory's commands as programs: two commands and one file set up an installation in an empty database.

use std::path::PathBuf;

use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use testing::PrivatePostgres;

use crate::program::{self, Program};
use crate::raw_http;
use crate::test_app::{HOST, TestApp};

/// Creates a database that is owned by a plain login, like hosted ones.
async fn empty_database() -> (PrivatePostgres, String) {
    let server = PrivatePostgres::start().await;
    let mut superuser = PgConnection::connect(&server.url()).await.expect("a connection");
    for statement in [
        "create role plain login password 'plain' createrole nosuperuser nobypassrls",
        "create database plain owner plain",
    ] {
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut superuser).await.expect("the server obeys");
    }
    let url = format!("postgres://plain:plain@127.0.0.1:{}/plain", server.port());
    (server, url)
}

fn example() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../deploy/installation.example.toml")
}

/// Runs a command and returns its output.
async fn run(database_url: &str, subcommand: &str, arguments: &[&str]) -> Result<String, String> {
    let mut command = program::command_on(database_url, subcommand);
    command.args(arguments).env("TOSS_SECRET", "live_sk_secret").env("HYEOBOM_ENVIRONMENT", "production");
    let output = program::output(command).await;
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[tokio::test]
async fn two_commands_and_a_file_make_an_installation() {
    let (_server, url) = empty_database().await;
    let file = example();
    let file = file.to_str().expect("a path");
    run(&url, "migrate", &[]).await.expect("migrated");
    let dry = run(&url, "import", &[file, "--dry-run"]).await.expect("a dry run");
    assert!(dry.contains("nothing was changed") && dry.contains("tenant_added bom"), "{dry}");
    assert_eq!(run(&url, "tenant", &["list"]).await.expect("a list").trim(), "");
    let printed = run(&url, "import", &[file]).await.expect("imported");
    assert!(!printed.contains("live_sk_secret"), "{printed}");
    let password = printed.split_once("temporary password ").expect("a password").1.trim().to_owned();
    let again = run(&url, "import", &[file]).await.expect("imported again");
    assert_eq!(again.trim(), "nothing changed");

    let program = Program::start(program::command_on(&url, "serve")).await;
    let body = format!(r#"{{"loginId":"admin01","password":"{password}"}}"#);
    let headers = [("host", "www.example.kr"), ("content-type", "application/json")];
    let signed =
        raw_http::send_request(program.api, "POST /api/v1/institutions/auth/login", &headers, body.as_bytes()).await;
    let signed = signed.expect("a result");
    assert_eq!(signed.status, 200, "{}", signed.text());
    let response = signed.json();
    assert_eq!(
        (&response["staff"]["role"], &response["next"]),
        (&Value::from("clinic_admin"), &Value::from("password"))
    );
    let tenant =
        raw_http::send_request(program.api, "GET /api/v1/tenant", &headers[..1], b"").await.expect("a response");
    assert!(tenant.text().contains("혀봄"), "{}", tenant.text());
}

#[tokio::test]
async fn broken_file_is_refused_with_its_places() {
    let app = TestApp::new().await;
    let text = std::fs::read_to_string(example()).expect("the example");
    let broken = text.replace("\"#17594a\"", "\"#ffffff\"").replace("0212345679", "02-123");
    let path = std::env::temp_dir().join(format!("{}.toml", testing::key_prefix()));
    std::fs::write(&path, broken).expect("written");
    let refused = run(&app.url, "import", &[path.to_str().expect("a path")]).await.expect_err("refused");
    std::fs::remove_file(&path).expect("removed");
    for place in ["tenants[0] (bom).brandColor: is too light", "tenants[0] (bom).clinics[0].phoneNumber"] {
        assert!(refused.contains(place), "{refused}");
    }
    assert!(refused.contains("nothing was changed"), "{refused}");
    assert_eq!(app.count("tenants where key = 'bom'").await, 0);
}

#[tokio::test]
async fn directory_commands_add_change_and_disable() {
    let app = TestApp::new().await;
    let run = async |subcommand: &str, arguments: &[&str]| run(&app.url, subcommand, arguments).await;
    let list = run("tenant", &["list"]).await.expect("a list");
    assert!(list.lines().any(|line| line.starts_with("one\tdental\tactive") && line.ends_with(HOST)), "{list}");
    let renamed = run("tenant", &["set", "one", "--name", "새이름", "--reason", "a new brand"]).await.expect("set");
    assert!(renamed.contains("tenant_changed one: tenant 새이름: name"), "{renamed}");
    assert_eq!(app.count("operator_actions where reason = 'a new brand' and operator_id is null").await, 1);
    let pale = run("tenant", &["set", "one", "--brand-color", "#ffffff"]).await.expect_err("refused");
    assert!(pale.contains("brandColor is too light"), "{pale}");
    run("tenant", &["disable", "one"]).await.expect("disabled");
    assert_eq!(app.count("tenants where key = 'one' and not active").await, 1);
    run("tenant", &["enable", "one"]).await.expect("enabled");

    let clinic = ["--representative-name", "이하나", "--address", "서울 1", "--phone-number", "0212345678"];
    run("clinic", &[&["add", "--tenant", "one", "새치과"], &clinic[..]].concat()).await.expect("added");
    let admin = ["add-admin", "--tenant", "one", "새치과", "--login-id", "chief01", "--person", "김원장"];
    let added = run("clinic", &admin).await.expect("added");
    assert!(added.contains("chief01 of 새치과 signs in at"), "{added}");
    let taken = run("clinic", &admin).await.expect_err("refused");
    assert!(taken.contains("loginId is taken"), "{taken}");
    let nowhere = run("clinic", &["disable", "--tenant", "one", "없는치과"]).await.expect_err("refused");
    assert!(nowhere.contains("one has no clinic 없는치과"), "{nowhere}");
    run("clinic", &["disable", "--tenant", "one", "새치과"]).await.expect("disabled");
    let clinics = run("clinic", &["list", "--tenant", "one"]).await.expect("a list");
    assert!(clinics.contains("새치과\tdisabled\t1 admins"), "{clinics}");

    run("insurer", &["add", "--tenant", "one", "새보험"]).await.expect("added");
    run("insurer", &["disable", "--tenant", "one", "새보험"]).await.expect("disabled");
    let account = ["add", "--tenant", "one", "inicis", "--client-id", "INIpayTest", "--secret-variable", "TOSS_SECRET"];
    run("payment-account", &account).await.expect("added");
    let accounts = run("payment-account", &["list", "--tenant", "one"]).await.expect("a list");
    assert!(accounts.contains("inicis\tactive\tINIpayTest") && !accounts.contains("live_sk"), "{accounts}");
    let twice = run("payment-account", &account).await.expect_err("refused");
    assert!(twice.contains("provider is taken"), "{twice}");
}
