//! The application under test: a database with two tenants, its own key prefix in Redis, a manual clock, and the
//! router.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use api::http::ConcurrencyLimit;
use api::http::request_id::RequestIds;
use api::parties::Parties;
use api::services::directory::Directory;
use api::services::limiter::{Limiter, Rule};
use api::services::passwords::Passwords;
use api::services::result_waiters::ResultWaiters;
use api::services::token;
use api::{App, AppState, Config};
use argon2::Params;
use axum::Router;
use axum::http::Method;
use blob::Store;
use chrono::NaiveDate;
use db::patients::NewPatient;
use db::seed::AccountSeed;
use db::{Database, DatabaseConfig, OwnerConn, TenantDb};
use domain::legal::{Edition, Editions};
use domain::{BirthDate, Email, Gender, LoginUserId, Name, Password, PasswordHash, Phone, ProviderName, TenantId};
use queue::{Producer, QueueAdmin, Settings, Transport};
use runtime::config::{Env, Environment};
use runtime::seal::Sealer;
use runtime::{Clock as _, ManualClock, Random};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use testing::{PrivatePostgres, eventually, factory};
use tokio_util::sync::CancellationToken;

use crate::client::{Call, TestResponse};
use crate::fake_partners;

/// The host of the tenant that most tests use.
pub const HOST: &str = "one.example";
/// The host of the other tenant, which requires a verified identity.
pub const OTHER_HOST: &str = "two.example";
/// The operators' host.
pub const OPS_HOST: &str = "ops.example";
/// Every patient's password.
pub const PASSWORD: &str = "tongue-27!";
/// The number that sign-ups confirm.
pub const PHONE: &str = "01012345678";
/// The start of a JPEG. The API does not decode photos.
pub const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0 the rest is the worker's business";

/// More than any test sends at a time.
const MAX_CONCURRENT_REQUESTS: u32 = 1_000;

/// The application of one test.
pub struct TestApp {
    pub clock: Arc<ManualClock>,
    /// The database URL with its owner's login.
    pub url: String,
    pub(crate) state: App,
    pub(crate) one: TenantDb,
    pub(crate) two: TenantDb,
    pub(crate) router: Router,
    patients: AtomicU32,
    // last, so that the database is dropped after its users
    server: Server,
}

/// The database server.
enum Server {
    /// A database on the server that all tests share.
    Shared(#[expect(dead_code, reason = "dropped at the end of the test")] testing::Database),
    /// A server that the test may stop.
    Own(PrivatePostgres),
}

/// What differs from the app of most tests; URLs replace those of the tests' servers.
#[derive(Clone, Copy, Default)]
struct Overrides<'a> {
    /// Whether passwords are hashed at the cost of production.
    has_real_hash_cost: bool,
    redis: Option<&'a str>,
    storage: Option<&'a str>,
    partners: Option<&'a str>,
    /// Whether to use the sandbox's partners.
    sandbox: bool,
    editions: Editions,
    environment: Option<Environment>,
    max_concurrent_requests: Option<u32>,
}

/// A signed-in patient.
pub struct SignedIn {
    pub login: String,
    pub token: String,
}

/// A job's row.
#[derive(sqlx::FromRow)]
pub struct JobRow {
    pub id: i64,
    pub queue: String,
    pub kind: String,
    pub state: String,
    pub request_id: Option<String>,
}

/// A URL on which nothing listens.
const UNREACHABLE_URL: &str = "http://127.0.0.1:9";

