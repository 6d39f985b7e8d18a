//! The API's configuration, all from environment variables.

use std::fmt::Display;
use std::net::SocketAddr;
use std::num::NonZeroU16;
use std::str::FromStr;

use blob::S3Config;
use runtime::config::{ConfigError, Env, Environment, WebOrigin};
use runtime::seal::Sealer;
use secrecy::{ExposeSecret as _, SecretString};
use url::Url;

use crate::http::TrustedProxies;
use crate::parties::PartiesConfig;
use crate::services::trace_url::TraceUrl;

/// The configuration of `api serve`.
#[derive(Clone, Debug)]
pub struct Config {
    /// `HYEOBOM_ENVIRONMENT`: the environment that the program runs in.
    pub environment: Environment,
    /// `API_LISTEN`: the address for clients.
    pub listen: SocketAddr,
    /// `API_OPS_LISTEN`: the address of the operations port.
    pub ops_listen: SocketAddr,
    /// `API_MAX_CONCURRENT_REQUESTS`: the requests that may be in work at a time, if not the default.
    pub max_concurrent_requests: Option<NonZeroU16>,
    /// `OPS_TOKEN`: the operations credential.
    pub ops_token: SecretString,
    /// `DATABASE_URL`: PostgreSQL, with a login that may assume the product's roles.
    pub database_url: SecretString,
    /// `REDIS_URL`: Redis.
    pub redis_url: SecretString,
    /// `S3_ENDPOINT`, `S3_PUBLIC_URL`, `S3_REGION`, `S3_BUCKET`, `S3_ACCESS_KEY_ID`, `S3_SECRET_ACCESS_KEY`.
    pub s3: S3Config,
    /// `WEB_ORIGIN`: the origin of the web app.
    pub web_origin: WebOrigin,
    /// `OPS_HOST`: the host of the operators' pages and calls, in lower case and without a port.
    pub ops_host: String,
    /// `TRACE_URL`: the URL of a trace in the tracing UI.
    pub trace_url: Option<TraceUrl>,
    /// `TRUSTED_PROXIES`: the networks of our own proxies. Defaults to this machine.
    pub trusted_proxies: TrustedProxies,
    /// `SEAL_KEYS`, `CI_PEPPER`: the encryption keys.
    pub sealer: Sealer,
    /// The other companies' systems.
    pub parties: PartiesConfig,
}

impl Config {
    /// Reads and checks every variable.
    ///
    /// # Errors
    /// The first variable that is missing or invalid.
    pub fn load(env: &Env) -> Result<Self, ConfigError> {
        let config = Self {
            environment: env.environment(),
            listen: env.parse("API_LISTEN")?,
            ops_listen: env.parse("API_OPS_LISTEN")?,
            max_concurrent_requests: parse_optional(env, "API_MAX_CONCURRENT_REQUESTS")?,
            ops_token: env.secret("OPS_TOKEN")?,
            database_url: env.secret("DATABASE_URL")?,
            redis_url: env.secret("REDIS_URL")?,
            s3: s3(env)?,
            web_origin: env.web_origin()?,
            ops_host: ops_host(env)?,
            trace_url: parse_optional(env, "TRACE_URL")?,
            trusted_proxies: env.parse_or("TRUSTED_PROXIES", TrustedProxies::default())?,
            sealer: Sealer::load(env)?,
            parties: PartiesConfig::load(env)?,
        };
        if config.environment != Environment::Local && config.ops_token.expose_secret().len() < 32 {
            return Err(ConfigError::invalid("OPS_TOKEN", "it must have at least 32 characters"));
        }
        Ok(config)
    }
}

fn ops_host(env: &Env) -> Result<String, ConfigError> {
    let host = env.text("OPS_HOST")?;
    let is_host_char = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    if host.bytes().all(is_host_char) {
        Ok(host)
    } else {
        Err(ConfigError::invalid("OPS_HOST", "it must be a host in lower case, without a scheme and a port"))
    }
}

fn parse_optional<T: FromStr<Err: Display>>(env: &Env, name: &str) -> Result<Option<T>, ConfigError> {
    env.optional(name).map(|_| env.parse(name)).transpose()
}

fn s3(env: &Env) -> Result<S3Config, ConfigError> {
    let public_url: Url = env.party_url("S3_PUBLIC_URL")?;
    Ok(S3Config {
        endpoint: env.party_url("S3_ENDPOINT")?,
        public_url,
        region: env.text("S3_REGION")?,
        bucket: env.text("S3_BUCKET")?,
        access_key_id: env.text("S3_ACCESS_KEY_ID")?,
        secret_access_key: env.secret("S3_SECRET_ACCESS_KEY")?,
    })
}
