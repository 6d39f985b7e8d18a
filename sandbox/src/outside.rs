//! The whole outside world of one product: database, queue, storage, mail, text messages and every other party.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use axum::Router;
use clap::Args;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::inbox::{self, Inbox, smtp, solapi};
use crate::machine::{ports, random};
use crate::objects::{self, BUCKET, Keys, REGION};
use crate::parties::{self, GivenParties, secrets};
use crate::services::postgres::{self, Postgres};
use crate::services::redis::Redis;

/// Parts that exist already: they are used, and not started.
#[derive(Args, Clone, Debug, Default)]
pub struct Given {
    /// A PostgreSQL to use, as a login that may create roles.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// A Redis to use (appendonly, noeviction).
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<String>,
    /// An object storage to use, with the other `S3_` variables.
    #[arg(long, env = "S3_ENDPOINT")]
    pub s3_endpoint: Option<String>,
    /// Its address for browsers; the endpoint when not given.
    #[arg(long, env = "S3_PUBLIC_URL")]
    pub s3_public_url: Option<String>,
    /// Its region.
    #[arg(long, env = "S3_REGION", default_value = REGION)]
    pub s3_region: String,
    /// The bucket.
    #[arg(long, env = "S3_BUCKET", default_value = BUCKET)]
    pub s3_bucket: String,
    /// The public half of its key.
    #[arg(long, env = "S3_ACCESS_KEY_ID")]
    pub s3_access_key_id: Option<String>,
    /// The secret half of its key.
    #[arg(long, env = "S3_SECRET_ACCESS_KEY", hide_env_values = true)]
    pub s3_secret_access_key: Option<String>,
    /// The other parties' variables.
    #[command(flatten)]
    pub parties: GivenParties,
}

/// Where the parts listen.
#[derive(Clone, Copy, Debug)]
pub struct Ports {
    /// Object storage.
    pub s3: u16,
    /// The inbox's page and the text messages' endpoint.
    pub inbox: u16,
    /// SMTP.
    pub smtp: u16,
    /// PostgreSQL.
    pub postgres: u16,
    /// Redis.
    pub redis: u16,
    /// The other parties, in the order of [`parties::all`].
    pub parties: [u16; parties::COUNT],
}

impl Ports {
    /// Free ones.
    ///
    /// # Errors
    /// When the machine has none.
    pub fn free() -> Result<Self> {
        Ok(Self {
            s3: ports::free()?,
            inbox: ports::free()?,
            smtp: ports::free()?,
            postgres: ports::free()?,
            redis: ports::free()?,
            parties: parties::free_ports()?,
        })
    }
}

/// How the outside world is to be started.
#[derive(Debug)]
pub struct Plan<'a> {
    /// Where all data and logs go.
    pub data: &'a Path,
    /// Where the parts listen.
    pub ports: Ports,
    /// What exists already.
    pub given: &'a Given,
    /// Whether the database must survive a crash.
    pub durable: bool,
}

/// The running outside world.
#[derive(Debug)]
pub struct Outside {
    /// The private PostgreSQL, unless one was given.
    pub postgres: Option<Postgres>,
    /// The private Redis, unless one was given.
    pub redis: Option<Redis>,
    /// The product's variables that follow from it.
    pub variables: BTreeMap<&'static str, String>,
    /// The addresses of the parties that it plays itself, by name.
    pub parties: BTreeMap<&'static str, String>,
    servers: Vec<JoinHandle<()>>,
}

impl Outside {
    /// Starts every part that was not given. PostgreSQL and Redis start side by side.
    ///
    /// # Errors
    /// The first part that did not start; those that did are stopped.
    pub async fn start(plan: &Plan<'_>) -> Result<Self> {
        let logs = plan.data.join("logs");
        std::fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
        let mut outside = Self {
            postgres: None,
            redis: None,
            variables: BTreeMap::new(),
            parties: BTreeMap::new(),
            servers: Vec::new(),
        };
        let started = outside.start_parts(plan, &logs).await;
        if let Err(error) = started {
            outside.stop().await;
            return Err(error);
        }
        Ok(outside)
    }

    async fn start_parts(&mut self, plan: &Plan<'_>, logs: &Path) -> Result<()> {
        let (postgres, redis) = tokio::join!(start_postgres(plan, logs), start_redis(plan, logs));
        let url = match (&plan.given.database_url, postgres) {
            (Some(url), _) => url.clone(),
            (None, postgres) => self.postgres.insert(postgres?).url(),
        };
        self.variables.insert("DATABASE_URL", url);
        let url = match (&plan.given.redis_url, redis) {
            (Some(url), _) => url.clone(),
            (None, redis) => self.redis.insert(redis?).url().to_owned(),
        };
        self.variables.insert("REDIS_URL", url);
        self.start_objects(plan).await?;
        self.start_inbox(plan).await?;
        self.start_parties(plan).await
    }

