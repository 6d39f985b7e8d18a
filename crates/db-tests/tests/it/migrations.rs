//! Migrations apply and have comments. The structural test checks that none is edited.

use std::path::{Path, PathBuf};

use db::{DatabaseConfig, OwnerConn};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, postgres::PgConnectOptions};
use testing::{Database, PrivatePostgres, factory};

fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../db/migrations");
    let entries = std::fs::read_dir(folder).expect("the folder of migrations");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("a readable file"))).collect()
}

#[test]
fn every_table_and_index_has_a_comment() {
    let mut missing = Vec::new();
    for (name, text) in files() {
        let mut above = "";
        for code in text.lines().map(str::trim) {
            let made =
                ["create table", "create index", "create unique index"].iter().any(|what| code.starts_with(what));
            // several indexes may share one comment
            if made && !above.starts_with("--") && !above.contains("index") {
                missing.push(format!("{name}: {code}"));
            }
            above = code;
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[tokio::test]
async fn migrating_again_changes_nothing() {
    let database = Database::create().await;
    db::migrate(&database.url).await.expect("the migrations are known to be applied");
    let mut superuser = database.superuser().await;
    let applied: i64 = sqlx::query_scalar("select count(*) from _sqlx_migrations where success")
        .fetch_one(&mut superuser)
        .await
        .expect("the list of migrations");
    assert_eq!(usize::try_from(applied).expect("a count"), files().len());
}

/// Like on a managed server, the owner is not a superuser, so forced row-level security applies to it too.
#[tokio::test]
async fn owner_without_superuser_migrates_and_seeds() {
    let server = PrivatePostgres::start().await;
    let options: PgConnectOptions = server.url().parse().expect("a URL");
    let mut superuser = options.connect().await.expect("the server answers");
    for statement in [
        "create role plain login password 'plain' createrole nosuperuser nobypassrls",
        "create database plain owner plain",
    ] {
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&mut superuser).await.expect("the server obeys");
    }
    superuser.close().await.expect("a connection closes");
    let url = format!("postgres://plain:plain@127.0.0.1:{}/plain", server.port());
    db::migrate(&url).await.expect("a plain owner migrates");
    let mut owner = OwnerConn::connect(&url).await.expect("the owner connects");
    let seed = factory::tenant_seed("first");
    let seeded = db::seed::tenant(&mut owner, &seed, factory::now()).await.expect("a plain owner seeds");
    let again = db::seed::tenant(&mut owner, &seed, factory::now()).await.expect("a plain owner seeds again");
    assert_eq!(seeded, again);
    let config = DatabaseConfig { url, max_connections_per_tenant: 2, max_system_connections: 2 };
    let database = db::Database::connect(&config).await.expect("the owner may take the roles");
    let mut conn = database.tenant(seeded.tenant_id).acquire().await.expect("a connection");
    for institution in &seed.institutions {
        let found = db::institutions::search(&mut conn, &institution.name, 20).await.expect("the search");
        assert!(found.iter().any(|clinic| clinic.name == institution.name), "{}", institution.name);
    }
    let login = domain::LoginUserId::parse("DEMO1").expect("a name");
    assert!(db::patients::exists_login_user_id(&mut conn, &login).await.expect("a result"));
}
