//! The backing services of one product: database, Redis, object store, mail, text messages and every outside party.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use clap::Args;
use runtime::server::{self, Limits};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::inbox::{self, Inbox, smtp, solapi};
use crate::machine::{ports, random};
use crate::object_store::{self, AccessKey, BUCKET, REGION};
use crate::parties::{self, PartyOverrides, secrets};
use crate::servers::postgres::{self, Postgres};
use crate::servers::redis::Redis;
use crate::servers::redis_replica::RedisReplica;

/// Services that exist already: they are used instead of being started.
#[derive(Args, Clone, Debug, Default)]
pub struct ExistingServices {
    /// A PostgreSQL, as a login that may create roles.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// A Redis (appendonly, noeviction).
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<String>,
    /// An object store, with the other `S3_` variables.
    #[arg(long, env = "S3_ENDPOINT")]
    pub s3_endpoint: Option<String>,
    /// Its address for browsers; the endpoint by default.
    #[arg(long, env = "S3_PUBLIC_URL")]
    pub s3_public_url: Option<String>,
    /// Its region.
    #[arg(long, env = "S3_REGION", default_value = REGION)]
    pub s3_region: String,
    /// The bucket.
    #[arg(long, env = "S3_BUCKET", default_value = BUCKET)]
    pub s3_bucket: String,
    /// The id of its access key.
    #[arg(long, env = "S3_ACCESS_KEY_ID")]
    pub s3_access_key_id: Option<String>,
    /// The secret of its access key.
    #[arg(long, env = "S3_SECRET_ACCESS_KEY", hide_env_values = true)]
    pub s3_secret_access_key: Option<String>,
    /// The outside parties' variables.
    #[command(flatten)]
    pub parties: PartyOverrides,
}

/// The ports of the services.
#[derive(Clone, Copy, Debug)]
pub struct ServicePorts {
    /// The object store.
    pub s3: u16,
    /// The inbox's page and the endpoint for text messages.
    pub inbox: u16,
    /// SMTP.
    pub smtp: u16,
    /// PostgreSQL.
    pub postgres: u16,
    /// Redis.
    pub redis: u16,
    /// The outside parties, in the order of [`parties::all`].
    pub parties: [u16; parties::COUNT],
}

impl ServicePorts {
    /// Returns free ports.
    ///
    /// # Errors
    /// Too few ports are free.
    pub fn find_free() -> Result<Self> {
        Ok(Self {
            s3: ports::find_free()?,
            inbox: ports::find_free()?,
            smtp: ports::find_free()?,
            postgres: ports::find_free()?,
            redis: ports::find_free()?,
            parties: parties::find_free_ports()?,
        })
    }
}

/// The options of the services.
#[derive(Debug)]
pub struct StartOptions<'a> {
    /// The directory of all data and logs.
    pub data: &'a Path,
    /// The ports to use.
    pub ports: ServicePorts,
    /// The services that already exist.
    pub existing: &'a ExistingServices,
    /// Whether the database must survive a crash of the machine.
    pub durable: bool,
    /// Whether Redis has a replica that takes over when the primary ends.
    pub has_redis_replica: bool,
}

/// The running services.
#[derive(Debug)]
pub struct BackingServices {
    /// The private PostgreSQL, unless an existing one is used.
    pub postgres: Option<Postgres>,
    /// The private Redis, unless an existing one is used.
    pub redis: Option<Redis>,
    /// The replica, if there is one.
    redis_replica: Option<RedisReplica>,
    /// The product's variables that point at the services.
    pub variables: BTreeMap<&'static str, String>,
    /// The addresses of the emulated outside parties, by name.
    pub parties: BTreeMap<&'static str, String>,
    servers: Vec<JoinHandle<()>>,
}

impl BackingServices {
    /// Starts every service that does not exist already. PostgreSQL and Redis start in parallel.
    ///
    /// # Errors
    /// Returns the error of the first service that does not start. The others are stopped again.
    pub async fn start(options: &StartOptions<'_>) -> Result<Self> {
        let logs = options.data.join("logs");
        std::fs::create_dir_all(&logs).with_context(|| format!("cannot create {}", logs.display()))?;
        let mut services = Self {
            postgres: None,
            redis: None,
            redis_replica: None,
            variables: BTreeMap::new(),
            parties: BTreeMap::new(),
            servers: Vec::new(),
        };
        if let Err(error) = services.start_all(options, &logs).await {
            services.stop().await;
            return Err(error);
        }
        Ok(services)
    }

    async fn start_all(&mut self, options: &StartOptions<'_>, logs: &Path) -> Result<()> {
        let (postgres, redis) = tokio::join!(start_postgres(options, logs), start_redis(options, logs));
        let url = match (&options.existing.database_url, postgres) {
            (Some(url), _) => url.clone(),
            (None, postgres) => self.postgres.insert(postgres?).url(),
        };
        self.variables.insert("DATABASE_URL", url);
        let url = match (&options.existing.redis_url, redis) {
            (Some(url), _) => url.clone(),
            (None, redis) => {
                let (redis, replica) = redis?;
                let url = replica.as_ref().map_or_else(|| redis.url(), RedisReplica::url);
                (self.redis, self.redis_replica) = (Some(redis), replica);
                url
            }
        };
        self.variables.insert("REDIS_URL", url);
        self.start_object_store(options).await?;
        self.start_inbox(options).await?;
        self.start_parties(options).await
    }