    async fn start_objects(&mut self, plan: &Plan<'_>) -> Result<()> {
        let given = plan.given;
        let keys = Keys {
            id: given.s3_access_key_id.clone().unwrap_or_else(|| "hyeobom-local".to_owned()),
            secret: given.s3_secret_access_key.clone().map_or_else(|| random::hex(20), Ok)?,
        };
        let endpoint = if let Some(endpoint) = &given.s3_endpoint {
            endpoint.clone()
        } else {
            let router = objects::router(&plan.data.join("s3"), &keys)?;
            format!("http://{}", self.serve(plan.ports.s3, router).await?)
        };
        let public = given.s3_public_url.clone().unwrap_or_else(|| endpoint.clone());
        self.variables.extend([
            ("S3_ENDPOINT", endpoint),
            ("S3_PUBLIC_URL", public),
            ("S3_REGION", given.s3_region.clone()),
            ("S3_BUCKET", given.s3_bucket.clone()),
            ("S3_ACCESS_KEY_ID", keys.id),
            ("S3_SECRET_ACCESS_KEY", keys.secret),
        ]);
        Ok(())
    }

    async fn start_inbox(&mut self, plan: &Plan<'_>) -> Result<()> {
        let inbox = Inbox::default();
        let account = solapi::Account { key: "hyeobom-local".to_owned(), secret: random::hex(16)? };
        let smtp = bind(plan.ports.smtp).await?;
        self.variables.insert("SMTP_URL", format!("smtp://{}", smtp.local_addr()?));
        self.servers.push(tokio::spawn(smtp::serve(smtp, inbox.clone())));
        let address = self
            .serve(
                plan.ports.inbox,
                inbox::router(inbox, account.clone()).merge(parties::index(plan.ports.parties, Some(plan.ports.inbox))),
            )
            .await?;
        self.parties.extend([("sms", format!("http://{address}")), ("smtp", format!("http://{address}/smtp"))]);
        self.variables.extend([
            ("INBOX_URL", format!("http://{address}")),
            ("SOLAPI_URL", format!("http://{address}")),
            ("SOLAPI_API_KEY", account.key),
            ("SOLAPI_API_SECRET", account.secret),
        ]);
        Ok(())
    }

    async fn start_parties(&mut self, plan: &Plan<'_>) -> Result<()> {
        let given = &plan.given.parties;
        let keys = secrets::keys(given)?;
        let listed =
            parties::with_index(parties::all(&keys, Some(plan.data)), plan.ports.parties, Some(plan.ports.inbox));
        for (party, port) in listed.into_iter().zip(plan.ports.parties) {
            if party.addresses.iter().any(|(name, _)| given.get(name).is_some()) {
                continue;
            }
            let base = format!("http://{}", self.serve(port, party.router).await?);
            self.variables.extend(party.addresses.iter().map(|(name, path)| (*name, format!("{base}{path}"))));
            self.parties.insert(party.name, base);
        }
        self.variables.extend(keys);
        self.variables.extend(secrets::kept(plan.data)?);
        self.variables.extend(given.variables());
        Ok(())
    }

    /// Serves `router` on the loopback `port`.
    ///
    /// # Errors
    /// When the port is taken.
    pub async fn serve(&mut self, port: u16, router: Router) -> Result<SocketAddr> {
        let listener = bind(port).await?;
        let address = listener.local_addr()?;
        self.servers.push(tokio::spawn(async move {
            let service = router.into_make_service_with_connect_info::<SocketAddr>();
            if let Err(error) = axum::serve(listener, service).await {
                tracing::error!(%error, %address, "server ended");
            }
        }));
        Ok(address)
    }

    /// Starts the servers with data again that ended by themselves, and returns their names. One that does not come up
    /// is tried again at the next call.
    pub async fn revive(&mut self, plan: &Plan<'_>) -> Vec<&'static str> {
        let logs = plan.data.join("logs");
        let mut revived = Vec::new();
        if let Some(postgres) = &mut self.postgres
            && !postgres.child().is_alive()
        {
            match start_postgres(plan, &logs).await {
                Ok(again) => {
                    *postgres = again;
                    revived.push("PostgreSQL");
                }
                Err(error) => tracing::error!(%error, "PostgreSQL cannot be started again"),
            }
        }
        if let Some(redis) = &mut self.redis
            && !redis.child().is_alive()
        {
            match start_redis(plan, &logs).await {
                Ok(again) => {
                    *redis = again;
                    revived.push("Redis");
                }
                Err(error) => tracing::error!(%error, "Redis cannot be started again"),
            }
        }
        revived
    }

    /// Ends everything that was started, the servers with data last.
    pub async fn stop(&mut self) {
        for server in self.servers.drain(..) {
            server.abort();
        }
        if let Some(mut redis) = self.redis.take() {
            redis.child().stop().await;
        }
        if let Some(mut postgres) = self.postgres.take() {
            postgres.child().stop().await;
        }
    }
}

async fn bind(port: u16) -> Result<TcpListener> {
    let address = ports::loopback(port);
    TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))
}

async fn start_postgres(plan: &Plan<'_>, logs: &Path) -> Result<Postgres> {
    anyhow::ensure!(plan.given.database_url.is_none(), "DATABASE_URL is given");
    let (home, log) = (plan.data.join("postgres"), logs.join("postgres.log"));
    let options = postgres::Options { home: &home, log: &log, port: plan.ports.postgres, durable: plan.durable };
    Postgres::start(&options).await
}

async fn start_redis(plan: &Plan<'_>, logs: &Path) -> Result<Redis> {
    anyhow::ensure!(plan.given.redis_url.is_none(), "REDIS_URL is given");
    let home: PathBuf = plan.data.join("redis");
    Redis::start(&home, &logs.join("redis.log"), plan.ports.redis).await
}
