//! The API's configuration, all from environment variables.

use std::net::SocketAddr;

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
            ops_token: env.secret("OPS_TOKEN")?,
            database_url: env.secret("DATABASE_URL")?,
            redis_url: env.secret("REDIS_URL")?,
            s3: s3(env)?,
            web_origin: env.web_origin()?,
            ops_host: ops_host(env)?,
            trace_url: trace_url(env)?,
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

fn trace_url(env: &Env) -> Result<Option<TraceUrl>, ConfigError> {
    env.optional("TRACE_URL").map(|_| env.parse("TRACE_URL")).transpose()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn env(environment: &'static str, changed: (&'static str, &'static str)) -> Env {
        let mut pairs = pairs(environment);
        pairs.retain(|(name, _)| *name != changed.0);
        pairs.push(changed);
        Env::from_pairs(pairs).expect("a known environment")
    }

    fn pairs(environment: &'static str) -> Vec<(&'static str, &'static str)> {
        vec![
            ("HYEOBOM_ENVIRONMENT", environment),
            ("API_LISTEN", "0.0.0.0:8080"),
            ("API_OPS_LISTEN", "0.0.0.0:9080"),
            ("OPS_TOKEN", "0123456789abcdef0123456789abcdef"),
            ("DATABASE_URL", "postgres://db/hyeobom"),
            ("REDIS_URL", "redis://redis"),
            ("S3_ENDPOINT", "https://s3.ap-northeast-2.amazonaws.com"),
            ("S3_PUBLIC_URL", "https://s3.ap-northeast-2.amazonaws.com"),
            ("S3_REGION", "ap-northeast-2"),
            ("S3_BUCKET", "hyeobom"),
            ("S3_ACCESS_KEY_ID", "id"),
            ("S3_SECRET_ACCESS_KEY", "secret"),
            ("WEB_ORIGIN", "https://hyeobom.kr"),
            ("OPS_HOST", "ops.hyeobom.kr"),
            ("SEAL_KEYS", "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="),
            ("CI_PEPPER", "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM="),
            ("JUSO_URL", "https://business.juso.go.kr"),
            ("JUSO_KEY", "key"),
            ("TOSS_URL", "https://api.tosspayments.com"),
            ("INICIS_URL", "https://mobile.inicis.com"),
            ("INICIS_API_URL", "https://iniapi.inicis.com"),
        ]
    }

    #[test]
    fn plain_http_is_refused_outside_local() {
        let parties = [
            ("PORTONE_API_SECRET", "secret"),
            ("PORTONE_STORE_ID", "store"),
            ("PORTONE_CHANNEL_KEY", "channel"),
            ("PORTONE_URL", "https://api.portone.io"),
            ("PORTONE_SDK_URL", "https://cdn.portone.io/v2/browser-sdk.js"),
            ("GOOGLE_CLIENT_ID", "id"),
            ("GOOGLE_CLIENT_SECRET", "secret"),
            ("GOOGLE_AUTH_URL", "https://accounts.google.com"),
            ("GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com"),
            ("GOOGLE_API_URL", "https://openidconnect.googleapis.com"),
        ];
        let all: Vec<_> = pairs("staging").into_iter().chain(parties).collect();
        assert!(Config::load(&Env::from_pairs(all.clone()).expect("an environment")).is_ok());
        let addresses = all.iter().filter(|(_, value)| value.starts_with("https://"));
        for (changed, _) in addresses {
            let plain =
                all.iter().map(|&(name, value)| (name, if name == *changed { "http://party.kr" } else { value }));
            let env = Env::from_pairs(plain).expect("an environment");
            let refused = Config::load(&env).expect_err("in clear").to_string();
            assert!(refused.starts_with(&format!("{changed} cannot be used: http://")), "{refused}");
        }
    }

    #[test]
    fn invalid_configuration_names_the_variable() {
        assert!(Config::load(&env("production", ("API_LISTEN", "0.0.0.0:8080"))).is_ok());
        let refused = |environment, changed| Config::load(&env(environment, changed)).expect_err("refused").to_string();
        assert_eq!(refused("local", ("S3_BUCKET", "")), "S3_BUCKET is not set");
        assert!(refused("production", ("S3_PUBLIC_URL", "http://localhost:9000")).starts_with("S3_PUBLIC_URL cannot"));
        assert!(refused("production", ("JUSO_URL", "http://127.0.0.1:8405/juso")).starts_with("JUSO_URL cannot"));
        assert_eq!(refused("local", ("SEAL_KEYS", "")), "SEAL_KEYS is not set");
        assert_eq!(refused("local", ("KAKAO_CLIENT_ID", "id")), "KAKAO_AUTH_URL is not set");
        assert_eq!(refused("local", ("PORTONE_API_SECRET", "secret")), "PORTONE_URL is not set");
        assert_eq!(refused("local", ("JUSO_KEY", "")), "JUSO_KEY is not set");
        assert!(refused("staging", ("OPS_TOKEN", "short")).starts_with("OPS_TOKEN cannot be used"));
        assert!(refused("local", ("OPS_HOST", "https://ops.hyeobom.kr")).starts_with("OPS_HOST cannot be used"));
        assert!(refused("local", ("TRACE_URL", "https://traces.example")).starts_with("TRACE_URL cannot be used"));
        assert!(refused("local", ("TRUSTED_PROXIES", "any")).starts_with("TRUSTED_PROXIES cannot be used"));
        assert!(refused("local", ("API_LISTEN", "8080")).starts_with("API_LISTEN cannot be used"));
    }
}
