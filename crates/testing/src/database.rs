//! A database for each test.

use std::sync::OnceLock;

use db::{DatabaseConfig, OwnerConn};
use domain::{InstitutionId, PatientId, TenantId};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};

use crate::claims::Claimant;
use crate::{env, factory};

/// A migrated database with two tenants on the server of `DATABASE_URL`, dropped with this value.
///
/// It is a copy of a template database, which is created once for each version of the migrations.
#[derive(Debug)]
pub struct Database {
    /// The URL of its owner, a superuser.
    pub url: String,
    /// Its connection pools, as the product uses them.
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
    /// Its patient, [`factory::LOGIN_USER_ID`].
    pub patient: PatientId,
    /// Its clinics.
    pub institutions: Vec<InstitutionId>,
}

impl SeededTenant {
    /// Returns its patient at its first clinic.
    #[must_use]
    pub fn claimant(&self) -> Claimant {
        Claimant { tenant: self.id, patient: self.patient, institution: self.institutions[0] }
    }
}

impl Database {
    /// Creates a database.
    ///
    /// # Panics
    /// The server does not respond, or its login may not create databases.
    pub async fn create() -> Self {
        let name = format!("hyeobom_test_{}", env::unique());
        let template = find_or_create_template().await;
        let mut server = connect("postgres").await;
        run(&mut server, format!("create database {name} template {template}")).await;
        server.close().await.expect("a connection closes");
        let url = url_for(&name);
        let mut owner = OwnerConn::connect(&url).await.expect("the new database answers");
        let first = seed(&mut owner, "first").await;
        let second = seed(&mut owner, "second").await;
        let config = DatabaseConfig { url: url.clone(), max_connections_per_tenant: 8, max_system_connections: 4 };
        let db = db::Database::connect(&config).await.expect("the login may take the product's roles");
        Self { url, db, first, second, name }
    }

    /// Returns access to the first tenant's rows.
    #[must_use]
    pub fn tenant(&self) -> db::TenantDb {
        self.db.tenant(self.first.id)
    }

    /// Returns access to the second tenant's rows.
    #[must_use]
    pub fn other_tenant(&self) -> db::TenantDb {
        self.db.tenant(self.second.id)
    }

    /// Returns a connection of the owner, which can read every row.
    ///
    /// # Panics
    /// The database is unavailable.
    pub async fn superuser(&self) -> PgConnection {
        connect(&self.name).await
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let name = self.name.clone();
        // in a separate runtime, because the test's runtime may be shutting down
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let mut server = connect("postgres").await;
                run(&mut server, format!("drop database if exists {name} with (force)")).await;
            });
        });
        let _ = thread.join();
    }
}

async fn seed(owner: &mut OwnerConn, key: &str) -> SeededTenant {
    let seed = factory::tenant_seed(key);
    let seeded = db::seed::tenant(owner, &seed, factory::now()).await.expect("the seed is written");
    SeededTenant {
        id: seeded.tenant_id,
        host: seed.settings.hosts[0].clone(),
        patient: seeded.patient_ids[0],
        institutions: seeded.institution_ids,
    }
}

/// Creates the migrated template unless it exists, and returns its name, which depends on the migrations' content.
async fn find_or_create_template() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    if let Some(name) = NAME.get() {
        return name;
    }
    let name = format!("hyeobom_template_{}", db::schema_version());
    let mut server = connect("postgres").await;
    // test processes run concurrently: one migrates while the others wait
    run(&mut server, "select pg_advisory_lock(7305116)".to_owned()).await;
    let exists: bool = sqlx::query_scalar("select exists(select from pg_database where datname = $1)")
        .bind(&name)
        .fetch_one(&mut server)
        .await
        .expect("the server lists its databases");
    if !exists {
        // under a temporary name, so that a killed run leaves no incomplete template
        let temporary = format!("{name}_{}", env::unique());
        run(&mut server, format!("create database {temporary}")).await;
        db::migrate(&url_for(&temporary)).await.expect("the migrations apply");
        run(&mut server, format!("alter database {temporary} rename to {name}")).await;
    }
    server.close().await.expect("a connection closes");
    NAME.get_or_init(|| name)
}

fn url_for(name: &str) -> String {
    let options: PgConnectOptions = env::database_url().parse().expect("DATABASE_URL is a URL");
    options.database(name).to_url_lossy().to_string()
}

async fn connect(name: &str) -> PgConnection {
    let options: PgConnectOptions = env::database_url().parse().expect("DATABASE_URL is a URL");
    options.database(name).connect().await.expect("the server of DATABASE_URL answers")
}

async fn run(connection: &mut PgConnection, statement: String) {
    // all names consist of letters, digits and underscores
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.expect("the statement runs");
}
