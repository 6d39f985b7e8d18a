//! The API's configuration, all from environment variables.

use std::net::SocketAddr;

use blob::S3Config;
use runtime::config::{ConfigError, Env, Environment, WebOrigin};
use runtime::seal::Sealer;
use secrecy::{ExposeSecret as _, SecretString};
use url::Url;

use crate::parties::PartiesConfig;

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
    /// `SEAL_KEYS`, `CI_PEPPER`: the encryption keys.
    pub sealer: Sealer,
    /// The other companies' systems.
    pub parties: PartiesConfig,
}

impl Config {
    /// Reads and errors all of it.
    ///
    /// # Errors
    /// Names the first variable that is missing or cannot be used.
    pub fn load(env: &Env) -> Result<Self, ConfigError> {
        let config = Self {
            environment: env.environment(),
            listen: env.parse("API_LISTEN")?,
            ops_listen: env.parse("API_OPS_LISTEN")?,
            ops_token: env.secret("OPS_TOKEN")?,
            database_url: env.secret("DATABASE_URL")?,
            redis_url: env.secret("REDIS_URL")?,
            s3: s3(env)?,
            web_origin: env.parse("WEB_ORIGIN")?,
            sealer: Sealer::load(env)?,
            parties: PartiesConfig::load(env)?,
        };
        if config.environment != Environment::Local && config.ops_token.expose_secret().len() < 32 {
            return Err(ConfigError::invalid("OPS_TOKEN", "it must have at least 32 characters"));
        }
        Ok(config)
    }
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

    fn env(environment: &str, changed: (&str, &str)) -> Env {
        let mut pairs = vec![
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
            ("SEAL_KEYS", "1:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="),
            ("CI_PEPPER", "AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwM="),
            ("JUSO_URL", "https://business.juso.go.kr"),
            ("JUSO_KEY", "key"),
            ("TOSS_URL", "https://api.tosspayments.com"),
            ("INICIS_URL", "https://mobile.inicis.com"),
            ("INICIS_API_URL", "https://iniapi.inicis.com"),
        ];
        pairs.retain(|(name, _)| *name != changed.0);
        pairs.push(changed);
        Env::from_pairs(pairs).expect("a known environment")
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
        assert!(refused("local", ("API_LISTEN", "8080")).starts_with("API_LISTEN cannot be used"));
    }
}