    async fn start_object_store(&mut self, options: &StartOptions<'_>) -> Result<()> {
        let existing = options.existing;
        let key = AccessKey {
            id: existing.s3_access_key_id.clone().unwrap_or_else(|| "hyeobom-local".to_owned()),
            secret: existing.s3_secret_access_key.clone().map_or_else(|| random::hex(20), Ok)?,
        };
        let endpoint = if let Some(endpoint) = &existing.s3_endpoint {
            endpoint.clone()
        } else {
            let router = object_store::router(&options.data.join("s3"), &key)?;
            format!("http://{}", self.serve(options.ports.s3, router).await?)
        };
        let public_url = existing.s3_public_url.clone().unwrap_or_else(|| endpoint.clone());
        self.variables.extend([
            ("S3_ENDPOINT", endpoint),
            ("S3_PUBLIC_URL", public_url),
            ("S3_REGION", existing.s3_region.clone()),
            ("S3_BUCKET", existing.s3_bucket.clone()),
            ("S3_ACCESS_KEY_ID", key.id),
            ("S3_SECRET_ACCESS_KEY", key.secret),
        ]);
        Ok(())
    }

    async fn start_inbox(&mut self, options: &StartOptions<'_>) -> Result<()> {
        let inbox = Inbox::default();
        let account = solapi::Account { key: "hyeobom-local".to_owned(), secret: random::hex(16)? };
        let smtp = bind(options.ports.smtp).await?;
        self.variables.insert("SMTP_URL", format!("smtp://{}", smtp.local_addr()?));
        self.servers.push(tokio::spawn(smtp::serve(smtp, inbox.clone())));
        let index = parties::index(options.ports.parties, Some(options.ports.inbox));
        let router = inbox::router(inbox, account.clone()).merge(index);
        let address = self.serve(options.ports.inbox, router).await?;
        self.parties.extend([("sms", format!("http://{address}")), ("smtp", format!("http://{address}/smtp"))]);
        self.variables.extend([
            ("INBOX_URL", format!("http://{address}")),
            ("SOLAPI_URL", format!("http://{address}")),
            ("SOLAPI_API_KEY", account.key),
            ("SOLAPI_API_SECRET", account.secret),
        ]);
        Ok(())
    }

    async fn start_parties(&mut self, options: &StartOptions<'_>) -> Result<()> {
        let overrides = &options.existing.parties;
        let keys = secrets::create_keys(overrides)?;
        let (ports, inbox) = (options.ports.parties, Some(options.ports.inbox));
        let all = parties::with_index(parties::all(&keys, Some(options.data)), ports, inbox);
        for (party, port) in all.into_iter().zip(ports) {
            if party.addresses.iter().any(|(name, _)| overrides.get(name).is_some()) {
                continue;
            }
            let base = format!("http://{}", self.serve(port, party.router).await?);
            self.variables.extend(party.addresses.iter().map(|(name, path)| (*name, format!("{base}{path}"))));
            self.parties.insert(party.name, base);
        }
        self.variables.extend(keys);
        self.variables.extend(secrets::load_or_create(options.data)?);
        self.variables.extend(overrides.variables());
        Ok(())
    }

    /// Serves `router` on the loopback `port`.
    ///
    /// # Errors
    /// The port is in use.
    pub async fn serve(&mut self, port: u16, router: Router) -> Result<SocketAddr> {
        let listener = bind(port).await?;
        let address = listener.local_addr()?;
        let serving = server::serve(listener, router, Limits::CLIENTS, CancellationToken::new());
        self.servers.push(tokio::spawn(serving));
        Ok(address)
    }

    /// Restarts PostgreSQL and Redis if they ended unexpectedly, and returns the names of the restarted ones. One that
    /// does not start is tried again at the next call.
    pub async fn restart_ended(&mut self, options: &StartOptions<'_>) -> Vec<&'static str> {
        let logs = options.data.join("logs");
        let mut outcomes = Vec::new();
        if let Some(postgres) = &mut self.postgres
            && !postgres.child().is_alive()
        {
            outcomes.push(("PostgreSQL", start_postgres(options, &logs).await.map(|new| *postgres = new)));
        }
        if let Some(redis) = &mut self.redis
            && !redis.child().is_alive()
        {
            let outcome = match &mut self.redis_replica {
                Some(replica) => replica.replace(redis).await,
                None => start_redis(options, &logs).await.map(|(new, _)| *redis = new),
            };
            outcomes.push(("Redis", outcome));
        }
        let restarted = outcomes.into_iter().filter_map(|(name, outcome)| {
            outcome.inspect_err(|error| tracing::error!(%error, "cannot restart {name}")).ok().map(|()| name)
        });
        restarted.collect()
    }

    /// Stops all started services, PostgreSQL and Redis last.
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

async fn start_postgres(options: &StartOptions<'_>, logs: &Path) -> Result<Postgres> {
    ensure!(options.existing.database_url.is_none(), "DATABASE_URL is set");
    let (dir, log) = (options.data.join("postgres"), logs.join("postgres.log"));
    let options = postgres::Options { dir: &dir, log: &log, port: options.ports.postgres, durable: options.durable };
    Postgres::start(&options).await
}

async fn start_redis(options: &StartOptions<'_>, logs: &Path) -> Result<(Redis, Option<RedisReplica>)> {
    ensure!(options.existing.redis_url.is_none(), "REDIS_URL is set");
    let (dir, log, port) = (options.data.join("redis"), logs.join("redis.log"), options.ports.redis);
    if options.has_redis_replica {
        return RedisReplica::start(dir, log, port).await.map(|(redis, replica)| (redis, Some(replica)));
    }
    Ok((Redis::start(&dir, &log, port).await?, None))
}
