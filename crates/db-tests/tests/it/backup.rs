//! `deploy/backup`: a backup is restored unchanged into an empty server, and differences are reported.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use db::access_log::{self, Action};
use db::{Database, DatabaseConfig};
use sqlx::{Connection as _, PgConnection};
use testing::{Database as TestDatabase, PrivatePostgres, factory};

fn run(program: &str, url: &str, folder: &Path) -> Output {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/backup").join(program);
    // the query parameters are specific to our client
    let url = url.split('?').next().expect("a URL");
    Command::new(path).arg(folder).env("DATABASE_URL", url).output().expect("the script starts")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

async fn log_read(source: &TestDatabase, what: &str) {
    let mut conn = source.tenant().acquire().await.expect("a connection");
    access_log::insert_operator(&mut conn, Action::OperatorRead, what, &[], factory::now()).await.expect("logged");
}

#[tokio::test]
async fn backup_is_restored_into_an_empty_server() {
    let (source, target) = (TestDatabase::create().await, PrivatePostgres::start().await);
    log_read(&source, "/jobs").await;
    log_read(&source, "/queues").await;
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("backup");
    let made = run("backup", &source.url, &folder);
    assert!(made.status.success(), "{}", text(&made));
    let restored = run("restore", &target.url(), &folder);
    assert!(restored.status.success(), "{}", text(&restored));

    // the restored database works: migrated, isolated, with its rows and its chain
    db::migrate(&target.url()).await.expect("nothing to migrate");
    let config = DatabaseConfig { url: target.url(), max_connections_per_tenant: 2, max_system_connections: 2 };
    let restored = Database::connect(&config).await.expect("isolated connections");
    let mut conn = restored.tenant(source.first.id).acquire().await.expect("a connection");
    assert_eq!(access_log::find_broken(&mut conn, factory::always()).await.expect("checked"), None);
    access_log::insert_operator(&mut conn, Action::OperatorRead, "/jobs", &[], factory::now()).await.expect("goes on");
    let mut owner = PgConnection::connect(&target.url()).await.expect("a connection");
    let rows: i64 = sqlx::query_scalar("select count(*) from access_log").fetch_one(&mut owner).await.expect("counted");
    assert_eq!(rows, 3);

    let again = run("restore", &target.url(), &folder);
    assert!(!again.status.success() && text(&again).contains("not empty"), "{}", text(&again));
}

#[tokio::test]
async fn restore_tells_what_differs() {
    let (source, target) = (TestDatabase::create().await, PrivatePostgres::start().await);
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("backup");
    assert!(run("backup", &source.url, &folder).status.success());
    let summary = fs::read_to_string(folder.join("summary")).expect("a summary");
    assert!(summary.lines().any(|line| line.starts_with("table|patients|2|")), "{summary}");
    fs::write(folder.join("summary"), summary.replace("table|patients|2|", "table|patients|3|")).expect("written");
    let restored = run("restore", &target.url(), &folder);
    assert!(!restored.status.success() && text(&restored).contains("< table|patients|3|"), "{}", text(&restored));
}

#[tokio::test]
async fn restore_tells_a_broken_chain() {
    let (source, target) = (TestDatabase::create().await, PrivatePostgres::start().await);
    log_read(&source, "/jobs").await;
    let mut owner = source.superuser().await;
    let change = "alter table access_log disable trigger user; update access_log set request_id = 'other'";
    sqlx::raw_sql(change).execute(&mut owner).await.expect("changed");
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("backup");
    assert!(run("backup", &source.url, &folder).status.success());
    let restored = run("restore", &target.url(), &folder);
    assert!(!restored.status.success() && text(&restored).contains("chain|access_log"), "{}", text(&restored));
}
