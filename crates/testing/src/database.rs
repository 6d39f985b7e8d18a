//! A database for each test.

use std::sync::OnceLock;

use chrono::{DateTime, Utc};
use db::{DatabaseConfig, Owner};
use domain::{InstitutionId, PatientId, TenantId};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};

use crate::{env, factory};

/// A fresh, migrated database with two tenants, on the server of `DATABASE_URL`. It is dropped when this is dropped.
///
/// It is copied from a template that is migrated once for each version of the migrations.
#[derive(Debug)]
pub struct Database {
    /// The URL of its owner, who may do all.
    pub url: String,
    /// Its doors, as the product uses them.
    pub db: db::Database,
    /// The first demo tenant.
    pub first: SeededTenant,
    /// The second demo tenant.
    pub second: SeededTenant,
    name: String,
}

/// A tenant that a test database has.
#[derive(Clone, Debug)]
pub struct SeededTenant {
    /// Its id.
    pub id: TenantId,
    /// Its host.
    pub host: String,
    /// Its one patient, [`factory::LOGIN_USER_ID`].
    pub patient: PatientId,
    /// Its clinics.
    pub institutions: Vec<InstitutionId>,
}

impl Database {
    /// Makes one.
    ///
    /// # Panics
    /// When the server is not there or its login may not make databases.
    pub async fn create() -> Self {
        let name = format!("hyeobom_test_{}", env::unique());
        let template = template().await;
        let mut server = connect("postgres").await;
        run(&mut server, format!("create database {name} template {template}")).await;
        server.close().await.expect("a connection closes");
        let url = url_of(&name);
        let mut owner = Owner::connect(&url).await.expect("the new database answers");
        let first = seed(&mut owner, "first").await;
        let second = seed(&mut owner, "second").await;
        let config = DatabaseConfig { url: url.clone(), max_connections_per_tenant: 8, max_system_connections: 4 };
        let db = db::Database::connect(&config).await.expect("the login may take the product's roles");
        Self { url, db, first, second, name }
    }

    /// The first tenant's rows.
    #[must_use]
    pub fn tenant(&self) -> db::TenantDb {
        self.db.tenant(self.first.id)
    }

    /// The second tenant's rows.
    #[must_use]
    pub fn other_tenant(&self) -> db::TenantDb {
        self.db.tenant(self.second.id)
    }

    /// A connection of the owner, a superuser who sees every row; for looking at what was written.
    ///
    /// # Panics
    /// When the database is gone.
    pub async fn superuser(&self) -> PgConnection {
        connect(&self.name).await
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let name = self.name.clone();
        // the test's runtime may be ending: the dropping gets one of its own
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let mut server = connect("postgres").await;
                run(&mut server, format!("drop database if exists {name} with (force)")).await;
            });
        });
        let _ = dropped.join();
    }
}

async fn seed(owner: &mut Owner, key: &str) -> SeededTenant {
    let seed = factory::tenant_seed(key);
    let seeded = db::seed::tenant(owner, &seed, now()).await.expect("the seed is written");
    SeededTenant {
        id: seeded.tenant_id,
        host: seed.hosts[0].clone(),
        patient: seeded.patient_ids[0],
        institutions: seeded.institution_ids,
    }
}

/// The moment at which the test data was made: 9 October 2025, 17:53:20 in Korea.
///
/// # Panics
/// Never.
pub(crate) fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_760_000_000, 0).expect("a valid time")
}

/// The name of the migrated template, made by whoever asks first; named by the migrations' content.
async fn template() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    if let Some(name) = NAME.get() {
        return name;
    }
    let name = format!("hyeobom_template_{}", db::schema_version());
    let mut server = connect("postgres").await;
    // test processes run at the same time; one migrates, the others wait
    run(&mut server, "select pg_advisory_lock(7305116)".to_owned()).await;
    let exists: bool = sqlx::query_scalar("select exists(select from pg_database where datname = $1)")
        .bind(&name)
        .fetch_one(&mut server)
        .await
        .expect("the server lists its databases");
    if !exists {
        // migrated under another name, so that a killed run leaves no half-made template behind
        let making = format!("{name}_{}", env::unique());
        run(&mut server, format!("create database {making}")).await;
        db::migrate(&url_of(&making)).await.expect("the migrations apply");
        run(&mut server, format!("alter database {making} rename to {name}")).await;
    }
    server.close().await.expect("a connection closes");
    NAME.get_or_init(|| name)
}

fn url_of(name: &str) -> String {
    let options: PgConnectOptions = env::database_url().parse().expect("DATABASE_URL is a URL");
    options.database(name).to_url_lossy().to_string()
}

async fn connect(name: &str) -> PgConnection {
    let options: PgConnectOptions = env::database_url().parse().expect("DATABASE_URL is a URL");
    options.database(name).connect().await.expect("the server of DATABASE_URL answers")
}

async fn run(connection: &mut PgConnection, statement: String) {
    // names are made here, of letters, digits and underscores
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.expect("the server obeys");
}