/// Returns the configuration of `sandbox exec`, with the partners at a URL, or the sandbox's.
fn config(partners_url: Option<&str>) -> Config {
    let overrides = partners_url.map(fake_partners::variables).unwrap_or_default();
    let variables = std::env::vars().chain(overrides.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Config::load(&Env::from_pairs(variables).expect("run by `sandbox exec`")).expect("run by `sandbox exec`")
}

impl TestApp {
    pub async fn new() -> Self {
        Self::without(None, None).await
    }

    /// Creates an app with an unreachable Redis or object store.
    pub async fn without(redis: Option<&str>, storage: Option<&str>) -> Self {
        let database = testing::Database::create().await;
        Self::on(database.url.clone(), Server::Shared(database), Overrides { redis, storage, ..Overrides::default() })
            .await
    }

    /// Creates an app whose partners are all at one URL.
    pub async fn with_partners(url: &str) -> Self {
        let database = testing::Database::create().await;
        let overrides = Overrides { partners: Some(url), ..Overrides::default() };
        Self::on(database.url.clone(), Server::Shared(database), overrides).await
    }

    /// Creates an app with the sandbox's partners.
    pub async fn with_sandbox() -> Self {
        let database = testing::Database::create().await;
        let overrides = Overrides { sandbox: true, ..Overrides::default() };
        Self::on(database.url.clone(), Server::Shared(database), overrides).await
    }

    /// Creates an app with other editions of the terms.
    pub async fn with_editions(editions: &'static [Edition]) -> Self {
        let database = testing::Database::create().await;
        let overrides = Overrides { editions: Editions::new(editions), ..Overrides::default() };
        Self::on(database.url.clone(), Server::Shared(database), overrides).await
    }

    /// Creates an app whose hashes of passwords cost as much as in production.
    pub async fn with_real_hash_cost() -> Self {
        let database = testing::Database::create().await;
        let overrides = Overrides { has_real_hash_cost: true, ..Overrides::default() };
        Self::on(database.url.clone(), Server::Shared(database), overrides).await
    }

    /// Creates an app in another environment.
    pub async fn in_environment(environment: Environment) -> Self {
        let database = testing::Database::create().await;
        let overrides = Overrides { environment: Some(environment), ..Overrides::default() };
        Self::on(database.url.clone(), Server::Shared(database), overrides).await
    }

    /// Creates an app that serves at most this many requests at a time.
    pub async fn with_max_concurrent_requests(limit: u32) -> Self {
        let database = testing::Database::create().await;
        let overrides = Overrides { max_concurrent_requests: Some(limit), ..Overrides::default() };
        Self::on(database.url.clone(), Server::Shared(database), overrides).await
    }

    /// Creates an app whose database server the test may stop.
    pub async fn with_own_database() -> Self {
        let server = PrivatePostgres::start_migrated().await;
        Self::on(server.url(), Server::Own(server), Overrides::default()).await
    }

    async fn on(url: String, server: Server, overrides: Overrides<'_>) -> Self {
        let (one, two) = seed(&url).await;
        let mut config =
            config(if overrides.sandbox { None } else { Some(overrides.partners.unwrap_or(UNREACHABLE_URL)) });
        seed_accounts(&url, [one, two], &config.sealer).await;
        if let Some(storage) = overrides.storage {
            config.s3.endpoint = storage.parse().expect("a URL");
        }
        let redis_url = overrides.redis.map_or_else(|| config.redis_url.expose_secret().to_owned(), ToOwned::to_owned);
        let database = DatabaseConfig { url: url.clone(), max_connections_per_tenant: 6, max_system_connections: 2 };
        let databases = Database::connect(&database).await.expect("the database answers");
        let directory = Directory::new(databases.system());
        directory.refresh().await;
        let random = Random::secure();
        // at the real cost, hashes would take a third of the tests
        let cheap = || Params::new(Params::MIN_M_COST, 1, 1, None).expect("parameters");
        let hash_cost = if overrides.has_real_hash_cost { Params::default() } else { cheap() };
        let prefix = testing::key_prefix();
        let transport = Transport::lazy(&redis_url, Settings::default()).expect("a Redis URL");
        let clock = ManualClock::at(factory::now());
        let state = App::new(AppState {
            environment: overrides.environment.unwrap_or(config.environment),
            asset_host: config.s3.public_url.as_str().trim_end_matches('/').to_owned(),
            directory,
            store: Store::connect(&config.s3),
            producer: Producer::with_transport(transport.clone()),
            queues: QueueAdmin::new(databases.system(), transport),
            parties: Parties::new(config.parties).expect("usable addresses"),
            sealer: config.sealer,
            web_origin: config.web_origin,
            editions: overrides.editions,
            ops_host: OPS_HOST.to_owned(),
            trace_url: Some("https://traces.example/{traceId}".parse().expect("an address")),
            trusted_proxies: config.trusted_proxies,
            concurrency_limit: ConcurrencyLimit::new(
                overrides.max_concurrent_requests.unwrap_or(MAX_CONCURRENT_REQUESTS),
            ),
            limiter: Limiter::connect(&redis_url, &format!("{prefix}:")).expect("a Redis URL"),
            passwords: Passwords::with_params(random.clone(), 1, hash_cost),
            result_waiters: ResultWaiters::default(),
            request_ids: RequestIds::new(&random),
            clock: clock.clone(),
            random,
            shutdown: CancellationToken::new(),
            databases: databases.clone(),
        });
        Self {
            clock,
            url,
            router: api::router(state.clone()),
            state,
            one: databases.tenant(one),
            two: databases.tenant(two),
            patients: AtomicU32::new(0),
            server,
        }
    }

    // ---- calls

    /// Creates a call to the first tenant.
    pub fn call(&self, method: Method, path: &str) -> Call {
        self.call_host(HOST, method, path)
    }

    pub fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    /// Creates a call to any host.
    pub fn call_host(&self, host: &str, method: Method, path: &str) -> Call {
        Call::new(self.router.clone(), method, host, path)
    }

    pub async fn login(&self, login: &str, password: &str) -> TestResponse {
        let body = json!({"loginUserId": login, "password": password});
        self.call(Method::POST, "/patients/auth/login").json(&body).send().await
    }

    // ---- people

    /// Creates a signed-in patient of the first tenant.
    pub async fn patient(&self) -> SignedIn {
        self.patient_of(&self.one).await
    }

    /// Creates a signed-in patient of the other tenant.
    pub async fn other_tenant_patient(&self) -> SignedIn {
        self.patient_of(&self.two).await
    }

    /// Creates a signed-in patient with the consent `health`.
    pub async fn consenting_patient(&self) -> SignedIn {
        let patient = self.patient().await;
        self.consent(&patient, json!({"kind": "health", "given": true})).await.expect(200);
        patient
    }

    async fn patient_of(&self, tenant: &TenantDb) -> SignedIn {
        let login = format!("patient{}", self.patients.fetch_add(1, Ordering::Relaxed));
        let now = self.clock.now();
        let new = NewPatient {
            login_user_id: LoginUserId::parse(&login).expect("a sign-in name"),
            password_hash: self.password_hash().await,
            name: Name::parse("김하늘").expect("a name"),
            birth: Some(BirthDate::parse("19900131", self.today()).expect("a date")),
            gender: Some(Gender::Woman),
            phone_number: Phone::parse(PHONE).expect("a number"),
            email: Some(Email::parse("kim@example.com").expect("an address")),
            zipcode: None,
            address: None,
            address_detail: None,
        };
        let mut conn = tenant.acquire().await.expect("a connection");
        let id = db::patients::insert(&mut conn, &new, now).await.expect("the patient is written").id;
        let (token, hash) = token::issue(&self.state.random);
        let session = factory::new_session(id, &hash, now);
        db::sessions::insert(&mut conn, &session, now).await.expect("the session is written");
        SignedIn { login, token }
    }

    /// Hashes [`PASSWORD`].
    pub(crate) async fn password_hash(&self) -> PasswordHash {
        let password = Password::parse(PASSWORD).expect("a strong password");
        self.state.passwords.hash(password).await.expect("a hash")
    }

    /// Confirms the password and deletes the account.
    pub async fn delete_account(&self, token: &str) -> TestResponse {
        self.confirm(token, json!({"password": PASSWORD})).await.expect(204);
        self.call(Method::DELETE, "/patients/me").token(token).send().await
    }

    /// Confirms the account's ownership.
    pub async fn confirm(&self, token: &str, body: Value) -> TestResponse {
        self.call(Method::POST, "/patients/auth/confirm").token(token).json(&body).send().await
    }

    pub async fn consent(&self, patient: &SignedIn, body: Value) -> TestResponse {
        self.call(Method::PUT, "/patients/consents").token(&patient.token).json(&body).send().await
    }

    /// The day in Korea.
    pub fn today(&self) -> NaiveDate {
        domain::calendar::korean_day(self.clock.now())
    }

    // ---- sign-up

    pub async fn request_code(&self, phone: &str) {
        let call = self.call(Method::POST, "/patients/phone-codes").json(&json!({"phoneNumber": phone}));
        call.send().await.expect(202);
    }

    /// The newest code of a number.
    pub async fn find_code(&self, phone: &str) -> String {
        let code = sqlx::query_scalar("select code from phone_codes where phone_number = $1 order by id desc limit 1");
        code.bind(phone).fetch_one(&mut self.superuser().await).await.expect("a code was asked for")
    }

    pub async fn verify(&self, phone: &str, code: &str) -> TestResponse {
        let body = json!({"phoneNumber": phone, "code": code});
        self.call(Method::POST, "/patients/phone-codes/verify").json(&body).send().await
    }

    /// A sign-up with every field and a verified number.
    pub async fn signup_body(&self, login: &str) -> Value {
        self.request_code(PHONE).await;
        let proof = self.verify(PHONE, &self.find_code(PHONE).await).await.expect(200);
        json!({
            "loginUserId": login, "password": PASSWORD, "name": "김하늘", "phoneNumber": PHONE, "birth": "19900131",
            "gender": 1, "email": "kim@example.com", "zipcode": "03187", "address": "서울특별시 종로구 세종대로 1",
            "addressDetail": "101호", "phoneToken": proof["phoneToken"],
            "agreements": {"all": true, "age14": true, "terms": true, "privacy": true},
        })
    }

    pub async fn signup(&self, body: &Value) -> TestResponse {
        self.call(Method::POST, "/patients/auth/signup").json(body).send().await
    }

    // ---- what was written

    /// Returns a connection that can read every row of every tenant.
    pub async fn superuser(&self) -> PgConnection {
        PgConnection::connect(&self.url).await.expect("the database answers")
    }

    /// Counts the rows of `from`, a table with an optional condition.
    pub async fn count(&self, from: &str) -> i64 {
        let statement = AssertSqlSafe(format!("select count(*) from {from}"));
        sqlx::query_scalar(statement).fetch_one(&mut self.superuser().await).await.expect("a count")
    }

    /// Counts the patients with an ID, ignoring case.
    pub async fn count_patients(&self, login: &str) -> i64 {
        self.count(&format!("patients where login_key = lower('{login}')")).await
    }

    pub async fn newest_job(&self) -> JobRow {
        let newest = sqlx::query_as("select id, queue, kind, state, request_id from jobs order by id desc limit 1");
        newest.fetch_one(&mut self.superuser().await).await.expect("a job")
    }

    // ---- servers

    /// Exhausts a limit.
    pub async fn exhaust_limit(&self, rule: Rule, subject: &str) {
        while self.state.limiter.count(rule, subject).await.is_ok() {}
    }

    /// Listens for results. Returns when the connection is open, because a connection that opens at the end of a test
    /// would block dropping its database.
    pub async fn listen_for_results(&self) {
        tokio::spawn(self.state.result_waiters.clone().listen(self.state.databases.clone()));
        let listening = "pg_stat_activity where datname = current_database() and query ilike 'listen %'";
        eventually("a listener", Duration::from_secs(10), async || self.count(listening).await > 0).await;
    }

    /// The database server of [`TestApp::with_own_database`].
    pub fn postgres(&mut self) -> &mut PrivatePostgres {
        match &mut self.server {
            Server::Own(server) => server,
            Server::Shared(_) => panic!("other tests use this server"),
        }
    }
}

/// Seeds the two tenants of every test.
async fn seed(url: &str) -> (TenantId, TenantId) {
    let one = seed_tenant(url, ("one", HOST, "바른치과"), false).await;
    (one, seed_tenant(url, ("two", OTHER_HOST, "고운치과"), true).await)
}

/// Inserts a payment account for each tenant, with a merchant that no other test uses.
async fn seed_accounts(url: &str, tenants: [TenantId; 2], sealer: &Sealer) {
    let mut owner = OwnerConn::connect(url).await.expect("the database answers");
    for tenant in tenants {
        let secret = format!("test_sk_sandbox_{}", testing::key_prefix());
        let context = db::payment_accounts::secret_context(tenant);
        let kept = sealer.seal(&context, secret.as_bytes(), &Random::secure());
        let account = AccountSeed {
            provider: ProviderName::Toss,
            client_id: "test_ck".to_owned(),
            secret_sealed: kept.bytes,
            secret_key_id: kept.key_id,
        };
        let seeded = db::seed::payment_accounts(&mut owner, tenant, &[account], factory::now()).await;
        seeded.expect("the account is written");
    }
}

/// Seeds a tenant with a key and a host, with one clinic and no patient.
pub async fn seed_tenant(url: &str, (key, host, clinic): (&str, &str, &str), identity_required: bool) -> TenantId {
    let mut owner = OwnerConn::connect(url).await.expect("the database answers");
    let mut seed = factory::tenant_seed(key);
    seed.settings.hosts = vec![host.to_owned()];
    seed.settings.identity_required = identity_required;
    seed.institutions.truncate(1);
    clinic.clone_into(&mut seed.institutions[0].name);
    seed.patients.clear();
    db::seed::tenant(&mut owner, &seed, factory::now()).await.expect("the seed is written").tenant_id
}
